import { sql } from "drizzle-orm";
import { leaveTypes } from "@/drizzle/schema/leaves";
import type { Ctx } from "@/server/access/ctx";
import { givenWorkspace } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { preparedBy } from "@/server/kernel/database/db";
import { type LeaveTypeRow, leaveTypeFields } from "./list-leave-types";

const query = preparedBy((db) =>
  scoped(givenWorkspace, leaveTypes)
    .select(db, leaveTypeFields)
    .where(sql`${leaveTypes.id} = any(${sql.placeholder("ids")}::uuid[])`)
    .prepare("find_leave_types"),
);

/** The leave types with these ids, by id, with one query for a page of leaves. */
export async function findLeaveTypes(
  ctx: Ctx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, LeaveTypeRow>> {
  const rows = await query(ctx.db).execute({ workspaceId: ctx.reach.workspaceId, ids: [...new Set(ids)] });
  return new Map(rows.map((row) => [row.id, row]));
}
