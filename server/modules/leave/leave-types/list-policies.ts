import { asc } from "drizzle-orm";
import { leavePolicies } from "@/drizzle/schema/leaves";
import type { Ctx } from "@/server/access/ctx";
import { givenWorkspace, type Reach, reachParams } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { preparedBy } from "@/server/kernel/database/db";
import { inLocations } from "@/server/modules/people/places/list-locations";
import { type LeavePolicyRow, policyFields } from "./get-leave-type";

const query = preparedBy((db, kind) =>
  scoped(givenWorkspace, leavePolicies)
    .select(db, { ...policyFields, leaveTypeId: leavePolicies.leaveTypeId })
    .where(inLocations(db, kind as Reach["kind"], leavePolicies.locationId))
    .orderBy(asc(leavePolicies.leaveTypeId), asc(leavePolicies.locationId))
    .prepare(`list_policies_${kind}`),
);

/** The policies of every leave type at the locations within reach. */
export const listPolicies = (ctx: Ctx): Promise<(LeavePolicyRow & { leaveTypeId: string })[]> =>
  query(ctx.db, ctx.reach.kind).execute(reachParams(ctx.reach));
