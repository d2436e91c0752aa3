import { eq } from "drizzle-orm";
import type { ShownLeave } from "@/drizzle/schema/leave-mails";
import { leaveTypes } from "@/drizzle/schema/leaves";
import type { LeaveStatus } from "@/drizzle/schema/values";
import { type Ctx, ctxFor, standingIn } from "@/server/access/ctx";
import { loadActor } from "@/server/access/load-actor";
import { reaches, workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { newRequestId } from "@/server/kernel/ids";
import type { Services } from "@/server/kernel/services";
import { approvalBy, canDecide, isStandIn } from "@/server/modules/leaves/approvers";
import { findApprovers } from "@/server/modules/leaves/find-approvers";
import { roleFor } from "@/server/modules/leaves/standing";
import { findNames } from "@/server/modules/people/find-names";
import { type FoundLink, findDecisionLink } from "./find-decision-link";
import { type DecisionContext, readDecisionContext } from "./read-decision-context";
import { type LeaveFacts, readLeaveFacts } from "./read-leave-facts";

/** What was shown in the mail, where the leave has changed since. */
interface ChangedSince {
  shown: ShownLeave;
  /** The leave type's name then; null when it is the same, or not for whoever asks. */
  typeName: string | null;
}

/** What the link of a mail leads to now. */
export type Decision =
  | {
      state: "ready";
      facts: LeaveFacts;
      context: DecisionContext;
      approverName: string;
      workspaceName: string;
      changed: ChangedSince | null;
    }
  /** Somebody has decided, or there is nothing to be decided any more. */
  | { state: "decided"; facts: LeaveFacts; status: LeaveStatus; byName: string | null; byYou: boolean }
  /** Approved at level 1, and waiting for somebody else. */
  | { state: "lifted"; facts: LeaveFacts; byName: string | null; byYou: boolean }
  | { state: "unknown" | "sign-in" | "inactive" | "not-approver" | "expired" | "ended" };

/** What somebody with the link of a mail may know and do now. Reading decides nothing. */
export async function readDecision(services: Services, token: string): Promise<Decision> {
  const found = await findDecisionLink(services.db, token);
  if (!found) return { state: "unknown" };
  const { link, workspace } = found;
  if (workspace.needsSignIn) return { state: "sign-in" };
  const actor = await loadActor(services.db, link.workspaceId, link.userId, { type: "mail" });
  if (!actor) return { state: "inactive" };
  if (link.expiresAt <= services.clock()) return { state: "expired" };
  const ctx = ctxFor(services, actor, newRequestId());
  const facts = await readLeaveFacts(ctx, link.leaveId);
  return facts ? standingOf(ctx, found, facts) : { state: "unknown" };
}

async function standingOf(ctx: Ctx, { link, ...found }: FoundLink, facts: LeaveFacts): Promise<Decision> {
  const { leave, worker } = facts;
  const { userId, plan } = ctx.actor;
  const decider = {
    ...{ userId, role: roleFor(ctx, worker), ownerId: worker.id },
    approvers: await findApprovers(ctx, worker.departmentId),
    hasTwoLevels: plan === "COMPLETE",
  };
  const reachesOwner = reaches(ctx.reach, worker);
  if (!canDecide(decider) || !(reachesOwner || isStandIn(decider))) return { state: "not-approver" };
  const byName =
    leave.approverId && ((await findNames(ctx, [leave.approverId])).get(leave.approverId) ?? null);
  const byYou = leave.approverId === userId;
  if (leave.status !== "OPEN") return { state: "decided", facts, status: leave.status, byName, byYou };
  if (approvalBy(decider, leave) === null) return { state: "lifted", facts, byName, byYou };
  if (link.usedAt || link.endedAt) return { state: "ended" };
  const context = await readDecisionContext(reachesOwner ? ctx : standingIn(ctx, worker.departmentId), facts);
  return {
    state: "ready",
    facts,
    context,
    approverName: found.approver.name,
    workspaceName: found.workspace.name,
    changed: leave.version === link.version ? null : await changesSince(ctx, link.shown, facts, context),
  };
}

async function changesSince(
  ctx: Ctx,
  shown: ShownLeave,
  { leave }: LeaveFacts,
  { typeName }: DecisionContext,
): Promise<ChangedSince> {
  if (typeName === null || shown.leaveTypeId === leave.leaveTypeId) return { shown, typeName: null };
  const [type] = await scoped(workspaceOf(ctx.actor), leaveTypes)
    .select(ctx.db, { name: leaveTypes.name })
    .where(eq(leaveTypes.id, shown.leaveTypeId));
  return { shown, typeName: type?.name ?? null };
}
