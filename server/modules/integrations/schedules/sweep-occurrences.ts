import { lte } from "drizzle-orm";
import { occurrences } from "@/drizzle/schema/schedules";
import { deleteInSteps } from "@/server/kernel/database/delete-in-steps";
import type { Services } from "@/server/kernel/services";
import { day, plus } from "@/server/kernel/time/clock";
import { keptDays } from "./recurrence";

/** Deletes occurrences past the retention. @returns how many */
export const sweepOccurrences = (services: Services): Promise<number> =>
  deleteInSteps(services, occurrences, lte(occurrences.createdAt, plus(services.clock(), -keptDays * day)));
