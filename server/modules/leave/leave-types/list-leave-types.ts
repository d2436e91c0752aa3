import { asc, sql } from "drizzle-orm";
import { leaveTypes } from "@/drizzle/schema/leaves";
import type { Ctx } from "@/server/access/ctx";
import { givenWorkspace } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { preparedBy } from "@/server/kernel/database/db";
import { firstId, type Page, type Position, pageOf } from "@/server/kernel/database/page-token";
import { typeNames } from "@/server/modules/leave/type-names/name-in";

export type LeaveTypeRow = Omit<
  typeof leaveTypes.$inferSelect,
  "workspaceId" | "nameKey" | "createdAt" | "wageCode" | "isInPayroll"
>;

export const leaveTypeFields = {
  id: leaveTypes.id,
  ...typeNames,
  color: leaveTypes.color,
  isActive: leaveTypes.isActive,
  isRequestable: leaveTypes.isRequestable,
  position: leaveTypes.position,
  calendarStatus: leaveTypes.calendarStatus,
  isPrivate: leaveTypes.isPrivate,
  interrupts: leaveTypes.interrupts,
  interruptible: leaveTypes.interruptible,
  approversSeeFiles: leaveTypes.approversSeeFiles,
  unit: leaveTypes.unit,
};

const query = preparedBy((db) =>
  scoped(givenWorkspace, leaveTypes)
    .select(db, leaveTypeFields)
    .where(
      sql`(${leaveTypes.position}, ${leaveTypes.id}) > (${sql.placeholder("afterKey")}::int, ${sql.placeholder("afterId")}::uuid)`,
    )
    .orderBy(asc(leaveTypes.position), asc(leaveTypes.id))
    .limit(sql.placeholder("rows"))
    .prepare("list_leave_types"),
);

const start: Position = { key: String(-(2 ** 31)), id: firstId };

/** Every leave type of the workspace, including inactive ones, by position. */
export async function listLeaveTypes(
  ctx: Ctx,
  input: { limit: number; after: Position | null },
): Promise<Page<LeaveTypeRow>> {
  const after = input.after ?? start;
  const rows = await query(ctx.db).execute({
    workspaceId: ctx.reach.workspaceId,
    afterKey: after.key,
    afterId: after.id,
    rows: input.limit + 1,
  });
  return pageOf(rows, input.limit, (row) => ({ key: String(row.position), id: row.id }));
}
