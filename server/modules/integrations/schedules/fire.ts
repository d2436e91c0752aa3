import { and, isNotNull, sql } from "drizzle-orm";
import { occurrences } from "@/drizzle/schema/schedules";
import { batchWorkspaces, everyReachableWorkspace } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { arrayOf } from "@/server/kernel/database/array-of";
import { type Db, preparedBy, statement } from "@/server/kernel/database/db";
import { inBatches, workspacesOf } from "@/server/kernel/database/distribution";
import { inBatch, ofEvery } from "@/server/kernel/database/in-batch";
import { firstId } from "@/server/kernel/database/page-token";
import { readAs } from "@/server/kernel/database/row-reader";
import { literal, unnested } from "@/server/kernel/database/sql-parts";
import { newId } from "@/server/kernel/ids";
import type { Services } from "@/server/kernel/services";
import { dayText } from "@/server/kernel/time/calendar-date";
import { armFor, armForZoneData, dueOf } from "./arm";
import { perKind, rowsOf, type Scheduled, type ScheduleKind } from "./kind";
import { type Due, following, timeliness } from "./recurrence";

/** Maximum rows that one transaction fires. */
const batchSize = 500;

/** Cursor of the next fire: after this due time of this workspace. */
interface Turn {
  dueAt: string;
  workspaceId: string;
}
const firstTurn: Turn = { dueAt: "-infinity", workspaceId: firstId };

interface Fired<Row> {
  row: Row;
  due: Due;
  id: string;
  skip: "too_late" | "paused" | null;
  isLate: boolean;
}

/** The column with an occurrence's schedule. */
const scheduleColumns = { notification: "notification_id", scheduled_report: "report_id" };

const { placeholder } = sql;
const now = sql`${placeholder("now")}::timestamptz`;

/** The unique index allows only one occurrence per date. */
const insertOf = perKind(({ name }) =>
  statement<{ id: string }>(sql`
    insert into ${occurrences} (workspace_id, id, ${sql.identifier(scheduleColumns[name])}, local_date, due_at, status, is_late,
      skip_reason, next_attempt_at, created_at)
    select m.workspace_id, m.id, m.schedule_id, m.local_date, m.due_at,
      (case when m.skip_reason is null then 'pending' else 'skipped' end)::occurrence_status, m.is_late, m.skip_reason,
      case when m.skip_reason is null then ${now} end, ${now}
    from ${unnested("m", {
      workspace_id: "uuid",
      id: "uuid",
      schedule_id: "uuid",
      local_date: "date",
      due_at: "timestamptz",
      is_late: "boolean",
      skip_reason: "text",
    })}
    on conflict do nothing
    returning id`),
);

const firedAt = <Row extends Scheduled>(row: Row, due: Due, at: Date, pauses = false): Fired<Row> => {
  const state = timeliness(row, due, at);
  const skip = state === "too_late" ? "too_late" : pauses ? "paused" : null;
  return { row, due, id: newId(), skip, isLate: state === "late" };
};

/** Writes the occurrences of due local dates. */
async function writeFired<Row extends Scheduled>(
  kind: ScheduleKind<Row>,
  tx: Db,
  fired: readonly Fired<Row>[],
  at: Date,
): Promise<void> {
  if (fired.length === 0) return;
  const made = await insertOf(kind)(tx, {
    workspace_id: arrayOf(fired.map(({ row }) => row.workspaceId)),
    id: arrayOf(fired.map(({ id }) => id)),
    schedule_id: arrayOf(fired.map(({ row }) => row.id)),
    local_date: arrayOf(fired.map(({ due }) => dayText(due.day))),
    due_at: arrayOf(fired.map(({ due }) => due.dueAt.toISOString())),
    is_late: arrayOf(fired.map(({ isLate }) => String(isLate))),
    skip_reason: arrayOf(fired.map(({ skip }) => skip)),
    now: at.toISOString(),
  });
  const written = new Set(made.map(({ id }) => id));
  const toSend = fired.filter(({ id, skip }) => skip === null && written.has(id));
  if (toSend.length > 0) await kind.onFired?.(tx, toSend);
}

/**
 * Fires a due occurrence before a locked row changes, so that the change neither loses it nor sends it twice. Pausing skips an occurrence
 * that has not started.
 */
export async function settleBeforeChange<Row extends Scheduled>(
  kind: ScheduleKind<Row>,
  tx: Db,
  row: Row,
  { pauses, at }: { pauses: boolean; at: Date },
): Promise<void> {
  const due = dueOf(row);
  if (due && due.dueAt <= at) await writeFired(kind, tx, [firedAt(row, due, at, pauses)], at);
}

const nextDueOf = perKind(({ name, table }) =>
  preparedBy((db) =>
    scoped(everyReachableWorkspace("when anything comes due next"), table)
      .select(db, { at: readAs(sql<Date | null>`min(${table.nextDueAt})`, table.nextDueAt) })
      .where(isNotNull(table.nextDueAt))
      .prepare(`${name}_next_due`),
  ),
);

/** The earliest due time, past or future; an index probe, however many rows lie in the future. */
export async function findNextDue(kind: ScheduleKind, db: Db): Promise<Date | null> {
  const [row] = await nextDueOf(kind)(db).execute();
  return row?.at ?? null;
}

/** Due times and workspaces with due rows, in the order of the index. */
const turnsOf = perKind(({ table }) =>
  statement<Turn>(sql`
    select t.next_due_at::text as "dueAt", t.workspace_id as "workspaceId" from ${table} t
    where ${ofEvery("finds where something is due", sql`t.workspace_id`)} and t.next_due_at <= ${now} and (t.next_due_at, t.workspace_id) > (${placeholder("dueAt")}::timestamptz, ${placeholder("workspaceId")}::uuid)
    group by t.next_due_at, t.workspace_id order by t.next_due_at, t.workspace_id limit ${literal(batchSize)}`),
);

/** Some due rows of each turn, equally many, so that none waits for another's thousands. */
const findOf = perKind(({ table }) =>
  statement<{ workspaceId: string; id: string }>(sql`
    select d.workspace_id as "workspaceId", d.id
    from ${unnested("turns", { due_at: "timestamptz", workspace_id: "uuid" })} cross join lateral (
      select t.workspace_id, t.id from ${table} t
      where ${inBatch(sql`t.workspace_id`)} and t.workspace_id = turns.workspace_id and t.next_due_at = turns.due_at
      limit ${placeholder("share")}::int
    ) d`),
);

/** Locks the found rows; those locked or already fired by another process are skipped. */
const lockOf = perKind(({ name, table }) =>
  preparedBy((db) =>
    scoped(batchWorkspaces, table)
      .selectAll(db)
      .where(
        and(
          sql`(${table.workspaceId}, ${table.id}) in (select * from ${unnested("f", { workspace_id: "uuid", id: "uuid" })})`,
          sql`${table.nextDueAt} <= ${now}`,
        ),
      )
      .for("no key update", { skipLocked: true })
      .prepare(`${name}_fired`),
  ),
);

/** Fires due rows of some turns. @param share the maximum of each @returns how many */
function fireTurns<Row extends Scheduled>(
  kind: ScheduleKind<Row>,
  db: Db,
  turns: readonly Turn[],
  { share, at }: { share: number; at: Date },
): Promise<number> {
  const workspaces = arrayOf(workspacesOf(turns));
  return db.transaction(async (tx) => {
    const found = await findOf(kind)(tx, {
      workspaces,
      share,
      due_at: arrayOf(turns.map(({ dueAt }) => dueAt)),
      workspace_id: arrayOf(turns.map(({ workspaceId }) => workspaceId)),
    });
    const locked = await lockOf(kind)(tx).execute({
      workspaces,
      workspace_id: arrayOf(found.map(({ workspaceId }) => workspaceId)),
      id: arrayOf(found.map(({ id }) => id)),
      now: at.toISOString(),
    });
    const fired = rowsOf(kind, locked).flatMap((row) => {
      const due = dueOf(row);
      return due ? [firedAt(row, due, at)] : [];
    });
    await writeFired(kind, tx, fired, at);
    await armFor(
      kind,
      tx,
      fired.map(({ row, due }) => ({ row, next: following(row, due, at) })),
    );
    return fired.length;
  });
}

/**
 * Turns due rows into occurrences, and moves each row to its next date; rows of another process are skipped.
 * @param from where the last call ended, so that all workspaces get their turn
 * @returns how many, and the next call's cursor
 */
export async function fireDue<Row extends Scheduled>(
  kind: ScheduleKind<Row>,
  services: Pick<Services, "db" | "clock" | "isDistributed">,
  from: Turn = firstTurn,
): Promise<{ count: number; next: Turn }> {
  const at = services.clock();
  const turns = await turnsOf(kind)(services.db, { ...from, now: at.toISOString() });
  const share = Math.max(1, Math.floor(batchSize / Math.max(1, turns.length)));
  const counts = await inBatches(services, turns, async (batch) => [
    await fireTurns(kind, services.db, batch, { share, at }),
  ]);
  const last = turns.length === batchSize ? turns.at(-1) : undefined;
  return { count: counts.reduce((sum, count) => sum + count, 0), next: last ?? firstTurn };
}

/** A kind's step before it polls its queue, and the time of its next due row. */
export function feedOf<Row extends Scheduled>(kind: ScheduleKind<Row>) {
  let isArmed = false;
  let nextDueAt: Date | null = null;
  let from = firstTurn;
  return {
    async feed(services: Services): Promise<number> {
      if (!isArmed) await armForZoneData(kind, services);
      isArmed = true;
      nextDueAt = await findNextDue(kind, services.db);
      if (nextDueAt === null || nextDueAt > services.clock()) return 0;
      let fired = await fireDue(kind, services, from);
      // Nothing is left after the cursor: start again from the beginning.
      if (fired.count === 0 && from !== firstTurn) fired = await fireDue(kind, services);
      from = fired.next;
      return fired.count;
    },
    nextDueAt: async () => nextDueAt?.getTime() ?? null,
  };
}
