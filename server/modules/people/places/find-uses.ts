import { type AnyColumn, and, eq, ne, sql } from "drizzle-orm";
import { departments } from "@/drizzle/schema/directory";
import { leaves } from "@/drizzle/schema/leaves";
import { payrollRuns } from "@/drizzle/schema/payroll";
import { users } from "@/drizzle/schema/people";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { requireAdmin } from "@/server/access/require-admin";
import { scoped } from "@/server/access/scoped";

/** Why a department or location cannot be deleted. */
export type Use = "people" | "inactivePeople" | "leave" | "departments" | "payrollRuns";

/**
 * What prevents the deletion of a location; empty when nothing does.
 * @throws ApiError FORBIDDEN unless the caller is an administrator
 */
export const findLocationUses = (ctx: Ctx, id: string): Promise<Use[]> =>
  findUses(ctx, id, {
    ...{ person: users.locationId, leave: leaves.locationId, run: payrollRuns.locationId },
  });

/** The same for a department. */
export const findDepartmentUses = (ctx: Ctx, id: string): Promise<Use[]> =>
  findUses(ctx, id, { person: users.departmentId, leave: leaves.departmentId, parent: departments.parentId });

async function findUses(
  ctx: Ctx,
  id: string,
  by: { person: AnyColumn; leave: AnyColumn; parent?: AnyColumn; run?: AnyColumn },
): Promise<Use[]> {
  requireAdmin(ctx);
  const whole = workspaceOf(ctx.actor);
  const one = { one: sql`1` };
  const isActive = eq(users.status, "ACTIVE");
  const uses = {
    people: scoped(whole, users)
      .select(ctx.db, one)
      .where(and(eq(by.person, id), isActive)),
    inactivePeople: scoped(whole, users)
      .select(ctx.db, one)
      .where(and(eq(by.person, id), ne(users.status, "ACTIVE"))),
    leave: scoped(whole, leaves).select(ctx.db, one).where(eq(by.leave, id)),
    ...(by.run && { payrollRuns: scoped(whole, payrollRuns).select(ctx.db, one).where(eq(by.run, id)) }),
    ...(by.parent && {
      departments: scoped(whole, departments).select(ctx.db, one).where(eq(by.parent, id)),
    }),
  };
  const found = await Promise.all(
    Object.entries(uses).map(async ([use, query]) => ((await query.limit(1)).length > 0 ? [use as Use] : [])),
  );
  return found.flat();
}
