import { second } from "./clock";
import { databaseTimeoutMs, TimeoutError } from "./timeout";

/** Thrown in place of work for which no connection comes free in time. None of it was done. */
export class Overloaded extends TimeoutError {
  override name = "Overloaded";
}

export const queueTimeout = (): Overloaded =>
  new Overloaded(`No connection to the database came free within ${databaseTimeoutMs} ms.`);

/** One that may have to wait for a connection. */
export interface Waiter {
  /** Whether it has its connection. */
  hasBegun(): boolean;
  /** It waited in vain, and is not to begin any more. */
  isRejected?: boolean;
  /** When it began to wait, where that was in another line before. */
  since?: number | undefined;
}

interface Waiting {
  since: number;
  turn: Waiter;
  refuse(error: Overloaded): void;
}

/** How long the wait may be that a newcomer is let into: a request takes several turns, and is to be answered within our patience. */
const maxWaitMs = databaseTimeoutMs / 2;
const checkEveryMs = second / 10;
/** The pace is that of so many looks. */
const paceSamples = 20;
/** A crowd of fewer looks is taken for one that passes. */
const minSamples = 10;

interface Sample {
  at: number;
  doneCount: number;
}

/**
 * What is under way in a pool, and who waits in front of it. The driver has the queue, and tells nothing of it: so whoever comes while
 * every connection may be in use is looked at ten times a second. Nothing else is paid where nobody waits.
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
   * @param limit how many have a connection at most
   * @param tell of each that is refused: as it came, or after it had waited in vain
   */
  constructor(
    private readonly limit: number | (() => number),
    private readonly tell: (isNew: boolean) => void = () => undefined,
  ) {}

  get size(): number {
    return typeof this.limit === "number" ? this.limit : this.limit();
  }

  /**
   * By Little's law, at the pace of the last two seconds. A line that does not move at all is too long as soon as one waits in it; that
   * one is let in to find out.
   */
  get isOverloaded(): boolean {
    const waitingCount = this.count - this.size;
    const [first] = this.samples;
    if (waitingCount <= 0 || !first) return false;
    const doneCount = this.doneCount - first.doneCount;
    if (this.samples.length < (doneCount > 0 ? minSamples : paceSamples)) return false;
    return waitingCount * (performance.now() - first.at) > maxWaitMs * doneCount;
  }

  /** @throws Overloaded when who comes now would wait too long */
  rejectIfOverloaded(): void {
    if (!this.isOverloaded) return;
    this.tell(true);
    throw new Overloaded("Too many wait for a connection to the database.");
  }

  /**
   * Counts work for as long as it is under way, and refuses it when it has waited in vain.
   * @param turn nothing, of what waits for as long as it takes
   */
  async track<T>(work: Promise<T>, turn?: Waiter): Promise<T> {
    const mayWait = this.count++ >= this.size;
    try {
      return await (mayWait && turn ? this.wait(work, turn) : work);
    } finally {
      this.count--;
      this.doneCount++;
    }
  }

  private wait<T>(work: Promise<T>, turn: Waiter): Promise<T> {
    return new Promise((resolve, reject) => {
      const one = { since: turn.since ?? performance.now(), turn, refuse: reject };
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
      if (one.turn.hasBegun()) this.waiting.delete(one);
      else if (at - one.since >= databaseTimeoutMs) this.refuse(one);
    }
    this.samples.push({ at, doneCount: this.doneCount });
    if (this.samples.length > paceSamples) this.samples.shift();
    if (this.count < this.size) this.stopTimer();
  }

  private refuse(one: Waiting): void {
    this.waiting.delete(one);
    one.turn.isRejected = true;
    this.tell(false);
    // It has left the line, but no connection came free by that.
    this.doneCount--;
    one.refuse(queueTimeout());
  }

  private stopTimer(): void {
    clearInterval(this.timer);
    this.timer = undefined;
    this.samples.length = 0;
  }
}
