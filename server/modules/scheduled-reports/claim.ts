import { and, eq, sql } from "drizzle-orm";
import {
  scheduledReportDispatches,
  scheduledReportOccurrences,
  scheduledReports,
} from "@/drizzle/schema/scheduled-reports";
import { hour, minute, plus } from "@/server/kernel/clock";
import type { Db } from "@/server/kernel/db";
import { dueRows } from "@/server/kernel/due-rows";
import type { Services } from "@/server/kernel/services";
import type { Outcome } from "@/server/modules/integrations/outcome";
import type { ReportRow } from "./store";

/** Longer than a file takes to make, and than one mail takes to send; renewed before each mail. */
const leaseMs = 15 * minute;
/** Milliseconds after each attempt: some two hours in all. */
const retryDelaysMs = [minute, 5 * minute, 15 * minute, 40 * minute, hour];
/** An attempt of which nobody knows what came of it is repeated once: so there is at most one duplicate. */
const maximumUnknown = 1;

export type OccurrenceRow = typeof scheduledReportOccurrences.$inferSelect;
export type DispatchRow = typeof scheduledReportDispatches.$inferSelect;

/** A due report that this process may send until its lease ends. */
export interface Claim {
  occurrence: OccurrenceRow;
  report: ReportRow;
}

const itself = ({ workspaceId, id }: OccurrenceRow) =>
  and(eq(scheduledReportOccurrences.workspaceId, workspaceId), eq(scheduledReportOccurrences.id, id));

/** Still the last claim: one whose lease ended was taken over. */
const stillOurs = (occurrence: OccurrenceRow) =>
  and(
    itself(occurrence),
    eq(scheduledReportOccurrences.fence, occurrence.fence),
    eq(scheduledReportOccurrences.status, "pending"),
  );

const dispatchOf = ({ workspaceId, occurrenceId, address }: DispatchRow) =>
  and(
    eq(scheduledReportDispatches.workspaceId, workspaceId),
    eq(scheduledReportDispatches.occurrenceId, occurrenceId),
    eq(scheduledReportDispatches.address, address),
  );

/** Takes one occurrence that is due; null when there is none. */
export async function claimReport({ db, clock }: Services): Promise<Claim | null> {
  const now = clock();
  const [taken] = await db.execute<{ workspace_id: string; id: string }>(sql`
    ${dueRows(sql`select workspace_id, id from ${scheduledReportOccurrences}
      where status = 'pending' and next_attempt_at <= ${now.toISOString()}::timestamptz
      order by next_attempt_at, id limit 1`)}
    update ${scheduledReportOccurrences} o
    set fence = o.fence + 1, attempt_count = o.attempt_count + 1,
      next_attempt_at = ${plus(now, leaseMs).toISOString()}::timestamptz
    from due where o.workspace_id = due.workspace_id and o.id = due.id
    returning o.workspace_id, o.id`);
  if (!taken) return null;
  const [claim] = await db
    .select({ occurrence: scheduledReportOccurrences, report: scheduledReports })
    .from(scheduledReportOccurrences)
    .innerJoin(
      scheduledReports,
      and(
        eq(scheduledReports.workspaceId, scheduledReportOccurrences.workspaceId),
        eq(scheduledReports.id, scheduledReportOccurrences.reportId),
      ),
    )
    .where(
      and(
        eq(scheduledReportOccurrences.workspaceId, taken.workspace_id),
        eq(scheduledReportOccurrences.id, taken.id),
      ),
    );
  return claim ?? null;
}

/** Whether attempts have ended so often that this one must not begin: whatever kills the process must not do so for ever. */
export const isWornOut = ({ occurrence }: Claim): boolean =>
  occurrence.attemptCount > retryDelaysMs.length + 1;

/** Ends an occurrence without sending. */
export async function endOccurrence(
  db: Db,
  { occurrence }: Claim,
  change: Pick<Partial<OccurrenceRow>, "status" | "skipReason">,
): Promise<void> {
  await db
    .update(scheduledReportOccurrences)
    .set({ ...change, nextAttemptAt: null })
    .where(stillOurs(occurrence));
}

/** Who has not been served yet. */
export const pendingDispatches = (db: Db, { occurrence }: Claim): Promise<DispatchRow[]> =>
  db
    .select()
    .from(scheduledReportDispatches)
    .where(
      and(
        eq(scheduledReportDispatches.workspaceId, occurrence.workspaceId),
        eq(scheduledReportDispatches.occurrenceId, occurrence.id),
        eq(scheduledReportDispatches.status, "pending"),
      ),
    );

/**
 * Renews the lease and notes that a mail is under way.
 * @returns "lost" when another process took over, "spent" when two attempts already ended without a word
 */
export function beginMail(
  { db, clock }: Services,
  { occurrence }: Claim,
  dispatch: DispatchRow,
  rowCount: number,
): Promise<"begun" | "lost" | "spent"> {
  const now = clock();
  return db.transaction(async (tx) => {
    const renewed = await tx
      .update(scheduledReportOccurrences)
      .set({ nextAttemptAt: plus(now, leaseMs), rowCount })
      .where(stillOurs(occurrence));
    if (renewed.count === 0) return "lost";
    const unknownCount = dispatch.unknownCount + (dispatch.attemptOpen ? 1 : 0);
    const isSpent = unknownCount > maximumUnknown;
    await tx
      .update(scheduledReportDispatches)
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
  { occurrence, report }: Claim,
  dispatch: DispatchRow,
  outcome: Outcome,
): Promise<void> {
  const now = clock();
  await db.transaction(async (tx) => {
    await tx.update(scheduledReportDispatches).set(changeFor(outcome, now)).where(dispatchOf(dispatch));
    if (outcome.kind !== "sent") return;
    const first = await tx
      .update(scheduledReportOccurrences)
      .set({ sentAt: now })
      .where(and(itself(occurrence), sql`${scheduledReportOccurrences.sentAt} is null`));
    if (first.count === 0) return;
    await tx
      .update(scheduledReports)
      .set({ lastSentAt: now })
      .where(and(eq(scheduledReports.workspaceId, report.workspaceId), eq(scheduledReports.id, report.id)));
  });
}

/** After an attempt: tries again later while somebody is left, else says what became of it. */
export async function settleReport({ db, clock }: Services, claim: Claim): Promise<void> {
  const { occurrence } = claim;
  const { workspaceId, id } = occurrence;
  const delay = retryDelaysMs[occurrence.attemptCount - 1];
  await db.transaction(async (tx) => {
    const [held] = await tx
      .select({ id: scheduledReportOccurrences.id })
      .from(scheduledReportOccurrences)
      .where(stillOurs(occurrence))
      .for("no key update");
    if (!held) return;
    const left = await pendingDispatches(tx, claim);
    if (left.length > 0 && delay !== undefined) {
      await tx
        .update(scheduledReportOccurrences)
        .set({ nextAttemptAt: plus(clock(), delay) })
        .where(itself(occurrence));
      return;
    }
    await tx.execute(sql`update ${scheduledReportDispatches} set status = 'failed', attempt_open = false
      where workspace_id = ${workspaceId} and occurrence_id = ${id} and status = 'pending'`);
    await tx.execute(sql`
      update ${scheduledReportOccurrences} o set next_attempt_at = null,
        status = (case when s.failed = 0 then 'sent' when s.sent = 0 then 'failed' else 'partly_sent' end)::report_occurrence_status
      from (select count(*) filter (where status = 'failed') as failed, count(*) filter (where status = 'sent') as sent
        from ${scheduledReportDispatches} where workspace_id = ${workspaceId} and occurrence_id = ${id}) s
      where o.workspace_id = ${workspaceId} and o.id = ${id}`);
  });
}
