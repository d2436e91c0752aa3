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
import type { PendingQuery, RowList, TransactionSql } from "postgres";
import { summaryOf } from "@/server/kernel/telemetry/statement-summary";
import type { Span } from "@/server/kernel/telemetry/tracer";
import { arrayOf } from "./array-of";
import { everyMark, ofReachable, workspaceIn } from "./in-batch";
import type { LazyPool } from "./lazy-pool";
import { Overloaded, queueTimeout, type Waiter } from "./pool-queue";
import { refusesSettings } from "./pooling";
import { type RowReader, rowReader } from "./row-reader";
import type { About, Seats } from "./server-shares";
import type { SharedWork } from "./shares";
import { openScope, reasonIn, requireOpen, type TransactionState } from "./transaction-state";

type NoSchema = Record<string, never>;
type Values = Record<string, unknown>;

/** A pool's transaction. */
interface Inside {
  client: TransactionSql;
  state: TransactionState;
}

/** A statement on its way; `isSent` and `isNext` are additions of our patch. */
type Pending = Pick<PendingQuery<never[]>, "isSent" | "isNext" | "cancel">;

type Work<T> = (tx: TransactionSql) => Promise<T>;

/** How Drizzle writes SQL: columns in snake case. */
export const dialect = new PgDialect({ casing: "snake_case" });

/**
 * Drizzle's session on a postgres.js client, in place of Drizzle's own. It prepares every statement (by default postgres.js does not
 * prepare a given text, and PostgreSQL would plan it each time). It reads rows with decoders that are looked up once, runs a query that was
 * built once on any connection, and stops a transaction whose connection was lost from writing. Statements are cached by their text, so
 * lists must be sent as arrays.
 */
export class Session extends PgSession<PostgresJsQueryResultHKT, NoSchema, NoSchema> {
  /**
   * @param neverRefused work is never refused because of the queue
   * @param own the workspace, and what runs work within its share of the pool
   */
  constructor(
    private readonly pool: LazyPool,
    private readonly inside?: Inside,
    private readonly neverRefused = false,
    private readonly own?: { workspaceId: string; share: <T>(work: SharedWork<T>) => Promise<T> },
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
    return this.limited((since) => this.begin(work, config, since));
  }

  /** Runs work within the shares of its workspace and of that one's server. A transaction's statements have its connection already. */
  private limited<T>(work: SharedWork<T>, about: About = {}): Promise<T> {
    const { servers } = this.pool;
    if (this.inside) return work();
    const all = { ...about, ...(this.own && { workspaceId: this.own.workspaceId }) };
    const atServer: SharedWork<T> = servers?.shares.isOn
      ? (since) => servers.shares.run(all, work, this.neverRefused, since)
      : work;
    return this.own ? this.own.share(atServer) : atServer();
  }

  private begin<T>(
    work: (tx: PgTransaction<PostgresJsQueryResultHKT, NoSchema, NoSchema>) => Promise<T>,
    config: PgTransactionConfig,
    since?: number,
  ): Promise<T> {
    return openScope(this.inside?.state, async (scope) => {
      if (!this.inside) this.rejectIfOverloaded();
      const { client, opening } = this.pool.opened ?? (await this.pool.open());
      const inside = (open: (tx: TransactionSql) => void = () => undefined) =>
        scope((tx, state) => {
          open(tx);
          return work(new Transaction(new Session(this.pool, { client: tx, state })));
        });
      if (this.inside) return this.inside.client.savepoint(inside());
      // Not awaited: it is sent with the work's first statement, and its failure fails everything after it.
      const limit = opening ? (tx: TransactionSql) => void tx.unsafe(opening).execute() : undefined;
      return this.queued((begun) => client.begin(modeOf(config), begun(inside(limit))), since);
    });
  }

  private get seats(): Seats | undefined {
    const { servers } = this.pool;
    return servers?.shares.isOn ? servers.seats : undefined;
  }

  /** A statement that waits for a seat, not for the driver's queue. */
  private seated<T>(seats: Seats, send: () => Promise<T>, since?: number): Promise<T> {
    let hasBegun = false;
    const waiter: Waiter = { hasBegun: () => hasBegun, since };
    const ended = seats.hold(() => {
      hasBegun = true;
      if (waiter.isRejected) throw queueTimeout();
      return send();
    });
    return this.pool.queue.track(ended, this.neverRefused ? undefined : waiter);
  }

  private rejectIfOverloaded(): void {
    if (!this.neverRefused) this.pool.queue.rejectIfOverloaded();
  }

  /** A transaction that timed out in the queue does nothing once it gets its connection. */
  private queued<T>(
    begin: (begun: (work: Work<T>) => Work<T>) => Promise<unknown>,
    since?: number,
  ): Promise<T> {
    let hasBegun = false;
    const waiter: Waiter = { hasBegun: () => hasBegun, since };
    const open = () =>
      begin((work) => async (tx) => {
        hasBegun = true;
        if (waiter.isRejected) throw queueTimeout();
        return work(tx);
      });
    const { seats } = this;
    const opened = seats ? seats.hold(open) : open();
    return this.pool.queue.track(opened as Promise<T>, this.neverRefused ? undefined : waiter);
  }

  /**
   * Sends a statement, prepared where possible. It leaves at once, so that concurrent statements run in the order of the calls, and
   * together with its values. By default the driver first asks for the types of a text's parameters and waits for the answer, unless they
   * are cached on the connection: another round trip, in which PostgreSQL considers the session busy, so a process that is frozen there
   * keeps its locks past the timeout for idle transactions. And a pooler that has answered the statement before takes the connection away
   * in between, so that the answer never comes.
   * @param form rows as objects, or as bare lists of their values
   * @param workspaceId whose rows it is about, if the caller knows
   * @throws DrizzleQueryError like Drizzle: it names the statement, which the database's own error does not
   */
  send<Row extends object>(
    text: string,
    parameters: unknown[],
    form: "objects" | "values" = "objects",
    workspaceId?: string,
  ): Promise<RowList<Row[]>> {
    const { reachable } = this.pool.servers?.shares ?? {};
    const given =
      reachable && text.includes(everyMark) ? ofReachable(text, parameters, reachable) : { text, parameters };
    return this.limited((since) => this.dispatch<Row>(given.text, given.parameters, form, since), {
      text: given.text,
      workspaceId,
    });
  }

  private async dispatch<Row extends object>(
    text: string,
    parameters: unknown[],
    form: "objects" | "values",
    since?: number,
  ): Promise<RowList<Row[]>> {
    if (!this.inside) this.rejectIfOverloaded();
    const began = performance.now();
    const span = this.pool.tracer?.begin("", "client");
    try {
      const way = this.pool.opened ?? (await this.pool.open());
      if (this.inside) requireOpen(this.inside.state);
      const { client } = this.inside ?? way;
      const send = () => {
        const pending = client.unsafe<Row[]>(text, parameters.map(plain) as never[], {
          prepare: way.isPrepared,
          describeFirst: false,
        });
        const sent = form === "values" ? (pending.values() as never as typeof pending) : pending;
        return { pending, answer: sent.execute() };
      };
      if (this.inside) return await send().answer;
      const limit = way.cancelAfterMs;
      const ended = ({ answer }: ReturnType<typeof send>) =>
        limit === undefined ? answer : cancelledAfter(answer, limit);
      const { seats } = this;
      if (seats) return await this.seated(seats, () => ended(send()), since);
      const sent = send();
      return await this.pool.queue.track(
        ended(sent),
        this.neverRefused ? undefined : waiterOf(sent.pending, since),
      );
    } catch (error) {
      if (span) span.hasFailed = true;
      if (error instanceof Overloaded) throw error;
      const failed = new DrizzleQueryError(text, parameters, explained(error));
      throw this.inside ? reasonIn(this.inside.state, failed) : failed;
    } finally {
      if (span) endStatement(span, text);
      const { slow } = this.pool;
      const ms = performance.now() - began;
      if (slow && ms >= slow.afterMs) slow.log(text, ms);
    }
  }
}

/** Records only a statement's operation and tables: its text may hold more, and its values are user data. */
function endStatement(span: Span, text: string): void {
  const summary = summaryOf(text);
  span.name = summary;
  span.set({ "db.system.name": "postgresql", "db.query.summary": summary });
  span.end();
}

/** Explains the error when an operator added a pooler while this process was running. */
const explained = (error: unknown): Error =>
  refusesSettings(error)
    ? new Error("DATABASE_URL leads to a pooler since this process was started: start it again.", {
        cause: error,
      })
    : (error as Error);

/** Encodes a value independently of the type that PostgreSQL infers; only lists need it. */
const plain = (value: unknown): unknown => (Array.isArray(value) ? arrayOf(value) : value);

/** The driver knows when a statement's turn has come on its connection: a statement behind others is sent before its turn. */
const waiterOf = (pending: Pending, since?: number): Waiter => ({
  hasBegun: () => pending.isNext,
  since,
});

const lookAgainMs = 50;

/**
 * Cancels a statement that takes too long. One that was sent behind others is cancelled once its turn has come: earlier, the driver would
 * forget it and give its answer to the next one.
 */
async function cancelledAfter<T>(pending: Promise<T> & Pending, ms: number): Promise<T> {
  const cancel = () => {
    if (pending.isSent && !pending.isNext) timer = setTimeout(cancel, lookAgainMs);
    else pending.cancel();
  };
  let timer = setTimeout(cancel, ms);
  try {
    return await pending;
  } finally {
    clearTimeout(timer);
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

/** Rows per fetch, which bounds memory. */
const batchSize = 250;

/** A query built once, which can run again on any connection with other placeholder values. */
export class Prepared<T extends PreparedQueryConfig = PreparedQueryConfig> extends PgPreparedQuery<T> {
  /** Set by Drizzle's builder on prepared queries. By table: whether its row is never null in the join. */
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
    const workspaceId = workspaceIn(values);
    if (!this.fields) return session.send(this.query.sql, parameters, "objects", workspaceId);
    return this.readerOf(this.fields)(
      await session.send<unknown[]>(this.query.sql, parameters, "values", workspaceId),
    );
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

/** Fills in a statement's placeholders. Which parameters are placeholders is determined once. */
export function filler(parameters: readonly unknown[]): (values: Values) => unknown[] {
  const fillings = parameters.map(filling);
  return (values) => fillings.map((fill) => fill(values));
}
