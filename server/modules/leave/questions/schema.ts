import { z } from "zod";
import { limits } from "@/drizzle/schema/limits";
import { storable } from "@/server/kernel/database/storable";
import { idOf } from "@/server/kernel/schema";
import { attemptText } from "@/server/modules/integrations/operations/schema";

const text = z
  .string()
  .transform((typed) => storable(typed).trim())
  .pipe(z.string().min(1).max(limits.reason));

/** A question of an approver, as a page sends it. */
export const QuestionSubmission = z.strictObject({
  attempt: attemptText,
  leaveId: idOf("leave"),
  question: text,
});

/** A question of an approver, by the form behind a mail's link. */
export const MailQuestion = z.object({
  attempt: attemptText,
  // Forms send each line break as two characters.
  question: z.preprocess(
    (typed) => (typeof typed === "string" ? typed.replaceAll("\r\n", "\n") : typed),
    text,
  ),
});
export type MailQuestion = z.infer<typeof MailQuestion>;

/** The answer of the person on leave. */
export const QuestionAnswer = z.strictObject({ leaveId: idOf("leave"), id: z.uuid(), answer: text });
export type QuestionAnswer = z.output<typeof QuestionAnswer>;
