import { and, eq, sql } from "drizzle-orm";
import { leaveTypes } from "@/drizzle/schema/leaves";
import type { Ctx } from "@/server/access/ctx";
import { preparedBy } from "@/server/kernel/db";
import { type LeaveTypeRow, leaveTypeFields } from "./list-leave-types";

const query = preparedBy((db) =>
  db
    .select(leaveTypeFields)
    .from(leaveTypes)
    .where(
      and(
        eq(leaveTypes.workspaceId, sql.placeholder("workspaceId")),
        sql`${leaveTypes.id} = any(${sql.placeholder("ids")}::uuid[])`,
      ),
    )
    .prepare("find_leave_types"),
);

/** The leave types with these ids, by id: one query for a page of leaves. */
export async function findLeaveTypes(
  ctx: Ctx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, LeaveTypeRow>> {
  const rows = await query(ctx.db).execute({ workspaceId: ctx.reach.workspaceId, ids: [...new Set(ids)] });
  return new Map(rows.map((row) => [row.id, row]));
}
