import { isDatabaseUnavailable } from "@/server/kernel/database/database-unavailable";
import { type Db, sqlState } from "@/server/kernel/database/db";
import type { Services } from "@/server/kernel/services";
import type { Ctx } from "./ctx";

/** SQLSTATE of a statement timeout: the primary would take as long. */
const tookTooLong = "57014";

const mayBeElsewhere = (error: unknown): boolean => {
  const state = sqlState(error);
  return state ? state !== tookTooLong : isDatabaseUnavailable(error);
};

/**
 * Reads from the replica when it has caught up with all earlier commits, otherwise from the primary. Only for operations that are read-only
 * as a whole: reads that a write depends on, authentication and authorization use the primary. When the replica fails, or refuses the query
 * (it takes no row locks), the primary is the fallback and reads again.
 */
export async function readAnywhere<C extends { services: Services; db: Db }, T>(
  ctx: C,
  read: (ctx: C) => Promise<T>,
): Promise<T> {
  const { replica, metrics } = ctx.services;
  if (!replica) return read(ctx);
  const db = await replica.caughtUp();
  if (!db) {
    metrics?.replicaReads.inc({ by: "primary" });
    return read(ctx);
  }
  try {
    const result = await read({ ...ctx, db });
    metrics?.replicaReads.inc({ by: "replica" });
    return result;
  } catch (error) {
    if (!mayBeElsewhere(error)) throw error;
    ctx.services.log.warn({ err: error }, "the replica failed: the primary reads");
    metrics?.replicaReads.inc({ by: "failed" });
    return read(ctx);
  }
}

/** For a read within `readAnywhere` that asks which transactions are in progress: the replica knows none of them. */
export const onPrimary = (ctx: Ctx): Ctx =>
  ctx.db === ctx.services.replica?.db ? { ...ctx, db: ctx.services.dbOf(ctx.actor.workspaceId) } : ctx;
