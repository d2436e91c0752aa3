import { isInApp } from "@/server/access/actor";
import type { Ctx } from "@/server/access/ctx";
import { ApiError } from "@/server/kernel/errors";
import type { Employee } from "@/server/modules/leave/calendars/read-employee";
import { canDecide, type Decider, isStandIn } from "./approvers";
import { findApprovers } from "./find-approvers";
import { deciderOf, isWritable, notIn, requireVersion } from "./standing";
import { type LeaveRow, loadAnyLeave } from "./store";
import { isPossible } from "./transitions";

/**
 * Loads a leave that the acting user may approve or deny now. A stand-in may decide in the app and by mail regardless of reach. With a key
 * they decide only within reach, which nothing widens (decision 12.7).
 * @param seen the version that they decide; any version when absent
 * @throws ApiError RESOURCE_NOT_FOUND, FORBIDDEN, CONFLICT when it is not OPEN, or has changed since it was seen
 */
export async function loadLeaveToDecide(
  ctx: Ctx,
  id: string,
  action: "approve" | "deny",
  seen: number | undefined,
): Promise<{ leave: LeaveRow; owner: Employee; decider: Decider }> {
  const { leave, owner } = await loadAnyLeave(ctx, id, action === "deny" ? "lock of part days" : "");
  const decider = deciderOf(ctx, owner, await findApprovers(ctx, owner.departmentId));
  if (!isWritable(ctx, owner) && !(isInApp(ctx.actor) && isStandIn(decider)))
    throw new ApiError("RESOURCE_NOT_FOUND");
  if (!canDecide(decider)) throw new ApiError("FORBIDDEN", { description: refusal(decider) });
  if (!isPossible(action, leave.status)) throw notIn(leave);
  requireVersion(leave, seen);
  return { leave, owner, decider };
}

const refusal = (decider: Decider): string =>
  decider.userId === decider.ownerId
    ? "You can't decide your own leave. Another approver has to."
    : "Only the department's approvers, location admins and administrators can decide this leave.";
