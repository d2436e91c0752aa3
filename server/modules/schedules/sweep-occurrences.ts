import { lte } from "drizzle-orm";
import { day, plus } from "@/server/kernel/clock";
import { deleteInSteps } from "@/server/kernel/delete-in-steps";
import type { Services } from "@/server/kernel/services";
import type { ScheduleKind } from "./kind";
import { keptDays } from "./recurrence";

/** Deletes occurrences that are no longer shown. @returns how many */
export const sweepOccurrences = (
  { occurrences: { table } }: ScheduleKind,
  { db, clock }: Services,
): Promise<number> => deleteInSteps(db, table, lte(table.createdAt, plus(clock(), -keptDays * day)));
