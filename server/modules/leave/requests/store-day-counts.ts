import { sql } from "drizzle-orm";
import { isInEffect, leaves } from "@/drizzle/schema/leaves";
import { updateInSteps } from "@/server/kernel/database/delete-in-steps";
import type { Services } from "@/server/kernel/services";

/** A small batch keeps row locks short. */
const together = 250;
const stepsInOneCall = 200;

const uncounted = sql`${leaves.dayCounts} is null and ${isInEffect(leaves.status)}`;

/**
 * Periodic job: backfills the day counts of leave counted by a version that did not store them, by the current calendar and up to the
 * recorded sum. The leave itself does not change: no event, no new version, no later `updatedAt`. @returns the number of rows
 */
export const storeDayCounts = (services: Services): Promise<number> =>
  updateInSteps(
    services,
    leaves,
    { dayCounts: sql`leave_days(${leaves})` },
    uncounted,
    stepsInOneCall,
    together,
  );
