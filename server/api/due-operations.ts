import { setTimeout as delay } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { operations } from "@/drizzle/schema/operations";
import { second } from "@/server/kernel/clock";
import { arrayOf, statement } from "@/server/kernel/db";
import { dueWorkOf, type Engine } from "@/server/kernel/due-work";
import type { Services } from "@/server/kernel/services";
import { carryOut, type OperationRef } from "./carry-out";

/** Operations at once in one process: each has a connection of the pool, and requests need some too. */
const atOnce = 6;
/** Of one workspace, so that no other ever waits for more than a free slot. */
const atOnceOfOne = 2;
const stopWaitMs = 4 * second;

export const wakeName = "operations";

const { placeholder } = sql;
const o = operations;

/**
 * What is due, fairly: the first of each workspace before the second of any, and workspaces of which nothing is under way first. Within
 * one, what was never tried comes before what has failed. Hops from workspace to workspace in the index, so that a long queue of one costs the others nothing.
 */
const fairlyDue = statement<OperationRef>(sql`
  with recursive lanes(workspace_id) as (
    (select workspace_id from ${o} where status = 'PENDING' order by workspace_id limit 1)
    union all
    select (select next.workspace_id from ${o} next where next.status = 'PENDING' and next.workspace_id > lanes.workspace_id
      order by next.workspace_id limit 1)
    from lanes where lanes.workspace_id is not null
  )
  select due.workspace_id as "workspaceId", due.id
  from lanes cross join lateral (
    select workspace_id, id, due_at, row_number() over (order by attempt_count > 0, due_at, id) as place
    from ${o}
    where status = 'PENDING' and workspace_id = lanes.workspace_id and due_at <= now() and id <> all(${placeholder("passed")}::uuid[])
    order by attempt_count > 0, due_at, id limit ${sql.raw(String(atOnceOfOne))}
  ) due
  where lanes.workspace_id <> all(${placeholder("full")}::uuid[])
  order by due.workspace_id = any(${placeholder("busy")}::uuid[]), due.place, due.due_at, due.id
  limit ${sql.raw(String(atOnce))}`);

/** Carries out pending operations until none is due. Any number of processes may do so at once. */
class OperationsEngine implements Engine {
  /** Under way, by id. */
  private readonly running = new Map<string, { workspaceId: string; end: Promise<void> }>();
  /** Tried since the last wake, and neither finished nor under way. */
  private readonly passed = new Set<string>();
  private loop: Promise<void> | null = null;
  private again = false;
  private isStopping = false;
  private finishedCount = 0;
  private nudge: () => void = () => undefined;

  constructor(private readonly services: Services) {}

  wake(): void {
    if (this.isStopping) return;
    this.again = true;
    this.nudge();
    this.loop ??= this.work().finally(() => {
      this.loop = null;
      // Woken between the last look and the end of the loop.
      if (this.again) this.wake();
    });
  }

  async idle(ms?: number): Promise<void> {
    if (!this.loop) return;
    if (ms === undefined) await this.loop;
    else await Promise.race([this.loop, delay(ms, undefined, { ref: false })]);
  }

  takeSentCount(): number {
    const count = this.finishedCount;
    this.finishedCount = 0;
    return count;
  }

  async stop(): Promise<void> {
    this.isStopping = true;
    this.again = false;
    this.nudge();
    await this.idle(stopWaitMs);
  }

  /** Ends when a look finds nothing, and nothing is under way. */
  private async work(): Promise<void> {
    let startedCount = 0;
    do {
      if (this.again) this.passed.clear();
      this.again = false;
      startedCount = await this.startDue().catch((err: unknown) => {
        this.services.log.error({ err }, "due operations cannot be found");
        return 0;
      });
      if (this.running.size > 0) await this.somethingNew();
    } while (this.again || startedCount > 0 || this.running.size > 0);
  }

  private somethingNew(): Promise<unknown> {
    const nudged = new Promise<void>((resolve) => {
      this.nudge = resolve;
      if (this.again) resolve();
    });
    return Promise.race([nudged, ...[...this.running.values()].map(({ end }) => end)]);
  }

  private async startDue(): Promise<number> {
    if (this.isStopping || this.running.size === atOnce) return 0;
    const counts = this.counts();
    const full = [...counts].filter(([, count]) => count >= atOnceOfOne);
    const due = await fairlyDue(this.services.db, {
      passed: arrayOf([...this.passed, ...this.running.keys()]),
      full: arrayOf(full.map(([workspaceId]) => workspaceId)),
      busy: arrayOf([...counts.keys()]),
    });
    return due.filter((operation) => this.start(operation)).length;
  }

  private counts(): Map<string, number> {
    const counts = new Map<string, number>();
    for (const { workspaceId } of this.running.values())
      counts.set(workspaceId, (counts.get(workspaceId) ?? 0) + 1);
    return counts;
  }

  /** @returns whether there is a place for it */
  private start(operation: OperationRef): boolean {
    const count = this.counts().get(operation.workspaceId) ?? 0;
    if (this.running.size === atOnce || count >= atOnceOfOne) return false;
    const end = carryOut(this.services, operation).then((isFinished) => {
      this.running.delete(operation.id);
      if (isFinished) this.finishedCount++;
      else this.passed.add(operation.id);
    });
    this.running.set(operation.id, { workspaceId: operation.workspaceId, end });
    return true;
  }
}

/** Carries out what is pending; waits for it as long as a tick may. @returns how many were finished since the last call */
export const carryOutDue = dueWorkOf(wakeName, (services) => new OperationsEngine(services));
