import { second } from "@/server/kernel/time/clock";
import { databaseTimeoutMs, TimeoutError } from "@/server/kernel/time/timeout";

/** Thrown in place of work that gets no connection in time. None of the work was done. */
export class Overloaded extends TimeoutError {
  override name = "Overloaded";
}

export const queueTimeout = (): Overloaded =>
  new Overloaded(`No connection to the database came free within ${databaseTimeoutMs} ms.`);

/** Work that may have to wait for a connection. */
export interface Waiter {
  /** Whether it has a connection. */
  hasBegun(): boolean;
  /** It timed out in the queue and must not begin any more. */
  isRejected?: boolean;
  /** When it began to wait, if it came from another queue. */
  since?: number | undefined;
}

interface Waiting {
  since: number;
  waiter: Waiter;
  refuse(error: Overloaded): void;
}

/**
 * The maximum expected wait at which new work is still accepted: a request queues several times, and must be answered within the timeout.
 */
const maxWaitMs = databaseTimeoutMs / 2;
const checkEveryMs = second / 10;
/** The throughput is measured over this number of samples. */
const paceSamples = 20;
/** A backlog seen in fewer samples counts as a passing burst. */
const minSamples = 10;

interface Sample {
  at: number;
  doneCount: number;
}

/**
 * Counts the work in flight in a pool and the queue in front of it. The driver owns the queue and does not expose it, so work that arrives
 * while every connection may be in use is polled ten times a second. Without a queue this costs nothing.
 */
export class PoolQueue {
  /** Transactions, and statements outside of one, that have a connection or wait for one. */
  count = 0;
  private doneCount = 0;
  /** Oldest first. */
  private readonly waiting = new Set<Waiting>();
  private readonly samples: Sample[] = [];
  private timer: NodeJS.Timeout | undefined;

  /**
   * @param limit maximum number of connections
   * @param onRefused called for each refusal: `isNew` when refused on arrival, else after a timeout in the queue
   */
  constructor(
    private readonly limit: number | (() => number),
    private readonly onRefused: (isNew: boolean) => void = () => undefined,
  ) {}

  get size(): number {
    return typeof this.limit === "number" ? this.limit : this.limit();
  }

  /**
   * By Little's law, at the throughput of the last two seconds. A queue without any throughput is overloaded as soon as one request waits
   * in it; that request is let in to find out.
   */
  get isOverloaded(): boolean {
    const waitingCount = this.count - this.size;
    const [first] = this.samples;
    if (waitingCount <= 0 || !first) return false;
    const doneCount = this.doneCount - first.doneCount;
    if (this.samples.length < (doneCount > 0 ? minSamples : paceSamples)) return false;
    return waitingCount * (performance.now() - first.at) > maxWaitMs * doneCount;
  }

  /** @throws Overloaded when new work would wait too long */
  rejectIfOverloaded(): void {
    if (!this.isOverloaded) return;
    this.onRefused(true);
    throw new Overloaded("Too many wait for a connection to the database.");
  }

  /**
   * Counts work while it is in flight, and refuses it when it times out in the queue.
   * @param waiter omitted for work that waits without a timeout
   */
  async track<T>(work: Promise<T>, waiter?: Waiter): Promise<T> {
    const mayWait = this.count++ >= this.size;
    try {
      return await (mayWait && waiter ? this.wait(work, waiter) : work);
    } finally {
      this.count--;
      this.doneCount++;
    }
  }

  private wait<T>(work: Promise<T>, waiter: Waiter): Promise<T> {
    return new Promise((resolve, reject) => {
      const one = { since: waiter.since ?? performance.now(), waiter, refuse: reject };
      const leave = () => void this.waiting.delete(one);
      work.then(leave, leave);
      work.then(resolve, reject);
      this.waiting.add(one);
      this.timer ??= setInterval(() => this.check(), checkEveryMs).unref();
    });
  }

  private check(): void {
    const at = performance.now();
    for (const one of this.waiting) {
      if (one.waiter.hasBegun()) this.waiting.delete(one);
      else if (at - one.since >= databaseTimeoutMs) this.refuse(one);
    }
    this.samples.push({ at, doneCount: this.doneCount });
    if (this.samples.length > paceSamples) this.samples.shift();
    if (this.count < this.size) this.stopTimer();
  }

  private refuse(one: Waiting): void {
    this.waiting.delete(one);
    one.waiter.isRejected = true;
    this.onRefused(false);
    // It left the queue without freeing a connection.
    this.doneCount--;
    one.refuse(queueTimeout());
  }

  private stopTimer(): void {
    clearInterval(this.timer);
    this.timer = undefined;
    this.samples.length = 0;
  }
}
