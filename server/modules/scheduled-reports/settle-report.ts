import { sql } from "drizzle-orm";
import { scheduledReportDispatches, scheduledReportOccurrences } from "@/drizzle/schema/scheduled-reports";
import type { ReportSkipReason } from "@/drizzle/schema/values";
import { hour, minute, plus } from "@/server/kernel/clock";
import type { Db } from "@/server/kernel/db";
import { retryDelay } from "@/server/worker/retry";
import { pendingDispatches, stillPending } from "./mail-attempts";
import type { DueReport } from "./schedule";

/** After each attempt: some two hours in all. */
const retryDelaysMs = [minute, 5 * minute, 15 * minute, 40 * minute, hour];

/** Whether attempts have ended so often that this one must not begin: whatever kills the process must not do so for ever. */
export const isWornOut = ({ occurrence }: DueReport): boolean =>
  occurrence.attemptCount > retryDelaysMs.length + 1;

/** After an attempt: tries again later while somebody is left, else says what became of it. */
export async function settleReport(
  tx: Db,
  due: DueReport,
  { skipReason }: { skipReason?: ReportSkipReason },
  now: Date,
): Promise<void> {
  const { workspaceId, id, attemptCount } = due.occurrence;
  const change = (set: Partial<typeof scheduledReportOccurrences.$inferInsert>) =>
    tx.update(scheduledReportOccurrences).set(set).where(stillPending(due));
  if (skipReason) return void (await change({ status: "skipped", skipReason, nextAttemptAt: null }));
  const delay = retryDelay(retryDelaysMs, attemptCount);
  const left = await pendingDispatches(tx, due);
  if (left.length > 0 && delay !== null) return void (await change({ nextAttemptAt: plus(now, delay) }));
  await tx.execute(sql`update ${scheduledReportDispatches} set status = 'failed', attempt_open = false
    where workspace_id = ${workspaceId} and occurrence_id = ${id} and status = 'pending'`);
  await tx.execute(sql`
    update ${scheduledReportOccurrences} o set next_attempt_at = null,
      status = (case when s.failed = 0 then 'sent' when s.sent = 0 then 'failed' else 'partly_sent' end)::report_occurrence_status
    from (select count(*) filter (where status = 'failed') as failed, count(*) filter (where status = 'sent') as sent
      from ${scheduledReportDispatches} where workspace_id = ${workspaceId} and occurrence_id = ${id}) s
    where o.workspace_id = ${workspaceId} and o.id = ${id} and o.status = 'pending'`);
}
