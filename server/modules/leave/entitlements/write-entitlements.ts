import { sql } from "drizzle-orm";
import { balanceAdjustments } from "@/drizzle/schema/leaves";
import type { Ctx } from "@/server/access/ctx";
import { statement } from "@/server/kernel/database/db";
import { newId } from "@/server/kernel/ids";
import type { Entitlement } from "@/server/modules/leave/calendars/read-employee";
import { recordAudits } from "@/server/modules/workspace/audit/record";

/** An entitlement to write for a person. */
export interface PersonEntitlement {
  userId: string;
  entitlement: Omit<Entitlement, "id">;
}

const { placeholder } = sql;
const insert = statement(sql`
  insert into ${balanceAdjustments} (workspace_id, id, user_id, leave_type_id, kind, days, effective_date, note,
    created_by_id, created_at)
  select ${placeholder("workspaceId")}::uuid, id, "userId", "leaveTypeId", kind, days, "effectiveDate", note,
    ${placeholder("userId")}::uuid, ${placeholder("at")}::timestamptz
  from jsonb_to_recordset(${placeholder("rows")}::text::jsonb) as given(id uuid, "userId" uuid, "leaveTypeId" uuid,
    kind adjustment_kind, days numeric, "effectiveDate" date, note text)`);

/** Writes entitlements in one statement, without audit lines. @returns the written rows, in this order */
export async function insertEntitlements(tx: Ctx, given: readonly PersonEntitlement[]) {
  const rows = given.map(({ userId, entitlement: { kind, leaveTypeId, days, effectiveDate, note } }) => ({
    ...{ id: newId(), userId, kind, leaveTypeId, days, effectiveDate, note: note.trim() },
  }));
  if (rows.length === 0) return rows;
  const { workspaceId, userId } = tx.actor;
  await insert(tx.db, { workspaceId, userId, at: tx.now().toISOString(), rows: JSON.stringify(rows) });
  return rows;
}

/** Writes entitlements of many people in two statements, with an audit line for each. The caller has judged them. */
export async function writeEntitlements(tx: Ctx, given: readonly PersonEntitlement[]): Promise<void> {
  const rows = await insertEntitlements(tx, given);
  await recordAudits(
    tx,
    rows.map(({ id, note: _private, ...facts }) => ({
      action: "balance_adjustment.create",
      resourceType: "balance_adjustment",
      resourceId: id,
      changes: Object.fromEntries(Object.entries(facts).map(([name, to]) => [name, { to }])),
    })),
  );
}
