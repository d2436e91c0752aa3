import { asc, eq } from "drizzle-orm";
import { leaveQuestions } from "@/drizzle/schema/leave-questions";
import { users } from "@/drizzle/schema/people";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { canDecide } from "./approvers";
import { findChain, kindOf } from "./find-approvers";
import { deciderOf, isOwn } from "./standing";
import { loadAnyLeave } from "./store";

/** What was asked about a leave before its decision. */
export interface LeaveQuestion {
  id: string;
  question: string;
  askedAt: Date;
  askedByName: string | null;
  answer: string | null;
  answeredAt: Date | null;
}

/**
 * The questions about a leave, the oldest first, for its owner and for those who may decide it; empty for everyone else, whatever else of
 * the leave they see (decision 18.24). The caller must be allowed to see the leave.
 */
export async function findQuestions(ctx: Ctx, leaveId: string): Promise<LeaveQuestion[]> {
  const found = await scoped(workspaceOf(ctx.actor), leaveQuestions)
    .select(ctx.db, {
      id: leaveQuestions.id,
      question: leaveQuestions.question,
      askedAt: leaveQuestions.askedAt,
      askedByName: users.name,
      answer: leaveQuestions.answer,
      answeredAt: leaveQuestions.answeredAt,
    })
    .leftJoin(users, eq(users.id, leaveQuestions.askedById))
    .where(eq(leaveQuestions.leaveId, leaveId))
    .orderBy(asc(leaveQuestions.id));
  return found.length > 0 && (await maySee(ctx, leaveId)) ? found : [];
}

async function maySee(ctx: Ctx, leaveId: string): Promise<boolean> {
  const { leave, owner } = await loadAnyLeave(ctx, leaveId, "");
  if (isOwn(ctx, owner)) return true;
  return canDecide(deciderOf(ctx, owner, await findChain(ctx, owner.id, kindOf(leave))));
}
