import type { Kind, WorkItem } from "./kind";

interface UnderWay {
  since: number;
  isSlow: boolean;
  isOver: boolean;
}

/** Counts a process's items in flight. An item that waits long on a third party releases its slot, so that no other item waits for it. */
export class Slots {
  private count = 0;
  private slowCount = 0;
  /** Oldest first. */
  private readonly quick: UnderWay[] = [];

  constructor(
    private readonly size: number,
    private readonly slow?: Kind<WorkItem>["slow"],
  ) {}

  get isIdle(): boolean {
    return this.count === 0;
  }

  get free(): number {
    if (!this.slow) return this.size - this.count;
    const before = performance.now() - this.slow.afterMs;
    for (let first = this.quick[0]; first && (first.isOver || first.since < before); first = this.quick[0]) {
      this.quick.shift();
      if (first.isOver) continue;
      first.isSlow = true;
      this.slowCount++;
    }
    return Math.min(this.size - (this.count - this.slowCount), this.slow.max - this.count);
  }

  /** Free slots reserved for lanes with nothing in flight: no lane, however busy, makes another wait. */
  get reserved(): number {
    return Math.floor(this.size / 4);
  }

  /** @returns a function that ends it */
  begin(): () => void {
    const one = { since: performance.now(), isSlow: false, isOver: false };
    this.count++;
    if (this.slow) this.quick.push(one);
    return () => {
      this.count--;
      if (one.isSlow) this.slowCount--;
      one.isOver = true;
    };
  }
}
