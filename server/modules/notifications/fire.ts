import { and, asc, isNotNull, lte, ne, sql } from "drizzle-orm";
import { notificationOccurrences, notifications } from "@/drizzle/schema/notifications";
import type { SkipReason } from "@/drizzle/schema/values";
import { dayText } from "@/server/kernel/calendar-date";
import { day, plus } from "@/server/kernel/clock";
import { arrayOf, type Db, preparedBy, statement } from "@/server/kernel/db";
import { newId } from "@/server/kernel/ids";
import { zoneDataVersion } from "@/server/kernel/local-time";
import { readAs } from "@/server/kernel/row-reader";
import type { Services } from "@/server/kernel/services";
import { dueOf, movePointers } from "./arm";
import { type Due, firstDueFrom, following, keptDays, timeliness } from "./schedule";
import type { NotificationRow } from "./store";

const batchSize = 500;

const { placeholder } = sql;
const writtenAt = sql`${placeholder("at")}::timestamptz`;

/** The unique index lets only one through. */
const insert = statement(sql`
  insert into ${notificationOccurrences} (workspace_id, id, notification_id, kind, local_date, due_at, status, is_late, skip_reason,
    compose_at, created_at)
  select m.workspace_id, m.id, m.notification_id, 'scheduled'::occurrence_kind, m.local_date, m.due_at,
    (case when m.skip_reason is null then 'pending' else 'skipped' end)::occurrence_status, m.is_late, m.skip_reason,
    case when m.skip_reason is null then ${writtenAt} end, ${writtenAt}
  from unnest(
    ${placeholder("workspaceIds")}::uuid[], ${placeholder("ids")}::uuid[], ${placeholder("notificationIds")}::uuid[],
    ${placeholder("localDates")}::date[], ${placeholder("dueAts")}::timestamptz[], ${placeholder("areLate")}::boolean[],
    ${placeholder("skipReasons")}::text[]
  ) as m(workspace_id, id, notification_id, local_date, due_at, is_late, skip_reason)
  on conflict do nothing`);

/** Writes that a local date is due. */
async function insertOccurrences(
  db: Db,
  due: readonly { row: NotificationRow; due: Due; skip: SkipReason | null; isLate: boolean }[],
  at: Date,
): Promise<void> {
  if (due.length === 0) return;
  await insert(db, {
    workspaceIds: arrayOf(due.map(({ row }) => row.workspaceId)),
    ids: arrayOf(due.map(() => newId())),
    notificationIds: arrayOf(due.map(({ row }) => row.id)),
    localDates: arrayOf(due.map((one) => dayText(one.due.day))),
    dueAts: arrayOf(due.map((one) => one.due.dueAt.toISOString())),
    areLate: arrayOf(due.map(({ isLate }) => String(isLate))),
    skipReasons: arrayOf(due.map(({ skip }) => skip)),
    at: at.toISOString(),
  });
}

/**
 * Records what was due before a change of a locked notification, so that the change neither loses it nor sends it twice. Pausing
 * drops what was not started.
 */
export async function settleBeforeChange(
  db: Db,
  row: NotificationRow,
  pauses: boolean,
  now: Date,
): Promise<void> {
  const due = dueOf(row);
  if (!due || due.dueAt > now) return;
  const state = timeliness(row, due, now);
  const skip = state === "too_late" ? "too_late" : pauses ? "paused" : null;
  await insertOccurrences(db, [{ row, due, skip, isLate: state === "late" }], now);
}

const nextDue = preparedBy((db) =>
  db
    .select({ at: readAs(sql<Date | null>`min(${notifications.nextDueAt})`, notifications.nextDueAt) })
    .from(notifications)
    .where(isNotNull(notifications.nextDueAt))
    .prepare("notifications_next_due"),
);

/** When the next notification comes due, or did; an index probe, whatever lies in the future. */
export async function findNextDue(db: Db): Promise<Date | null> {
  const [row] = await nextDue(db).execute();
  return row?.at ?? null;
}

/**
 * Turns notifications that have come due into occurrences, and moves each to its next date; several processes share the work.
 * @returns how many; call again until it is none
 */
export function fireDue({ db, clock }: Services): Promise<number> {
  const now = clock();
  return db.transaction(async (tx) => {
    const rows = await tx
      .select()
      .from(notifications)
      .where(and(isNotNull(notifications.nextDueAt), lte(notifications.nextDueAt, now)))
      .orderBy(asc(notifications.nextDueAt))
      .limit(batchSize)
      .for("no key update", { skipLocked: true });
    const due = rows.flatMap((row) => {
      const found = dueOf(row);
      return found ? [{ row, due: found, state: timeliness(row, found, now) }] : [];
    });
    await insertOccurrences(
      tx,
      due.map(({ state, ...rest }) => ({
        ...rest,
        skip: state === "too_late" ? ("too_late" as const) : null,
        isLate: state === "late",
      })),
      now,
    );
    await movePointers(
      tx,
      notifications,
      due.map(({ row, due: last }) => ({ row, next: following(row, last, now) })),
    );
    return rows.length;
  });
}

/**
 * Computes anew what is sent next after the time zone data changed: the dates stay, their instants may move.
 * @returns how many
 */
export async function rearmForZoneData({ db, clock }: Services): Promise<number> {
  let count = 0;
  for (;;) {
    const moved = await db.transaction(async (tx) => {
      const rows = await tx
        .select()
        .from(notifications)
        .where(and(isNotNull(notifications.nextDueAt), ne(notifications.zoneData, zoneDataVersion())))
        .orderBy(asc(notifications.workspaceId), asc(notifications.id))
        .limit(batchSize)
        .for("no key update", { skipLocked: true });
      // What is already due goes out as it was computed.
      const pointers = rows.flatMap((row) => {
        const due = dueOf(row);
        if (!due) return [];
        const next = due.dueAt <= clock() ? due : firstDueFrom(row, due.day);
        return [{ row, next }];
      });
      await movePointers(tx, notifications, pointers);
      return rows.length;
    });
    count += moved;
    if (moved < batchSize) return count;
  }
}

/** Deletes occurrences that are no longer shown. @returns how many */
export async function deleteOldOccurrences({ db, clock }: Services): Promise<number> {
  const result = await db
    .delete(notificationOccurrences)
    .where(lte(notificationOccurrences.createdAt, plus(clock(), -keptDays * day)));
  return result.count;
}
