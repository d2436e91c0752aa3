/** The database's timeouts, in milliseconds. */
export interface TimeLimits {
  statementMs: number;
  lockMs: number;
  /** Idle in a transaction: a process that is frozen in the middle of a write releases its locks. */
  idleMs: number;
}

/** As PostgreSQL settings. */
export const asParameters = ({
  statementMs,
  lockMs,
  idleMs,
}: Partial<TimeLimits>): Record<string, number> => ({
  ...(statementMs !== undefined && { statement_timeout: statementMs }),
  ...(lockMs !== undefined && { lock_timeout: lockMs }),
  ...(idleMs !== undefined && { idle_in_transaction_session_timeout: idleMs }),
});
