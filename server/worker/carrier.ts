import type { Services } from "@/server/kernel/services";
import { second } from "@/server/kernel/time/clock";
import type { HeldLanes } from "./held-lanes";
import type { Hold, Kind, WorkItem } from "./kind";
import type { Lane } from "./lane";
import { Recorder } from "./recorder";
import { Slots } from "./slots";
import { Turns } from "./turns";

/** Carries out claimed items, as many at once as there are slots, and has their outcomes recorded. */
export class Carrier<Item extends WorkItem, Outcome> {
  readonly slots: Slots;
  private readonly turns = new Turns<Item>();
  private readonly recorder: Recorder<Item, Outcome>;
  private sentCount = 0;

  constructor(
    private readonly services: Services,
    private readonly kind: Kind<Item, Outcome>,
    private readonly lanes: HeldLanes<Item>,
    private readonly listeners: {
      /** An item of this lane has ended. */
      onOver(lane: Lane<Item>): void;
      /** Outcomes were recorded. */
      onWritten(): void;
    },
  ) {
    this.slots = new Slots(services.settings.workSlots[kind.name] ?? kind.slots, kind.slow);
    this.recorder = new Recorder(services, kind, lanes, () => listeners.onWritten());
  }

  get isBusy(): boolean {
    return this.recorder.isBusy || !this.slots.isIdle;
  }

  /** An item could start, but no slot is free. */
  get isFull(): boolean {
    return this.turns.first() !== undefined;
  }

  /** Items tried since the last call. */
  takeSentCount(): number {
    const count = this.sentCount;
    this.sentCount = 0;
    return count;
  }

  place(lane: Lane<Item>): void {
    this.turns.place(lane);
  }

  remove(lane: Lane<Item>): void {
    this.turns.remove(lane);
  }

  /** Starts every item that may start now. */
  start(): void {
    if (!this.lanes.leases.isSafe) return;
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
    const began = performance.now();
    let name = "done";
    this.sentCount++;
    try {
      const outcome = await this.perform(item, lane);
      if (outcome === undefined) lane.forget(item.id);
      else {
        if (this.kind.isFailure) lane.isFailing = this.kind.isFailure(outcome);
        if (this.kind.nameOf) name = this.kind.nameOf(outcome);
        this.recorder.add({ lane, item, outcome });
      }
    } catch (err) {
      this.services.log.error({ err, kind: this.kind.name, item: item.id }, "work could not be carried out");
      name = "error";
      lane.backOff(item);
    } finally {
      const kind = this.kind.name;
      const { metrics } = this.services;
      metrics?.workItems.inc({ kind, outcome: name });
      metrics?.workDuration.observe({ kind }, (performance.now() - began) / second);
      end();
      lane.done();
      this.turns.place(lane);
      this.start();
      this.listeners.onOver(lane);
    }
  }

  private perform(item: Item, lane: Lane<Item>): Promise<Outcome | undefined> {
    const { kind, services } = this;
    const work = () => kind.perform(services, item, this.holdOf(lane));
    return services.tracer?.inRoot(`work ${kind.name}`, { "timeaway.work.kind": kind.name }, work) ?? work();
  }

  private holdOf(lane: Lane<Item>): Hold {
    return async (tx) => {
      const held = lane.isLost ? [] : await this.lanes.leases.hold(tx, [lane.key]);
      if (held.length === 0) this.lanes.lose(lane);
      return held.length > 0 && !lane.isLost;
    };
  }
}
