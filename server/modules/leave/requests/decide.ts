import type { DecidedBy } from "@/drizzle/schema/values";
import { isInApp } from "@/server/access/actor";
import type { Ctx } from "@/server/access/ctx";
import { ApiError } from "@/server/kernel/errors";
import { because } from "@/server/kernel/reasons";
import type { Employee } from "@/server/modules/leave/calendars/read-employee";
import { canDecide, type Decider, isNamed } from "./approvers";
import { findChain, kindOf } from "./find-approvers";
import { deciderOf, isWritable, notIn, requireVersion } from "./standing";
import { type LeaveRow, loadAnyLeave } from "./store";
import { isWaiting } from "./transitions";

/**
 * Loads a leave that the acting user may approve or deny now. A manager and a stand-in may decide in the app and by mail regardless of
 * reach. With a key they decide only within reach, which nothing widens (decisions 12.7 and 7.16).
 * @param seen the version that they decide; any version when absent
 * @throws ApiError RESOURCE_NOT_FOUND, FORBIDDEN, CONFLICT when nothing waits for a decision, or it has changed since it was seen
 */
export async function loadLeaveToDecide(
  ctx: Ctx,
  id: string,
  seen: number | undefined,
): Promise<{ leave: LeaveRow; owner: Employee; decider: Decider }> {
  const { leave, owner } = await loadAnyLeave(ctx, id, "lock of shared days");
  const decider = deciderOf(ctx, owner, await findChain(ctx, owner.id, kindOf(leave)));
  if (!isWritable(ctx, owner) && !(isInApp(ctx.actor) && isNamed(decider)))
    throw new ApiError("RESOURCE_NOT_FOUND");
  if (!canDecide(decider)) throw new ApiError("FORBIDDEN", refusal(decider));
  if (!isWaiting(leave)) throw notIn(leave);
  requireVersion(leave, seen);
  return { leave, owner, decider };
}

/** Why someone may not decide. */
export const refusal = (decider: Decider, what: "leave" | "credit" = "leave") =>
  decider.userId === decider.ownerId
    ? because("ownDecision", { what })
    : because(deciders[decider.decidedBy ?? "DEPARTMENT"], { what });

const deciders = {
  DEPARTMENT: "decidedByDepartment",
  LOCATION_ADMINS: "decidedByLocation",
  ADMINS: "decidedByAdmins",
} as const satisfies Record<DecidedBy, string>;
