import { and, eq, sql } from "drizzle-orm";
import { scheduledReports } from "@/drizzle/schema/scheduled-reports";
import { dispatches, occurrences } from "@/drizzle/schema/schedules";
import type { Db } from "@/server/kernel/db";
import type { Services } from "@/server/kernel/services";
import type { Outcome } from "@/server/modules/integrations/outcome";
import type { DispatchRow } from "@/server/modules/schedules/list-occurrences";
import type { Hold } from "@/server/worker/kind";
import type { DueReport } from "./schedule";

/** An attempt of which nobody knows what came of it is repeated once: so there is at most one duplicate. */
const maximumUnknown = 1;

const itself = ({ occurrence: { workspaceId, id } }: DueReport) =>
  and(eq(occurrences.workspaceId, workspaceId), eq(occurrences.id, id));

/** Neither over nor deleted with its report. */
export const stillPending = (due: DueReport) => and(itself(due), eq(occurrences.status, "pending"));

const dispatchOf = ({ workspaceId, id }: DispatchRow) =>
  and(eq(dispatches.workspaceId, workspaceId), eq(dispatches.id, id));

/** Who has not been served yet. */
export const pendingDispatches = (db: Db, { occurrence }: DueReport): Promise<DispatchRow[]> =>
  db
    .select()
    .from(dispatches)
    .where(
      and(
        eq(dispatches.workspaceId, occurrence.workspaceId),
        eq(dispatches.occurrenceId, occurrence.id),
        eq(dispatches.status, "pending"),
      ),
    );

/**
 * Notes that a mail is under way.
 * @returns "lost" when another worker took over, "spent" when two attempts already ended without a word
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
    const pending = await tx.update(occurrences).set({ rowCount }).where(stillPending(due));
    if (pending.count === 0) return "lost";
    const unknownCount = dispatch.unknownCount + (dispatch.attemptOpen ? 1 : 0);
    const isSpent = unknownCount > maximumUnknown;
    await tx
      .update(dispatches)
      .set({
        unknownCount,
        attemptOpen: !isSpent,
        attemptedAt: now,
        ...(isSpent && { status: "failed" as const, error: "UNKNOWN_OUTCOME" as const }),
      })
      .where(dispatchOf(dispatch));
    return isSpent ? "spent" : "begun";
  });
}

/** What an outcome makes of a recipient's row. */
function changeFor(outcome: Outcome, now: Date) {
  if (outcome.kind === "sent")
    return { status: "sent" as const, sentAt: now, error: null, errorDetail: null, attemptOpen: false };
  const detail = outcome.detail.slice(0, 300);
  // It may have arrived: the open attempt is counted when the next one begins.
  if (outcome.kind === "unknown")
    return { error: "UNKNOWN_OUTCOME" as const, errorDetail: detail, attemptOpen: true };
  const failed = outcome.kind === "failed" ? { status: "failed" as const } : {};
  return { ...failed, error: outcome.error, errorDetail: detail, attemptOpen: false };
}

/** Writes what came of a mail; of the first that was sent, the report learns when. */
export async function recordMail(
  { db, clock }: Services,
  due: DueReport,
  dispatch: DispatchRow,
  { outcome, hold }: { outcome: Outcome; hold: Hold },
): Promise<void> {
  const now = clock();
  await db.transaction(async (tx) => {
    // What was sent stays so, whoever has the lane by now: only the others' record is the new worker's.
    if (!(await hold(tx)) && outcome.kind !== "sent") return;
    await tx.update(dispatches).set(changeFor(outcome, now)).where(dispatchOf(dispatch));
    if (outcome.kind !== "sent") return;
    const first = await tx
      .update(occurrences)
      .set({ sentAt: now })
      .where(and(itself(due), sql`${occurrences.sentAt} is null`));
    if (first.count === 0) return;
    const { workspaceId, id } = due.report;
    await tx
      .update(scheduledReports)
      .set({ lastSentAt: now })
      .where(and(eq(scheduledReports.workspaceId, workspaceId), eq(scheduledReports.id, id)));
  });
}
