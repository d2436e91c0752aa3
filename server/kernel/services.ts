import { type DatabaseClock, databaseClock } from "@/server/kernel/database/database-clock";
import {
  type Database,
  type Db,
  openDatabase,
  type Pool,
  type StatementListener,
} from "@/server/kernel/database/db";
import { findDistribution } from "@/server/kernel/database/distribution";
import {
  type Asking,
  Placement,
  probeServer,
  readParts,
  workspacesInDirectory,
} from "@/server/kernel/database/placement";
import { findPooling, type Pooling } from "@/server/kernel/database/pooling";
import { createMailer, type Mailer } from "@/server/kernel/mail/mail";
import { createLog, type Logger } from "@/server/kernel/telemetry/log";
import type { Metrics } from "@/server/kernel/telemetry/metrics";
import { SpanExport } from "@/server/kernel/telemetry/span-export";
import { Tracer } from "@/server/kernel/telemetry/tracer";
import type { Clock } from "@/server/kernel/time/clock";
import type { Settings } from "./env";

/** A process's shared resources. Created once; tests create their own with a clock they control. */
export interface Services {
  settings: Settings;
  db: Db;
  dbOf: Database["dbOf"];
  admission: Database["admission"];
  neverRefused: Database["neverRefused"];
  pools: Database["pools"];
  /** What the database's URL leads to; detected once. */
  pooling(): Promise<Pooling>;
  /** Whether the database distributes workspaces over several servers (Citus); detected once. */
  isDistributed(): Promise<boolean>;
  /** Which server has a workspace's rows. */
  placement: Placement;
  /** The database's time, the same in every process. */
  clock: Clock;
  /** Resolves once `clock` has been set from the database: before that, no due work may run. */
  clockSet: Promise<void>;
  /** A test controls the clock: SQL that would take the time from the database takes it from `clock`. */
  isClockHeld: boolean;
  log: Logger;
  /** Metrics for monitoring, if configured. */
  metrics: Metrics | undefined;
  /** Exports traces to a collector, if configured. */
  tracer: Tracer | undefined;
  mailer: Mailer;
  /** Our own HTTP server is in front, so X-Forwarded-For names the source that it established (decision 1.8). */
  leanMount: boolean;
  /** A change starts its due work at once, in this process; else the next tick of the cron route does. */
  wakes: boolean;
  /** The process is shutting down: it still answers, but load balancers must send nothing more. */
  isEnding: boolean;
  /** Background work to end before the pools close. */
  beforeClose: (() => Promise<void>)[];
  close(): Promise<void>;
}

export interface ServiceOverrides {
  clock?: Clock;
  log?: Logger;
  metrics?: Metrics;
  mailer?: Mailer;
  leanMount?: boolean;
  /** By default, changes start their due work at once. */
  wakes?: boolean;
  /** What the start command detected about the database's URL; by default it is detected at first use. */
  pooling?: Pooling;
  /** Handle each workspace by itself, as on distributed workspaces; by default it is detected at first use. */
  isDistributed?: boolean;
  /** Called for every SQL statement: for tests and benchmarks that count them. */
  onStatement?: StatementListener;
}

const databaseClockUnless = (held: Clock | undefined, { admission }: Database): DatabaseClock =>
  held ? { clock: held, set: Promise.resolve(), stop: () => undefined } : databaseClock(admission);

/** How a process learns of the servers of a distributed database. */
const askingOf = (database: Database, log: () => Logger): Asking => ({
  parts: () => readParts(database.admission),
  probe: (workspaceId) => probeServer(database.probes, workspaceId),
  workspaces: () => workspacesInDirectory(database.admission),
  onChange: (server, isAway) =>
    log().warn(
      { server },
      isAway ? "a server of the database does not answer" : "a server of the database answers again",
    ),
});

/** Detects something once. A failed detection is retried at the next use. */
function detectOnce<T>(detect: () => Promise<T>): () => Promise<T> {
  let asked: Promise<T> | undefined;
  return () => {
    asked ??= detect().catch((error: unknown) => {
      asked = undefined;
      throw error;
    });
    return asked;
  };
}

const poolingOf = (databaseUrl: string, { databasePooling }: Settings): (() => Promise<Pooling>) =>
  detectOnce(() => findPooling(databaseUrl, databasePooling));

/** Maximum length of a logged statement; most of ours are shorter. */
const maxOfStatement = 2000;

/** Counts and logs slow statements once they end. */
const slowStatementLog = (log: Logger, metrics: Metrics | undefined, afterMs: number) => ({
  afterMs,
  log(pool: Pool, text: string, ms: number) {
    metrics?.slowStatements.inc({ pool });
    const statement = text.replace(/\s+/g, " ").trim().slice(0, maxOfStatement);
    log.warn({ pool, durationMs: Math.round(ms), statement }, "slow statement");
  },
});

const tracerOf = (
  { tracing }: Settings,
  metrics: Metrics | undefined,
  log: () => Logger,
): Tracer | undefined => tracing && new Tracer(tracing.sampling, new SpanExport(tracing, metrics, log));

export function createServices(settings: Settings, overrides: ServiceOverrides = {}): Services {
  const { metrics } = overrides;
  // Traces begin in our own server; without it nothing would be traced.
  const tracer: Tracer | undefined = overrides.leanMount ? tracerOf(settings, metrics, () => log) : undefined;
  const log: Logger =
    overrides.log ?? createLog(settings.logLevel, undefined, tracer && (() => tracer.logFields()));
  const pooling = poolingOf(settings.databaseUrl, settings);
  const placement = new Placement();
  const database = openDatabase(settings.databaseUrl, {
    placement,
    pooling: overrides.pooling ?? pooling,
    sizes: settings.databasePoolSizes,
    limits: settings.databaseLimits,
    listener: overrides.onStatement,
    tracer,
    slow: slowStatementLog(log, metrics, settings.slowStatementMs),
    onRefused: (pool, isNew) => metrics?.refusedAtPool.inc({ pool, after: isNew ? "nothing" : "waiting" }),
  });
  const ownClock = databaseClockUnless(overrides.clock, database);
  const { clock } = ownClock;
  const mailer = overrides.mailer ?? createMailer(settings, clock);
  const beforeClose: Services["beforeClose"] = [];
  return {
    settings,
    db: database.db,
    dbOf: database.dbOf,
    admission: database.admission,
    neverRefused: database.neverRefused,
    pools: database.pools,
    pooling: async () => overrides.pooling ?? (await pooling()),
    isDistributed: detectOnce(async () => {
      if (overrides.isDistributed !== undefined) return overrides.isDistributed;
      const isDistributed = await findDistribution(database.admission);
      if (isDistributed) placement.begin(askingOf(database, () => log));
      return isDistributed;
    }),
    placement,
    clock,
    clockSet: ownClock.set,
    isClockHeld: overrides.clock !== undefined,
    log,
    metrics,
    tracer,
    mailer,
    leanMount: overrides.leanMount ?? false,
    wakes: overrides.wakes ?? true,
    isEnding: false,
    beforeClose,
    async close() {
      await Promise.allSettled(beforeClose.map((end) => end()));
      ownClock.stop();
      placement.end();
      mailer.close();
      await tracer?.close();
      await database.close();
    },
  };
}

const shared = globalThis as typeof globalThis & { timeawayServices?: Services };

/** Stores the process's services where Next's own copy of this module finds them too: one pool for both mounts. */
export function shareServices(services: Services): void {
  shared.timeawayServices = services;
}

/** Whether our own HTTP server answers in this process. */
export const isLeanMount = (): boolean => shared.timeawayServices?.leanMount ?? false;

/** The process's services; on a Next host without our start command, created from the environment at first use. */
export function sharedServices(make: () => Services): Services {
  shared.timeawayServices ??= make();
  return shared.timeawayServices;
}
