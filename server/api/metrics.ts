import { version } from "@/package.json";
import { openBackgroundConnection } from "@/server/kernel/database/background-connection";
import { isDatabaseUnavailable } from "@/server/kernel/database/database-unavailable";
import { newestMigration } from "@/server/kernel/database/newest-migration";
import type { Services } from "@/server/kernel/services";
import type { Metrics } from "@/server/kernel/telemetry/metrics";
import { second } from "@/server/kernel/time/clock";
import { withTimeout } from "@/server/kernel/time/timeout";
import type { QueueState } from "@/server/worker/queue-state";
import { sharedPoll } from "@/server/worker/shared-poll";
import "./due-jobs";

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

function showPools({ poolConnections, poolWaiting }: Metrics, { pools }: Services): void {
  for (const [pool, { size, count }] of Object.entries(pools)) {
    const inUse = Math.min(size, count);
    poolConnections.set({ pool, state: "in_use" }, inUse);
    poolConnections.set({ pool, state: "free" }, size - inUse);
    poolWaiting.set({ pool }, Math.max(0, count - size));
  }
}

function showQueues({ workDue, oldestDue, workers }: Metrics, queues: readonly QueueState[]): void {
  for (const gauge of [workDue, oldestDue, workers]) gauge.reset();
  for (const { kind, dueCount, oldestSeconds, workerCount } of queues) {
    workDue.set({ kind }, dueCount);
    oldestDue.set({ kind }, oldestSeconds);
    workers.set({ kind }, workerCount);
  }
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
  const { metrics } = services;
  if (!metrics) return { type: "text/plain", body: "" };
  showPools(metrics, services);
  const { isUp, queues } = await look(services);
  metrics.databaseUp.set(Number(isUp));
  metrics.build.set({ version, schema: newestMigration.name, node: process.version }, 1);
  showQueues(metrics, queues ?? []);
  return { type: metrics.registry.contentType, body: await metrics.registry.metrics() };
}
