import { setTimeout as delay } from "node:timers/promises";
import { isServerAway } from "@/server/kernel/database/placement";
import { ofWorkspace } from "@/server/kernel/database/server-shares";
import type { Services } from "@/server/kernel/services";
import { second } from "@/server/kernel/time/clock";
import type { HeldLanes } from "./held-lanes";
import type { Ended, Kind, WorkItem } from "./kind";
import { keyOf, type Lane } from "./lane";

/** Outcomes within this time are written in one batch. */
const gatherMs = 10;
/** Retry delay when the database does not respond. */
const restMs = second;
const maxTries = 20;

interface Entry<Item extends WorkItem, Outcome> extends Ended<Item, Outcome> {
  lane: Lane<Item>;
}

/** Records outcomes in batches, one transaction each, as long as this worker holds their lanes. */
export class Recorder<Item extends WorkItem, Outcome> {
  /** What waits while the batch before it is written: of all workspaces, or of each where they are distributed. */
  private readonly waiting = new Map<string, Entry<Item, Outcome>[]>();
  /** Outcomes that are not recorded yet. */
  private count = 0;

  constructor(
    private readonly services: Services,
    private readonly kind: Kind<Item, Outcome>,
    private readonly lanes: HeldLanes<Item>,
    private readonly onWritten: () => void,
  ) {}

  get isBusy(): boolean {
    return this.count > 0;
  }

  add(entry: Entry<Item, Outcome>): void {
    this.count++;
    void this.queue(entry);
  }

  /** A workspace whose server does not respond delays no other's outcomes. */
  private async queue(entry: Entry<Item, Outcome>): Promise<void> {
    const name = (await this.services.isDistributed()) ? entry.item.workspaceId : "";
    const waiting = this.waiting.get(name);
    if (waiting) return void waiting.push(entry);
    this.waiting.set(name, [entry]);
    if (name === "") await this.write(name);
    else await ofWorkspace(name, () => this.write(name));
  }

  private async write(name: string): Promise<void> {
    for (;;) {
      await delay(gatherMs);
      const entries = this.waiting.get(name) ?? [];
      if (entries.length === 0) return void this.waiting.delete(name);
      this.waiting.set(name, []);
      await this.writeOrRetry(entries);
      for (const { lane, item } of entries) lane.forget(item.id);
      this.count -= entries.length;
      this.onWritten();
    }
  }

  /** The work is done: it is repeated only if the database stays unavailable for all tries. */
  private async writeOrRetry(entries: readonly Entry<Item, Outcome>[]): Promise<void> {
    for (let tries = 1; tries <= maxTries; ) {
      try {
        return await this.settle(entries);
      } catch (err) {
        this.services.log.error(
          { err, tries, kind: this.kind.name },
          "results of work could not be recorded",
        );
        // Known to be a matter of one server: its results wait for it.
        if (!isServerAway(err)) tries++;
        await delay(restMs);
      }
    }
  }

  private settle(entries: readonly Entry<Item, Outcome>[]): Promise<void> {
    return this.services.neverRefused.transaction(async (tx) => {
      const lanes = new Set(entries.flatMap(({ lane }) => (lane.isLost ? [] : [lane])));
      const held = new Set(
        (
          await this.lanes.leases.hold(
            tx,
            [...lanes].map(({ key }) => key),
          )
        ).map(keyOf),
      );
      for (const lane of lanes) if (!held.has(keyOf(lane.key))) this.lanes.lose(lane);
      const ours = entries.filter(({ lane }) => !lane.isLost);
      if (ours.length > 0) await this.kind.settle?.(tx, ours, this.services);
    });
  }
}
