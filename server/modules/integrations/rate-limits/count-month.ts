import { and, eq } from "drizzle-orm";
import { rateCounters } from "@/drizzle/schema/api-keys";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { isAnyOf } from "@/server/kernel/database/sql-parts";
import { utcDay } from "@/server/kernel/time/clock";

/** Admitted requests of this UTC month, by key or grant; one without a call is missing. */
export async function countMonth(ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (ids.length === 0) return new Map();
  const rows = await scoped(workspaceOf(ctx.actor), rateCounters)
    .select(ctx.db, { id: rateCounters.keyId, count: rateCounters.monthCount })
    .where(
      and(isAnyOf(rateCounters.keyId, ids), eq(rateCounters.month, `${utcDay(ctx.now()).slice(0, 7)}-01`)),
    );
  return new Map(rows.map(({ id, count }) => [id, count]));
}
