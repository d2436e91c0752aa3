import { day, nextUtcMonth } from "@/server/kernel/clock";
import { monthlyQuota } from "@/server/modules/rate-limits/policy";

/** Milliseconds that an entry, and the counts of errors, are kept; counts by hour are kept longer. */
export const logKeptMs = 30 * day;
export const hoursKeptMs = 400 * day;

/** Upper bounds, in microseconds, of the durations that are counted together; the last count is of all beyond. */
export const latencyBoundsUs = [
  1000, 2000, 3000, 5000, 7500, 10_000, 15_000, 25_000, 40_000, 60_000, 100_000, 150_000, 250_000, 500_000,
  1_000_000, 2_500_000, 5_000_000, 10_000_000,
] as const;

/**
 * The duration, in milliseconds, below which `share` of the counted requests lie; exact to the width of a bound.
 * @returns null when nothing was counted
 */
export function quantileMs(counts: readonly number[], share: number): number | null {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  const wanted = share * total;
  let below = 0;
  for (const [at, count] of counts.entries()) {
    const low = latencyBoundsUs[at - 1] ?? 0;
    // Nothing bounds the last ones: they count as the bound that they passed.
    const high = latencyBoundsUs[at] ?? low;
    if (count > 0 && below + count >= wanted) return (low + ((wanted - below) / count) * (high - low)) / 1000;
    below += count;
  }
  return null;
}

/** Percent of the quota at which owners are told. */
export const quotaStages = [80, 95, 100] as const;
export type QuotaStage = 0 | (typeof quotaStages)[number];

export const quotaStageOf = (used: number, quota = monthlyQuota): QuotaStage =>
  [...quotaStages].reverse().find((stage) => used * 100 >= stage * quota) ?? 0;

/** Before this much of a month has passed, its pace says little. */
const paceKnownAfterMs = day;

export interface QuotaForecast {
  /** Requests by the end of the month at the pace of the month so far. */
  expected: number;
  /** When the quota is used up at that pace; null when it lasts. */
  runsOutAt: Date | null;
}

/** @returns null while it is too early to tell */
export function forecastOf(used: number, now: Date, quota = monthlyQuota): QuotaForecast | null {
  const start = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1);
  const passedMs = now.getTime() - start;
  if (passedMs < paceKnownAfterMs || used >= quota) return null;
  const expected = Math.round((used / passedMs) * (nextUtcMonth(now).getTime() - start));
  if (expected <= quota) return { expected, runsOutAt: null };
  return { expected, runsOutAt: new Date(start + (quota / used) * passedMs) };
}
