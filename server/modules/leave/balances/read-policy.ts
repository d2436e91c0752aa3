import { and, eq } from "drizzle-orm";
import { leavePolicies, leaveTypes } from "@/drizzle/schema/leaves";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import type { Policy } from "./cover-case";

/** The policy of an active leave type at a location. */
export async function readPolicy(ctx: Ctx, leaveTypeId: string, locationId: string): Promise<Policy | null> {
  const [row] = await scoped(workspaceOf(ctx.actor), leavePolicies)
    .select(ctx.db, { policy: leavePolicies })
    .innerJoin(leaveTypes, eq(leaveTypes.id, leavePolicies.leaveTypeId))
    .where(
      and(
        eq(leavePolicies.leaveTypeId, leaveTypeId),
        eq(leavePolicies.locationId, locationId),
        eq(leaveTypes.isActive, true),
      ),
    );
  return row?.policy ?? null;
}
