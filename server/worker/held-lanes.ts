import type { Services } from "@/server/kernel/services";
import type { LaneKey, WorkItem } from "./kind";
import { keyOf, Lane, type LaneLimits } from "./lane";
import { type FreeLane, Leases } from "./leases";

/** The lanes that one worker holds, with their items in hand. */
export class HeldLanes<Item extends WorkItem> {
  private readonly lanes = new Map<string, Lane<Item>>();
  /** Lanes taken over by other workers while items were in flight here. */
  private readonly lost = new Map<string, Lane<Item>>();
  readonly leases: Leases;

  constructor(
    private readonly services: Services,
    private readonly kind: LaneLimits & { name: string },
    leaseMs: number,
    private readonly listeners: {
      /** This worker no longer holds the lane. */
      onGone(lane: Lane<Item>): void;
      /** Other workers may have considered this worker dead. */
      onLate(): void;
    },
  ) {
    this.leases = new Leases(services, kind.name, leaseMs);
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

  /** @returns how many of them this worker holds now */
  async take(free: readonly FreeLane[]): Promise<number> {
    const taken = await this.leases.take(free);
    for (const key of taken) {
      const name = keyOf(key);
      this.lanes.set(name, new Lane(key, this.kind, this.services.clock, this.lost.get(name)));
      this.lost.delete(name);
    }
    return taken.length;
  }

  /** @returns false when other workers may have considered this one dead; it keeps the lanes that none has taken over */
  async stayAlive(): Promise<boolean> {
    const { leases } = this;
    if (!leases.isToRenew && !leases.hasLapsed) return true;
    const isInTime = await leases.renew();
    if (!leases.hasLapsed) return true;
    this.listeners.onLate();
    if (!isInTime && !(await leases.renew())) return false;
    const kept = new Set((await leases.keep(this.all.map(({ key }) => key))).map(keyOf));
    for (const lane of this.all) if (!kept.has(keyOf(lane.key))) this.lose(lane);
    await leases.bury();
    return false;
  }

  /** Another worker may hold the lane by now: items in flight are not repeated, and their outcomes are not recorded. */
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
    this.listeners.onGone(lane);
    if (this.lanes.get(name) !== lane) return;
    this.lanes.delete(name);
    for (const [one, { isClear }] of this.lost) if (isClear) this.lost.delete(one);
    if (!lane.isClear) this.lost.set(name, lane);
  }
}
