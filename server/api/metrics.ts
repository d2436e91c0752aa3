import { version } from "@/package.json";
import { readsByPlace } from "@/server/access/read-anywhere";
import { openBackgroundConnection } from "@/server/kernel/database/background-connection";
import { isDatabaseUnavailable } from "@/server/kernel/database/database-unavailable";
import type { Pool } from "@/server/kernel/database/db";
import { newestMigration } from "@/server/kernel/database/newest-migration";
import type { Services } from "@/server/kernel/services";
import { gauge, type Meter, type Reading } from "@/server/kernel/telemetry/meters";
import { spanCount } from "@/server/kernel/telemetry/span-export";
import { second } from "@/server/kernel/time/clock";
import { withTimeout } from "@/server/kernel/time/timeout";
import { droppedEntries } from "@/server/modules/integrations/request-log/note";
import { workDuration, workItems } from "@/server/worker/meters";
import type { QueueState } from "@/server/worker/queue-state";
import { sharedPoll } from "@/server/worker/shared-poll";
import "./due-jobs";
import { requestCount, requestDuration } from "./request-meters";

const build = gauge("timeaway_build_info", "Always 1: what runs.", ["version", "schema", "node"]);
const databaseUp = gauge("timeaway_database_up", "Whether the database answered this scrape in time.");
const poolConnections = gauge(
  "timeaway_db_pool_connections",
  "Connections of a pool: in use by a transaction or statement, or free to be used or opened.",
  ["pool", "state"],
);
const poolWaiting = gauge(
  "timeaway_db_pool_waiting",
  "Transactions and statements that wait behind others for a connection of the pool.",
  ["pool"],
);
const workDue = gauge("timeaway_work_due", "Items of work that are due, those under way included.", ["kind"]);
const oldestDue = gauge(
  "timeaway_work_oldest_due_seconds",
  "For how long the oldest item that is due has been so; 0 when nothing is due.",
  ["kind"],
);
const workWorkers = gauge("timeaway_work_workers", "Living workers that hold work of a kind.", ["kind"]);

// Labelled, so that nothing is shown without a replica.
const replicaUp = gauge(
  "timeaway_replica_up",
  "Whether the replica answered this scrape, and follows the primary.",
  ["pool"],
);
const replicaLag = gauge(
  "timeaway_replica_lag_bytes",
  "What the replica has still to replay of the primary's log; absent while it is away.",
  ["pool"],
);

const everything: readonly Meter[] = [
  ...[requestCount, requestDuration, build, databaseUp, poolConnections, poolWaiting],
  ...[workDue, oldestDue, workWorkers, workItems, workDuration, droppedEntries, spanCount],
  ...[replicaUp, replicaLag, readsByPlace],
];

/** A scraper gives up after ten seconds. */
const lookWithinMs = 2 * second;

const connections = new WeakMap<Services, ReturnType<typeof openBackgroundConnection>>();

/** A separate connection, so that full pools are reported rather than waited for. */
function connectionOf(services: Services) {
  const open = connections.get(services);
  if (open) return open;
  const { settings, pooling, beforeClose } = services;
  const connection = openBackgroundConnection(settings.databaseUrl, pooling, "timeaway metrics");
  connections.set(services, connection);
  beforeClose.push(() => connection.close());
  return connection;
}

function showPools({ meters, pools }: Services): void {
  const all = Object.entries(pools) as [Pool, Services["pools"]["main"]][];
  meters.show(
    poolConnections,
    all.flatMap(([pool, { size, count }]) => {
      const inUse = Math.min(size, count);
      return [
        { labels: { pool, state: "in_use" }, value: inUse },
        { labels: { pool, state: "free" }, value: size - inUse },
      ];
    }),
  );
  meters.show(
    poolWaiting,
    all.map(([pool, { size, count }]) => ({
      labels: { pool },
      value: Math.max(0, count - size),
    })),
  );
}

async function showReplica({ meters, replica }: Services): Promise<void> {
  if (!replica) return;
  const labels = { pool: "replica" };
  const lag = await replica.lagBytes();
  meters.show(replicaUp, [{ labels, value: Number(lag !== null) }]);
  meters.show(replicaLag, lag === null ? [] : [{ labels, value: lag }]);
}

type Look = readonly QueueState[] | null;

/** @returns whether the database answered, and the state of each queue, if known */
async function look(services: Services): Promise<{ isUp: boolean; queues: Look }> {
  try {
    return {
      isUp: true,
      queues: await withTimeout(sharedPoll(services, connectionOf(services).db), lookWithinMs),
    };
  } catch (err) {
    if (!isDatabaseUnavailable(err))
      services.log.warn({ err }, "the queues could not be looked at for a scrape");
    return { isUp: !isDatabaseUnavailable(err), queues: null };
  }
}

/** All metrics for Prometheus. While the database is unavailable, the ones that only it knows are absent. */
export async function readMetrics(services: Services): Promise<{ type: string; body: string }> {
  const { meters } = services;
  meters.declare(everything);
  showPools(services);
  const [{ isUp, queues }] = await Promise.all([look(services), showReplica(services)]);
  meters.show(databaseUp, [{ labels: {}, value: Number(isUp) }]);
  const labels = { version, schema: newestMigration.name, node: process.version };
  meters.show(build, [{ labels, value: 1 }]);
  const each = (value: (queue: QueueState) => number): Reading<"kind">[] =>
    (queues ?? []).map((queue) => ({ labels: { kind: queue.kind }, value: value(queue) }));
  meters.show(
    workDue,
    each(({ dueCount }) => dueCount),
  );
  meters.show(
    oldestDue,
    each(({ oldestSeconds }) => oldestSeconds),
  );
  meters.show(
    workWorkers,
    each(({ workerCount }) => workerCount),
  );
  return meters.text();
}
