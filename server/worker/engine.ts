import { setTimeout as delay } from "node:timers/promises";
import { second } from "@/server/kernel/clock";
import { groupBy } from "@/server/kernel/group-by";
import type { Services } from "@/server/kernel/services";
import { type Cursor, dueLanesOf, lanesAtOnce, lookStart } from "./due-lanes";
import type { Hold, Kind, LaneKey, LaneRoom, WorkItem } from "./kind";
import { Lane } from "./lane";
import { aliveMs, Leases } from "./leases";
import { Recorder } from "./recorder";
import { Slots } from "./slots";
import { Turns } from "./turns";

export interface EngineOptions {
  /** A worker that dies lets go of its lanes after this. */
  leaseMs?: number;
}

/** A database that does not answer is asked again after this. */
const restMs = second;
/** How long a stop waits for the database, once nothing is under way any more. */
const writeWithinMs = 10 * second;
/** While something is under way: how often new work of its own lanes is looked for, which another process may have made. */
const lookEveryMs = second / 2;
/** While no slot is free: how often that is looked at. */
const fullMs = second / 20;
/** How long an empty lane is kept while others are busy. */
const lingerMs = second / 4;
/** Lanes that are mostly waited for cost a process little. */
const mostSlowLanes = 1024;
/** After so many looks at lanes that others hold, they are left to the ticker's next call. */
const comeBackMs = 20;
const mostComebacks = 100;
const lookAheadMs = 15 * second;

const keyOf = ({ workspaceId, lane }: LaneKey): string => `${workspaceId}/${lane}`;

/**
 * Carries out what is due of one kind of work, until nothing is. Any number of processes may run an engine at once: a lane is held by
 * one of them at a time. Lanes with the fewest items under way come first, so one that hangs or has a long queue holds up only itself.
 */
export class Engine<Item extends WorkItem = WorkItem, Outcome = unknown> {
  private readonly lanes = new Map<string, Lane<Item>>();
  private readonly leases: Leases;
  private readonly recorder: Recorder<Item, Outcome>;
  private readonly slots: Slots;
  private readonly turns = new Turns<Item>();
  private readonly findDueLanes: ReturnType<typeof dueLanesOf>;
  /** Where the look at the lanes goes on; null when it came to the end. */
  private cursor: Cursor | null = null;
  /** More lanes are due than have a slot: so each gives way after an item. */
  private isCrowded = false;
  /** Of what may be claimed ahead, the part of each lane. */
  private share = 0;
  private sawHeld = false;
  private comebacks = 0;
  private running: Promise<void> | null = null;
  private again = false;
  private stopping = false;
  /** Something was recorded since the last look: it may have changed what is due. */
  private hasWritten = false;
  private sentCount = 0;
  private timer: NodeJS.Timeout | null = null;
  private nudge: () => void = () => undefined;

  constructor(
    private readonly services: Services,
    private readonly kind: Kind<Item, Outcome>,
    { leaseMs = aliveMs }: EngineOptions = {},
  ) {
    this.leases = new Leases(services.db, kind.name, leaseMs);
    this.recorder = new Recorder(services, kind, this.leases, () => {
      this.hasWritten = true;
      this.nudge();
    });
    this.slots = new Slots(services.settings.workSlots[kind.name] ?? kind.slots, kind.slow);
    this.findDueLanes = dueLanesOf(kind.name, kind.queue);
  }

  /** Starts work, unless that is under way; then it looks again for what is due. */
  wake(): void {
    if (this.stopping) return;
    this.again = true;
    this.comebacks = 0;
    this.nudge();
    this.running ??= this.loop().finally(() => {
      this.running = null;
      // Woken between the last look and the end of the loop.
      if (this.again) this.wake();
    });
  }

  /** Resolves when nothing is due and nothing is under way, or after `ms`. */
  async idle(ms?: number): Promise<void> {
    while (this.running) {
      if (ms === undefined) await this.running;
      else return void (await Promise.race([this.running, delay(ms, undefined, { ref: false })]));
    }
  }

  /** Items tried since this was asked last. */
  takeSentCount(): number {
    const count = this.sentCount;
    this.sentCount = 0;
    return count;
  }

  /** Takes nothing new, gives back what waits (but what a claim wrote of is carried out), and cuts off what is under way after a grace. */
  async stop(graceMs = 3 * second): Promise<void> {
    this.stopping = true;
    this.again = false;
    if (this.timer) clearTimeout(this.timer);
    if (this.kind.ahead) for (const lane of this.lanes.values()) lane.dropWaiting();
    this.nudge();
    await this.idle(graceMs);
    for (const lane of this.lanes.values()) lane.dropWaiting();
    await this.kind.close?.();
    await this.idle(writeWithinMs);
  }

  private async loop(): Promise<void> {
    await this.services.clockSet;
    while (!this.stopping) {
      const hasMore = await this.step().catch((err: unknown) => this.restAfter(err));
      if (hasMore || this.canLook) continue;
      if (this.isBusy) await this.nudged();
      else if (this.hasWritten) this.again = true;
      else if (this.sawHeld && this.comebacks++ < mostComebacks) await this.comeBack();
      else break;
    }
    while (this.isBusy) await this.nudged();
    await this.giveBack([...this.lanes.values()]).catch((err: unknown) => this.restAfter(err));
  }

  /** Looks, takes, claims and starts, once each. @returns whether there is more to be done at once */
  private async step(): Promise<boolean> {
    if (this.again) for (const lane of this.lanes.values()) lane.isDry = false;
    if (this.again && this.cursor === null) await this.beginLook();
    if (this.lanes.size > 0 && !(await this.stayAlive())) return true;
    if (this.cursor && this.lanesWanted > 0) await this.takeLanes(this.cursor);
    const isRestless = await this.claim();
    this.start();
    await this.giveBack([...this.lanes.values()].filter((lane) => this.isSpent(lane)));
    return isRestless;
  }

  /** A look that is under way is ended first, so that a crowd does not begin at the first lanes each time. */
  private get canLook(): boolean {
    return this.cursor === null ? this.again : this.lanesWanted > 0;
  }

  private async beginLook(): Promise<void> {
    this.again = false;
    this.hasWritten = false;
    this.cursor = lookStart;
    this.sawHeld = false;
    const fedCount = (await this.kind.feed?.(this.services)) ?? 0;
    if (fedCount > 0) this.again = true;
    this.expect((await this.kind.nextDueAt?.(this.services)) ?? null);
  }

  /** @returns false when others may have taken this worker for dead: it begins again */
  private async stayAlive(): Promise<boolean> {
    if (!this.leases.isToRenew || (await this.leases.renew())) return true;
    for (const lane of this.lanes.values()) this.lose(lane);
    await this.leases.bury();
    this.again = true;
    return false;
  }

  /** How many more lanes can be served: those that had their turn give way when others are due. */
  private get lanesWanted(): number {
    if (this.kind.slow) return mostSlowLanes - this.lanes.size;
    return this.slots.free - this.countOpen((lane) => !lane.hasBegun);
  }

  /** Lanes that have nothing under way, but may have something to be claimed. */
  private countOpen(which: (lane: Lane<Item>) => boolean): number {
    let count = 0;
    for (const lane of this.lanes.values())
      if (lane.sending === 0 && !lane.hasWaiting && !lane.isDry && which(lane)) count++;
    return count;
  }

  private async takeLanes(from: Cursor): Promise<void> {
    const ours = [...this.lanes.values()].map(({ key }) => key);
    const found = await this.findDueLanes(this.services.db, from, ours, this.services.clock());
    const free = found.filter(({ isHeld }) => !isHeld);
    const wanted = free.slice(0, this.lanesWanted);
    const isCut = wanted.length < free.length;
    this.sawHeld ||= free.length < found.length;
    this.isCrowded = isCut || (!this.kind.slow && this.hasTooFewSlots(free.length));
    const last = isCut ? wanted.at(-1) : found.at(-1);
    this.cursor = isCut || found.length === lanesAtOnce ? (last ?? null) : null;
    if (wanted.length === 0) return;
    if (!(await this.stayAlive())) return;
    const taken = await this.leases.take(wanted);
    if (taken.length < wanted.length) this.sawHeld = true;
    for (const key of taken)
      this.lanes.set(keyOf(key), new Lane<Item>(key, this.leases.workerId, this.kind, this.services.clock));
  }

  private hasTooFewSlots(newCount: number): boolean {
    return newCount > 0 && this.countOpen(() => true) + newCount > this.slots.free;
  }

  /** @returns whether there is more to be claimed at once */
  private async claim(): Promise<boolean> {
    const asked = this.kind.ahead ? this.roomsAhead() : this.roomsForSlots();
    if (asked.length === 0) return false;
    const claimed = await this.kind.claim(this.services, asked);
    const ofLane = groupBy(claimed.items, keyOf);
    for (const room of asked) {
      // Lost meanwhile: whoever has it now carries it out.
      const lane = this.lanes.get(keyOf(room));
      if (!lane || (this.stopping && this.kind.ahead)) continue;
      lane.fill(ofLane.get(keyOf(room)) ?? [], room.room);
      if (claimed.isRestless) lane.isDry = false;
      this.turns.place(lane);
    }
    return claimed.isRestless ?? false;
  }

  /** Once one lane is hungry all are filled up: claims of a few cost too much. */
  private roomsAhead(): LaneRoom[] {
    this.share = Math.floor((this.kind.ahead?.ofAllLanes ?? 0) / Math.max(1, this.lanes.size));
    const lanes = [...this.lanes.values()];
    if (!lanes.some((lane) => lane.isHungry(this.share))) return [];
    return lanes.flatMap((lane) => {
      const room = lane.roomAhead(this.share);
      return room > 0 ? [{ ...lane.key, room, inHand: lane.inHand }] : [];
    });
  }

  /** One for each lane, those first that had none for longest; then a second one, as long as there are slots. */
  private roomsForSlots(): LaneRoom[] {
    const open = [...this.lanes.values()]
      .filter((lane) => lane.wantsItems && !(this.isCrowded && lane.hasBegun))
      .sort((a, b) => a.begunAt - b.begunAt);
    const rooms = new Map<Lane<Item>, number>();
    let { free } = this.slots;
    for (let count = 0; count < this.kind.laneSlots; count++)
      for (const lane of open) {
        const room = rooms.get(lane) ?? 0;
        const isTurn = lane.sending + room === count;
        if (!isTurn || free <= (count === 0 ? 0 : this.slots.reserved)) continue;
        rooms.set(lane, room + 1);
        free--;
      }
    return [...rooms].map(([lane, room]) => ({ ...lane.key, room, inHand: lane.inHand }));
  }

  /** Starts whatever may be under way now. */
  private start(): void {
    if (!this.leases.isSafe) return;
    for (let lane = this.turns.first(); lane; lane = this.turns.first()) {
      const { free, reserved } = this.slots;
      if (free <= (lane.sending === 0 ? 0 : reserved)) return;
      const item = lane.next();
      this.turns.place(lane);
      if (item) void this.carryOut(lane, item);
    }
  }

  private async carryOut(lane: Lane<Item>, item: Item): Promise<void> {
    const end = this.slots.begin();
    this.sentCount++;
    try {
      const outcome = await this.kind.perform(this.services, item, this.holdOf(lane));
      if (outcome === undefined) lane.forget(item.id);
      else {
        if (this.kind.isFailure) lane.isFailing = this.kind.isFailure(outcome);
        this.recorder.add({ lane, item, outcome });
      }
    } catch (err) {
      this.services.log.error({ err, kind: this.kind.name, item: item.id }, "work could not be carried out");
      lane.rest(item.id);
    } finally {
      end();
      lane.done();
      this.turns.place(lane);
      this.start();
      if (this.wantsMore(lane)) this.nudge();
    }
  }

  private wantsMore(lane: Lane<Item>): boolean {
    return !this.kind.ahead || lane.isEmpty || lane.isHungry(this.share);
  }

  private holdOf(lane: Lane<Item>): Hold {
    return async (tx) => {
      const held = await this.leases.hold(tx, [lane.key], lane.workerId);
      if (held.length === 0) this.lose(lane);
      return held.length > 0;
    };
  }

  /** Somebody else may have it by now. */
  private lose(lane: Lane<Item>): void {
    lane.dropWaiting();
    this.turns.remove(lane);
    if (this.lanes.get(keyOf(lane.key)) === lane) this.lanes.delete(keyOf(lane.key));
  }

  /** Nothing of it is left to be done here just now; in a crowd, it gives way. */
  private isSpent(lane: Lane<Item>): boolean {
    if (!lane.isEmpty) return false;
    if (this.isCrowded && lane.hasBegun) return true;
    return lane.isDry && performance.now() - lane.emptySince > lingerMs;
  }

  private async giveBack(lanes: readonly Lane<Item>[]): Promise<void> {
    if (lanes.length === 0) return;
    for (const lane of lanes) {
      this.turns.remove(lane);
      this.lanes.delete(keyOf(lane.key));
      // It gave way: its turn comes again.
      if (!lane.isDry && !this.stopping) this.again = true;
    }
    await this.leases.giveBack(lanes.map(({ key }) => key));
  }

  private get isBusy(): boolean {
    if (this.recorder.isBusy || !this.slots.isIdle) return true;
    for (const lane of this.lanes.values()) if (lane.hasWaiting) return true;
    return false;
  }

  /** Waits for something to do: it comes from this process, or is looked for after a while. */
  private nudged(): Promise<void> {
    const isFull = this.turns.first() !== undefined;
    return new Promise((resolve) => {
      const timer = setTimeout(
        () => {
          if (isFull) this.start();
          else this.again = !this.stopping;
          resolve();
        },
        isFull ? fullMs : lookEveryMs,
      );
      this.nudge = () => {
        clearTimeout(timer);
        this.nudge = () => undefined;
        resolve();
      };
      // What came in between two lines must not be missed.
      if (!this.isBusy || (!this.stopping && this.canLook)) this.nudge();
    });
  }

  /** Whoever holds a lane is soon done with it. */
  private async comeBack(): Promise<void> {
    await delay(comeBackMs, undefined, { ref: false });
    this.again = !this.stopping;
  }

  private async restAfter(err: unknown): Promise<false> {
    this.services.log.error({ err, kind: this.kind.name }, "due work could not be claimed");
    this.cursor = null;
    await delay(restMs, undefined, { ref: false });
    return false;
  }

  /** What comes due soon is waited for by the second, instead of by the ticker's next call. */
  private expect(next: number | null): void {
    if (this.timer || next === null || this.stopping) return;
    const inMs = next - this.services.clock().getTime();
    if (inMs <= 0 || inMs > lookAheadMs) return;
    this.timer = setTimeout(() => {
      this.timer = null;
      this.wake();
    }, inMs + 5);
    this.timer.unref();
  }
}
