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

/** What a key was told at its last request: `lastUsedAt` is the moment at which it was judged. */
export const allowanceOf = (
  counter: { lastUsedAt: Date | null; theoreticalArrivalAt: Date; monthCount: number },
  now: Date,
): Allowance => ({ ...counter, now: counter.lastUsedAt ?? now });

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

/** What is left of both limits, and seconds until there is more. */
interface Remaining {
  rate: { limit: number; windowSeconds: number; remaining: number; resetSeconds: number };
  quota: { limit: number; remaining: number; resetSeconds: number };
}

/**
 * The rate resets with the next token when the bucket is empty, else within a second; the quota when the UTC month ends.
 */
export function remainingOf(allowance: Allowance): Remaining {
  const { burst, intervalMs, monthlyQuota } = limitsOf(allowance);
  const left = burstLeft(allowance);
  return {
    rate: {
      limit: burst,
      windowSeconds: (burst * intervalMs) / 1000,
      remaining: left,
      resetSeconds: left > 0 ? 1 : Math.max(1, Math.ceil(nextTokenMs(allowance) / 1000)),
    },
    quota: {
      limit: monthlyQuota,
      remaining: Math.max(0, monthlyQuota - allowance.monthCount),
      resetSeconds: Math.ceil((nextUtcMonth(allowance.now).getTime() - allowance.now.getTime()) / 1000),
    },
  };
}

/** `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers). `t` is in seconds. */
export function rateLimitHeaders(allowance: Allowance): Record<string, string> {
  const { rate, quota } = remainingOf(allowance);
  return {
    "ratelimit-policy": `"rate";q=${rate.limit};w=${rate.windowSeconds}, "quota";q=${quota.limit}`,
    ratelimit: `"rate";r=${rate.remaining};t=${rate.resetSeconds}, "quota";r=${quota.remaining};t=${quota.resetSeconds}`,
  };
}
