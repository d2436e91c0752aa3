import { and, eq, isNull } from "drizzle-orm";
import { scheduledReports } from "@/drizzle/schema/scheduled-reports";
import { dispatches, occurrences } from "@/drizzle/schema/schedules";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import type { Db } from "@/server/kernel/db";
import type { Services } from "@/server/kernel/services";
import type { Outcome } from "@/server/modules/integrations/outcome";
import type { DispatchRow } from "@/server/modules/schedules/list-occurrences";
import type { Hold } from "@/server/worker/kind";
import type { DueReport } from "./schedule";

/** Maximum repeats of an attempt with unknown outcome: so there is at most one duplicate. */
const maximumUnknown = 1;

/** Changes the occurrence unless it is finished, or deleted with its report. */
export const changePending = (
  tx: Db,
  { occurrence }: DueReport,
  change: Partial<typeof occurrences.$inferInsert>,
) =>
  scoped(workspaceOf(occurrence), occurrences)
    .update(tx)
    .set(change)
    .where(and(eq(occurrences.id, occurrence.id), eq(occurrences.status, "pending")));

/** Recipients whose mail is still pending. */
export const isPendingOf = ({ occurrence }: DueReport) =>
  and(eq(dispatches.occurrenceId, occurrence.id), eq(dispatches.status, "pending"));

export const pendingDispatches = (db: Db, due: DueReport): Promise<DispatchRow[]> =>
  scoped(workspaceOf(due.occurrence), dispatches).selectAll(db).where(isPendingOf(due));

const changeDispatch = (tx: Db, dispatch: DispatchRow, change: Partial<DispatchRow>) =>
  scoped(workspaceOf(dispatch), dispatches).update(tx).set(change).where(eq(dispatches.id, dispatch.id));

/**
 * Records that a mail is in flight.
 * @returns "lost" when another worker took over, "spent" when two attempts already ended with unknown outcome
 */
export function beginMail(
  { db, clock }: Services,
  due: DueReport,
  dispatch: DispatchRow,
  { rowCount, hold }: { rowCount: number; hold: Hold },
): Promise<"begun" | "lost" | "spent"> {
  const now = clock();
  return db.transaction(async (tx) => {
    if (!(await hold(tx))) return "lost";
    const pending = await changePending(tx, due, { rowCount });
    if (pending.count === 0) return "lost";
    const unknownCount = dispatch.unknownCount + (dispatch.attemptOpen ? 1 : 0);
    const isSpent = unknownCount > maximumUnknown;
    await changeDispatch(tx, dispatch, {
      ...{ unknownCount, attemptOpen: !isSpent, attemptedAt: now },
      ...(isSpent && { status: "failed", error: "UNKNOWN_OUTCOME" }),
    });
    return isSpent ? "spent" : "begun";
  });
}

/** The change of a recipient's row after an outcome. */
function changeFor(outcome: Outcome, now: Date): Partial<DispatchRow> {
  if (outcome.kind === "sent")
    return { status: "sent", sentAt: now, error: null, errorDetail: null, attemptOpen: false };
  const detail = outcome.detail.slice(0, 300);
  // It may have arrived: the open attempt is counted when the next one begins.
  if (outcome.kind === "unknown") return { error: "UNKNOWN_OUTCOME", errorDetail: detail, attemptOpen: true };
  const failed = outcome.kind === "failed" ? { status: "failed" as const } : {};
  return { ...failed, error: outcome.error, errorDetail: detail, attemptOpen: false };
}

/** Records the outcome of a mail; the first sent one sets the report's last send. */
export async function recordMail(
  { db, clock }: Services,
  due: DueReport,
  dispatch: DispatchRow,
  { outcome, hold }: { outcome: Outcome; hold: Hold },
): Promise<void> {
  const now = clock();
  await db.transaction(async (tx) => {
    // A sent mail is recorded even when the lane was lost; any other outcome is left to the lane's new holder.
    if (!(await hold(tx)) && outcome.kind !== "sent") return;
    await changeDispatch(tx, dispatch, changeFor(outcome, now));
    if (outcome.kind !== "sent") return;
    const scope = workspaceOf(due.report);
    const first = await scoped(scope, occurrences)
      .update(tx)
      .set({ sentAt: now })
      .where(and(eq(occurrences.id, due.occurrence.id), isNull(occurrences.sentAt)));
    if (first.count === 0) return;
    await scoped(scope, scheduledReports)
      .update(tx)
      .set({ lastSentAt: now })
      .where(eq(scheduledReports.id, due.report.id));
  });
}
