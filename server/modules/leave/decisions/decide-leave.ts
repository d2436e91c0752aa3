import { eq } from "drizzle-orm";
import { leaves } from "@/drizzle/schema/leaves";
import { users } from "@/drizzle/schema/people";
import type { LeaveStatus } from "@/drizzle/schema/values";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { ApiError } from "@/server/kernel/errors";
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
  const description = sentence(leave, by?.name ?? "Someone else");
  return new ApiError("CONFLICT", { description, details: { leave, by } });
}

function sentence({ status, approvedLevel }: { status: LeaveStatus; approvedLevel: number }, name: string) {
  switch (status) {
    case "APPROVED":
      return `${name} has already approved this leave.`;
    case "DENIED":
      return `${name} has already denied this leave.`;
    case "OPEN":
      return approvedLevel > 0
        ? `${name} has already approved this leave at level 1.`
        : "This leave has changed since you opened it.";
    default:
      return `This leave is ${status} now.`;
  }
}
