import { sql } from "drizzle-orm";
import { day, plus } from "@/server/kernel/clock";
import type { Services } from "@/server/kernel/services";
import { keptMs } from "./policy";

const batch = 2000;
const batchesInOneCall = 20;

/** Deletes deliveries with their attempts, held ones too, and the events behind them, after 30 days. @returns how many rows */
export async function deleteOldDeliveries(services: Services): Promise<number> {
  const before = plus(services.clock(), -keptMs);
  // A redelivery may still be made of a delivery that is kept, so its event outlives it by a day.
  return (
    (await deleteBefore(services, sql`webhook_deliveries`, sql`created_at`, before)) +
    (await deleteBefore(services, sql`events`, sql`occurred_at`, plus(before, -day)))
  );
}

/** In small steps, so that nobody waits for locks. */
async function deleteBefore(
  { db }: Services,
  table: ReturnType<typeof sql>,
  column: ReturnType<typeof sql>,
  before: Date,
): Promise<number> {
  let total = 0;
  for (let step = 0; step < batchesInOneCall; step++) {
    const { count } = await db.execute(sql`
      delete from ${table} where ctid in (
        select ctid from ${table} where ${column} < ${before.toISOString()}::timestamptz limit ${batch})`);
    total += count;
    if (count < batch) break;
  }
  return total;
}
