import { dueWorkOf } from "@/server/kernel/due-work";
import { Engine } from "./engine";

/** The name under which a change wakes the engine. */
export const notificationsWake = "notifications";

/** Due work: fires, composes and sends notifications that are due. @returns how many messages were tried since the last call */
export const sendDueNotifications = dueWorkOf(notificationsWake, (services) => new Engine(services));
