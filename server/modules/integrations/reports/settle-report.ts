import { and, eq } from "drizzle-orm";
import { dispatches } from "@/drizzle/schema/schedules";
import type { ReportSkipReason } from "@/drizzle/schema/values";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import type { Db } from "@/server/kernel/database/db";
import { hour, minute, plus } from "@/server/kernel/time/clock";
import { settleOccurrences } from "@/server/modules/integrations/schedules/settle-occurrences";
import { retryDelay } from "@/server/worker/retry";
import { changePending, findPendingDispatches } from "./find-pending";
import type { DueReport } from "./schedule";

/** Delay after each attempt to make the file: about two hours in all. */
const retryDelaysMs = [minute, 5 * minute, 15 * minute, 40 * minute, hour];

/** Whether the attempts are used up, so that this one must not begin: a report that kills its process must not do so for ever. */
export const isWornOut = ({ occurrence }: DueReport): boolean =>
  occurrence.attemptCount > retryDelaysMs.length + 1;

/** After an attempt that queued no mails: schedules a retry while recipients are pending, else records the outcome. */
export async function settleReport(
  tx: Db,
  due: DueReport,
  { skipReason }: { skipReason?: ReportSkipReason },
  now: Date,
): Promise<void> {
  const { workspaceId, id, attemptCount } = due.occurrence;
  if (skipReason)
    return void (await changePending(tx, due, { status: "skipped", skipReason, nextAttemptAt: null }));
  const delay = retryDelay(retryDelaysMs, attemptCount);
  const left = await findPendingDispatches(tx, due);
  if (left.length > 0 && delay !== null)
    return void (await changePending(tx, due, { nextAttemptAt: plus(now, delay) }));
  const over = await changePending(tx, due, { nextAttemptAt: null });
  if (over.count === 0) return;
  await scoped(workspaceOf(due.occurrence), dispatches)
    .update(tx)
    .set({ status: "failed", attemptOpen: false })
    .where(and(eq(dispatches.occurrenceId, id), eq(dispatches.status, "pending")));
  await settleOccurrences(tx, [{ workspaceId, occurrenceId: id }]);
}
