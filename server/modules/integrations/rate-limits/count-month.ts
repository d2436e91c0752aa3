import { and, eq, type SQL, sql } from "drizzle-orm";
import { rateCounters } from "@/drizzle/schema/api-keys";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { isAnyOf } from "@/server/kernel/database/sql-parts";
import { utcDay } from "@/server/kernel/time/clock";

const monthOf = (now: Date): string => `${utcDay(now).slice(0, 7)}-01`;

/** A column beside a counter: the admitted requests of this UTC day; an older day counts as zero. */
export const requestsToday = (now: Date): SQL<number> =>
  sql<number>`case when ${rateCounters.day} = ${utcDay(now)}::date then ${rateCounters.dayCount} else 0 end`;

/** The same of this UTC month. */
export const requestsThisMonth = (now: Date): SQL<number> =>
  sql<number>`case when ${rateCounters.month} = ${monthOf(now)}::date then ${rateCounters.monthCount} else 0 end`;

/** Admitted requests of this UTC month, by key or grant; one without a call is missing. */
export async function countMonth(ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (ids.length === 0) return new Map();
  const rows = await scoped(workspaceOf(ctx.actor), rateCounters)
    .select(ctx.db, { id: rateCounters.keyId, count: rateCounters.monthCount })
    .where(and(isAnyOf(rateCounters.keyId, ids), eq(rateCounters.month, monthOf(ctx.now()))));
  return new Map(rows.map(({ id, count }) => [id, count]));
}
