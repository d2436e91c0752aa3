import { eq } from "drizzle-orm";
import { leaves } from "@/drizzle/schema/leaves";
import { users } from "@/drizzle/schema/people";
import type { LeaveStatus } from "@/drizzle/schema/values";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { ApiError } from "@/server/kernel/errors";
import { because } from "@/server/kernel/reasons";
import { encodeId } from "@/server/kernel/schema";
import { oncePerForm } from "@/server/modules/integrations/operations/once-per-form";
import { approveLeave } from "@/server/modules/leave/requests/approve";
import { denyLeave } from "@/server/modules/leave/requests/deny";
import type { Decision } from "./schema";

/** The status after the decision: `OPEN` when a second level decides next, `CANCELLED` when a cancellation was agreed to. */
export type Decided = Extract<LeaveStatus, "OPEN" | "APPROVED" | "DENIED" | "CANCELLED">;

/**
 * Approves or denies a leave from a page, once for each attempt, in the version that was seen.
 * @throws ApiError as approveLeave and denyLeave do; the details of a CONFLICT contain the leave's state and its decider
 */
export async function decideLeave(ctx: Ctx, { attempt, ...decision }: Decision): Promise<Decided> {
  const { id, version, action, reason, overrideReason } = decision;
  const decide = async (tx: Ctx) =>
    (action === "approve"
      ? await approveLeave(tx, id, version, { overrideReason })
      : await denyLeave(tx, id, reason === undefined ? undefined : { reason }, version)
    ).status;
  try {
    return (await oncePerForm(ctx, { attempt, input: decision }, decide)) as Decided;
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "CONFLICT") throw error;
    throw await explained(ctx, decision, error);
  }
}

/**
 * Adds the current state of the leave to a conflict. It runs after the attempt was rolled back, so it reads what the other transaction
 * wrote.
 */
async function explained(ctx: Ctx, { id, version }: Omit<Decision, "attempt">, conflict: ApiError) {
  const [found] = await scoped(workspaceOf(ctx.actor), leaves)
    .select(ctx.db, {
      status: leaves.status,
      approvedLevel: leaves.approvedLevel,
      version: leaves.version,
      approverId: leaves.approverId,
      approverName: users.name,
    })
    .leftJoin(users, eq(users.id, leaves.approverId))
    .where(eq(leaves.id, id));
  // The version is current: the caller is out of turn, which the original conflict says.
  if (!found || found.version === version) return conflict;
  const { approverId, approverName, ...leave } = found;
  const isTheirs = leave.status === "APPROVED" || leave.status === "DENIED" || leave.approvedLevel > 0;
  const by =
    isTheirs && approverId && approverName ? { id: encodeId("user", approverId), name: approverName } : null;
  return new ApiError("CONFLICT", { ...standing(leave, by?.name ?? null), details: { leave, by } });
}

function standing(
  { status, approvedLevel }: { status: LeaveStatus; approvedLevel: number },
  by: string | null,
) {
  const approver = { name: by ?? "Someone else", known: by === null ? "no" : "yes" };
  switch (status) {
    case "APPROVED":
      return because("approvedBy", approver);
    case "DENIED":
      return because("deniedBy", approver);
    case "OPEN":
      return approvedLevel > 0 ? because("approvedLevel1By", approver) : because("leaveChanged");
    default:
      return because("leaveIsNow", { status });
  }
}
