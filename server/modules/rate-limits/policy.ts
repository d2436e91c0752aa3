import { nextUtcMonth } from "@/server/kernel/clock";

/** Limits of one key (requirement, Limits): a bucket of 50 refilled at 10 a second, and 30,000 requests a UTC month. */
export const burst = 50;
export const intervalMs = 100;
export const monthlyQuota = 30_000;

/** What is left for a key after its last admitted request. */
export interface Allowance {
  /** The database's clock, at which the request was judged. */
  now: Date;
  theoreticalArrivalAt: Date;
  /** Requests admitted in this UTC month. */
  monthCount: number;
}

const windowMs = burst * intervalMs;

/** Whole requests that the bucket would still admit at once. */
export function burstLeft({ now, theoreticalArrivalAt }: Allowance): number {
  const debtMs = Math.max(0, theoreticalArrivalAt.getTime() - now.getTime());
  return Math.max(0, Math.floor((windowMs - debtMs) / intervalMs));
}

/** Milliseconds until the bucket admits one request. */
export function nextTokenMs({ now, theoreticalArrivalAt }: Allowance): number {
  return Math.max(0, theoreticalArrivalAt.getTime() + intervalMs - windowMs - now.getTime());
}

const policyField = `"rate";q=${burst};w=${windowMs / 1000}, "quota";q=${monthlyQuota}`;

/**
 * `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers). `t` is in seconds: until the next token when the
 * bucket is empty, else 1; for the quota until the UTC month ends.
 */
export function rateLimitHeaders(allowance: Allowance): Record<string, string> {
  const left = burstLeft(allowance);
  const wait = left > 0 ? 1 : Math.max(1, Math.ceil(nextTokenMs(allowance) / 1000));
  const quotaLeft = Math.max(0, monthlyQuota - allowance.monthCount);
  const resetSeconds = Math.ceil((nextUtcMonth(allowance.now).getTime() - allowance.now.getTime()) / 1000);
  return {
    "ratelimit-policy": policyField,
    ratelimit: `"rate";r=${left};t=${wait}, "quota";r=${quotaLeft};t=${resetSeconds}`,
  };
}
