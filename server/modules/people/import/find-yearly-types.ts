import { and, asc, eq, exists, gt } from "drizzle-orm";
import { leavePolicies, leaveTypes } from "@/drizzle/schema/leaves";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { inNameOrder } from "@/server/kernel/database/name-search";
import { nameFor } from "@/server/modules/leave/type-names/name-in";

/** The active leave types with a yearly quota at any location: those that yearly days and days left usually concern. */
export const findYearlyTypes = (ctx: Ctx): Promise<{ id: string; name: string }[]> =>
  scoped(workspaceOf(ctx.actor), leaveTypes)
    .select(ctx.db, { id: leaveTypes.id, name: nameFor(ctx) })
    .where(
      and(
        eq(leaveTypes.isActive, true),
        exists(
          scoped(workspaceOf(ctx.actor), leavePolicies)
            .select(ctx.db, { id: leavePolicies.leaveTypeId })
            .where(
              and(
                eq(leavePolicies.leaveTypeId, leaveTypes.id),
                eq(leavePolicies.unlimited, false),
                gt(leavePolicies.yearlyQuota, 0),
              ),
            ),
        ),
      ),
    )
    .orderBy(asc(leaveTypes.position), inNameOrder(nameFor(ctx)));
