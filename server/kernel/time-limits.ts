/** Milliseconds after which the database gives up. */
export interface TimeLimits {
  statementMs: number;
  lockMs: number;
  /** In a transaction with nothing to do: a process that is frozen in the middle of a write lets go of what it has locked. */
  idleMs: number;
}

/** As PostgreSQL's settings. */
export const asParameters = ({
  statementMs,
  lockMs,
  idleMs,
}: Partial<TimeLimits>): Record<string, number> => ({
  ...(statementMs !== undefined && { statement_timeout: statementMs }),
  ...(lockMs !== undefined && { lock_timeout: lockMs }),
  ...(idleMs !== undefined && { idle_in_transaction_session_timeout: idleMs }),
});
