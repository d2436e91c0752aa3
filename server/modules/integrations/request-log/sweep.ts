import { type AnyColumn, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { quotaWarnings, requestErrorHours, requestHours } from "@/drizzle/schema/request-log";
import { type DayPartitioned, deleteInWide, tendPartitions } from "@/server/kernel/database/day-partitions";
import { deleteInSteps } from "@/server/kernel/database/delete-in-steps";
import { firstRequestIdAt } from "@/server/kernel/ids";
import type { Services } from "@/server/kernel/services";
import { plus } from "@/server/kernel/time/clock";
import { hoursKeptMs, logKeptMs } from "./policy";

const stepsInOneCall = 20;

/** Ids begin with the time: the key is unique across partitions, and a page of the log reads only the days that it shows. */
export const requestDays: DayPartitioned = {
  table: "request_log",
  column: "request_id",
  workspaceId: sql`workspace_id`,
  firstAt: firstRequestIdAt,
};

/**
 * Due work: creates and drops the daily partitions of the request log, deletes expired rows in partitions of several days, and expired
 * counts.
 * @returns the number of deleted rows and dropped partitions
 */
export async function deleteOldRequests(services: Services): Promise<number> {
  const now = services.clock();
  const before = (column: AnyColumn | SQL, keptMs: number): SQL =>
    sql`${column} < ${plus(now, -keptMs).toISOString()}::timestamptz`;
  const span = { now, keptMs: logKeptMs };
  let total = await tendPartitions(services.db, requestDays, span);
  total += await deleteInWide(services, requestDays, span, before(sql`at`, logKeptMs), stepsInOneCall);
  const over: [PgTable, SQL][] = [
    [requestErrorHours, before(requestErrorHours.hour, logKeptMs)],
    [requestHours, before(requestHours.hour, hoursKeptMs)],
    [quotaWarnings, before(quotaWarnings.month, hoursKeptMs)],
  ];
  for (const [table, condition] of over)
    total += await deleteInSteps(services, table, condition, stepsInOneCall);
  return total;
}
