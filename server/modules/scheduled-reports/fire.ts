import { and, asc, eq, gte, isNotNull, lte, ne, sql } from "drizzle-orm";
import {
  scheduledReportDispatches,
  scheduledReportOccurrences,
  scheduledReports,
} from "@/drizzle/schema/scheduled-reports";
import type { ReportSkipReason } from "@/drizzle/schema/values";
import { dayText } from "@/server/kernel/calendar-date";
import { day, plus } from "@/server/kernel/clock";
import type { Db } from "@/server/kernel/db";
import { newId } from "@/server/kernel/ids";
import { zoneDataVersion } from "@/server/kernel/local-time";
import type { Services } from "@/server/kernel/services";
import { dueOf, firstDueNotHad, movePointers } from "@/server/modules/notifications/arm";
import {
  type Due,
  firstDueFrom,
  following,
  keptDays,
  timeliness,
} from "@/server/modules/notifications/schedule";
import type { ReportRow } from "./store";

const batchSize = 100;

interface Fired {
  row: ReportRow;
  due: Due;
  skip: ReportSkipReason | null;
  isLate: boolean;
}

/** The late rule of notifications: within two hours it is still sent. */
function firedAt(row: ReportRow, due: Due, now: Date, pauses: boolean): Fired {
  const state = timeliness(row, due, now);
  const skip = state === "too_late" ? "too_late" : pauses ? "paused" : null;
  return { row, due, skip, isLate: state === "late" };
}

/** Writes that a local date is due, and to whom it goes. The unique index lets only one through. */
async function insertOccurrences(db: Db, fired: readonly Fired[], now: Date): Promise<void> {
  if (fired.length === 0) return;
  const made = await db
    .insert(scheduledReportOccurrences)
    .values(
      fired.map(({ row, due, skip, isLate }) => ({
        workspaceId: row.workspaceId,
        id: newId(),
        reportId: row.id,
        localDate: dayText(due.day),
        dueAt: due.dueAt,
        status: skip ? ("skipped" as const) : ("pending" as const),
        isLate,
        skipReason: skip,
        nextAttemptAt: skip ? null : now,
        createdAt: now,
      })),
    )
    .onConflictDoNothing()
    .returning();
  const recipients = new Map(fired.map(({ row }) => [row.id, row.recipients]));
  const mails = made
    .filter(({ status }) => status === "pending")
    .flatMap(({ workspaceId, id: occurrenceId, reportId }) =>
      (recipients.get(reportId) ?? []).map((address) => ({
        workspaceId,
        occurrenceId,
        address,
        id: newId(),
      })),
    );
  if (mails.length > 0) await db.insert(scheduledReportDispatches).values(mails);
}

/**
 * Records what was due before a change of a locked report, so that the change neither loses it nor sends it twice. Pausing drops
 * what was not started.
 */
export async function settleBeforeChange(db: Db, row: ReportRow, pauses: boolean, now: Date): Promise<void> {
  const due = dueOf(row);
  if (due && due.dueAt <= now) await insertOccurrences(db, [firedAt(row, due, now, pauses)], now);
}

/** What a changed report sends next. */
export const nextUnsent = (db: Db, row: ReportRow, now: Date): Promise<Due> =>
  firstDueNotHad(row, now, (from) =>
    db
      .select({ date: scheduledReportOccurrences.localDate })
      .from(scheduledReportOccurrences)
      .where(
        and(
          eq(scheduledReportOccurrences.workspaceId, row.workspaceId),
          eq(scheduledReportOccurrences.reportId, row.id),
          gte(scheduledReportOccurrences.localDate, sql`${from}::date`),
        ),
      ),
  );

const withDue = (rows: readonly ReportRow[]) =>
  rows.flatMap((row) => {
    const due = dueOf(row);
    return due ? [{ row, due }] : [];
  });

/**
 * Turns reports that have come due into occurrences, and moves each to its next date; several processes share the work.
 * @returns how many; call again until it is none
 */
export function fireDueReports({ db, clock }: Services): Promise<number> {
  const now = clock();
  return db.transaction(async (tx) => {
    const rows = await tx
      .select()
      .from(scheduledReports)
      .where(and(isNotNull(scheduledReports.nextDueAt), lte(scheduledReports.nextDueAt, now)))
      .orderBy(asc(scheduledReports.nextDueAt))
      .limit(batchSize)
      .for("no key update", { skipLocked: true });
    const due = withDue(rows);
    await insertOccurrences(
      tx,
      due.map(({ row, due }) => firedAt(row, due, now, false)),
      now,
    );
    await movePointers(
      tx,
      scheduledReports,
      due.map(({ row, due }) => ({ row, next: following(row, due, now) })),
    );
    return rows.length;
  });
}

/** Computes anew what is sent next after the time zone data changed: the dates stay, their instants may move. */
export async function rearmReportsForZoneData({ db, clock }: Services): Promise<void> {
  for (let count = batchSize; count === batchSize; ) {
    count = await db.transaction(async (tx) => {
      const rows = await tx
        .select()
        .from(scheduledReports)
        .where(and(isNotNull(scheduledReports.nextDueAt), ne(scheduledReports.zoneData, zoneDataVersion())))
        .orderBy(asc(scheduledReports.workspaceId), asc(scheduledReports.id))
        .limit(batchSize)
        .for("no key update", { skipLocked: true });
      // What is already due goes out as it was computed.
      const next = ({ row, due }: { row: ReportRow; due: Due }) =>
        due.dueAt <= clock() ? due : firstDueFrom(row, due.day);
      await movePointers(
        tx,
        scheduledReports,
        withDue(rows).map((one) => ({ row: one.row, next: next(one) })),
      );
      return rows.length;
    });
  }
}

/** Deletes occurrences that are no longer shown. @returns how many */
export async function deleteOldReportOccurrences({ db, clock }: Services): Promise<number> {
  const result = await db
    .delete(scheduledReportOccurrences)
    .where(lte(scheduledReportOccurrences.createdAt, plus(clock(), -keptDays * day)));
  return result.count;
}
