import { z } from "zod";
import { LeaveDecision } from "@/server/modules/leaves/schema";

/** Kinds of mail about leave that somebody can switch off. What was decided on one's own leave always comes. */
export type MailSwitch = "requests" | "reminders" | "changes";

/** What the form behind a mail's link sends. An empty reason is none. */
export const MailDecision = z.object({
  intent: z.enum(["approve", "deny"]),
  /** Of the leave, as it was shown. */
  version: z.coerce.number().int().min(0),
  reason: z.preprocess(
    (text) => (typeof text === "string" ? text.replaceAll("\r\n", "\n").trim() || undefined : undefined),
    LeaveDecision.unwrap().shape.reason,
  ),
});
export type MailDecision = z.infer<typeof MailDecision>;
