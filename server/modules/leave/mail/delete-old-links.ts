import { type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { decisionLinks, leaveNotices } from "@/drizzle/schema/leave-mails";
import { deleteInSteps } from "@/server/kernel/database/delete-in-steps";
import type { Services } from "@/server/kernel/services";

const stepsInOneCall = 20;

/**
 * Due work: deletes links a month after they expired (until then they show the expiry), and notices whose mails could not be made.
 * @returns how many
 */
export async function deleteOldLinks(services: Services): Promise<number> {
  const before = sql`${services.clock().toISOString()}::timestamptz - interval '30 days'`;
  const over: [PgTable, SQL][] = [
    [decisionLinks, sql`${decisionLinks.expiresAt} < ${before}`],
    // Matches the predicate of the table's index.
    [leaveNotices, sql`${leaveNotices.attemptCount} >= 12 and ${leaveNotices.nextAttemptAt} < ${before}`],
  ];
  let total = 0;
  for (const [table, condition] of over)
    total += await deleteInSteps(services, table, condition, stepsInOneCall);
  return total;
}
