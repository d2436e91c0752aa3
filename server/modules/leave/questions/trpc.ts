import type { Ctx } from "@/server/access/ctx";
import { oncePerForm } from "@/server/modules/integrations/operations/once-per-form";
import { procedure, router } from "@/server/transport/trpc";
import { answerQuestion } from "./answer-question";
import { askRequester } from "./ask-requester";
import { QuestionAnswer, QuestionSubmission } from "./schema";

export const questionsRouter = router({
  /** Asks the person on leave something before its decision. */
  ask: procedure.input(QuestionSubmission).mutation(async ({ ctx, input: { attempt, ...input } }) => {
    const ask = (tx: Ctx) => askRequester(tx, input.leaveId, input.question);
    return { id: await oncePerForm(ctx, { attempt, input }, ask) };
  }),
  answer: procedure.input(QuestionAnswer).mutation(({ ctx, input }) => answerQuestion(ctx, input)),
});
