import { isInApp } from "@/server/access/actor";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { ApiError } from "@/server/kernel/errors";
import { readEmployee } from "@/server/modules/leave/calendars/read-employee";
import { requireOpenDays } from "@/server/modules/leave/calendars/require-open-days";
import { canDecide, denialFor, isNamed } from "@/server/modules/leave/requests/approvers";
import { refusal } from "@/server/modules/leave/requests/decide";
import { findChain } from "@/server/modules/leave/requests/find-approvers";
import { lockStandIn } from "@/server/modules/leave/requests/lock-stand-in";
import { deciderOf, isWritable } from "@/server/modules/leave/requests/standing";
import { recordAudit } from "@/server/modules/workspace/audit/record";
import { notIn } from "./policy";
import type { CreditDecision } from "./schema";
import { changed, loadAnyCredit, moveCredit, type SeenCredit, seeCredit } from "./store";
import { writeDecisionMail } from "./write-decision-mail";

interface Answer {
  action: "approve" | "deny";
  reason?: string | undefined;
  /** The version that is decided; any version when absent. */
  seen?: number | undefined;
}

/**
 * Approves or denies a credit that was asked for, by those who could decide leave of its type of the person; one level is enough. Locks the
 * person's row, so that of two decisions the first counts.
 * @throws ApiError RESOURCE_NOT_FOUND, FORBIDDEN, CONFLICT when it does not wait for a decision, or has changed, PERIOD_CLOSED
 */
export function decideCredit(ctx: Ctx, id: string, { action, reason, seen }: Answer): Promise<SeenCredit> {
  return inTransaction(ctx, async (tx) => {
    const { person } = await loadAnyCredit(tx, id);
    const owner = await readEmployee(tx, person.id, "lock");
    if (!owner) throw new ApiError("RESOURCE_NOT_FOUND");
    const { credit } = await loadAnyCredit(tx, id);
    const { leaveTypeId } = credit;
    const kind = { leaveTypeId, locationId: owner.locationId, isCancelling: true };
    const decider = deciderOf(tx, owner, await findChain(tx, owner.id, kind));
    if (!isWritable(tx, owner) && !(isInApp(tx.actor) && isNamed(decider)))
      throw new ApiError("RESOURCE_NOT_FOUND");
    if (!canDecide(decider)) throw new ApiError("FORBIDDEN", refusal(decider, "credit"));
    if (credit.status !== "OPEN") throw notIn(credit.status);
    if (seen !== undefined && seen !== credit.version) throw changed();
    if (action === "approve") requireOpenDays(owner, credit.earnedOn);
    const standsInForId = denialFor(decider, { status: "OPEN", approvedLevel: 0 });
    await lockStandIn(tx, standsInForId, owner.departmentId);
    const status = action === "approve" ? "APPROVED" : "DENIED";
    await moveCredit(tx, credit, { status, decisionReason: reason ?? null });
    await recordAudit(tx, {
      action: `credit.${action}`,
      resourceType: "credit",
      resourceId: id,
      standsInForId,
      changes: { status: { from: "OPEN", to: status } },
    });
    await writeDecisionMail(tx, owner, id);
    return seeCredit(tx, await loadAnyCredit(tx, id));
  });
}

export const approveCredit = (ctx: Ctx, id: string, decision?: CreditDecision): Promise<SeenCredit> =>
  decideCredit(ctx, id, { action: "approve", ...decision });

export const denyCredit = (ctx: Ctx, id: string, decision?: CreditDecision): Promise<SeenCredit> =>
  decideCredit(ctx, id, { action: "deny", ...decision });
