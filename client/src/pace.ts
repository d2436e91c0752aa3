import { sleep } from "./sleep.js";

/** The part of `RateLimit` or `RateLimit-Policy` about the bucket, not the month. */
const bucketOf = (header: string | null): string => /"rate";([^,]*)/.exec(header ?? "")?.[1] ?? "";
const numberOf = (part: string, name: string): number | undefined => {
  const [, digits] = new RegExp(`(?:^|;)${name}=(\\d+)`).exec(part) ?? [];
  return digits === undefined ? undefined : Number(digits);
};

/**
 * A key's rate-limit bucket as this client knows it: waits before a request while it is empty, instead of running into 429. Until the first
 * answer it has the default size and rate of every key. The answers account for other clients of the key.
 */
export class Pace {
  #size = 50;
  /** Milliseconds until the bucket gains one request. */
  #intervalMs = 100;
  #left = 50;
  #at = Date.now();
  /** Requests in flight, which no answer has counted yet. */
  #underWay = 0;
  #turn: Promise<unknown> = Promise.resolve();

  /** Waits for its turn and for the bucket. @throws the signal's reason */
  async enter(signal?: AbortSignal): Promise<void> {
    const turn = this.#turn.then(() => this.#take(signal));
    // A caller that gives up lets the next one in.
    this.#turn = turn.catch(() => undefined);
    await turn;
  }

  /** Updates the bucket from an answer. Call it once for each request that entered. */
  leave(headers?: Headers): void {
    this.#underWay -= 1;
    const policy = bucketOf(headers?.get("ratelimit-policy") ?? null);
    const size = numberOf(policy, "q");
    const windowSeconds = numberOf(policy, "w");
    if (size && windowSeconds) {
      this.#size = size;
      this.#intervalMs = (windowSeconds * 1000) / size;
    }
    const left = numberOf(bucketOf(headers?.get("ratelimit") ?? null), "r");
    if (left === undefined) return;
    this.#left = left - this.#underWay;
    this.#at = Date.now();
  }

  async #take(signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    // A timer may fire early or, after the machine slept, late: this reads the clock again.
    for (let ms = this.#missingMs(); ms > 0; ms = this.#missingMs()) await sleep(ms, signal);
    this.#left -= 1;
    this.#underWay += 1;
  }

  #missingMs(): number {
    const now = Date.now();
    // When the clock was set back, no time has passed.
    this.#left = Math.min(this.#size, this.#left + Math.max(0, now - this.#at) / this.#intervalMs);
    this.#at = now;
    return Math.ceil((1 - this.#left) * this.#intervalMs);
  }
}
