import type { Ctx } from "@/server/access/ctx";
import { newId } from "@/server/kernel/ids";
import { recordAudit } from "@/server/modules/audit/record";
import { pointerOf } from "./arm";
import { rowsOf, type Scheduled, type ScheduleKind } from "./kind";
import { firstDueAfter, type Schedule } from "./recurrence";

/** Writes a new row with what it sends first, in the open transaction. */
export async function createScheduled<Row extends Scheduled>(
  kind: ScheduleKind<Row>,
  tx: Ctx,
  ownerId: string,
  columns: Schedule & { enabled: boolean },
): Promise<Row> {
  const now = tx.now();
  const values = {
    ...columns,
    ...pointerOf(columns.enabled ? firstDueAfter(columns, now) : null),
    workspaceId: tx.actor.workspaceId,
    id: newId(),
    ownerId,
    createdAt: now,
    updatedAt: now,
  };
  // The columns are those of the kind's own form.
  const made = await tx.db
    .insert(kind.table)
    .values(values as never)
    .returning();
  const [row] = rowsOf(kind, made);
  if (!row) throw new Error("Nothing was inserted.");
  await recordAudit(tx, {
    action: `${kind.name}.create`,
    resourceType: kind.name,
    resourceId: row.id,
    changes: Object.fromEntries(Object.entries(kind.writtenFields(row)).map(([name, to]) => [name, { to }])),
  });
  return row;
}
