import { and, asc, isNotNull, ne, type SQL, sql } from "drizzle-orm";
import { inWorkspacesWith } from "@/server/access/batches";
import type { Whole } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { arrayOf } from "@/server/kernel/database/array-of";
import { type Db, statement } from "@/server/kernel/database/db";
import { inSteps } from "@/server/kernel/database/delete-in-steps";
import { workspacesOf } from "@/server/kernel/database/distribution";
import { inBatch } from "@/server/kernel/database/in-batch";
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
    where ${inBatch(sql`t.workspace_id`)} and t.workspace_id = m.workspace_id and t.id = m.id`),
);

/** Sets the next dates of locked rows. */
export async function armFor(
  kind: ScheduleKind,
  tx: Db,
  moved: readonly { row: Scheduled; next: Due }[],
): Promise<void> {
  if (moved.length === 0) return;
  await moveOf(kind)(tx, {
    workspaces: arrayOf(workspacesOf(moved.map(({ row }) => row))),
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
  services: Pick<Services, "db" | "clock" | "isDistributed">,
): Promise<number> {
  const { table } = kind;
  const isOld = and(isNotNull(table.nextDueAt), ne(table.zoneData, zoneDataVersion()));
  let count = 0;
  for (;;) {
    const moved = await inWorkspacesWith(services, table, isOld, (scope) =>
      inSteps(() => armSome(kind, services, scope, isOld), batchSize, Number.POSITIVE_INFINITY),
    );
    count += moved;
    if (moved === 0) return count;
  }
}

const armSome = <Row extends Scheduled>(
  kind: ScheduleKind<Row>,
  { db, clock }: Pick<Services, "db" | "clock">,
  scope: Whole,
  isOld: SQL | undefined,
): Promise<{ count: number }> =>
  db.transaction(async (tx) => {
    const found = await scoped(scope, kind.table)
      .selectAll(tx)
      .where(isOld)
      .orderBy(asc(kind.table.workspaceId), asc(kind.table.id))
      .limit(batchSize)
      .for("no key update", { skipLocked: true });
    // Due rows are sent at the instant computed before.
    const moves = rowsOf(kind, found).flatMap((row) => {
      const due = dueOf(row);
      return due ? [{ row, next: due.dueAt <= clock() ? due : firstDueFrom(row, due.day) }] : [];
    });
    await armFor(kind, tx, moves);
    return { count: found.length };
  });
