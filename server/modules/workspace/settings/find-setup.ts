import { and, type Column, eq, gte, isNull, notExists, sql } from "drizzle-orm";
import { departmentApprovers, departments, holidays, locations } from "@/drizzle/schema/directory";
import { balanceAdjustments, leavePolicies, leaves, leaveTypes } from "@/drizzle/schema/leaves";
import { users } from "@/drizzle/schema/people";
import { workspaces } from "@/drizzle/schema/workspaces";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { requireAdmin } from "@/server/access/require-admin";
import { scoped } from "@/server/access/scoped";
import { utcDay } from "@/server/kernel/time/clock";

/** A workspace's progress towards its first request. */
export interface Setup {
  locations: number;
  /** Public holidays from now on. */
  holidays: number;
  /** Leave types that can be requested somewhere. */
  leaveTypes: number;
  /** Active people. */
  people: number;
  /**
   * Departments without an approver in which an active person has no manager either, and decides for no one: their requests wait for
   * administrators, who decide on managers and approvers without one, too.
   */
  departmentsWithoutApprover: number;
  approvers: number;
  /** Active people with an opening balance. */
  opened: number;
  /** Whether anyone has requested leave. */
  hasLeave: boolean;
}

const rows = sql<number>`count(*)::int`;
const distinct = (column: Column) => sql<number>`count(distinct ${column})::int`;

/**
 * @returns null once an administrator has ended the setup, or where none was needed
 * @throws ApiError FORBIDDEN unless the caller is an administrator
 */
export async function findSetup(ctx: Ctx): Promise<Setup | null> {
  requireAdmin(ctx);
  const { db, actor } = ctx;
  const [leading] = await db
    .select({ id: workspaces.id })
    .from(workspaces)
    .where(and(eq(workspaces.id, actor.workspaceId), isNull(workspaces.setUpAt)));
  if (!leading) return null;
  const reach = workspaceOf(actor);
  const approved = scoped(reach, departmentApprovers)
    .select(db, { id: departmentApprovers.userId })
    .where(eq(departmentApprovers.departmentId, departments.id));
  const decidesInDepartment = scoped(reach, departmentApprovers)
    .select(db, { id: departmentApprovers.departmentId })
    .where(eq(departmentApprovers.userId, users.id));
  const managesNoOne = sql`not exists (select from ${users} managed
    where managed.workspace_id = ${actor.workspaceId}::uuid and managed.approver_id = ${users.id})`;
  const [[places], [free], [types], [active], [approving], [unattended], [opened], leave] = await Promise.all(
    [
      scoped(reach, locations).select(db, { n: rows }),
      scoped(reach, holidays)
        .select(db, { n: rows })
        .where(gte(holidays.date, utcDay(ctx.now()))),
      scoped(reach, leaveTypes)
        .select(db, { n: distinct(leaveTypes.id) })
        .innerJoin(leavePolicies, eq(leavePolicies.leaveTypeId, leaveTypes.id))
        .where(eq(leaveTypes.isActive, true)),
      scoped(reach, users).select(db, { n: rows }).where(eq(users.status, "ACTIVE")),
      scoped(reach, departmentApprovers).select(db, { n: distinct(departmentApprovers.userId) }),
      scoped(reach, departments)
        .select(db, { n: distinct(departments.id) })
        .innerJoin(users, and(eq(users.departmentId, departments.id), eq(users.status, "ACTIVE")))
        .where(
          and(
            notExists(approved),
            eq(users.isAdmin, false),
            isNull(users.approverId),
            notExists(decidesInDepartment),
            managesNoOne,
          ),
        ),
      scoped(reach, balanceAdjustments)
        .select(db, { n: distinct(balanceAdjustments.userId) })
        .innerJoin(users, and(eq(users.id, balanceAdjustments.userId), eq(users.status, "ACTIVE")))
        .where(eq(balanceAdjustments.kind, "OPENING")),
      scoped(reach, leaves).select(db, { one: sql`1` }).limit(1),
    ],
  );
  return {
    locations: places?.n ?? 0,
    holidays: free?.n ?? 0,
    leaveTypes: types?.n ?? 0,
    people: active?.n ?? 0,
    departmentsWithoutApprover: unattended?.n ?? 0,
    approvers: approving?.n ?? 0,
    opened: opened?.n ?? 0,
    hasLeave: leave.length > 0,
  };
}
