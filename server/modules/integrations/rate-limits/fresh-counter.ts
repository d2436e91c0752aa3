import { utcDay } from "@/server/kernel/time/clock";

/** A full bucket and an unused quota: the row of `rate_counters` created with a key of either kind. */
export const freshCounter = (workspaceId: string, keyId: string, now: Date) => ({
  workspaceId,
  keyId,
  theoreticalArrivalAt: now,
  month: `${utcDay(now).slice(0, 7)}-01`,
  day: utcDay(now),
});
