import type { Ctx } from "@/server/access/ctx";
import { requireAdmin } from "@/server/access/require-admin";
import { findExamples, type PolicyExample } from "./find-examples";
import {
  findConcerned,
  findOverdrawnByPolicies,
  findPolicyReach,
  type OverdrawnPerson,
  policyChanges,
} from "./find-policy-effect";
import { getLeaveType } from "./get-leave-type";
import type { LeavePolicyInput } from "./schema";
import { preparePolicies } from "./write-policies";

/** The effect of a change of policies. */
export interface PolicyEffect {
  /** Active people at the locations. */
  peopleCount: number;
  /** Their booked and requested leave of this type that is not over yet. */
  comingLeaveCount: number;
  overdrawnCount: number;
  /** The people with the most missing days. */
  overdrawn: OverdrawnPerson[];
  examples: PolicyExample[];
}

const maxNamed = 20;

/**
 * Previews `updateLeaveType` with these policies, which is refused as long as anyone is overdrawn. Changes nothing.
 * @throws ApiError FORBIDDEN for any caller except an administrator, RESOURCE_NOT_FOUND, VALIDATION_ERROR for policies as on update
 */
export async function previewPolicies(
  ctx: Ctx,
  id: string,
  given: readonly LeavePolicyInput[],
): Promise<PolicyEffect> {
  requireAdmin(ctx);
  const { policies } = await getLeaveType(ctx, id);
  const prepared = await preparePolicies(ctx, policies, given);
  const changes = await policyChanges(ctx, id, policies, prepared);
  const [reached, overdrawn, examples] = await Promise.all([
    findPolicyReach(
      ctx,
      id,
      given.map(({ locationId }) => locationId),
    ),
    findConcerned(ctx, changes).then((userIds) => findOverdrawnByPolicies(ctx, changes, userIds)),
    findExamples(ctx, prepared),
  ]);
  const named = overdrawn.slice(0, maxNamed);
  return { ...reached, overdrawnCount: overdrawn.length, overdrawn: named, examples };
}
