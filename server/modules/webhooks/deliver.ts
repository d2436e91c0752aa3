import { dueWorkOf } from "@/server/kernel/due-work";
import { deliveriesWake } from "@/server/modules/events/fan-out";
import { Engine } from "./engine";

/** Due work: sends what is due. @returns how many attempts were made since the last call */
export const deliverDue = dueWorkOf(deliveriesWake, (services) => new Engine(services));
