import type { Clock } from "./clock";
import { type DatabaseClock, databaseClock } from "./database-clock";
import { type Database, type Db, openDatabase, type Pool, type StatementListener } from "./db";
import type { Settings } from "./env";
import { createLog, type Logger } from "./log";
import { createMailer, type Mailer } from "./mail";
import { counter, type Meters, noMeters } from "./meters";
import { findPooling, type Pooling } from "./pooling";
import { openReplica, type Replica } from "./replica";
import { SpanExport } from "./span-export";
import { Tracer } from "./tracer";

/** What one process holds open. Made once; tests make their own with a clock they hold. */
export interface Services {
  settings: Settings;
  db: Db;
  dbOf: Database["dbOf"];
  admission: Database["admission"];
  patient: Database["neverRefused"];
  pools: Database["pools"];
  /** Where reads may go, if one is set. */
  replica: Replica | undefined;
  /** What the database's URL leads to: found out once. */
  pooling(): Promise<Pooling>;
  /** The database's time, in every process. */
  clock: Clock;
  /** Resolves when `clock` has been set by the database: before that, nothing that is due may be carried out. */
  clockSet: Promise<void>;
  /** A test holds the clock: SQL that would ask the database for the time takes it from `clock`. */
  isClockHeld: boolean;
  log: Logger;
  /** What is counted for who watches from outside. */
  meters: Meters;
  /** Tells a collector of what is done, where one is set. */
  tracer: Tracer | undefined;
  mailer: Mailer;
  /** Our own HTTP server stands in front, so X-Forwarded-For names the source that it established (decision 1.8). */
  leanMount: boolean;
  /** The process is about to end: it answers on, but load balancers are to send nothing more. */
  isEnding: boolean;
  /** What has to end before the pools do: background work. */
  beforeClose: (() => Promise<void>)[];
  close(): Promise<void>;
}

export interface ServiceOverrides {
  clock?: Clock;
  log?: Logger;
  meters?: Meters;
  mailer?: Mailer;
  leanMount?: boolean;
  /** What the start has found out about the database's URL; else it is found out at first use. */
  pooling?: Pooling;
  /** Sees every SQL statement: for tests and benchmarks that count them. */
  onStatement?: StatementListener;
}

const databaseClockUnless = (held: Clock | undefined, { admission }: Database): DatabaseClock =>
  held ? { clock: held, set: Promise.resolve(), stop: () => undefined } : databaseClock(admission);

/** What does not answer is asked again at the next use. */
function poolingOf(databaseUrl: string, { databasePooling }: Settings): () => Promise<Pooling> {
  let asked: Promise<Pooling> | undefined;
  return () => {
    asked ??= findPooling(databaseUrl, databasePooling).catch((error: unknown) => {
      asked = undefined;
      throw error;
    });
    return asked;
  };
}

const slowStatements = counter(
  "timeaway_db_slow_statements_total",
  "Statements that took SLOW_STATEMENT_MS or longer, the wait for a connection included.",
  ["pool"],
);
const refusedAtPool = counter(
  "timeaway_db_refused_total",
  "Transactions and statements that were refused because too many wait for a connection of the pool: at once, or after waiting in vain.",
  ["pool", "after"],
);
/** Longer than most of ours. */
const maxOfStatement = 2000;

/** Tells of statements that take long, once they are over. */
const slowStatementLog = (log: Logger, meters: Meters, afterMs: number) => ({
  afterMs,
  log(pool: Pool, text: string, ms: number) {
    meters.add(slowStatements, { pool });
    const statement = text.replace(/\s+/g, " ").trim().slice(0, maxOfStatement);
    log.warn({ pool, durationMs: Math.round(ms), statement }, "slow statement");
  },
});

const tracerOf = ({ tracing }: Settings, meters: Meters, log: () => Logger): Tracer | undefined =>
  tracing && new Tracer(tracing.sampling, new SpanExport(tracing, meters, log));

export function createServices(settings: Settings, overrides: ServiceOverrides = {}): Services {
  const meters = overrides.meters ?? noMeters;
  // Requests begin at our own server; elsewhere nothing would be traced.
  const tracer: Tracer | undefined = overrides.leanMount ? tracerOf(settings, meters, () => log) : undefined;
  const log: Logger =
    overrides.log ?? createLog(settings.logLevel, undefined, tracer && (() => tracer.logFields()));
  meters.declare([slowStatements, refusedAtPool]);
  const pooling = poolingOf(settings.databaseUrl, settings);
  const ofReplica = settings.replica && {
    ...settings.replica,
    pooling: poolingOf(settings.replica.url, settings),
  };
  const database = openDatabase(settings.databaseUrl, {
    pooling: overrides.pooling ?? pooling,
    sizes: settings.databasePoolSizes,
    limits: settings.databaseLimits,
    listener: overrides.onStatement,
    tracer,
    slow: slowStatementLog(log, meters, settings.slowStatementMs),
    onRefused: (pool, isNew) => meters.add(refusedAtPool, { pool, after: isNew ? "nothing" : "waiting" }),
    replica: ofReplica,
  });
  const ownClock = databaseClockUnless(overrides.clock, database);
  const { clock } = ownClock;
  const replica =
    ofReplica && database.replica
      ? openReplica({ ...ofReplica, db: database.replica, primary: database.admission, log })
      : undefined;
  const mailer = overrides.mailer ?? createMailer(settings, clock);
  const beforeClose: Services["beforeClose"] = [];
  return {
    settings,
    db: database.db,
    dbOf: database.dbOf,
    admission: database.admission,
    patient: database.neverRefused,
    pools: database.pools,
    replica,
    pooling: async () => overrides.pooling ?? (await pooling()),
    clock,
    clockSet: ownClock.set,
    isClockHeld: overrides.clock !== undefined,
    log,
    meters,
    tracer,
    mailer,
    leanMount: overrides.leanMount ?? false,
    isEnding: false,
    beforeClose,
    async close() {
      await Promise.allSettled(beforeClose.map((end) => end()));
      ownClock.stop();
      mailer.close();
      await tracer?.close();
      await Promise.all([database.close(), replica?.close()]);
    },
  };
}

const shared = globalThis as typeof globalThis & { timeawayServices?: Services };

/** Keeps the process's services where Next's own copy of this module finds them too: one pool for both mounts. */
export function shareServices(services: Services): void {
  shared.timeawayServices = services;
}

/** Whether our own HTTP server answers in this process. */
export const isLeanMount = (): boolean => shared.timeawayServices?.leanMount ?? false;

/** The process's services; on a Next host without our start command, made from the environment at first use. */
export function sharedServices(make: () => Services): Services {
  shared.timeawayServices ??= make();
  return shared.timeawayServices;
}
