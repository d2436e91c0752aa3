/** So many at once, and then one more each `intervalMs`. */
interface BucketRate {
  burst: number;
  intervalMs: number;
}

const maxKept = 20_000;

/**
 * Token buckets in this process's memory (GCRA, as `throttle.ts` has them in the database): for what protects the process itself, where a
 * statement for each request would be part of what it is to be protected from.
 */
export class Buckets {
  /** When each bucket will be full again. */
  private readonly fullAt = new Map<string, number>();

  constructor(
    private readonly rate: BucketRate,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** @param cost tokens; of more than a bucket holds, what it holds. @returns 0 when they were taken, else after how many ms they will be there */
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

  /** One that is full is as one that is not there; where too many are not, the oldest begin anew. */
  private forgetFull(now: number): void {
    for (const [key, at] of this.fullAt) if (at <= now) this.fullAt.delete(key);
    for (const key of this.fullAt.keys()) {
      if (this.fullAt.size < maxKept) return;
      this.fullAt.delete(key);
    }
  }
}
