import type { TransactionSql } from "postgres";

export interface TransactionState {
  /** Its work is done or has failed: what other branches of it still send would come after the COMMIT or ROLLBACK, and stand alone. */
  isDone: boolean;
  /** It has ended, or its connection was lost. */
  isOver: boolean;
  /** What the database refused last in it. */
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
 * Why a statement failed. Those that were sent together with one that the database refused are all refused, and say no more than that:
 * whoever waits for several at once may hear of them first, and must not take a cancelled write or a conflict for a fault of ours.
 */
export function reasonIn(state: TransactionState, error: Error): Error {
  const code = (error.cause as { code?: unknown } | undefined)?.code;
  if (code === inFailedTransaction) return state.failure ?? error;
  state.failure = error;
  return error;
}

/** Makes of a transaction's or savepoint's work what postgres.js is given. */
type Scope<T> = (
  work: (client: TransactionSql, state: TransactionState) => Promise<T>,
) => (client: TransactionSql) => Promise<T>;

/**
 * A transaction whose connection is lost fails at once, but its work goes on for a moment, and by then the connection may be somebody
 * else's: what the work still writes would be committed without the rest, and the COMMIT or ROLLBACK that postgres.js sends at its end
 * would end the other's transaction (porsager/postgres#1216). So the work may write no more, and its end is never told.
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
    // When the connection was lost just now, that is known only in a moment.
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
