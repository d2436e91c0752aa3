import { and, sql } from "drizzle-orm";
import { requestLog } from "@/drizzle/schema/request-log";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { day, hour, minute } from "@/server/kernel/time/clock";
import type { LogHistogram } from "./schema";
import { keptRequests, matching } from "./store";

const stepsMs = [
  minute,
  5 * minute,
  10 * minute,
  30 * minute,
  hour,
  2 * hour,
  4 * hour,
  12 * hour,
  day,
  7 * day,
] as const;
const maxBars = 62;

export interface HistogramBar {
  at: Date;
  success: number;
  clientError: number;
  limited: number;
  serverError: number;
}

export interface Histogram {
  stepMs: number;
  bars: HistogramBar[];
}

/** The finest step, in milliseconds, that shows a span in at most `maxBars` bars. */
const stepFor = (from: Date, to: Date): number =>
  stepsMs.find((step) => (to.getTime() - from.getTime()) / step <= maxBars) ?? 7 * day;

/** The matching requests counted over time. Bars start at whole UTC steps and include empty ones. */
export async function requestHistogram(ctx: Ctx, filter: LogHistogram): Promise<Histogram> {
  const stepMs = stepFor(filter.from, filter.to);
  const first = Math.floor(filter.from.getTime() / stepMs) * stepMs;
  const slot = sql<number>`floor((extract(epoch from ${requestLog.at}) * 1000 - ${first}) / ${stepMs})::int`;
  const rows = await scoped(workspaceOf(ctx.actor), requestLog)
    .select(ctx.db, {
      slot,
      success: sql<number>`count(*) filter (where ${requestLog.status} < 400)::int`,
      limited: sql<number>`count(*) filter (where ${requestLog.status} = 429)::int`,
      serverError: sql<number>`count(*) filter (where ${requestLog.status} >= 500)::int`,
      total: sql<number>`count(*)::int`,
    })
    .where(and(keptRequests(ctx), matching(filter)))
    .groupBy(sql`1`);
  const bySlot = new Map(rows.map((row) => [row.slot, row]));
  const bars: HistogramBar[] = [];
  for (let at = first, n = 0; at <= filter.to.getTime(); at += stepMs, n++) {
    const { success = 0, limited = 0, serverError = 0, total = 0 } = bySlot.get(n) ?? {};
    const clientError = total - success - limited - serverError;
    bars.push({ at: new Date(at), success, clientError, limited, serverError });
  }
  return { stepMs, bars };
}
