import { second } from "./clock";
import { OutOfPatience, patienceMs } from "./patience";

/** Thrown in place of work for which no connection comes free in time. None of it was done. */
export class Overloaded extends OutOfPatience {
  override name = "Overloaded";
}

export const waitedInVain = (): Overloaded =>
  new Overloaded(`No connection to the database came free within ${patienceMs} ms.`);

/** One that may have to wait for a connection. */
export interface Turn {
  /** Whether it has its connection. */
  hasBegun(): boolean;
  /** It waited in vain, and is not to begin any more. */
  isRefused?: boolean;
  /** When it began to wait, where that was in another line before. */
  since?: number | undefined;
}

interface Waiting {
  since: number;
  turn: Turn;
  refuse(error: Overloaded): void;
}

/** How long the wait may be that a newcomer is let into: a request takes several turns, and is to be answered within our patience. */
const longestMs = patienceMs / 2;
const lookEveryMs = second / 10;
/** The pace is that of so many looks. */
const looksOfPace = 20;
/** A crowd of fewer looks is taken for one that passes. */
const fewestLooks = 10;

interface Mark {
  at: number;
  leftCount: number;
}

/**
 * What is under way in a pool, and who waits in front of it. The driver has the queue, and tells nothing of it: so whoever comes while
 * every connection may be in use is looked at ten times a second. Nothing else is paid where nobody waits.
 */
export class Line {
  /** Transactions, and statements outside of one, that have a connection or wait for one. */
  count = 0;
  private leftCount = 0;
  /** Oldest first. */
  private readonly waiting = new Set<Waiting>();
  private readonly marks: Mark[] = [];
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
  get isTooLong(): boolean {
    const waitingCount = this.count - this.size;
    const [first] = this.marks;
    if (waitingCount <= 0 || !first) return false;
    const leftCount = this.leftCount - first.leftCount;
    if (this.marks.length < (leftCount > 0 ? fewestLooks : looksOfPace)) return false;
    return waitingCount * (performance.now() - first.at) > longestMs * leftCount;
  }

  /** @throws Overloaded when who comes now would wait too long */
  requireShort(): void {
    if (!this.isTooLong) return;
    this.tell(true);
    throw new Overloaded("Too many wait for a connection to the database.");
  }

  /**
   * Counts work for as long as it is under way, and refuses it when it has waited in vain.
   * @param turn nothing, of what waits for as long as it takes
   */
  async pass<T>(work: Promise<T>, turn?: Turn): Promise<T> {
    const mayWait = this.count++ >= this.size;
    try {
      return await (mayWait && turn ? this.wait(work, turn) : work);
    } finally {
      this.count--;
      this.leftCount++;
    }
  }

  private wait<T>(work: Promise<T>, turn: Turn): Promise<T> {
    return new Promise((resolve, reject) => {
      const one = { since: turn.since ?? performance.now(), turn, refuse: reject };
      const leave = () => void this.waiting.delete(one);
      work.then(leave, leave);
      work.then(resolve, reject);
      this.waiting.add(one);
      this.timer ??= setInterval(() => this.look(), lookEveryMs).unref();
    });
  }

  private look(): void {
    const at = performance.now();
    for (const one of this.waiting) {
      if (one.turn.hasBegun()) this.waiting.delete(one);
      else if (at - one.since >= patienceMs) this.refuse(one);
    }
    this.marks.push({ at, leftCount: this.leftCount });
    if (this.marks.length > looksOfPace) this.marks.shift();
    if (this.count < this.size) this.rest();
  }

  private refuse(one: Waiting): void {
    this.waiting.delete(one);
    one.turn.isRefused = true;
    this.tell(false);
    // It has left the line, but no connection came free by that.
    this.leftCount--;
    one.refuse(waitedInVain());
  }

  private rest(): void {
    clearInterval(this.timer);
    this.timer = undefined;
    this.marks.length = 0;
  }
}
