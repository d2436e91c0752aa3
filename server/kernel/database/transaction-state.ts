import type { TransactionSql } from "postgres";

export interface TransactionState {
  /**
   * The work has succeeded or failed: statements that its concurrent branches still send would follow the COMMIT or ROLLBACK, outside the
   * transaction.
   */
  isDone: boolean;
  /** It has ended, or its connection was lost. */
  isOver: boolean;
  /** The last error from the database. */
  failure?: Error;
}

export function requireOpen({ isOver, isDone }: TransactionState): void {
  if (isOver)
    throw Object.assign(new Error("The transaction is over: its connection was lost."), {
      code: "CONNECTION_CLOSED",
    });
  if (isDone) throw new Error("The transaction is over.");
}

const inFailedTransaction = "25P02";

/**
 * Why a statement failed. Statements sent together with a failing one fail as well, with no reason but the aborted transaction. A caller
 * that awaits several may see those errors first, and must not take a cancelled write or a conflict for an internal error.
 */
export function reasonIn(state: TransactionState, error: Error): Error {
  const code = (error.cause as { code?: unknown } | undefined)?.code;
  if (code === inFailedTransaction) return state.failure ?? error;
  state.failure = error;
  return error;
}

/** Wraps the work of a transaction or savepoint for postgres.js. */
type Scope<T> = (
  work: (client: TransactionSql, state: TransactionState) => Promise<T>,
) => (client: TransactionSql) => Promise<T>;

/**
 * A transaction whose connection is lost fails at once, but its work continues for a moment, and by then another transaction may have the
 * connection. What the work still writes would be committed without the rest, and the COMMIT or ROLLBACK that postgres.js sends at its end
 * would end the other transaction (porsager/postgres#1216). So the work may write no more, and postgres.js never learns of its end.
 * @param outer the transaction's state, when this is a savepoint in it
 */
export async function openScope<T>(
  outer: TransactionState | undefined,
  open: (scope: Scope<T>) => Promise<unknown>,
): Promise<T> {
  if (outer) requireOpen(outer);
  const state = outer ?? { isDone: false, isOver: false };
  const opened = open((work) => async (client) => {
    const outcome = await settled(() => work(client, state));
    if (!outer) state.isDone = true;
    // A connection that was just lost is only detected a moment later.
    if (outcome.status === "rejected") await nextTurn();
    if (state.isOver) return new Promise(() => undefined);
    if (outcome.status === "rejected") throw outcome.reason;
    return outcome.value;
  }) as Promise<T>;
  const end = (): void => {
    state.isOver = true;
  };
  if (!outer) opened.then(end, end);
  return opened;
}

async function settled<T>(work: () => Promise<T>): Promise<PromiseSettledResult<T>> {
  try {
    return { status: "fulfilled", value: await work() };
  } catch (reason) {
    return { status: "rejected", reason };
  }
}

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
