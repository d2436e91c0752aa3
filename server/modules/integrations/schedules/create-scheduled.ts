import type { Ctx } from "@/server/access/ctx";
import { newId } from "@/server/kernel/ids";
import { recordAudit } from "@/server/modules/workspace/audit/record";
import { pointerOf } from "./arm";
import { rowOf, type Scheduled, type ScheduleKind } from "./kind";
import { firstDueAfter, type Schedule } from "./recurrence";

/** The columns that every kind sets in the same way. */
type Common =
  | "workspaceId"
  | "id"
  | "ownerId"
  | "nextDate"
  | "nextDueAt"
  | "zoneData"
  | "createdAt"
  | "updatedAt";

/** Inserts a row with its first send, in the open transaction. @param columns the kind's own, as written */
export async function createScheduled<Row extends Scheduled>(
  kind: ScheduleKind<Row>,
  tx: Ctx,
  ownerId: string,
  columns: Schedule & { enabled: boolean } & Omit<Row, Common>,
): Promise<Row> {
  const now = tx.now();
  const values = {
    workspaceId: tx.actor.workspaceId,
    id: newId(),
    ownerId,
    ...columns,
    ...pointerOf(columns.enabled ? firstDueAfter(columns, now) : null),
    createdAt: now,
    updatedAt: now,
  };
  const row = rowOf(kind, values);
  await tx.db.insert(kind.table).values(row as never);
  await recordAudit(tx, {
    action: `${kind.name}.create`,
    resourceType: kind.name,
    resourceId: row.id,
    changes: Object.fromEntries(Object.entries(kind.writtenFields(row)).map(([name, to]) => [name, { to }])),
  });
  return row;
}
