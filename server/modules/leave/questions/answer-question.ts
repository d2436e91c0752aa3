import { and, eq, isNull } from "drizzle-orm";
import { leaveQuestions } from "@/drizzle/schema/leave-questions";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { ApiError } from "@/server/kernel/errors";
import { because } from "@/server/kernel/reasons";
import { getLeave } from "@/server/modules/leave/requests/get-leave";
import { notIn } from "@/server/modules/leave/requests/standing";
import { isWaiting } from "@/server/modules/leave/requests/transitions";
import { recordAudit } from "@/server/modules/workspace/audit/record";
import type { QuestionAnswer } from "./schema";
import { writeAnswerMail } from "./write-answer-mail";

/**
 * Answers a question about one's own leave, once, and mails who asked.
 * @throws ApiError RESOURCE_NOT_FOUND, FORBIDDEN for any caller except the owner, CONFLICT when it was answered, or the leave doesn't wait
 */
export function answerQuestion(ctx: Ctx, { leaveId, id, answer }: QuestionAnswer): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const leave = await getLeave(tx, leaveId);
    if (leave.userId !== tx.actor.userId) throw new ApiError("FORBIDDEN", because("answerOwn"));
    if (!isWaiting(leave)) throw notIn(leave);
    const asked = await writeAnswer(tx, { leaveId, id, answer });
    await recordAudit(tx, {
      action: "leave.answer",
      resourceType: "leave",
      resourceId: leaveId,
      changes: { questionId: { to: id } },
    });
    await writeAnswerMail(tx, { leaveId, ...asked, answer });
  });
}

/** Of concurrent answers, the first passes. */
async function writeAnswer(tx: Ctx, { leaveId, id, answer }: QuestionAnswer) {
  const workspace = workspaceOf(tx.actor);
  const isIt = and(eq(leaveQuestions.id, id), eq(leaveQuestions.leaveId, leaveId));
  const [row] = await scoped(workspace, leaveQuestions)
    .update(tx.db)
    .set({ answer, answeredAt: tx.now() })
    .where(and(isIt, isNull(leaveQuestions.answeredAt)))
    .returning({ askedById: leaveQuestions.askedById, question: leaveQuestions.question });
  if (row) return row;
  const [known] = await scoped(workspace, leaveQuestions)
    .select(tx.db, { id: leaveQuestions.id })
    .where(isIt);
  if (!known) throw new ApiError("RESOURCE_NOT_FOUND");
  throw new ApiError("CONFLICT", because("answered"));
}
