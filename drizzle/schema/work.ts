import { index, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { instant, workspaceId } from "./columns";

/** A loop of a process that performs due work, for as long as it renews its liveness by the database's clock. */
export const workers = pgTable("workers", {
  id: uuid().primaryKey(),
  /** Its leases expire after this instant; it must not be renewed then. */
  aliveUntil: instant().notNull(),
});

/**
 * A lane of due work (a webhook, a workspace's operations) leased to one worker. The lease exists only while the worker has something to do
 * there, and is valid only while the worker is alive.
 */
export const workLeases = pgTable(
  "work_leases",
  {
    kind: text().notNull(),
    workspaceId: workspaceId(),
    lane: text().notNull(),
    /** No foreign key: workers belong to no workspace. A lease of an unknown worker is a dead worker's. */
    workerId: uuid().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.kind, t.workspaceId, t.lane] }),
    index("work_leases_worker_index").on(t.workerId),
  ],
);

/** The due work of one kind at a process's last poll, which other processes may report, too. */
export interface QueueReading {
  kind: string;
  /** Due items, including those under way. */
  dueCount: number;
  /** Seconds since the oldest of them became due; 0 when nothing is. */
  oldestSeconds: number;
  heldLaneCount: number;
  /** Live workers that hold a lease. */
  workerCount: number;
}

/** The newest poll of the queues: one row, shared by all processes. */
export const queueLooks = pgTable("queue_looks", {
  name: text().primaryKey(),
  /** When a process began the newest poll; until that is stale, no other process polls. */
  begunAt: instant().notNull(),
  /** The end of the newest completed poll; null before the first. */
  endedAt: instant(),
  queues: jsonb().$type<QueueReading[]>(),
});
