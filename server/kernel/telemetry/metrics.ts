import type { Registry } from "prom-client";

type Client = typeof import("prom-client");
type Into = { registers: Registry[] };

/** In seconds, up to ten, the timeout for reads. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** The program's metrics, and a scrape of them. */
export type Metrics = Awaited<ReturnType<typeof openMetrics>>;

/**
 * Opens a registry with the program's metrics and prom-client's own of this process: CPU, memory, file descriptors, event loop, garbage
 * collection. A label has a small set of values: never an id, a path or free text.
 */
export async function openMetrics() {
  // Imported here, so that a process without metrics does not carry its 12 MB.
  const client = await import("prom-client");
  const registry = new client.Registry();
  client.collectDefaultMetrics({ register: registry });
  const into = { registers: [registry] };
  return {
    registry,
    ...requestMetrics(client, into),
    ...processMetrics(client, into),
    ...databaseMetrics(client, into),
    ...workMetrics(client, into),
  };
}

const requestMetrics = ({ Counter, Histogram }: Client, into: Into) => ({
  requests: new Counter({
    ...into,
    name: "timeaway_http_requests_total",
    help: "Requests that were answered. A client that left before its answer counts as status 499.",
    labelNames: ["api", "method", "status"],
  }),
  requestDuration: new Histogram({
    ...into,
    name: "timeaway_http_request_duration_seconds",
    help: "From a request's headers to the last byte of its answer, by the template of its path.",
    labelNames: ["api", "method", "route"],
    buckets,
  }),
  unloggedRequests: new Counter({
    ...into,
    name: "timeaway_request_log_dropped_total",
    help: "Requests that are missing from the request log, since it could not be written or had no room.",
  }),
});

const processMetrics = ({ Counter, Gauge }: Client, into: Into) => ({
  build: new Gauge({
    ...into,
    name: "timeaway_build_info",
    help: "Always 1: what runs.",
    labelNames: ["version", "schema", "node"],
  }),
  spans: new Counter({
    ...into,
    name: "timeaway_trace_spans_total",
    help: "Spans by what became of them: sent, or dropped because the collector took none or too few.",
    labelNames: ["outcome"],
  }),
});

const databaseMetrics = ({ Counter, Gauge }: Client, into: Into) => ({
  databaseUp: new Gauge({
    ...into,
    name: "timeaway_database_up",
    help: "Whether the database answered this scrape in time.",
  }),
  poolConnections: new Gauge({
    ...into,
    name: "timeaway_db_pool_connections",
    help: "Connections of a pool: in use by a transaction or statement, or free to be used or opened.",
    labelNames: ["pool", "state"],
  }),
  poolWaiting: new Gauge({
    ...into,
    name: "timeaway_db_pool_waiting",
    help: "Transactions and statements that wait behind others for a connection of the pool.",
    labelNames: ["pool"],
  }),
  refusedAtPool: new Counter({
    ...into,
    name: "timeaway_db_refused_total",
    help: "Transactions and statements that were refused because too many wait for a connection of the pool: at once, or after a wait that timed out.",
    labelNames: ["pool", "after"],
  }),
  slowStatements: new Counter({
    ...into,
    name: "timeaway_db_slow_statements_total",
    help: "Statements that took SLOW_STATEMENT_MS or longer, the wait for a connection included.",
    labelNames: ["pool"],
  }),
});

const workMetrics = ({ Counter, Gauge, Histogram }: Client, into: Into) => ({
  workDue: new Gauge({
    ...into,
    name: "timeaway_work_due",
    help: "Items of work that are due, those under way included.",
    labelNames: ["kind"],
  }),
  oldestDue: new Gauge({
    ...into,
    name: "timeaway_work_oldest_due_seconds",
    help: "For how long the oldest item that is due has been so; 0 when nothing is due.",
    labelNames: ["kind"],
  }),
  workers: new Gauge({
    ...into,
    name: "timeaway_work_workers",
    help: "Living workers that hold work of a kind.",
    labelNames: ["kind"],
  }),
  workItems: new Counter({
    ...into,
    name: "timeaway_work_items_total",
    help: "Items of due work that this process tried, by kind and by outcome.",
    labelNames: ["kind", "outcome"],
  }),
  workDuration: new Histogram({
    ...into,
    name: "timeaway_work_item_duration_seconds",
    help: "How long an item of due work took.",
    labelNames: ["kind"],
    buckets,
  }),
});
