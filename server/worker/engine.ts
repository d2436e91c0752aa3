import { setTimeout as delay } from "node:timers/promises";
import { inBatches } from "@/server/kernel/database/distribution";
import { isServerAway } from "@/server/kernel/database/placement";
import { groupBy } from "@/server/kernel/group-by";
import type { Services } from "@/server/kernel/services";
import { second } from "@/server/kernel/time/clock";
import { capacityAhead, capacityForSlots } from "./capacity";
import { Carrier } from "./carrier";
import { HeldLanes } from "./held-lanes";
import type { Kind, LaneCapacity, WorkItem } from "./kind";
import { keyOf, type Lane } from "./lane";
import { aliveMs } from "./leases";
import { Poll } from "./poll";

export interface EngineOptions {
  /** A dead worker's lanes become free after this time. */
  leaseMs?: number;
}

/** Retry delay when the database does not respond. */
const backOffMs = second;
/** Pause while the pool rejects requests for lack of connections: no polls, no claims. */
const yieldMs = second / 4;
/** Maximum wait of a stop for the database, once nothing is in flight. */
const writeWithinMs = 10 * second;
/** Poll interval while items are in flight: another process may have added work to the lanes held here. */
const pollEveryMs = second / 2;
/** Poll interval while no slot is free. */
const fullMs = second / 20;
/** How long an empty lane is kept while others are busy. */
const lingerMs = second / 4;
/** Poll interval for lanes that other workers hold. After `maxComebacks` polls, they are left to the ticker's next call. */
const comeBackMs = 20;
const maxComebacks = 100;
const pollAheadMs = 15 * second;

/** Its lanes wait for their server, the others do not. */
function notFromServerAway(error: unknown): false {
  if (isServerAway(error)) return false;
  throw error;
}

/**
 * Carries out the due work of one kind, until nothing is due. Any number of processes may run an engine at once: one worker at a time holds
 * a lane. Lanes with the fewest items in flight come first, so a lane that hangs or has a long backlog delays only itself.
 */
export class Engine<Item extends WorkItem = WorkItem, Outcome = unknown> {
  private readonly lanes: HeldLanes<Item>;
  private readonly carrier: Carrier<Item, Outcome>;
  private readonly poll: Poll<Item>;
  /** Each lane's part of what may be claimed ahead. */
  private share = 0;
  private comebacks = 0;
  private running: Promise<void> | null = null;
  private again = false;
  private stopping = false;
  /** Outcomes were recorded since the last poll: they may have made other work due. */
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

  /** Starts the loop, unless it is running; then it polls again. */
  wake(): void {
    if (this.stopping) return;
    this.again = true;
    this.comebacks = 0;
    this.nudge();
    this.running ??= this.loop().finally(() => {
      this.running = null;
      // Woken between the last poll and the end of the loop.
      if (this.again) this.wake();
    });
  }

  /** Resolves when nothing is due and nothing is in flight, or after `ms`. */
  async idle(ms?: number): Promise<void> {
    while (this.running) {
      if (ms === undefined) await this.running;
      else return void (await Promise.race([this.running, delay(ms, undefined, { ref: false })]));
    }
  }

  /** Items tried since the last call. */
  takeSentCount(): number {
    return this.carrier.takeSentCount();
  }

  /**
   * Claims nothing new, gives back waiting items (unless the claim wrote something: then they are carried out), and aborts items in flight
   * after a grace period.
   */
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

  /** Polls, takes lanes, claims and starts items, once each. @returns whether to continue at once */
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

  /** A poll in progress ends first, so that with many due lanes the scan does not restart at the first ones each time. */
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

  /** @returns whether there is more to claim at once */
  private async claim(): Promise<boolean> {
    const asked = this.capacities();
    if (asked.length === 0) return false;
    const restless = await inBatches(this.services, asked, async (batch) => [
      await this.claimBatch(batch).catch(notFromServerAway),
    ]);
    return restless.includes(true);
  }

  /** @returns whether there is more to claim at once */
  private async claimBatch(batch: readonly LaneCapacity[]): Promise<boolean> {
    const claimed = await this.kind.claim(this.services, batch);
    const ofLane = groupBy(claimed.items, keyOf);
    for (const capacity of batch) {
      // A missing lane was lost: its new holder carries its items out.
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

  /** Nothing is left to do here for now. In a crowd, a served lane gives way. */
  private isSpent(lane: Lane<Item>): boolean {
    if (!lane.isEmpty) return false;
    if (this.poll.isCrowded && lane.hasBegun) return true;
    return lane.isDry && performance.now() - lane.emptySince > lingerMs;
  }

  private async giveBack(lanes: readonly Lane<Item>[]): Promise<void> {
    if (lanes.length === 0) return;
    // A lane that gave way gets another turn.
    if (!this.stopping && lanes.some((lane) => !lane.isDry)) this.again = true;
    await this.lanes.giveBack(lanes);
  }

  private get isBusy(): boolean {
    return this.carrier.isBusy || this.lanes.has((lane) => lane.hasWaiting);
  }

  /** Waits for the next event in this process, or until the next poll is due. */
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
      // Avoids a race: an event before `nudge` was set must not be missed.
      if (!this.isBusy || (!this.stopping && this.canPoll)) this.nudge();
    });
  }

  /** Waits briefly: the holders of busy lanes are soon done. */
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

  /** Schedules a wake-up for work that comes due soon, instead of waiting for the ticker's next call. */
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
