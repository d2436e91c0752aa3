import { and, eq, gte, sql } from "drizzle-orm";
import { occurrences } from "@/drizzle/schema/schedules";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { dayNumber, dayText } from "@/server/kernel/time/calendar-date";
import { changesOf } from "@/server/modules/workspace/audit/changes";
import { recordAudit } from "@/server/modules/workspace/audit/record";
import { pointerOf } from "./arm";
import { settleBeforeChange } from "./fire";
import type { Scheduled, ScheduleKind } from "./kind";
import { type Due, firstDueAfter, firstDueFrom } from "./recurrence";

/** The fields that determine when it is sent. */
const scheduleNames = [
  "frequency",
  "timezone",
  "hour",
  "minute",
  "sendOnDays",
  "day",
  "dayOfMonth",
  "enabled",
] as const;

/** The first occurrence after now on a new local date: a date that was sent or skipped is not sent again at another hour. */
async function firstDueNotHad<Row extends Scheduled>(
  { scheduleId }: ScheduleKind<Row>,
  tx: Ctx,
  row: Row,
): Promise<Due> {
  let due = firstDueAfter(row, tx.now());
  const had = await scoped(workspaceOf(row), occurrences)
    .select(tx.db, { date: occurrences.localDate })
    .where(
      and(
        eq(scheduleId, row.id),
        // A test belongs to no date.
        eq(occurrences.kind, "scheduled"),
        gte(occurrences.localDate, sql`${dayText(due.day)}::date`),
      ),
    );
  const days = new Set(had.map(({ date }) => dayNumber(date)));
  while (days.has(due.day)) due = firstDueFrom(row, due.day + 1);
  return due;
}

/** The next send after a change; no columns when the change does not affect the schedule. */
async function rearmed<Row extends Scheduled>(kind: ScheduleKind<Row>, tx: Ctx, row: Row, after: Row) {
  const same = scheduleNames.every((name) => JSON.stringify(row[name]) === JSON.stringify(after[name]));
  if (same) return {};
  await settleBeforeChange(kind, tx.db, row, { pauses: !after.enabled, at: tx.now() });
  return pointerOf(after.enabled ? await firstDueNotHad(kind, tx, after) : null);
}

/** Writes a changed row with its next send, in the open transaction. @param row the row before the change, locked */
export async function updateScheduled<Row extends Scheduled>(
  kind: ScheduleKind<Row>,
  tx: Ctx,
  row: Row,
  columns: Partial<Row>,
): Promise<Row> {
  const { table, name, writtenFields } = kind;
  const changed: Row = { ...row, ...columns };
  const after: Row = { ...changed, ...(await rearmed(kind, tx, row, changed)), updatedAt: tx.now() };
  const { workspaceId: _, ...written } = after;
  // The columns belong to the kind's own table.
  await scoped(workspaceOf(row), table)
    .update(tx.db)
    .set(written as never)
    .where(eq(table.id, row.id));
  await recordAudit(tx, {
    action: `${name}.update`,
    resourceType: name,
    resourceId: row.id,
    changes: changesOf(writtenFields(row), writtenFields(after)),
  });
  return after;
}
