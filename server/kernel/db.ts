import { getTableColumns, type InferInsertModel, type SQL, sql } from "drizzle-orm";
import {
  PgDatabase,
  type PgInsertBase,
  type PgPreparedQuery,
  type PgTable,
  type PreparedQueryConfig,
} from "drizzle-orm/pg-core";
import type { PostgresJsQueryResultHKT } from "drizzle-orm/postgres-js";
import postgres, { type Options, type PostgresType, type RowList, type Sql } from "postgres";
import { LazyPool, type OpenPool, type SlowStatementLog } from "./lazy-pool";
import { onceForEach } from "./once-for-each";
import { PoolQueue } from "./pool-queue";
import { direct, type Pooling } from "./pooling";
import { dialect, filler, type Prepared, Session } from "./session";
import { type SharedWork, Shares } from "./shares";
import { asParameters, type TimeLimits } from "./time-limits";
import type { Tracer } from "./tracer";

type NoSchema = Record<string, never>;

/** Drizzle on a connection pool or on one transaction; verbs take either. */
export type Db = PgDatabase<PostgresJsQueryResultHKT, NoSchema, NoSchema>;

export interface Database {
  /** What verbs read and write with. */
  db: Db;
  /** The same for one workspace, which has a part of its connections at most. */
  dbOf(workspaceId: string): Db;
  /**
   * For what stands before a request's own work and must not queue behind it: whose key or token it is, whether it is admitted, that it
   * was used, that it is cancelled. A few connections; a crash may forget the last moment of what is written here.
   */
  admission: Db;
  /** The pool of verbs for what must not be refused because others wait, too: what came of work that was done. */
  neverRefused: Db;
  /** What only reads, where a replica is set. */
  replica: Db | undefined;
  pools: Readonly<Record<OwnPool, PoolUse>> & { readonly replica?: PoolUse };
  close(): Promise<void>;
}

/** How much of a pool is in use. */
type PoolUse = Pick<PoolQueue, "size" | "count" | "isOverloaded" | "rejectIfOverloaded">;

type OwnPool = "main" | "admission";
export type Pool = OwnPool | "replica";
type PoolSizes = Record<OwnPool, number>;

const asItIs = (value: unknown): unknown => value;
const asText = (oid: number): PostgresType => ({ to: oid, from: [oid], serialize: asItIs, parse: asItIs });
const json = (oid: number): PostgresType => ({ to: oid, from: [oid], serialize: asItIs, parse: JSON.parse });

/** Drizzle's columns turn these into what we work with: instants, dates and times of day, their arrays, arrays of numbers, and JSON. */
const types = Object.fromEntries(
  [...[1184, 1082, 1083, 1114, 1182, 1185, 1115, 1231, 1016].map(asText), json(114), json(3802)].map(
    (type) => [`type${type.to}`, type],
  ),
);

/** Sees every statement that is sent: which pool, its text, its parameters. */
export type StatementListener = (pool: Pool, text: string, parameters: unknown[]) => void;

/**
 * By default the first connection that comes free takes over whatever waits, a hundred statements: they would wait for each other beside
 * connections that do nothing. The driver's types don't know the option.
 */
const pipelined = { max_pipeline: 8 };

/** A client of postgres.js that reads and writes values as Drizzle's columns expect them. */
const openClient = (url: string, options: Options<Record<string, PostgresType>>): Sql =>
  postgres(url, {
    onnotice: () => {},
    connect_timeout: 4,
    ...pipelined,
    transform: { undefined: null },
    // Seconds. By default every connection of a pool that is lost at once makes the wait three times as long.
    backoff: (tries: number) => Math.min(tries / 10, 1),
    types,
    ...options,
  }) as unknown as Sql;

/** Drizzle on a session's connections. */
export const databaseOn = (session: Session): Db => new PgDatabase(dialect, session, undefined);

const defaultSizes: PoolSizes = { main: 10, admission: 3 };

/** What is written with this may be lost in a crash: nobody waits for the disk. */
const asyncCommitSetting = { synchronous_commit: "off" };

interface PoolOptions {
  sizes?: Partial<PoolSizes>;
  limits?: TimeLimits;
  listener?: StatementListener | undefined;
  /** A statement's time counts from when it was to be sent, waiting for a connection included. */
  slow?: { afterMs: number; log(pool: Pool, text: string, ms: number): void };
  tracer?: Tracer | undefined;
  /** Told of what was refused because too many waited for a connection; without it nothing is. */
  onRefused?(pool: Pool, isNew: boolean): void;
  /** What the URL leads to, when it is not PostgreSQL itself; or how that is found out at first use. */
  pooling?: Pooling | (() => Promise<Pooling>);
  /** A replica of the same database; its pool is as large as the main one. */
  replica?: { url: string; pooling: () => Promise<Pooling> } | undefined;
}

/** One pool. */
interface PoolNeeds extends Options<Record<string, PostgresType>> {
  url: string;
  name: string;
  max: number;
  queue?: PoolQueue | undefined;
  tracer?: Tracer | undefined;
  slow?: SlowStatementLog | undefined;
  limits?: Partial<TimeLimits> | undefined;
  asyncCommit?: boolean;
}

/** A pool whose connections are told what they may, by its start where there is no pooler, else by each transaction. */
function openPool(
  { url, name, limits = {}, asyncCommit, slow: _, queue: _line, tracer: _tracer, ...options }: PoolNeeds,
  pooling: Pooling,
): OpenPool {
  const parameters = asParameters(limits);
  const ofSession = { ...parameters, ...(asyncCommit && asyncCommitSetting) };
  const client = openClient(url, {
    ...options,
    prepare: pooling.isPrepared,
    connection: { application_name: name, ...(pooling.isPooled ? {} : ofSession) },
  });
  const isPrepared = pooling.isPrepared;
  if (!pooling.isPooled) return { client, isPrepared };
  const opening = Object.entries(ofSession).map(([setting, value]) => `set local ${setting} = '${value}'`);
  return { client, isPrepared, opening: opening.join(";"), cancelAfterMs: limits.statementMs };
}

/** A pool that is opened at its first use, if what the URL leads to is not known before. */
export function poolOn(needs: PoolNeeds, pooling: Pooling | (() => Promise<Pooling>) = direct): LazyPool {
  const open = (found: Pooling) => openPool(needs, found);
  const way = typeof pooling === "function" ? async () => open(await pooling()) : open(pooling);
  return new LazyPool(way, needs.queue ?? new PoolQueue(needs.max), needs.slow, needs.tracer);
}

/** Opens the pools; without limits for what seeds and benchmarks do. */
export function openDatabase(
  url: string,
  { sizes = {}, limits, listener, pooling, slow, onRefused, tracer, replica: copy }: PoolOptions = {},
): Database {
  const pool = (of: Pool, more: Omit<PoolNeeds, "url" | "max">, leadsTo = { url, pooling }): LazyPool => {
    const debug =
      listener && ((_: number, text: string, parameters: unknown[]) => listener(of, text, parameters));
    const told: SlowStatementLog | undefined = slow && {
      afterMs: slow.afterMs,
      log: (text, ms) => slow.log(of, text, ms),
    };
    const ofSize = of === "replica" ? "main" : of;
    const max = sizes[ofSize] ?? defaultSizes[ofSize];
    const line = new PoolQueue(max, onRefused && ((isNew) => onRefused(of, isNew)));
    const needs = {
      url: leadsTo.url,
      limits,
      slow: told,
      max,
      line,
      tracer,
      ...(debug && { debug }),
      ...more,
    };
    return poolOn(needs, leadsTo.pooling);
  };
  const neverRefused = onRefused === undefined;
  const main = pool("main", { name: "timeaway" });
  const admission = pool("admission", { name: "timeaway admission", asyncCommit: true });
  const shares = new Shares(main.queue.size, onRefused && ((isNew) => onRefused("main", isNew)));
  const dbOf = onceForEach((workspaceId: string) => {
    const share = <T>(work: SharedWork<T>) => shares.run(workspaceId, work, neverRefused);
    return databaseOn(new Session(main, undefined, neverRefused, share));
  });
  const replica = copy && pool("replica", { name: "timeaway replica" }, copy);
  return {
    db: databaseOn(new Session(main, undefined, neverRefused)),
    dbOf,
    admission: databaseOn(new Session(admission, undefined, neverRefused)),
    neverRefused: databaseOn(new Session(main, undefined, true)),
    replica: replica && databaseOn(new Session(replica, undefined, neverRefused)),
    pools: { main: main.queue, admission: admission.queue, ...(replica && { replica: replica.queue }) },
    async close() {
      await Promise.all([main.end(5), admission.end(5), replica?.end(5)]);
    },
  };
}

/** The SQLSTATE of a database error, however deeply it is wrapped; undefined when it is not one. */
export function sqlState(error: unknown): string | undefined {
  let current = error;
  for (let depth = 0; depth < 5 && current instanceof Error; depth++) {
    const code = (current as { code?: unknown }).code;
    // No class of PostgreSQL's begins with E; all of Node's do, and some are as long: EPIPE.
    if (typeof code === "string" && /^(?!E)[0-9A-Z]{5}$/.test(code)) return code;
    current = current.cause;
  }
  return undefined;
}

/** A field of the error that PostgreSQL reported, however deeply it is wrapped. */
function reported(error: unknown, field: string): string | undefined {
  let current = error;
  for (let depth = 0; depth < 5 && current instanceof Error; depth++) {
    const value = (current as unknown as Record<string, unknown>)[field];
    if (typeof value === "string") return value;
    current = current.cause;
  }
  return undefined;
}

/** The name of the constraint that a database error reports. */
export const violatedConstraint = (error: unknown): string | undefined => reported(error, "constraint_name");

/** The table whose row refers to what was to be deleted, when a foreign key refused it. */
export const referringTable = (error: unknown): string | undefined => reported(error, "table_name");

// Every Db of ours stands on a session of ours.
const sessionOf = (db: Db): Session => db._.session as Session;

interface Runnable<Q extends PgPreparedQuery<PreparedQueryConfig>> extends Pick<Q, "execute"> {
  /**
   * The rows in batches, of which memory holds one. Must run inside a transaction, whose snapshot all of them share.
   * @param cursor one name always stands for the same columns, because statements are prepared by their text
   */
  inBatches(
    cursor: string,
    values?: Record<string, unknown>,
  ): AsyncGenerator<Awaited<ReturnType<Q["execute"]>>>;
}

/**
 * A query of Drizzle's builder, built once for each shape, that runs on whichever pool or transaction it is asked for: building costs more
 * than running a small one. `shape` must name everything that changes the SQL text.
 */
export function preparedBy<Q extends PgPreparedQuery<PreparedQueryConfig>>(
  build: (db: Db, shape: string) => Q,
): (db: Db, shape?: string) => Runnable<Q> {
  const byShape = new Map<string, Prepared>();
  return (db, shape = "") => {
    const query = byShape.get(shape) ?? preparedOf(build(db, shape));
    byShape.set(shape, query);
    return {
      execute: (values) => query.on(sessionOf(db), values),
      inBatches: (cursor, values) => query.inBatches(sessionOf(db), cursor, values),
    } as Runnable<Q>;
  };
}

/** By what it can do, not by its class: the process's pools may be those of another bundle, which has classes of its own. */
function preparedOf(query: PgPreparedQuery<PreparedQueryConfig>): Prepared {
  if ("on" in query) return query as Prepared;
  throw new Error("preparedBy: the query was not built with the Db that it was given.");
}

/**
 * A statement that only SQL can say, built once for each shape, as `preparedBy` has it. Placeholders take instants as ISO text and lists
 * by `arrayOf`; instants come back as PostgreSQL's text. Parts that never change are `literal`, so that they are planned with the text.
 */
export function statement<Row extends object>(
  text: SQL | ((shape: string) => SQL),
): (db: Db, values?: Record<string, unknown>, shape?: string) => Promise<RowList<Row[]>> {
  const byShape = new Map<string, { sql: string; fill: ReturnType<typeof filler> }>();
  const built = (shape: string) => {
    const query = dialect.sqlToQuery(typeof text === "function" ? text(shape) : text);
    return { sql: query.sql, fill: filler(query.params) };
  };
  return async (db, values = {}, shape = "") => {
    const query = byShape.get(shape) ?? built(shape);
    byShape.set(shape, query);
    return sessionOf(db).send<Row>(query.sql, query.fill(values));
  };
}

type Insert<T extends PgTable> = PgInsertBase<T, PostgresJsQueryResultHKT>;

/**
 * Inserts whole rows of a table with one prepared statement; nothing is left to the columns' defaults.
 * @param finish adds what is to be done with a row that is there already, or what of it comes back, as the driver gives it
 */
export function insertInto<T extends PgTable>(
  table: T,
  finish: (insert: Insert<T>) => { toSQL(): { sql: string } } = (insert) => insert,
) {
  const columns = Object.entries(getTableColumns(table));
  // As bare SQL, since Drizzle would also encode null, which is no date and no JSON.
  const values = Object.fromEntries(columns.map(([name]) => [name, sql`${sql.placeholder(name)}`]));
  let text: string | undefined;
  return async (db: Db, row: Required<InferInsertModel<T>>): Promise<Record<string, unknown>[]> => {
    text ??= finish(db.insert(table).values(values as unknown as InferInsertModel<T>)).toSQL().sql;
    const given = row as Record<string, unknown>;
    const encoded = columns.map(([name, column]) =>
      given[name] === null ? null : column.mapToDriverValue(given[name]),
    );
    return sessionOf(db).send<Record<string, unknown>>(text, encoded);
  };
}
