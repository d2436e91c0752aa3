/** The maximum burst, and the time until the next token. */
interface BucketRate {
  burst: number;
  intervalMs: number;
}

const maxKept = 20_000;

/**
 * Token buckets in this process's memory (GCRA; `throttle.ts` implements it in the database). They rate-limit requests to protect the
 * process itself: a statement per request would add to the load.
 */
export class Buckets {
  /** The time at which each bucket is full again. */
  private readonly fullAt = new Map<string, number>();

  constructor(
    private readonly rate: BucketRate,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** @param cost tokens, at most a full bucket. @returns 0 when the tokens were taken, otherwise the ms until they are available */
  take(key: string, cost = 1): number {
    const { burst, intervalMs } = this.rate;
    const now = this.now();
    const next = Math.max(this.fullAt.get(key) ?? now, now) + Math.min(cost, burst) * intervalMs;
    const waitMs = next - now - burst * intervalMs;
    if (waitMs > 0) return waitMs;
    if (this.fullAt.size >= maxKept) this.forgetFull(now);
    this.fullAt.set(key, next);
    return 0;
  }

  /** Drops full buckets, which equal missing ones. If too many are not full, drops the oldest, which then start full again. */
  private forgetFull(now: number): void {
    for (const [key, at] of this.fullAt) if (at <= now) this.fullAt.delete(key);
    for (const key of this.fullAt.keys()) {
      if (this.fullAt.size < maxKept) return;
      this.fullAt.delete(key);
    }
  }
}
