import { sql } from "drizzle-orm";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { sqlState, statement } from "@/server/kernel/db";
import type { Admitted } from "./stages";

/** The database session that runs a write, for cancelling it from another one. */
interface Backend {
  pid: number;
  /** Start of its transaction, as text: the session may have moved on to somebody else's. */
  startedAt: string;
}

/** Where a write's transaction runs, once it has begun. */
export interface Whereabouts {
  backend?: Backend;
}

const maximumTries = 4;

/** Serialization failure and deadlock: PostgreSQL undid everything and asks to try again. */
const isRetryable = (error: unknown): boolean => ["40001", "40P01"].includes(sqlState(error) ?? "");

/**
 * Runs a write's work in one transaction, again from the start when PostgreSQL asks for it; meanwhile `where` says where it runs.
 * The work gets an exchange of its own that knows only the transaction: when its connection is lost while it waits for something
 * else, it goes on for a while, and must then find no other way to write.
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

/** Cancels what a transaction is at, unless its connection is in another one by now. */
export const cancelBackend = statement(sql`
  select pg_cancel_backend(pid) from pg_stat_activity
  where pid = ${sql.placeholder("pid")} and xact_start = ${sql.placeholder("startedAt")}::timestamptz and state = 'active'`);

/** Asked for together with the work's first statement: one that has to wait comes after it. */
function nameBackend(where: Whereabouts, ctx: Ctx): Promise<void> {
  const named = backend(ctx.db).then(([found]) => {
    where.backend = found;
  });
  // When this fails, so does the work, which says why.
  named.catch(() => undefined);
  return named;
}
