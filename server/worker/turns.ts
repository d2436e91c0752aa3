import type { WorkItem } from "./kind";
import type { Lane } from "./lane";

/** Lanes that may continue: those with the fewest items in flight first, and among them round robin. */
export class Turns<Item extends WorkItem> {
  private readonly byCount: Set<Lane<Item>>[] = [];
  private readonly counts = new Map<Lane<Item>, number>();

  /** Places a lane last among the lanes with as many items in flight. */
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
