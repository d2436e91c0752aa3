import { setTimeout as delay } from "node:timers/promises";
import { second } from "@/server/kernel/clock";
import { groupBy } from "@/server/kernel/group-by";
import type { Services } from "@/server/kernel/services";
import { capacityAhead, capacityForSlots } from "./capacity";
import { Carrier } from "./carrier";
import { HeldLanes } from "./held-lanes";
import type { Kind, LaneCapacity, WorkItem } from "./kind";
import { keyOf, type Lane } from "./lane";
import { aliveMs } from "./leases";
import { Poll } from "./poll";

export interface EngineOptions {
  /** A worker that dies lets go of its lanes after this. */
  leaseMs?: number;
}

/** A database that does not answer is asked again after this. */
const backOffMs = second;
/** While requests are refused for want of a connection, nothing new is looked for. */
const yieldMs = second / 4;
/** How long a stop waits for the database, once nothing is under way any more. */
const writeWithinMs = 10 * second;
/** While something is under way: how often new work of its own lanes is looked for, which another process may have made. */
const pollEveryMs = second / 2;
/** While no slot is free: how often that is looked at. */
const fullMs = second / 20;
/** How long an empty lane is kept while others are busy. */
const lingerMs = second / 4;
/** After so many looks at lanes that others hold, they are left to the ticker's next call. */
const comeBackMs = 20;
const maxComebacks = 100;
const pollAheadMs = 15 * second;

/**
 * Carries out what is due of one kind of work, until nothing is. Any number of processes may run an engine at once: a lane is held by
 * one of them at a time. Lanes with the fewest items under way come first, so one that hangs or has a long queue holds up only itself.
 */
export class Engine<Item extends WorkItem = WorkItem, Outcome = unknown> {
  private readonly lanes: HeldLanes<Item>;
  private readonly carrier: Carrier<Item, Outcome>;
  private readonly poll: Poll<Item>;
  /** Of what may be claimed ahead, the part of each lane. */
  private share = 0;
  private comebacks = 0;
  private running: Promise<void> | null = null;
  private again = false;
  private stopping = false;
  /** Something was recorded since the last look: it may have changed what is due. */
  private hasWritten = false;
  private timer: NodeJS.Timeout | null = null;
  private nudge: () => void = () => undefined;

  constructor(
    private readonly services: Services,
    private readonly kind: Kind<Item, Outcome>,
    { leaseMs = aliveMs }: EngineOptions = {},
  ) {
    this.lanes = new HeldLanes(services, kind, leaseMs, {
      onGone: (lane) => this.carrier.remove(lane),
      onLate: () => {
        this.again = true;
      },
    });
    this.carrier = new Carrier(services, kind, this.lanes, {
      onOver: (lane) => {
        if (this.wantsMore(lane)) this.nudge();
      },
      onWritten: () => {
        this.hasWritten = true;
        this.nudge();
      },
    });
    this.poll = new Poll(services, kind, this.lanes, this.carrier.slots);
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
    return this.carrier.takeSentCount();
  }

  /** Takes nothing new, gives back what waits (but what a claim wrote of is carried out), and cuts off what is under way after a grace. */
  async stop(graceMs = 3 * second): Promise<void> {
    this.stopping = true;
    this.again = false;
    if (this.timer) clearTimeout(this.timer);
    if (this.kind.ahead) for (const lane of this.lanes.all) lane.dropWaiting();
    this.nudge();
    await this.idle(graceMs);
    for (const lane of this.lanes.all) lane.dropWaiting();
    await this.kind.close?.();
    await this.idle(writeWithinMs);
  }

  private async loop(): Promise<void> {
    await this.services.clockSet;
    while (!this.stopping) {
      const hasMore = await this.step().catch((err: unknown) => this.backOffAfter(err));
      if (hasMore || this.canPoll) continue;
      if (this.isBusy) await this.nudged();
      else if (this.hasWritten) this.again = true;
      else if (this.poll.sawBusyLanes && this.comebacks++ < maxComebacks) await this.comeBack();
      else break;
    }
    while (this.isBusy) await this.nudged();
    await this.giveBack(this.lanes.all).catch((err: unknown) => this.backOffAfter(err));
  }

  /** Looks, takes, claims and starts, once each. @returns whether there is more to be done at once */
  private async step(): Promise<boolean> {
    const mustYield = this.services.pools.main.isOverloaded;
    if (this.again) for (const lane of this.lanes.all) lane.isDry = false;
    if (this.again && this.poll.isDone && !mustYield) await this.beginPoll();
    if (this.lanes.size > 0 && !(await this.lanes.stayAlive())) return true;
    if (mustYield) return delay(yieldMs, true, { ref: false });
    await this.poll.continue();
    const isRestless = await this.claim();
    this.carrier.start();
    await this.giveBack(this.lanes.all.filter((lane) => this.isSpent(lane)));
    return isRestless;
  }

  /** A look that is under way is ended first, so that a crowd does not begin at the first lanes each time. */
  private get canPoll(): boolean {
    return this.poll.isDone ? this.again : this.poll.wanted > 0;
  }

  private async beginPoll(): Promise<void> {
    this.again = false;
    this.hasWritten = false;
    this.poll.begin();
    const fedCount = (await this.kind.feed?.(this.services)) ?? 0;
    if (fedCount > 0) this.again = true;
    this.expect((await this.kind.nextDueAt?.(this.services)) ?? null);
  }

  /** @returns whether there is more to be claimed at once */
  private async claim(): Promise<boolean> {
    const asked = this.capacities();
    if (asked.length === 0) return false;
    const claimed = await this.kind.claim(this.services, asked);
    const ofLane = groupBy(claimed.items, keyOf);
    for (const capacity of asked) {
      // Lost meanwhile: whoever has it now carries it out.
      const lane = this.lanes.find(capacity);
      if (!lane || (this.stopping && this.kind.ahead)) continue;
      lane.fill(ofLane.get(keyOf(capacity)) ?? [], capacity.capacity);
      if (claimed.isRestless) lane.isDry = false;
      this.carrier.place(lane);
    }
    return claimed.isRestless ?? false;
  }

  private capacities(): LaneCapacity[] {
    const { ahead, laneSlots } = this.kind;
    const { all, size } = this.lanes;
    if (ahead) {
      this.share = Math.floor(ahead.ofAllLanes / Math.max(1, size));
      return capacityAhead(all, this.share);
    }
    const open = this.poll.isCrowded ? all.filter((lane) => !lane.hasBegun) : all;
    return capacityForSlots(open, this.carrier.slots, laneSlots);
  }

  private wantsMore(lane: Lane<Item>): boolean {
    return !this.kind.ahead || lane.isEmpty || lane.isHungry(this.share);
  }

  /** Nothing of it is left to be done here just now; in a crowd, it gives way. */
  private isSpent(lane: Lane<Item>): boolean {
    if (!lane.isEmpty) return false;
    if (this.poll.isCrowded && lane.hasBegun) return true;
    return lane.isDry && performance.now() - lane.emptySince > lingerMs;
  }

  private async giveBack(lanes: readonly Lane<Item>[]): Promise<void> {
    if (lanes.length === 0) return;
    // One that gave way: its turn comes again.
    if (!this.stopping && lanes.some((lane) => !lane.isDry)) this.again = true;
    await this.lanes.giveBack(lanes);
  }

  private get isBusy(): boolean {
    return this.carrier.isBusy || this.lanes.has((lane) => lane.hasWaiting);
  }

  /** Waits for something to do: it comes from this process, or is looked for after a while. */
  private nudged(): Promise<void> {
    const { isFull } = this.carrier;
    return new Promise((resolve) => {
      const timer = setTimeout(
        () => {
          if (isFull) this.carrier.start();
          else this.again = !this.stopping;
          resolve();
        },
        isFull ? fullMs : pollEveryMs,
      );
      this.nudge = () => {
        clearTimeout(timer);
        this.nudge = () => undefined;
        resolve();
      };
      // What came in between two lines must not be missed.
      if (!this.isBusy || (!this.stopping && this.canPoll)) this.nudge();
    });
  }

  /** Whoever holds a lane is soon done with it. */
  private async comeBack(): Promise<void> {
    await delay(comeBackMs, undefined, { ref: false });
    this.again = !this.stopping;
  }

  private async backOffAfter(err: unknown): Promise<false> {
    this.services.log.error({ err, kind: this.kind.name }, "due work could not be claimed");
    this.poll.end();
    await delay(backOffMs, undefined, { ref: false });
    return false;
  }

  /** What comes due soon is waited for by the second, instead of by the ticker's next call. */
  private expect(next: number | null): void {
    if (this.timer || next === null || this.stopping) return;
    const inMs = next - this.services.clock().getTime();
    if (inMs <= 0 || inMs > pollAheadMs) return;
    this.timer = setTimeout(() => {
      this.timer = null;
      this.wake();
    }, inMs + 5);
    this.timer.unref();
  }
}
