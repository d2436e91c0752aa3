import { index, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { instant, workspaceId } from "./columns";

/** A loop of a process that carries out due work, for as long as it says by the database's clock that it is alive. */
export const workers = pgTable("workers", {
  id: uuid().primaryKey(),
  /** What it holds is free after this instant; it must not be renewed then. */
  aliveUntil: instant().notNull(),
});

/**
 * A lane of due work (a webhook, a workspace's operations) that one worker has to itself. It stands only while the worker has something
 * to do there, and counts only while the worker is alive.
 */
export const workLeases = pgTable(
  "work_leases",
  {
    kind: text().notNull(),
    workspaceId: workspaceId(),
    lane: text().notNull(),
    workerId: uuid()
      .notNull()
      .references(() => workers.id, { onDelete: "cascade" }),
  },
  (t) => [
    primaryKey({ columns: [t.kind, t.workspaceId, t.lane] }),
    index("work_leases_worker_index").on(t.workerId),
  ],
);

/** What of one kind of work was due when a process last looked, as others that are asked for it may tell it too. */
export interface QueueReading {
  kind: string;
  /** Items that are due, those under way included. */
  dueCount: number;
  /** For how many seconds the oldest of them has been due; 0 when nothing is. */
  oldestSeconds: number;
  heldLaneCount: number;
  /** Living workers that hold one. */
  workerCount: number;
}

/** The newest look at the queues: one row, for every process that is asked. */
export const queueLooks = pgTable("queue_looks", {
  name: text().primaryKey(),
  /** When a process began the newest look; until that is old, no other one does. */
  begunAt: instant().notNull(),
  /** Of the newest look that was ended; null before the first. */
  endedAt: instant(),
  queues: jsonb().$type<QueueReading[]>(),
});
