import { nextUtcMonth } from "@/server/kernel/clock";

/** How much somebody may ask for: a bucket that is refilled at a pace, and so many requests a UTC month. */
export interface Limits {
  /** Whose they are, as a sentence begins. */
  holder: string;
  burst: number;
  /** Milliseconds until the bucket has one more. */
  intervalMs: number;
  monthlyQuota: number;
}

/** Limits of one key (requirement, Limits): a bucket of 50 refilled at 10 a second, and 30,000 requests a UTC month. */
export const burst = 50;
export const intervalMs = 100;
export const monthlyQuota = 30_000;
export const keyLimits: Limits = { holder: "The key", burst, intervalMs, monthlyQuota };

/** Limits of one app that a person has connected (decision 13.7). */
export const grantLimits: Limits = { holder: "The app", burst: 30, intervalMs: 200, monthlyQuota };

/** What is left for a key or a grant after its last admitted request. */
export interface Allowance {
  /** Those that it was judged by; a key's unless said. */
  limits?: Limits;
  /** The database's clock, at which the request was judged. */
  now: Date;
  theoreticalArrivalAt: Date;
  /** Requests admitted in this UTC month. */
  monthCount: number;
}

export const limitsOf = ({ limits = keyLimits }: Allowance): Limits => limits;

/** Whole requests that the bucket would still admit at once. */
export function burstLeft(allowance: Allowance): number {
  const { now, theoreticalArrivalAt } = allowance;
  const { burst, intervalMs } = limitsOf(allowance);
  const debtMs = Math.max(0, theoreticalArrivalAt.getTime() - now.getTime());
  return Math.max(0, Math.floor((burst * intervalMs - debtMs) / intervalMs));
}

/** Milliseconds until the bucket admits one request. */
export function nextTokenMs(allowance: Allowance): number {
  const { now, theoreticalArrivalAt } = allowance;
  const { burst, intervalMs } = limitsOf(allowance);
  return Math.max(0, theoreticalArrivalAt.getTime() + intervalMs - burst * intervalMs - now.getTime());
}

/** Whether the month's requests are used up. */
export const isQuotaSpent = (allowance: Allowance): boolean =>
  allowance.monthCount >= limitsOf(allowance).monthlyQuota;

/**
 * `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers). `t` is in seconds: until the next token when the
 * bucket is empty, else 1; for the quota until the UTC month ends.
 */
export function rateLimitHeaders(allowance: Allowance): Record<string, string> {
  const { burst, intervalMs, monthlyQuota } = limitsOf(allowance);
  const left = burstLeft(allowance);
  const wait = left > 0 ? 1 : Math.max(1, Math.ceil(nextTokenMs(allowance) / 1000));
  const quotaLeft = Math.max(0, monthlyQuota - allowance.monthCount);
  const resetSeconds = Math.ceil((nextUtcMonth(allowance.now).getTime() - allowance.now.getTime()) / 1000);
  return {
    "ratelimit-policy": `"rate";q=${burst};w=${(burst * intervalMs) / 1000}, "quota";q=${monthlyQuota}`,
    ratelimit: `"rate";r=${left};t=${wait}, "quota";r=${quotaLeft};t=${resetSeconds}`,
  };
}
