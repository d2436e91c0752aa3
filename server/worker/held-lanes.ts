import type { Services } from "@/server/kernel/services";
import type { LaneKey, WorkItem } from "./kind";
import { keyOf, Lane, type LaneLimits } from "./lane";
import { Leases } from "./leases";

/** The lanes that one worker holds, and what it has of each. */
export class HeldLanes<Item extends WorkItem> {
  private readonly lanes = new Map<string, Lane<Item>>();
  /** Taken over by others, while something of them was still under way here. */
  private readonly lost = new Map<string, Lane<Item>>();
  readonly leases: Leases;

  constructor(
    private readonly services: Services,
    private readonly kind: LaneLimits & { name: string },
    leaseMs: number,
    private readonly tell: {
      /** A lane is not this worker's any more. */
      onGone(lane: Lane<Item>): void;
      /** Others may have taken this worker for dead. */
      onLate(): void;
    },
  ) {
    this.leases = new Leases(services.patient, kind.name, leaseMs);
  }

  get size(): number {
    return this.lanes.size;
  }

  get all(): Lane<Item>[] {
    return [...this.lanes.values()];
  }

  find(key: LaneKey): Lane<Item> | undefined {
    return this.lanes.get(keyOf(key));
  }

  count(which: (lane: Lane<Item>) => boolean): number {
    let count = 0;
    for (const lane of this.lanes.values()) if (which(lane)) count++;
    return count;
  }

  has(which: (lane: Lane<Item>) => boolean): boolean {
    for (const lane of this.lanes.values()) if (which(lane)) return true;
    return false;
  }

  /** @returns how many of them are this worker's now */
  async take(keys: readonly LaneKey[]): Promise<number> {
    const taken = await this.leases.take(keys);
    for (const key of taken) {
      const name = keyOf(key);
      this.lanes.set(name, new Lane(key, this.kind, this.services.clock, this.lost.get(name)));
      this.lost.delete(name);
    }
    return taken.length;
  }

  /** @returns false when others may have taken this worker for dead; what they have not taken over is its own still */
  async stayAlive(): Promise<boolean> {
    const { leases } = this;
    if (!leases.isToRenew && !leases.hasLapsed) return true;
    const isInTime = await leases.renew();
    if (!leases.hasLapsed) return true;
    this.tell.onLate();
    if (!isInTime && !(await leases.renew())) return false;
    const kept = new Set((await leases.keep(this.all.map(({ key }) => key))).map(keyOf));
    for (const lane of this.all) if (!kept.has(keyOf(lane.key))) this.lose(lane);
    await leases.bury();
    return false;
  }

  /** Somebody else may have it by now: what is under way of it is not repeated, and what comes of it is not written. */
  lose(lane: Lane<Item>): void {
    lane.dropWaiting();
    lane.isLost = true;
    this.forget(lane);
  }

  async giveBack(lanes: readonly Lane<Item>[]): Promise<void> {
    for (const lane of lanes) this.forget(lane);
    await this.leases.giveBack(lanes.map(({ key }) => key));
  }

  private forget(lane: Lane<Item>): void {
    const name = keyOf(lane.key);
    this.tell.onGone(lane);
    if (this.lanes.get(name) !== lane) return;
    this.lanes.delete(name);
    for (const [one, { isClear }] of this.lost) if (isClear) this.lost.delete(one);
    if (!lane.isClear) this.lost.set(name, lane);
  }
}
