import { and, asc, isNotNull, ne, sql } from "drizzle-orm";
import { everyWorkspace } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { arrayOf } from "@/server/kernel/database/array-of";
import { type Db, statement } from "@/server/kernel/database/db";
import { unnested } from "@/server/kernel/database/sql-parts";
import type { Services } from "@/server/kernel/services";
import { dayNumber, dayText } from "@/server/kernel/time/calendar-date";
import { zoneDataVersion } from "@/server/kernel/time/local-time";
import { perKind, rowsOf, type Scheduled, type ScheduleKind } from "./kind";
import { type Due, firstDueFrom } from "./recurrence";

const batchSize = 500;

/** The columns of the next send; null while it is paused. */
export const pointerOf = (due: Due | null) => ({
  nextDate: due && dayText(due.day),
  nextDueAt: due?.dueAt ?? null,
  zoneData: zoneDataVersion(),
});

/** A row's next send; null while it is paused. */
export const dueOf = ({ nextDate, nextDueAt }: Scheduled): Due | null =>
  nextDate === null || nextDueAt === null ? null : { day: dayNumber(nextDate), dueAt: nextDueAt };

const { placeholder } = sql;

const moveOf = perKind(({ table }) =>
  statement(sql`
    update ${table} t
    set next_date = m.next_date, next_due_at = m.next_due_at, zone_data = ${placeholder("zoneData")}
    from ${unnested("m", { workspace_id: "uuid", id: "uuid", next_date: "date", next_due_at: "timestamptz" })}
    where t.workspace_id = m.workspace_id and t.id = m.id`),
);

/** Sets the next dates of locked rows. */
export async function armFor(
  kind: ScheduleKind,
  tx: Db,
  moved: readonly { row: Scheduled; next: Due }[],
): Promise<void> {
  if (moved.length === 0) return;
  await moveOf(kind)(tx, {
    zoneData: zoneDataVersion(),
    workspace_id: arrayOf(moved.map(({ row }) => row.workspaceId)),
    id: arrayOf(moved.map(({ row }) => row.id)),
    next_date: arrayOf(moved.map(({ next }) => dayText(next.day))),
    next_due_at: arrayOf(moved.map(({ next }) => next.dueAt.toISOString())),
  });
}

/** Recomputes the next sends after the time zone data changed: the dates stay, their instants may move. @returns how many */
export async function armForZoneData<Row extends Scheduled>(
  kind: ScheduleKind<Row>,
  { db, clock }: Services,
): Promise<number> {
  const { table } = kind;
  let count = 0;
  for (;;) {
    const moved = await db.transaction(async (tx) => {
      const found = await scoped(everyWorkspace("time zone data is everybody's"), table)
        .selectAll(tx)
        .where(and(isNotNull(table.nextDueAt), ne(table.zoneData, zoneDataVersion())))
        .orderBy(asc(table.workspaceId), asc(table.id))
        .limit(batchSize)
        .for("no key update", { skipLocked: true });
      const rows = rowsOf(kind, found);
      // Due rows are sent at the instant computed before.
      const moves = rows.flatMap((row) => {
        const due = dueOf(row);
        return due ? [{ row, next: due.dueAt <= clock() ? due : firstDueFrom(row, due.day) }] : [];
      });
      await armFor(kind, tx, moves);
      return rows.length;
    });
    count += moved;
    if (moved < batchSize) return count;
  }
}
