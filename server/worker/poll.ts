import type { Services } from "@/server/kernel/services";
import { type Cursor, dueLanesOf, lanesAtOnce, pollStart } from "./due-lanes";
import type { HeldLanes } from "./held-lanes";
import type { Kind, WorkItem } from "./kind";
import type { Lane } from "./lane";
import type { Slots } from "./slots";

/** Lanes whose items mostly wait on a third party cost a process little. */
const maxSlowLanes = 1024;

/** Nothing is in flight, but there may be items to claim. */
const isOpen = <Item extends WorkItem>(lane: Lane<Item>): boolean =>
  lane.sending === 0 && !lane.hasWaiting && !lane.isDry;

/** One poll of the lanes with due items, in steps. It continues at its cursor, so that a crowd does not restart at the same lanes. */
export class Poll<Item extends WorkItem> {
  /** Where the poll continues; null at the end. */
  private cursor: Cursor | null = null;
  /** More lanes are due than have a slot, so each gives way after an item. */
  isCrowded = false;
  /** The poll found lanes that other workers hold. */
  sawBusyLanes = false;
  private readonly findDueLanes: ReturnType<typeof dueLanesOf>;

  constructor(
    private readonly services: Services,
    private readonly kind: Pick<Kind<Item, never>, "name" | "queue" | "slow">,
    private readonly lanes: HeldLanes<Item>,
    private readonly slots: Slots,
  ) {
    this.findDueLanes = dueLanesOf(kind.queue);
  }

  get isDone(): boolean {
    return this.cursor === null;
  }

  begin(): void {
    this.cursor = pollStart;
    this.sawBusyLanes = false;
  }

  end(): void {
    this.cursor = null;
  }

  /** How many more lanes can be served: lanes that had their turn give way when others are due. */
  get wanted(): number {
    if (this.kind.slow) return maxSlowLanes - this.lanes.size;
    return this.slots.free - this.lanes.count((lane) => isOpen(lane) && !lane.hasBegun);
  }

  /** Takes lanes with due items, up to `wanted`. */
  async continue(): Promise<void> {
    if (this.cursor === null || this.wanted <= 0) return;
    const ours = this.lanes.all.map(({ key }) => key);
    const found = await this.findDueLanes(this.services, this.cursor, ours, this.services.clock());
    const free = await this.lanes.leases.findFree(found);
    const wanted = free.slice(0, this.wanted);
    const isCut = wanted.length < free.length;
    this.sawBusyLanes ||= free.length < found.length;
    this.isCrowded = isCut || (!this.kind.slow && this.hasTooFewSlots(free.length));
    const last = isCut ? wanted.at(-1) : found.at(-1);
    this.cursor = isCut || found.length === lanesAtOnce ? (last ?? null) : null;
    if (wanted.length === 0 || !(await this.lanes.stayAlive())) return;
    if ((await this.lanes.take(wanted)) < wanted.length) this.sawBusyLanes = true;
  }

  private hasTooFewSlots(newCount: number): boolean {
    return newCount > 0 && this.lanes.count(isOpen) + newCount > this.slots.free;
  }
}
