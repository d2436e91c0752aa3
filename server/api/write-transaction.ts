import { sql } from "drizzle-orm";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { sqlState, statement } from "@/server/kernel/database/db";
import type { Admitted } from "./stages";

/** The database session that runs a write, for cancelling it from another one. */
interface Backend {
  pid: number;
  /** Start of its transaction, as text: by now the connection may run another transaction. */
  startedAt: string;
}

/** The location of a write's transaction, once it has begun. */
export interface Whereabouts {
  backend?: Backend;
}

const maximumTries = 4;

/** Serialization failure and deadlock: PostgreSQL rolled everything back and expects a retry. */
const isRetryable = (error: unknown): boolean => ["40001", "40P01"].includes(sqlState(error) ?? "");

/**
 * Runs a write's work in one transaction, and retries from the start when PostgreSQL asks for it; meanwhile `where` locates it.
 * The work gets an exchange that knows only this transaction: if its connection is lost while it waits for something else, it continues
 * for a while, and must then find no other way to write.
 */
export async function inWriteTransaction<X extends Admitted, T>(
  x: X,
  work: (inside: X) => Promise<T>,
  where?: Whereabouts,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await inTransaction(x.ctx, async (ctx) => {
        const named = where && nameBackend(where, ctx);
        const result = await work({ ...x, ctx });
        await named;
        return result;
      });
    } catch (error) {
      if (attempt === maximumTries || !isRetryable(error)) throw error;
    }
  }
}

const backend = statement<Backend>(sql`select pg_backend_pid() as pid, now()::text as "startedAt"`);

/** Cancels a transaction's current statement, unless its connection is in another transaction by now. */
export const cancelBackend = statement(sql`
  select pg_cancel_backend(pid) from pg_stat_activity
  where pid = ${sql.placeholder("pid")} and xact_start = ${sql.placeholder("startedAt")}::timestamptz and state = 'active'`);

/** Sent together with the work's first statement, ahead of any statement that has to wait. */
function nameBackend(where: Whereabouts, ctx: Ctx): Promise<void> {
  const named = backend(ctx.db).then(([found]) => {
    where.backend = found;
  });
  // A failure here also fails the work, which reports it.
  named.catch(() => undefined);
  return named;
}
