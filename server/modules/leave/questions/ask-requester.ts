import { and, eq, gt } from "drizzle-orm";
import { leaveQuestions } from "@/drizzle/schema/leave-questions";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { ApiError } from "@/server/kernel/errors";
import { newId } from "@/server/kernel/ids";
import { because } from "@/server/kernel/reasons";
import { plus } from "@/server/kernel/time/clock";
import { readEmployee } from "@/server/modules/leave/calendars/read-employee";
import { denialFor } from "@/server/modules/leave/requests/approvers";
import { loadLeaveToDecide } from "@/server/modules/leave/requests/decide";
import { lockStandIn } from "@/server/modules/leave/requests/lock-stand-in";
import { turnOf } from "@/server/modules/leave/requests/transitions";
import { recordAudit } from "@/server/modules/workspace/audit/record";
import { maxPerDay, perMs } from "./policy";
import { writeQuestionMail } from "./write-question-mail";

/**
 * Asks the person on leave something before the decision, and mails them. The leave goes on waiting, and its deadline stays (decision
 * 18.24).
 * @returns the question's id
 * @throws ApiError RESOURCE_NOT_FOUND, FORBIDDEN for those who may not decide it, CONFLICT when nothing waits, or after the day's questions
 */
export function askRequester(ctx: Ctx, leaveId: string, question: string): Promise<string> {
  return inTransaction(ctx, async (tx) => {
    const { leave, owner, decider } = await loadLeaveToDecide(tx, leaveId, undefined);
    const standsInForId = denialFor(decider, turnOf(leave));
    await lockStandIn(tx, standsInForId, owner.departmentId);
    const askedById = tx.actor.userId;
    if (askedById === null) throw new ApiError("FORBIDDEN");
    // Locked, so that of simultaneous questions only as many pass as a day may have.
    await readEmployee(tx, owner.id, "lock");
    await requireFewToday(tx, leaveId);
    const id = newId();
    await tx.db.insert(leaveQuestions).values({
      ...{ workspaceId: tx.actor.workspaceId, id, leaveId, userId: owner.id },
      ...{ askedById, askedAt: tx.now(), question },
    });
    await recordAudit(tx, {
      action: "leave.question",
      resourceType: "leave",
      resourceId: leaveId,
      standsInForId,
      changes: { questionId: { to: id } },
    });
    await writeQuestionMail(tx, { leaveId, userId: owner.id, question });
    return id;
  });
}

/** The day's questions about this leave have been asked. */
export class TooManyQuestions extends ApiError {
  constructor() {
    super("CONFLICT", {
      ...because("questionCount", { limit: maxPerDay }),
      resolution: "Ask again tomorrow, or decide.",
    });
  }
}

async function requireFewToday(tx: Ctx, leaveId: string): Promise<void> {
  const today = await scoped(workspaceOf(tx.actor), leaveQuestions)
    .select(tx.db, { id: leaveQuestions.id })
    .where(and(eq(leaveQuestions.leaveId, leaveId), gt(leaveQuestions.askedAt, plus(tx.now(), -perMs))))
    .limit(maxPerDay);
  if (today.length < maxPerDay) return;
  throw new TooManyQuestions();
}
