import { sql } from "drizzle-orm";
import { inTransaction } from "@/server/access/ctx";
import { sqlState } from "@/server/kernel/db";
import { ctxOf, type Exchange } from "./exchange";

/** The database session that runs a write, for cancelling it from another one. */
export interface Backend {
  pid: number;
  /** Start of its transaction, as text: the session may have moved on to somebody else's. */
  startedAt: string;
}

const maximumTries = 4;

/** Serialization failure and deadlock: PostgreSQL undid everything and asks to try again. */
const isRetryable = (error: unknown): boolean => ["40001", "40P01"].includes(sqlState(error) ?? "");

/**
 * Runs a write's work in one transaction, again from the start when PostgreSQL asks for it. While it runs, `x.ctx` is the
 * transaction's and `x.backend` says where it runs.
 */
export async function inWriteTransaction<T>(x: Exchange, work: () => Promise<T>): Promise<T> {
  const outer = ctxOf(x);
  for (let attempt = 1; ; attempt++) {
    try {
      return await inTransaction(outer, async (ctx) => {
        x.backend = await backendOf(ctx.db);
        x.ctx = ctx;
        return work();
      });
    } catch (error) {
      if (attempt === maximumTries || !isRetryable(error)) throw error;
    } finally {
      x.ctx = outer;
    }
  }
}

async function backendOf(db: ReturnType<typeof ctxOf>["db"]): Promise<Backend> {
  const [row] = await db.execute<{ pid: number; startedAt: string }>(
    sql`select pg_backend_pid() as pid, now()::text as "startedAt"`,
  );
  if (!row) throw new Error("The database did not name its session");
  return { pid: row.pid, startedAt: row.startedAt };
}
