import type { WorkItem } from "./kind";
import type { Lane } from "./lane";

/** Lanes that may go on, those with the fewest items under way first, and among them in turn. */
export class Turns<Item extends WorkItem> {
  private readonly byCount: Set<Lane<Item>>[] = [];
  private readonly counts = new Map<Lane<Item>, number>();

  /** Puts a lane where it belongs now: at the end of those that have as many under way. */
  place(lane: Lane<Item>): void {
    this.remove(lane);
    if (!lane.hasWaiting || !lane.hasFreeSlot) return;
    this.counts.set(lane, lane.sending);
    this.byCount[lane.sending] ??= new Set();
    this.byCount[lane.sending]?.add(lane);
  }

  remove(lane: Lane<Item>): void {
    const count = this.counts.get(lane);
    if (count === undefined) return;
    this.byCount[count]?.delete(lane);
    this.counts.delete(lane);
  }

  first(): Lane<Item> | undefined {
    for (const lanes of this.byCount) for (const lane of lanes ?? []) return lane;
    return undefined;
  }
}
