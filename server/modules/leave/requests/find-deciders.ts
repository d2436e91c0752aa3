import { and, asc, eq } from "drizzle-orm";
import { leavePolicies, leaveTypes } from "@/drizzle/schema/leaves";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { groupBy } from "@/server/kernel/group-by";
import { knownTypes, loadReadable } from "@/server/modules/leave/balances/read";
import { nameFor } from "@/server/modules/leave/type-names/name-in";
import { findChain, type ShownApprover, showApprovers } from "./find-approvers";

/** Who decides a person's leave of some types. */
export interface Deciders {
  /** The names of the leave types. */
  types: string[];
  /** Whether leave of these types needs an approval. */
  isRequired: boolean;
  /** By level and name. */
  approvers: ShownApprover[];
}

/**
 * Who decides the leave of a person: for themselves, and for those who reach them. Leave types with the same rules are together.
 * @throws ApiError RESOURCE_NOT_FOUND
 */
export async function findDeciders(ctx: Ctx, { userId }: { userId: string }): Promise<Deciders[]> {
  const person = await loadReadable(ctx, userId);
  const { locationId } = person.employee;
  const policies = await scoped(workspaceOf(ctx.actor), leavePolicies)
    .select(ctx.db, {
      leaveTypeId: leaveTypes.id,
      name: nameFor(ctx),
      decidedBy: leavePolicies.decidedBy,
      approvalLevels: leavePolicies.approvalLevels,
      isRequired: leavePolicies.approvalRequired,
    })
    .innerJoin(leaveTypes, eq(leaveTypes.id, leavePolicies.leaveTypeId))
    .where(and(eq(leavePolicies.locationId, locationId), knownTypes(person)))
    .orderBy(asc(leaveTypes.position));
  const alike = groupBy(policies, ({ decidedBy, approvalLevels, isRequired }) =>
    isRequired ? `${decidedBy} ${approvalLevels}` : "",
  );
  return Promise.all(
    [...alike.values()].map(async (some) => {
      const [{ leaveTypeId, isRequired } = { leaveTypeId: "", isRequired: false }] = some;
      const chain = isRequired ? await findChain(ctx, userId, { leaveTypeId, locationId }) : null;
      return {
        types: some.map(({ name }) => name),
        isRequired,
        approvers: chain ? showApprovers(ctx, userId, chain.approvers) : [],
      };
    }),
  );
}
