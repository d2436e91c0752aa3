import { getTableColumns, type InferInsertModel, type SQL, sql } from "drizzle-orm";
import { type PgDatabase, PgDialect, type PgInsertBase, type PgTable } from "drizzle-orm/pg-core";
import { drizzle, type PostgresJsQueryResultHKT } from "drizzle-orm/postgres-js";
import postgres, { type Options, type RowList, type Sql } from "postgres";
import { filler, quickQuery, send } from "./quick-query";

/** Drizzle on a connection pool or on one transaction; verbs take either. */
export type Db = PgDatabase<PostgresJsQueryResultHKT, Record<string, never>>;

export interface Database {
  db: Db;
  /** Raw postgres.js for the counters, with `synchronous_commit = off`; never for data that must survive a crash. */
  counters: Sql;
  close(): Promise<void>;
}

export interface PoolSizes {
  main: number;
  counters: number;
}

const base = {
  onnotice: () => {},
  connect_timeout: 10,
  transform: { undefined: null },
  // Seconds. By default every connection of a pool that is lost at once makes the wait three times as long.
  backoff: (tries: number) => Math.min(tries / 10, 1),
} satisfies Options<Record<string, never>>;

type Begin = (...args: [string, Scoped] | [Scoped]) => Promise<unknown>;
type Scoped = (transaction: Sql) => unknown;

/**
 * postgres.js prepares tagged templates but not `unsafe`, which is what Drizzle calls, and Drizzle asks it not to for a query without
 * a name; without a prepared statement PostgreSQL plans every query anew. Statements are remembered by their text, so dynamic lists must be sent as arrays. Covers the clients of
 * transactions and savepoints too.
 */
function preparing(client: Sql, transaction?: TransactionState): Sql {
  const unsafe = client.unsafe;
  client.unsafe = ((text: string, params?: never[], options?: object) => {
    if (transaction) requireOpen(transaction);
    return unsafe(text, params, { ...options, prepare: true });
  }) as typeof client.unsafe;
  for (const name of ["begin", "savepoint"] as const)
    wrapScope(client as unknown as Record<string, Begin>, name, transaction);
  return client;
}

interface TransactionState {
  /** Its work is done or has failed: what other branches of it still send would come after the COMMIT or ROLLBACK, and stand alone. */
  isDone: boolean;
  /** It has ended, or its connection was lost. */
  isOver: boolean;
}

function requireOpen({ isOver, isDone }: TransactionState): void {
  if (isOver) throw new Error("The transaction is over: its connection was lost.");
  if (isDone) throw new Error("The transaction is over.");
}

/**
 * A transaction whose connection is lost fails at once, but its work goes on for a moment, and by then the connection may be somebody
 * else's: what the work still writes would be committed without the rest, and the COMMIT or ROLLBACK that postgres.js sends at its end
 * would end the other's transaction. So the work may write no more, and its end is never told.
 */
function wrapScope(client: Record<string, Begin>, name: string, outer?: TransactionState): void {
  const open = client[name];
  if (!open) return;
  client[name] = async (...args) => {
    if (outer) requireOpen(outer);
    const state = outer ?? { isDone: false, isOver: false };
    const work = (args[1] ?? args[0]) as Scoped;
    const scoped: Scoped = async (transaction) => {
      const outcome = await settled(() => work(preparing(transaction, state)));
      if (!outer) state.isDone = true;
      // When the connection was lost just now, that is known only in a moment.
      if (outcome.status === "rejected") await nextTurn();
      if (state.isOver) return new Promise(() => undefined);
      if (outcome.status === "rejected") throw outcome.reason;
      return outcome.value;
    };
    const result = args.length === 2 ? open(args[0], scoped) : open(scoped);
    const end = (): void => {
      state.isOver = true;
    };
    if (!outer) result.then(end, end);
    return result;
  };
}

async function settled(work: () => unknown): Promise<PromiseSettledResult<unknown>> {
  try {
    return { status: "fulfilled", value: await work() };
  } catch (reason) {
    return { status: "rejected", reason };
  }
}

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Sees every statement that is sent: which pool, its text, its parameters. */
export type StatementListener = (pool: "main" | "counters", text: string, parameters: unknown[]) => void;

const listening = (pool: "main" | "counters", listener?: StatementListener) =>
  listener
    ? { debug: (_: number, text: string, parameters: unknown[]) => listener(pool, text, parameters) }
    : {};

const defaultSizes: PoolSizes = { main: 10, counters: 3 };

/** Opens the pools. Two clients, because Drizzle changes the serializers of the one it is given. */
export function openDatabase(
  url: string,
  sizes: PoolSizes = defaultSizes,
  listener?: StatementListener,
): Database {
  const main = preparing(postgres(url, { ...base, ...listening("main", listener), max: sizes.main }));
  const counters = postgres(url, {
    ...base,
    ...listening("counters", listener),
    max: sizes.counters,
    connection: { synchronous_commit: "off" },
  });
  return {
    db: drizzle(main, { casing: "snake_case" }) as unknown as Db,
    counters,
    async close() {
      await Promise.all([main.end({ timeout: 5 }), counters.end({ timeout: 5 })]);
    },
  };
}

/** The SQLSTATE of a database error, however deeply it is wrapped; undefined when it is not one. */
export function sqlState(error: unknown): string | undefined {
  let current = error;
  for (let depth = 0; depth < 5 && current instanceof Error; depth++) {
    const code = (current as { code?: unknown }).code;
    if (typeof code === "string" && /^[0-9A-Z]{5}$/.test(code)) return code;
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

const clientOf = (db: Db): Sql => (db as unknown as { session: { client: Sql } }).session.client;

/**
 * Builds a query once for each shape, and runs it on whichever pool or transaction it is asked for: building costs more than running
 * a small one. `shape` must name everything that changes the SQL text.
 */
export function preparedBy<Q extends object>(
  build: (db: Db, shape: string) => Q,
): (db: Db, shape?: string) => Q {
  const byShape = new Map<string, (client: Sql) => Q>();
  return (db, shape = "") => {
    const query = byShape.get(shape) ?? quickQuery(build(db, shape));
    byShape.set(shape, query);
    return query(clientOf(db));
  };
}

const dialect = new PgDialect({ casing: "snake_case" });

/**
 * A statement that only SQL can say, built once: what `execute` is given is put together anew each time. Placeholders take instants as
 * ISO text; instants come back as PostgreSQL's text.
 */
export function statement<Row extends object>(
  text: SQL,
): (db: Db, values?: Record<string, unknown>) => Promise<RowList<Row[]>> {
  const query = dialect.sqlToQuery(text);
  const fill = filler(query.params);
  return async (db, values = {}) => send<Row>(clientOf(db), query.sql, fill(values));
}

/**
 * An array as PostgreSQL writes it, for a placeholder of `statement`. The driver's own way costs this process more, JSON costs the
 * database more: both twice.
 */
export const arrayOf = (values: readonly (string | number | null)[]): string =>
  `{${values.map(elementOf).join()}}`;

// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON quotes as PostgreSQL does, but for these
const control = /[\u0000-\u001f]/;

function elementOf(value: string | number | null): string {
  if (value === null) return "NULL";
  if (typeof value === "number") return String(value);
  return control.test(value) ? `"${value.replace(/[\\"]/g, "\\$&")}"` : JSON.stringify(value);
}

type Insert<T extends PgTable> = PgInsertBase<T, PostgresJsQueryResultHKT>;

/**
 * Inserts whole rows of a table with one prepared statement; nothing is left to the columns' defaults.
 * @param finish adds what is to be done with a row that is there already
 */
export function insertInto<T extends PgTable>(
  table: T,
  finish: (insert: Insert<T>) => { toSQL(): { sql: string } } = (insert) => insert,
) {
  const columns = Object.entries(getTableColumns(table));
  // As bare SQL, since Drizzle would also encode null, which is no date and no JSON.
  const values = Object.fromEntries(columns.map(([name]) => [name, sql`${sql.placeholder(name)}`]));
  let text: string | undefined;
  return async (db: Db, row: Required<InferInsertModel<T>>): Promise<void> => {
    text ??= finish(db.insert(table).values(values as unknown as InferInsertModel<T>)).toSQL().sql;
    const given = row as Record<string, unknown>;
    const encoded = columns.map(([name, column]) =>
      given[name] === null ? null : column.mapToDriverValue(given[name]),
    );
    await send(clientOf(db), text, encoded);
  };
}
