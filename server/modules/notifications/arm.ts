import { and, eq, gte, sql } from "drizzle-orm";
import { notificationOccurrences, type notifications } from "@/drizzle/schema/notifications";
import type { scheduledReports } from "@/drizzle/schema/scheduled-reports";
import { dayNumber, dayText } from "@/server/kernel/calendar-date";
import type { Db } from "@/server/kernel/db";
import { zoneDataVersion } from "@/server/kernel/local-time";
import { type Due, firstDueAfter, firstDueFrom, type Schedule } from "./schedule";

/** The columns of what is sent next. */
export const pointerOf = (due: Due | null) => ({
  nextDate: due && dayText(due.day),
  nextDueAt: due?.dueAt ?? null,
  zoneData: zoneDataVersion(),
});

/** What a row says is sent next; null while it is paused. */
export const dueOf = (row: { nextDate: string | null; nextDueAt: Date | null }): Due | null =>
  row.nextDate === null || row.nextDueAt === null
    ? null
    : { day: dayNumber(row.nextDate), dueAt: row.nextDueAt };

/** Moves rows of a table that comes due to their next dates. */
export async function movePointers(
  db: Db,
  table: typeof notifications | typeof scheduledReports,
  moved: readonly { row: { workspaceId: string; id: string }; next: Due }[],
): Promise<void> {
  if (moved.length === 0) return;
  // Dates travel as text: the driver's own serializer for them knows no arrays.
  await db.execute(sql`
    update ${table} t
    set next_date = m.next_date, next_due_at = m.next_due_at, zone_data = ${zoneDataVersion()}
    from unnest(
      ${sql.param(moved.map(({ row }) => row.workspaceId))}::uuid[],
      ${sql.param(moved.map(({ row }) => row.id))}::uuid[],
      ${sql.param(moved.map(({ next }) => dayText(next.day)))}::text[]::date[],
      ${sql.param(moved.map(({ next }) => next.dueAt.toISOString()))}::text[]::timestamptz[]
    ) as m(workspace_id, id, next_date, next_due_at)
    where t.workspace_id = m.workspace_id and t.id = m.id`);
}

/**
 * The first occurrence after now whose local date was not had: a date that was sent, or skipped, is not sent again at another hour.
 * @param hadSince the local dates that were had, from one on
 */
export async function firstDueNotHad(
  schedule: Schedule,
  now: Date,
  hadSince: (date: string) => PromiseLike<readonly { date: string }[]>,
): Promise<Due> {
  let due = firstDueAfter(schedule, now);
  const dates = new Set((await hadSince(dayText(due.day))).map(({ date }) => dayNumber(date)));
  while (dates.has(due.day)) due = firstDueFrom(schedule, due.day + 1);
  return due;
}

/** What a changed notification sends next. */
export const nextUnsent = (
  db: Db,
  { workspaceId, id, ...schedule }: Schedule & { workspaceId: string; id: string },
  now: Date,
): Promise<Due> =>
  firstDueNotHad(schedule, now, (from) =>
    db
      .select({ date: notificationOccurrences.localDate })
      .from(notificationOccurrences)
      .where(
        and(
          eq(notificationOccurrences.workspaceId, workspaceId),
          eq(notificationOccurrences.notificationId, id),
          eq(notificationOccurrences.kind, "scheduled"),
          gte(notificationOccurrences.localDate, sql`${from}::date`),
        ),
      ),
  );
