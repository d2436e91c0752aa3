import { type AnyColumn, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { quotaWarnings, requestErrorHours, requestHours, requestLog } from "@/drizzle/schema/request-log";
import { plus } from "@/server/kernel/clock";
import { deleteInSteps } from "@/server/kernel/delete-in-steps";
import type { Services } from "@/server/kernel/services";
import { hoursKeptMs, logKeptMs } from "./policy";

const stepsInOneCall = 20;

/** Due work: deletes requests and counts that are over, in small steps. @returns how many rows went */
export async function deleteOldRequests({ db, clock }: Services): Promise<number> {
  const now = clock();
  const before = (column: AnyColumn, keptMs: number): SQL =>
    sql`${column} < ${plus(now, -keptMs).toISOString()}::timestamptz`;
  const over: [PgTable, SQL][] = [
    [requestLog, before(requestLog.at, logKeptMs)],
    [requestErrorHours, before(requestErrorHours.hour, logKeptMs)],
    [requestHours, before(requestHours.hour, hoursKeptMs)],
    [quotaWarnings, before(quotaWarnings.month, hoursKeptMs)],
  ];
  let total = 0;
  for (const [table, condition] of over) total += await deleteInSteps(db, table, condition, stepsInOneCall);
  return total;
}
