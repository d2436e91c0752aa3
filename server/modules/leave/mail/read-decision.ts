import { eq } from "drizzle-orm";
import type { ShownLeave } from "@/drizzle/schema/leave-mails";
import { leaveTypes } from "@/drizzle/schema/leaves";
import type { LeaveStatus } from "@/drizzle/schema/values";
import { type Ctx, ctxFor, namedIn } from "@/server/access/ctx";
import { loadActor } from "@/server/access/load-actor";
import { reaches, workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { newRequestId } from "@/server/kernel/ids";
import type { Services } from "@/server/kernel/services";
import { canDecide, capacityOf, isNamed } from "@/server/modules/leave/requests/approvers";
import { findChain, kindOf } from "@/server/modules/leave/requests/find-approvers";
import { findQuestions, type LeaveQuestion } from "@/server/modules/leave/requests/find-questions";
import { deciderOf } from "@/server/modules/leave/requests/standing";
import { isWaiting, turnOf } from "@/server/modules/leave/requests/transitions";
import { type TypeNames, typeNames } from "@/server/modules/leave/type-names/name-in";
import { findNames } from "@/server/modules/people/people/find-names";
import { type FoundLink, findDecisionLink } from "./find-decision-link";
import { type LeaveFacts, readLeaveFacts } from "./read-leave-facts";
import { type RequestSummary, summarizeRequest } from "./summarize-request";

/** What the mail showed, when the leave has changed since. */
interface ChangedSince {
  shown: ShownLeave;
  /** The leave type's name at that time; null when it is the same. */
  type: TypeNames | null;
}

/** The current state of a mail's link. */
export type Decision =
  | {
      state: "ready";
      facts: LeaveFacts;
      summary: RequestSummary;
      approverName: string;
      /** The approver they stand in for; null when they decide by their own right. */
      onBehalfOfName: string | null;
      workspaceName: string;
      changed: ChangedSince | null;
      /** What was asked about it last, and the answer. */
      question: LeaveQuestion | null;
    }
  /** Already decided, or nothing to decide any more. */
  | { state: "decided"; facts: LeaveFacts; status: LeaveStatus; byName: string | null; byYou: boolean }
  /** Approved at level 1, and waiting for another approver. */
  | { state: "lifted"; facts: LeaveFacts; byName: string | null; byYou: boolean }
  | { state: "unknown" | "sign-in" | "inactive" | "not-approver" | "expired" | "ended" };

/** What the holder of a mail's link may see and do now. Reading decides nothing. */
export async function readDecision(services: Services, token: string): Promise<Decision> {
  const found = await findDecisionLink(services, token);
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
  const { leave, employee } = facts;
  const chain = await findChain(ctx, employee.id, kindOf(leave));
  const decider = deciderOf(ctx, employee, chain);
  const reachesOwner = reaches(ctx.reach, employee);
  if (!canDecide(decider) || !(reachesOwner || isNamed(decider))) return { state: "not-approver" };
  const byName =
    leave.approverId && ((await findNames(ctx, [leave.approverId])).get(leave.approverId) ?? null);
  const byYou = leave.approverId === ctx.actor.userId;
  if (!isWaiting(leave)) return { state: "decided", facts, status: leave.status, byName, byYou };
  const capacity = capacityOf(decider, turnOf(leave));
  if (capacity === null) return { state: "lifted", facts, byName, byYou };
  if (link.usedAt || link.endedAt) return { state: "ended" };
  const summary = await summarizeRequest(reachesOwner ? ctx : namedIn(ctx, employee.departmentId), facts);
  if (!summary) return { state: "ended" };
  return {
    state: "ready",
    facts,
    summary,
    approverName: found.approver.name,
    onBehalfOfName: chain.approvers.find(({ userId }) => userId === capacity.standsInFor)?.name ?? null,
    workspaceName: found.workspace.name,
    changed: leave.version === link.version ? null : await changesSince(ctx, link.shown, facts),
    question: (await findQuestions(ctx, leave.id)).at(-1) ?? null,
  };
}

async function changesSince(ctx: Ctx, shown: ShownLeave, { leave }: LeaveFacts): Promise<ChangedSince> {
  if (shown.leaveTypeId === leave.leaveTypeId) return { shown, type: null };
  const [type] = await scoped(workspaceOf(ctx.actor), leaveTypes)
    .select(ctx.db, typeNames)
    .where(eq(leaveTypes.id, shown.leaveTypeId));
  return { shown, type: type ?? null };
}
