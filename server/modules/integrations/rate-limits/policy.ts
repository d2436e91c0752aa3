import { nextUtcMonth } from "@/server/kernel/time/clock";

/** A rate limit: a bucket with a refill rate, and a number of requests per UTC month. */
export interface Limits {
  /** The owner of the limits, as the subject of a sentence. */
  holder: string;
  burst: number;
  /** Milliseconds per refilled request. */
  intervalMs: number;
  monthlyQuota: number;
}

/** Limits of one key (requirement, Limits): a bucket of 50 refilled at 10 per second, and 30,000 requests per UTC month. */
export const burst = 50;
export const intervalMs = 100;
export const monthlyQuota = 30_000;
export const keyLimits: Limits = { holder: "The key", burst, intervalMs, monthlyQuota };

/** Limits of one connected app of a person (decision 13.7). */
export const grantLimits: Limits = { holder: "The app", burst: 30, intervalMs: 200, monthlyQuota };

/** A key's or grant's state after its last admitted request, from which its remaining limits follow. */
export interface Allowance {
  /** The limits of its check; by default a key's. */
  limits?: Limits;
  /** The database's clock at the check. */
  now: Date;
  theoreticalArrivalAt: Date;
  /** Admitted requests of this UTC month. */
  monthCount: number;
}

/** The allowance of a key at its last request; `lastUsedAt` is the time of its check. */
export const allowanceOf = (
  counter: { lastUsedAt: Date | null; theoreticalArrivalAt: Date; monthCount: number },
  now: Date,
): Allowance => ({ ...counter, now: counter.lastUsedAt ?? now });

export const limitsOf = ({ limits = keyLimits }: Allowance): Limits => limits;

/** Whole requests that the bucket still admits at once. */
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

/** Whether the month's quota is used up. */
export const isQuotaSpent = (allowance: Allowance): boolean =>
  allowance.monthCount >= limitsOf(allowance).monthlyQuota;

/** The rest of both limits, and seconds until they reset. */
interface Remaining {
  rate: { limit: number; windowSeconds: number; remaining: number; resetSeconds: number };
  quota: { limit: number; remaining: number; resetSeconds: number };
}

/** The rate resets with the next token when the bucket is empty, else within a second; the quota at the end of the UTC month. */
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
