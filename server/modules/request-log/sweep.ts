import { type SQL, sql } from "drizzle-orm";
import { requestErrorHours, requestHours, requestLog } from "@/drizzle/schema/request-log";
import { plus } from "@/server/kernel/clock";
import type { Services } from "@/server/kernel/services";
import { hoursKeptMs, logKeptMs } from "./policy";

const batch = 5000;
const batchesInOneCall = 20;

/** Due work: deletes requests and counts that are over, in small steps. @returns how many rows went */
export async function deleteOldRequests(services: Services): Promise<number> {
  const now = services.clock();
  const steps: [SQL, SQL, Date][] = [
    [sql`${requestLog}`, sql`at`, plus(now, -logKeptMs)],
    [sql`${requestErrorHours}`, sql`hour`, plus(now, -logKeptMs)],
    [sql`${requestHours}`, sql`hour`, plus(now, -hoursKeptMs)],
    [sql`quota_warnings`, sql`month`, plus(now, -hoursKeptMs)],
  ];
  let total = 0;
  for (const [table, column, before] of steps) total += await deleteBefore(services, table, column, before);
  return total;
}

async function deleteBefore({ db }: Services, table: SQL, column: SQL, before: Date): Promise<number> {
  let total = 0;
  for (let step = 0; step < batchesInOneCall; step++) {
    const { count } = await db.execute(sql`
      delete from ${table} where ctid = any(array(
        select ctid from ${table} where ${column} < ${before.toISOString()}::timestamptz limit ${batch}))`);
    total += count;
    if (count < batch) break;
  }
  return total;
}
