import { DrizzleQueryError, is, Param, Placeholder, type Query } from "drizzle-orm";
import {
  PgDialect,
  PgPreparedQuery,
  PgSession,
  PgTransaction,
  type PgTransactionConfig,
  type PreparedQueryConfig,
  type SelectedFieldsOrdered,
} from "drizzle-orm/pg-core";
import type { PostgresJsQueryResultHKT } from "drizzle-orm/postgres-js";
import type { RowList, Sql, TransactionSql } from "postgres";
import { type RowReader, rowReader } from "./row-reader";
import { openScope, reasonIn, requireOpen, type TransactionState } from "./transaction-state";

type NoSchema = Record<string, never>;
type Values = Record<string, unknown>;
export type Client = Sql | TransactionSql;

/** How Drizzle writes SQL: columns in snake case. */
export const dialect = new PgDialect({ casing: "snake_case" });

/**
 * Drizzle's way to a postgres.js client, in place of its own: every statement is prepared (postgres.js doesn't by default for text that it is
 * given, and PostgreSQL would plan each anew), rows are read by decoders that are looked up once, a query that was built once runs on
 * any connection, and a transaction whose connection was lost writes no more. Statements are remembered by their text, so lists must be
 * sent as arrays.
 */
export class Session extends PgSession<PostgresJsQueryResultHKT, NoSchema, NoSchema> {
  constructor(
    readonly client: Client,
    private readonly state?: TransactionState,
  ) {
    super(dialect);
  }

  override prepareQuery<T extends PreparedQueryConfig = PreparedQueryConfig>(
    query: Query,
    fields: SelectedFieldsOrdered | undefined,
  ): PgPreparedQuery<T> {
    return new Prepared<T>(this, query, fields);
  }

  override transaction<T>(
    work: (tx: PgTransaction<PostgresJsQueryResultHKT, NoSchema, NoSchema>) => Promise<T>,
    config: PgTransactionConfig = {},
  ): Promise<T> {
    return openScope(this.state, (scope) => {
      const inside = scope((client, state) => work(new Transaction(new Session(client, state))));
      return "savepoint" in this.client
        ? this.client.savepoint(inside)
        : this.client.begin(modeOf(config), inside);
    });
  }

  /**
   * Sends a prepared statement. It leaves at once, so that those that are sent together run in the order of the calls.
   * @param form rows as objects, or as bare lists of their values
   * @throws DrizzleQueryError as Drizzle does: it names the statement, which the database's own error does not
   */
  async send<Row extends object>(
    text: string,
    parameters: unknown[],
    form: "objects" | "values" = "objects",
  ): Promise<RowList<Row[]>> {
    try {
      if (this.state) requireOpen(this.state);
      const pending = this.client.unsafe<Row[]>(text, parameters as never[], { prepare: true });
      return await (form === "values" ? (pending.values() as never) : pending).execute();
    } catch (error) {
      const failed = new DrizzleQueryError(text, parameters, error as Error);
      throw this.state ? reasonIn(this.state, failed) : failed;
    }
  }
}

class Transaction extends PgTransaction<PostgresJsQueryResultHKT, NoSchema, NoSchema> {
  constructor(private readonly own: Session) {
    super(dialect, own, undefined);
  }

  override transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.own.transaction(
      work as (tx: PgTransaction<PostgresJsQueryResultHKT, NoSchema, NoSchema>) => Promise<T>,
    );
  }
}

const modeOf = ({ isolationLevel, accessMode, deferrable }: PgTransactionConfig): string =>
  [isolationLevel && `isolation level ${isolationLevel}`, accessMode, deferrable && "deferrable"]
    .filter(Boolean)
    .join(" ");

/** Rows that are fetched together: memory holds so many. */
const batchSize = 250;

/** A query that was built, and can run again on any connection, with other values for its placeholders. */
export class Prepared<T extends PreparedQueryConfig = PreparedQueryConfig> extends PgPreparedQuery<T> {
  /** Drizzle's builder sets it on what a session prepares. By table: whether a join lets none of its rows be absent. */
  joinsNotNullableMap?: Record<string, boolean>;
  private readonly fill: (values: Values) => unknown[];
  private read?: RowReader;

  constructor(
    private readonly session: Session,
    query: Query,
    private readonly fields: SelectedFieldsOrdered | undefined,
  ) {
    super(query, undefined, undefined);
    this.fill = filler(query.params);
  }

  override execute(values?: Values): Promise<T["execute"]> {
    return this.on(this.session, values);
  }

  /** Runs the query on a connection or in a transaction. */
  async on(session: Session, values: Values = {}): Promise<T["execute"]> {
    const parameters = this.fill(values);
    if (!this.fields) return session.send(this.query.sql, parameters);
    return this.readerOf(this.fields)(await session.send<unknown[]>(this.query.sql, parameters, "values"));
  }

  /** Runs the query through a cursor of the session's transaction. */
  async *inBatches(session: Session, cursor: string, values: Values = {}): AsyncGenerator<unknown[]> {
    if (!this.fields) throw new Error("A query that selects nothing has no rows to be fetched.");
    const read = this.readerOf(this.fields);
    const name = dialect.escapeName(cursor);
    await session.send(`declare ${name} no scroll cursor for ${this.query.sql}`, this.fill(values));
    for (;;) {
      const rows = await session.send<unknown[]>(`fetch ${batchSize} from ${name}`, [], "values");
      if (rows.length > 0) yield read(rows);
      if (rows.length < batchSize) return;
    }
  }

  private readerOf(fields: SelectedFieldsOrdered): RowReader {
    this.read ??= rowReader(fields, this.joinsNotNullableMap);
    return this.read;
  }
}

const valueFor = (values: Values, name: string): unknown => {
  if (!(name in values)) throw new Error(`No value for placeholder "${name}" was provided`);
  return values[name];
};

function filling(parameter: unknown): (values: Values) => unknown {
  if (is(parameter, Placeholder)) return (values) => valueFor(values, parameter.name);
  if (!is(parameter, Param) || !is(parameter.value, Placeholder)) return () => parameter;
  const { encoder, value } = parameter;
  return (values) => encoder.mapToDriverValue(valueFor(values, value.name));
}

/** What stands for the placeholders among a statement's parameters; which ones they are is found out once. */
export function filler(parameters: readonly unknown[]): (values: Values) => unknown[] {
  const fillings = parameters.map(filling);
  return (values) => fillings.map((fill) => fill(values));
}
