import { and, gte, lt, type SQL, sql } from "drizzle-orm";
import { requestHours } from "@/drizzle/schema/request-log";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { day, hour, nextUtcMonth, plus, utcDay } from "@/server/kernel/time/clock";
import { burst } from "@/server/modules/integrations/rate-limits/policy";
import { quantileMs } from "./policy";
import type { UsageOf, UsageOfKey } from "./schema";
import { visibleTo } from "./store";
import { type OutcomeCounts, outcomes } from "./values";

export interface UsageDay extends OutcomeCounts {
  /** `YYYY-MM-DD`, UTC. */
  day: string;
  /** Milliseconds; null without a request. */
  p50Ms: number | null;
  p95Ms: number | null;
}

interface BurstHour {
  at: Date;
  /** The lowest level of any bucket; an unused bucket is full. */
  lowest: number;
}

export interface DayCounts {
  /** Every day, oldest first. */
  days: UsageDay[];
  total: OutcomeCounts;
}

export interface Usage extends DayCounts {
  month: string;
  /** Every hour of the month up to now. */
  hours: BurstHour[];
  /** Requests missing from the log and from these counts. */
  droppedCount: number;
}

type HourRow = typeof requestHours.$inferSelect;

const countsOf = (row: HourRow): OutcomeCounts => ({
  success: row.successCount,
  clientError: row.clientErrorCount,
  rateLimited: row.rateLimitedCount,
  quotaExceeded: row.quotaExceededCount,
  serverError: row.serverErrorCount,
});

const noCounts = (): OutcomeCounts => ({
  success: 0,
  clientError: 0,
  rateLimited: 0,
  quotaExceeded: 0,
  serverError: 0,
});

function addCounts(to: OutcomeCounts, from: OutcomeCounts): void {
  for (const outcome of outcomes) to[outcome] += from[outcome];
}

/** The hourly counts visible to the actor. */
function hoursOf(ctx: Ctx, from: Date, to: Date, key?: string): Promise<HourRow[]> {
  const ofKey: SQL | undefined = key ? sql`${requestHours.keyId} = ${key}::uuid` : undefined;
  return scoped(workspaceOf(ctx.actor), requestHours)
    .selectAll(ctx.db)
    .where(
      and(visibleTo(ctx.actor, requestHours), gte(requestHours.hour, from), lt(requestHours.hour, to), ofKey),
    );
}

/** Requests by outcome, duration and burst pressure in one UTC month, of one caller or of all that are visible to the actor. */
export async function readUsage(ctx: Ctx, { month, key }: UsageOf): Promise<Usage> {
  const now = ctx.now();
  const shown = month ?? utcDay(now).slice(0, 7);
  const from = new Date(`${shown}-01T00:00:00Z`);
  const end = nextUtcMonth(from);
  const to = end < now ? end : now;
  const rows = await hoursOf(ctx, from, end, key);
  const total = noCounts();
  for (const row of rows) addCounts(total, countsOf(row));
  return {
    month: shown,
    days: daysOf(rows, from, to),
    hours: burstOf(rows, from, to),
    total,
    droppedCount: rows.reduce((sum, { droppedCount }) => sum + droppedCount, 0),
  };
}

const recentDays = 30;

/** One key's requests of the last 30 UTC days, including today. */
export async function readRecentUsage(ctx: Ctx, { key }: UsageOfKey): Promise<DayCounts> {
  const now = ctx.now();
  const from = plus(new Date(`${utcDay(now)}T00:00:00Z`), -(recentDays - 1) * day);
  const rows = await hoursOf(ctx, from, plus(now, hour), key);
  const total = noCounts();
  for (const row of rows) addCounts(total, countsOf(row));
  return { days: daysOf(rows, from, now), total };
}

function daysOf(rows: readonly HourRow[], from: Date, to: Date): UsageDay[] {
  const days: UsageDay[] = [];
  for (let at = from; at < to; at = plus(at, day)) {
    const name = utcDay(at);
    const counts = noCounts();
    const latency: number[] = [];
    for (const row of rows) {
      if (utcDay(row.hour) !== name) continue;
      addCounts(counts, countsOf(row));
      for (const [n, count] of (row.latencyCounts ?? []).entries()) latency[n] = (latency[n] ?? 0) + count;
    }
    days.push({ day: name, ...counts, p50Ms: quantileMs(latency, 0.5), p95Ms: quantileMs(latency, 0.95) });
  }
  return days;
}

function burstOf(rows: readonly HourRow[], from: Date, to: Date): BurstHour[] {
  const lowest = new Map<number, number>();
  for (const { hour: at, lowestBurst } of rows)
    if (lowestBurst !== null)
      lowest.set(at.getTime(), Math.min(lowestBurst, lowest.get(at.getTime()) ?? burst));
  const hours: BurstHour[] = [];
  for (let at = from; at < to; at = plus(at, hour))
    hours.push({ at, lowest: lowest.get(at.getTime()) ?? burst });
  return hours;
}

export interface Today {
  total: number;
  failed: number;
  /** Requests of each hour of this UTC day so far. */
  hours: number[];
}

/** Requests since midnight UTC. */
export async function readToday(ctx: Ctx): Promise<Today> {
  const now = ctx.now();
  const from = new Date(`${utcDay(now)}T00:00:00Z`);
  const hours = Array.from({ length: now.getUTCHours() + 1 }, () => 0);
  let failed = 0;
  for (const row of await hoursOf(ctx, from, plus(from, day))) {
    const counts = countsOf(row);
    const all = outcomes.reduce((sum, outcome) => sum + counts[outcome], 0);
    failed += all - counts.success;
    hours[row.hour.getUTCHours()] = (hours[row.hour.getUTCHours()] ?? 0) + all;
  }
  return { total: hours.reduce((sum, count) => sum + count, 0), failed, hours };
}
