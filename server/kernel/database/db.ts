import { getTableColumns, type InferInsertModel, type SQL, sql } from "drizzle-orm";
import { toSnakeCase } from "drizzle-orm/casing";
import {
  type PgColumn,
  PgDatabase,
  type PgInsertBase,
  type PgPreparedQuery,
  type PgTable,
  type PreparedQueryConfig,
} from "drizzle-orm/pg-core";
import type { PostgresJsQueryResultHKT } from "drizzle-orm/postgres-js";
import postgres, { type Options, type PostgresType, type RowList, type Sql } from "postgres";
import { onceForEach } from "@/server/kernel/once-for-each";
import type { Tracer } from "@/server/kernel/telemetry/tracer";
import { asParameters, type TimeLimits } from "@/server/kernel/time/time-limits";
import { buildFor, variantOf, workspaceIn } from "./in-batch";
import { LazyPool, type OpenPool, type SlowStatementLog } from "./lazy-pool";
import type { Placement } from "./placement";
import { PoolQueue } from "./pool-queue";
import { direct, type Pooling } from "./pooling";
import { Seats, ServerShares } from "./server-shares";
import { dialect, filler, type Prepared, Session } from "./session";
import { type SharedWork, Shares } from "./shares";

type NoSchema = Record<string, never>;

/** Drizzle on a connection pool or on one transaction; verbs accept either. */
export type Db = PgDatabase<PostgresJsQueryResultHKT, NoSchema, NoSchema>;

export interface Database {
  /** For the reads and writes of verbs. */
  db: Db;
  /** The same for one workspace, limited to a share of the connections. */
  dbOf(workspaceId: string): Db;
  /**
   * For the steps before a request's own work, which must not queue behind it: the lookup of its key or token, its admission, the record
   * of that use, its cancellation. A few connections; a crash may lose the most recent writes.
   */
  admission: Db;
  /** The same, never refused: whether a server answers. */
  probes: Db;
  /** The main pool for work that an overload must not refuse: the outcome of completed work. */
  neverRefused: Db;
  pools: Readonly<Record<Pool, PoolUse>>;
  close(): Promise<void>;
}

/** The utilization of a pool. */
type PoolUse = Pick<PoolQueue, "size" | "count" | "isOverloaded" | "rejectIfOverloaded">;

export type Pool = "main" | "admission";
type PoolSizes = Record<Pool, number>;

const asItIs = (value: unknown): unknown => value;
const asText = (oid: number): PostgresType => ({ to: oid, from: [oid], serialize: asItIs, parse: asItIs });
const json = (oid: number): PostgresType => ({ to: oid, from: [oid], serialize: asItIs, parse: JSON.parse });

/** Drizzle's columns convert these types: instants, dates and times of day, their arrays, arrays of numbers, and JSON. */
const types = Object.fromEntries(
  [...[1184, 1082, 1083, 1114, 1182, 1185, 1115, 1231, 1016].map(asText), json(114), json(3802)].map(
    (type) => [`type${type.to}`, type],
  ),
);

/** Receives the pool, the text and the parameters of every statement sent. */
export type StatementListener = (pool: Pool, text: string, parameters: unknown[]) => void;

/**
 * By default the first free connection takes up to a hundred waiting statements: they would wait for each other while other connections
 * are idle. The driver's types lack this option.
 */
const pipelined = { max_pipeline: 8 };

/** A client of postgres.js that reads and writes values as Drizzle's columns expect them. */
const openClient = (url: string, options: Options<Record<string, PostgresType>>): Sql =>
  postgres(url, {
    onnotice: () => {},
    connect_timeout: 4,
    ...pipelined,
    transform: { undefined: null },
    // Seconds. By default, when a pool's connections are lost together, each of them triples the delay.
    backoff: (tries: number) => Math.min(tries / 10, 1),
    types,
    ...options,
  }) as unknown as Sql;

/** Drizzle on a session's connections. */
export const databaseOn = (session: Session): Db => new PgDatabase(dialect, session, undefined);

const defaultSizes: PoolSizes = { main: 10, admission: 3 };

/** A commit does not wait for the disk: a crash may lose it. */
const asyncCommitSetting = { synchronous_commit: "off" };

interface PoolOptions {
  sizes?: Partial<PoolSizes>;
  limits?: TimeLimits;
  listener?: StatementListener | undefined;
  /** A statement's time includes its wait for a connection. */
  slow?: { afterMs: number; log(pool: Pool, text: string, ms: number): void };
  tracer?: Tracer | undefined;
  /** Called for work refused because too much waited for a connection; without it, nothing is refused. */
  onRefused?(pool: Pool, isNew: boolean): void;
  /** What the URL leads to, if not to PostgreSQL itself; or a function that detects it at first use. */
  pooling?: Pooling | (() => Promise<Pooling>);
  /** The servers over which workspaces may be distributed. */
  placement?: Placement | undefined;
}

/** The options of one pool. */
interface PoolNeeds extends Options<Record<string, PostgresType>> {
  url: string;
  name: string;
  max: number;
  queue?: PoolQueue | undefined;
  servers?: { shares: ServerShares; seats: Seats } | undefined;
  tracer?: Tracer | undefined;
  slow?: SlowStatementLog | undefined;
  limits?: Partial<TimeLimits> | undefined;
  asyncCommit?: boolean;
}

/** Opens a pool. Its connections get their settings at connection start, or behind a pooler in each transaction. */
function openPool(
  {
    url,
    name,
    limits = {},
    asyncCommit,
    slow: _,
    queue: _queue,
    servers: _servers,
    tracer: _tracer,
    ...options
  }: PoolNeeds,
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

/** A pool, opened at its first use when `pooling` must be detected first. */
export function poolOn(needs: PoolNeeds, pooling: Pooling | (() => Promise<Pooling>) = direct): LazyPool {
  const open = (found: Pooling) => openPool(needs, found);
  const way = typeof pooling === "function" ? async () => open(await pooling()) : open(pooling);
  return new LazyPool(way, needs.queue ?? new PoolQueue(needs.max), needs.slow, needs.tracer, needs.servers);
}

/** Opens the pools. Seeds and benchmarks pass no limits. */
export function openDatabase(
  url: string,
  { sizes = {}, limits, listener, pooling, slow, onRefused, tracer, placement }: PoolOptions = {},
): Database {
  const pool = (of: Pool, more: Omit<PoolNeeds, "url" | "max">): LazyPool => {
    const debug =
      listener && ((_: number, text: string, parameters: unknown[]) => listener(of, text, parameters));
    const slowLog: SlowStatementLog | undefined = slow && {
      afterMs: slow.afterMs,
      log: (text, ms) => slow.log(of, text, ms),
    };
    const max = sizes[of] ?? defaultSizes[of];
    const refused = onRefused && ((isNew: boolean) => onRefused(of, isNew));
    const queue = new PoolQueue(max, refused);
    const servers = placement && {
      shares: new ServerShares(max, placement, refused),
      seats: new Seats(max),
    };
    const needs = {
      url,
      limits,
      slow: slowLog,
      max,
      queue,
      servers,
      tracer,
      ...(debug && { debug }),
      ...more,
    };
    return poolOn(needs, pooling);
  };
  const neverRefused = onRefused === undefined;
  const main = pool("main", { name: "timeaway" });
  const admission = pool("admission", { name: "timeaway admission", asyncCommit: true });
  const shares = new Shares(main.queue.size, onRefused && ((isNew) => onRefused("main", isNew)));
  const dbOf = onceForEach((workspaceId: string) => {
    const share = <T>(work: SharedWork<T>) => shares.run(workspaceId, work, neverRefused);
    return databaseOn(new Session(main, undefined, neverRefused, { workspaceId, share }));
  });
  return {
    db: databaseOn(new Session(main, undefined, neverRefused)),
    dbOf,
    admission: databaseOn(new Session(admission, undefined, neverRefused)),
    probes: databaseOn(new Session(admission, undefined, true)),
    neverRefused: databaseOn(new Session(main, undefined, true)),
    pools: { main: main.queue, admission: admission.queue },
    async close() {
      await Promise.all([main.end(5), admission.end(5)]);
    },
  };
}

/** The SQLSTATE of a database error, also of a wrapped one; undefined for any other error. */
export function sqlState(error: unknown): string | undefined {
  let current = error;
  for (let depth = 0; depth < 5 && current instanceof Error; depth++) {
    const code = (current as { code?: unknown }).code;
    // No SQLSTATE class starts with E. All of Node's codes do, and some have five characters, too: EPIPE.
    if (typeof code === "string" && /^(?!E)[0-9A-Z]{5}$/.test(code)) return code;
    current = current.cause;
  }
  return undefined;
}

/** A field of the error that PostgreSQL reported, also of a wrapped one. */
function reported(error: unknown, field: string): string | undefined {
  let current = error;
  for (let depth = 0; depth < 5 && current instanceof Error; depth++) {
    const value = (current as unknown as Record<string, unknown>)[field];
    if (typeof value === "string") return value;
    current = current.cause;
  }
  return undefined;
}

/** What the database itself said, also of a wrapped error. */
function messageOf(error: unknown): string {
  let current = error;
  for (let depth = 0; depth < 5 && current instanceof Error; depth++) {
    if (sqlState(current) === (current as { code?: unknown }).code) return current.message;
    current = current.cause;
  }
  return "";
}

/** The number that a part of a distributed table, and its constraints, have at their ends: `labels_name_unique_102099`. */
const partNumber = /_\d{6,}$/;

/**
 * The names in a database error's text. Of an error on another server Citus passes on no field for them, so only its English text has them.
 * Citus shortens names of more than 56 characters by a hash, which cannot be undone.
 */
const namesIn = (error: unknown): string[] =>
  [...messageOf(error).matchAll(/"([^"]+)"/g)].map(([, name = ""]) => name);

/**
 * The name of the constraint that a database error reports. The text of a foreign key's and a check's error names their table before it.
 */
export function violatedConstraint(error: unknown): string | undefined {
  const names = namesIn(error);
  return (reported(error, "constraint_name") ?? names[1] ?? names[0])?.replace(partNumber, "");
}

/** The table that still references the row, when a foreign key refused its deletion. */
export const referringTable = (error: unknown): string | undefined =>
  (reported(error, "table_name") ?? namesIn(error)[2])?.replace(partNumber, "");

// Every `Db` here runs on our own `Session`.
const sessionOf = (db: Db): Session => db._.session as Session;

interface Runnable<Q extends PgPreparedQuery<PreparedQueryConfig>> extends Pick<Q, "execute"> {
  /**
   * The rows in batches, one in memory at a time. Must run inside a transaction, whose snapshot all batches share.
   * @param cursor a name must always stand for the same columns, because statements are prepared by their text
   */
  inBatches(
    cursor: string,
    values?: Record<string, unknown>,
  ): AsyncGenerator<Awaited<ReturnType<Q["execute"]>>>;
}

/**
 * A query of Drizzle's builder, built once per shape, that runs on any pool or transaction: building a small query costs more than
 * running it. `shape` must name everything that changes the SQL text.
 */
export function preparedBy<Q extends PgPreparedQuery<PreparedQueryConfig>>(
  build: (db: Db, shape: string) => Q,
): (db: Db, shape?: string) => Runnable<Q> {
  const byShape = new Map<string, Prepared>();
  return (db, shape = "") => {
    const queryFor = (values: Record<string, unknown> = {}): Prepared => {
      const name = shape + variantOf(values);
      const query = byShape.get(name) ?? buildFor(values, () => preparedOf(build(db, shape)));
      byShape.set(name, query);
      return query;
    };
    return {
      execute: (values) => queryFor(values).on(sessionOf(db), values),
      inBatches: (cursor, values) => queryFor(values).inBatches(sessionOf(db), cursor, values),
    } as Runnable<Q>;
  };
}

/** Checks for the method, not for the class: the process's pools may come from another bundle, which has its own classes. */
function preparedOf(query: PgPreparedQuery<PreparedQueryConfig>): Prepared {
  if ("on" in query) return query as Prepared;
  throw new Error("preparedBy: the query was not built with the Db that it was given.");
}

/**
 * A raw SQL statement, built once per shape as in `preparedBy`. Placeholders take instants as ISO text and lists from `arrayOf`; instants
 * are returned as PostgreSQL's text. Constant parts use `literal`, so that PostgreSQL plans them with the text.
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
    const name = shape + variantOf(values);
    const query = byShape.get(name) ?? buildFor(values, () => built(shape));
    byShape.set(name, query);
    return sessionOf(db).send<Row>(query.sql, query.fill(values), "objects", workspaceIn(values));
  };
}

type Insert<T extends PgTable> = PgInsertBase<T, PostgresJsQueryResultHKT>;

/** `insertInto` for many rows, in one statement. For tables without bytes. */
export function insertManyInto<T extends PgTable>(table: T) {
  const columns = Object.entries(getTableColumns(table));
  const named = columns.map(([, column]) => sql.identifier(toSnakeCase(column.name)));
  const names = sql.join(named, sql`, `);
  const typed = columns.map(([, column], at) => sql`${named[at]} ${sql.raw(column.getSQLType())}`);
  const insert = statement(sql`
    insert into ${table} (${names}) select ${names}
    from jsonb_to_recordset(${sql.placeholder("rows")}::text::jsonb) as given(${sql.join(typed, sql`, `)})`);
  return async (db: Db, rows: readonly Required<InferInsertModel<T>>[]): Promise<void> => {
    if (rows.length === 0) return;
    const encoded = rows.map((row) => {
      const given = row as Record<string, unknown>;
      return Object.fromEntries(
        columns.map(([name, column]) => [toSnakeCase(column.name), inJson(column, given[name])]),
      );
    });
    await insert(db, { rows: JSON.stringify(encoded) });
  };
}

/** A column's value within a JSON document. */
const inJson = (column: PgColumn, value: unknown): unknown =>
  value === null || column.columnType === "PgJsonb" ? value : column.mapToDriverValue(value);

/**
 * Inserts complete rows of a table with one prepared statement; no column default applies.
 * @param finish adds the conflict clause or the returned columns, whose values are those of the driver
 */
export function insertInto<T extends PgTable>(
  table: T,
  finish: (insert: Insert<T>) => { toSQL(): { sql: string } } = (insert) => insert,
) {
  const columns = Object.entries(getTableColumns(table));
  // As raw SQL, since Drizzle would also encode null, which is neither a date nor JSON.
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
