import { and, eq, gte, sql } from "drizzle-orm";
import { notificationOccurrences } from "@/drizzle/schema/notifications";
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

/**
 * What a changed notification sends next: the first occurrence after now whose local date it has not had. A date that was sent, or
 * skipped, is not sent again at another hour.
 */
export async function nextUnsent(
  db: Db,
  { workspaceId, id, ...schedule }: Schedule & { workspaceId: string; id: string },
  now: Date,
): Promise<Due> {
  let due = firstDueAfter(schedule, now);
  const had = await db
    .select({ date: notificationOccurrences.localDate })
    .from(notificationOccurrences)
    .where(
      and(
        eq(notificationOccurrences.workspaceId, workspaceId),
        eq(notificationOccurrences.notificationId, id),
        eq(notificationOccurrences.kind, "scheduled"),
        gte(notificationOccurrences.localDate, sql`${dayText(due.day)}::date`),
      ),
    );
  const dates = new Set(had.map(({ date }) => dayNumber(date)));
  while (dates.has(due.day)) due = firstDueFrom(schedule, due.day + 1);
  return due;
}
