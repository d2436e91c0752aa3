import { type Clock, second } from "@/server/kernel/clock";
import type { Kind, LaneKey, WorkItem } from "./kind";

/** Half of what a lane holds should take longer than this: else it holds more. */
const quickMs = second / 10;
/** What waited longer is claimed again: it may have been cancelled, or belong elsewhere by now. */
const freshMs = second;

/** What an error left as it was is not tried again in a tight loop. */
const backOffMs = 5 * second;

export type LaneLimits = Pick<Kind<WorkItem>, "laneSlots" | "failingSlots" | "ahead">;

export const keyOf = ({ workspaceId, lane }: LaneKey): string => `${workspaceId}/${lane}`;

/** What this process has of one lane that it holds. */
export class Lane<Item extends WorkItem> {
  /** Under way. */
  sending = 0;
  isFailing = false;
  /** Others have taken it over: what comes of it here is not written. */
  isLost = false;
  /** When something of it was begun last. */
  begunAt = 0;
  /** The last claim found nothing more: whatever comes later wakes the engine. */
  isDry = false;
  /** Since when nothing of it is in hand. */
  emptySince = performance.now();
  /** Claimed, and not known to be over. */
  private readonly held = new Set<string>();
  /** Left as they were by an error, and since when. */
  private readonly backedOff = new Map<string, number>();
  private waiting: Item[] = [];
  private filledAt = Number.NEGATIVE_INFINITY;
  private ahead: number;

  constructor(
    readonly key: LaneKey,
    private readonly limits: LaneLimits,
    private readonly clock: Clock,
    /** What was under way when it was lost the last time. */
    private before?: Lane<Item>,
  ) {
    this.ahead = limits.ahead?.least ?? 0;
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

  /** Nothing is under way, also of what was lost before. */
  get isClear(): boolean {
    return this.isEmpty && (this.before?.isClear ?? true);
  }

  /** Something of it was carried out, or begun, since it was taken. */
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

  /** Whether to claim what can be carried out: when half of its slots are free, since one claim of some costs as much as of one. */
  get wantsItems(): boolean {
    return !this.isDry && !this.hasWaiting && this.sending <= this.slots / 2;
  }

  /** How many to claim ahead of their time. @param share its part of what all lanes may hold */
  capacityAhead(share: number): number {
    return this.isDry ? 0 : Math.max(0, this.maxAhead(share) - this.waiting.length - this.sending);
  }

  /** Whether a claim is worth its while: half of what it holds is begun. */
  isHungry(share: number): boolean {
    return this.waiting.length <= this.maxAhead(share) / 2 && this.capacityAhead(share) > 0;
  }

  private maxAhead(share: number): number {
    return this.isFailing ? this.slots : Math.min(this.ahead, Math.max(share, 2 * this.slots));
  }

  /** What one claim brought. */
  fill(items: readonly Item[], asked: number): void {
    const at = this.clock().getTime();
    const { ahead } = this.limits;
    if (ahead && items.length > 0 && at - this.filledAt < quickMs)
      this.ahead = Math.min(ahead.most, this.ahead * 2);
    this.filledAt = at;
    if (items[0]) this.isFailing = items[0].isFailing ?? false;
    this.isDry = items.length < Math.min(asked, this.isFailing ? this.slots : asked);
    for (const item of items) {
      this.held.add(item.id);
      this.waiting.push(item);
    }
  }

  /** The next item to be carried out, if one may be. The caller tells when it is `done`. */
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

  /** An item that an error left as it was. */
  backOff(id: string): void {
    this.backedOff.set(id, performance.now());
    this.forget(id);
  }

  /** An item is over, or given back. */
  forget(id: string): void {
    this.held.delete(id);
    if (this.held.size === 0) this.emptySince = performance.now();
  }
}
