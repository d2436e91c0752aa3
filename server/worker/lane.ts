import { type Clock, second } from "@/server/kernel/time/clock";
import type { Kind, LaneKey, WorkItem } from "./kind";

/** Half of a lane's items should take longer than this; otherwise the lane claims more ahead. */
const quickMs = second / 10;
/** Items that waited longer are claimed again: they may have been cancelled, or moved to another lane. */
const freshMs = second;

/** Retry delay after an error, to avoid a tight loop. */
const backOffMs = 5 * second;

export type LaneLimits = Pick<Kind<WorkItem>, "laneSlots" | "failingSlots" | "ahead">;

export const keyOf = ({ workspaceId, lane }: LaneKey): string => `${workspaceId}/${lane}`;

/** One lane that this process holds, with its items in hand. */
export class Lane<Item extends WorkItem> {
  /** Items in flight. */
  sending = 0;
  isFailing = false;
  /** Other workers have taken it over: outcomes from here are not recorded. */
  isLost = false;
  /** When its last item started. */
  begunAt = 0;
  /** The last claim found no more items; later ones wake the engine. */
  isDry = false;
  /** Since when no item is in hand. */
  emptySince = performance.now();
  /** Claimed items that are not known to have ended. */
  private readonly held = new Set<string>();
  /** Items that an error left unchanged, and since when. */
  private readonly backedOff = new Map<string, number>();
  private waiting: Item[] = [];
  private filledAt = Number.NEGATIVE_INFINITY;
  private ahead: number;

  constructor(
    readonly key: LaneKey,
    private readonly limits: LaneLimits,
    private readonly clock: Clock,
    /** The lane as it was last lost, with its items in flight. */
    private before?: Lane<Item>,
  ) {
    this.ahead = limits.ahead?.min ?? 0;
  }

  get inHand(): readonly string[] {
    const at = performance.now();
    for (const [id, since] of this.backedOff) if (at - since > backOffMs) this.backedOff.delete(id);
    if (this.before?.isClear) this.before = undefined;
    return [...this.held, ...this.backedOff.keys(), ...(this.before?.inHand ?? [])];
  }

  get isEmpty(): boolean {
    return this.held.size === 0;
  }

  /** Nothing is in flight, including items from before the lane was lost. */
  get isClear(): boolean {
    return this.isEmpty && (this.before?.isClear ?? true);
  }

  /** An item has started since the lane was taken. */
  get hasBegun(): boolean {
    return this.begunAt > 0;
  }

  get hasWaiting(): boolean {
    return this.waiting.length > 0;
  }

  private get slots(): number {
    return this.isFailing ? (this.limits.failingSlots ?? this.limits.laneSlots) : this.limits.laneSlots;
  }

  get hasFreeSlot(): boolean {
    return this.sending < this.slots;
  }

  /** Whether to claim for free slots: once half are free, since one claim of several items costs as much as of one. */
  get wantsItems(): boolean {
    return !this.isDry && !this.hasWaiting && this.sending <= this.slots / 2;
  }

  /** How many items to claim ahead of their turn. @param share its part of what all lanes may hold */
  capacityAhead(share: number): number {
    return this.isDry ? 0 : Math.max(0, this.maxAhead(share) - this.waiting.length - this.sending);
  }

  /** Whether a claim is worthwhile: half of its items have started. */
  isHungry(share: number): boolean {
    return this.waiting.length <= this.maxAhead(share) / 2 && this.capacityAhead(share) > 0;
  }

  private maxAhead(share: number): number {
    return this.isFailing ? this.slots : Math.min(this.ahead, Math.max(share, 2 * this.slots));
  }

  /** Adds the items of one claim. */
  fill(items: readonly Item[], asked: number): void {
    const at = this.clock().getTime();
    const { ahead } = this.limits;
    if (ahead && items.length > 0 && at - this.filledAt < quickMs)
      this.ahead = Math.min(ahead.max, this.ahead * 2);
    this.filledAt = at;
    if (items[0]) this.isFailing = items[0].isFailing ?? false;
    this.isDry = items.length < Math.min(asked, this.isFailing ? this.slots : asked);
    for (const item of items) {
      this.held.add(item.id);
      this.waiting.push(item);
    }
  }

  /** The next item to carry out, if one may start. The caller calls `done` when it has ended. */
  next(): Item | undefined {
    if (!this.hasFreeSlot) return undefined;
    this.dropStale();
    const item = this.waiting.shift();
    if (!item) return undefined;
    this.sending++;
    this.begunAt = performance.now();
    return item;
  }

  private dropStale(): void {
    if (this.limits.ahead && this.waiting.length > 0 && this.clock().getTime() - this.filledAt >= freshMs) {
      this.ahead = 2 * this.slots;
      this.dropWaiting();
      this.isDry = false;
    }
  }

  dropWaiting(): void {
    for (const { id } of this.waiting) this.held.delete(id);
    this.waiting = [];
  }

  done(): void {
    this.sending--;
  }

  /** Defers an item that an error left unchanged, with all its rows. */
  backOff({ id, ids = [id] }: WorkItem): void {
    const at = performance.now();
    for (const one of ids) this.backedOff.set(one, at);
    this.forget(id);
  }

  /** Removes an item that has ended, or was given back. */
  forget(id: string): void {
    this.held.delete(id);
    if (this.held.size === 0) this.emptySince = performance.now();
  }
}
