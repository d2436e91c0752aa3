import { day, nextUtcMonth } from "@/server/kernel/time/clock";
import { monthlyQuota } from "@/server/modules/integrations/rate-limits/policy";

/** Retention of entries and error counts, in milliseconds; hourly counts are kept longer. */
export const logKeptMs = 30 * day;
export const hoursKeptMs = 400 * day;

/** Upper bounds of the duration buckets, in microseconds; the last bucket counts everything beyond. */
export const latencyBoundsUs = [
  1000, 2000, 3000, 5000, 7500, 10_000, 15_000, 25_000, 40_000, 60_000, 100_000, 150_000, 250_000, 500_000,
  1_000_000, 2_500_000, 5_000_000, 10_000_000,
] as const;

/**
 * The duration, in milliseconds, below which `share` of the counted requests lie; exact to the width of a bucket.
 * @returns null when nothing was counted
 */
export function quantileMs(counts: readonly number[], share: number): number | null {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  const wanted = share * total;
  let below = 0;
  for (const [at, count] of counts.entries()) {
    const low = latencyBoundsUs[at - 1] ?? 0;
    // The last bucket has no upper bound: its requests count as its lower bound.
    const high = latencyBoundsUs[at] ?? low;
    if (count > 0 && below + count >= wanted) return (low + ((wanted - below) / count) * (high - low)) / 1000;
    below += count;
  }
  return null;
}

/** Percentages of the quota at which owners are notified. */
export const quotaStages = [80, 95, 100] as const;
export type QuotaStage = 0 | (typeof quotaStages)[number];

export const quotaStageOf = (used: number, quota = monthlyQuota): QuotaStage =>
  [...quotaStages].reverse().find((stage) => used * 100 >= stage * quota) ?? 0;

/** The pace means little before this much of a month has passed. */
const paceKnownAfterMs = day;

export interface QuotaForecast {
  /** Requests by the end of the month at the current pace. */
  expected: number;
  /** When the quota runs out at that pace; null when it lasts. */
  runsOutAt: Date | null;
}

/** @returns null while it is too early in the month */
export function forecastOf(used: number, now: Date, quota = monthlyQuota): QuotaForecast | null {
  const start = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1);
  const passedMs = now.getTime() - start;
  if (passedMs < paceKnownAfterMs || used >= quota) return null;
  const expected = Math.round((used / passedMs) * (nextUtcMonth(now).getTime() - start));
  if (expected <= quota) return { expected, runsOutAt: null };
  return { expected, runsOutAt: new Date(start + (quota / used) * passedMs) };
}
