import { sql } from "drizzle-orm";
import { leaves } from "@/drizzle/schema/leaves";
import { updateInSteps } from "@/server/kernel/delete-in-steps";
import type { Services } from "@/server/kernel/services";

/** Rows of one step are held for a moment only. */
const together = 250;
const stepsInOneCall = 200;

const uncounted = sql`${leaves.dayCounts} is null and ${leaves.status} in ('OPEN', 'APPROVED')`;

/**
 * Due work: writes down what each day of leave counts where a version has counted it that did not keep that, as the calendar is now and up
 * to what was recorded. To everybody it is the same leave: no event, no other version, no later `updatedAt`. @returns how many
 */
export const storeDayCounts = ({ db }: Services): Promise<number> =>
  updateInSteps(db, leaves, { dayCounts: sql`leave_days(${leaves})` }, uncounted, stepsInOneCall, together);
