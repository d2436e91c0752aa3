import { z } from "zod";
import { type NotificationLocale, notificationLocales } from "@/drizzle/schema/values";
import { LeaveDecision } from "@/server/modules/leaves/schema";

/** Kinds of mail about leave that somebody can switch off. What was decided on one's own leave always comes. */
export const mailSwitches = ["requests", "reminders", "changes"] as const;
export type MailSwitch = (typeof mailSwitches)[number];

/** Which mails about leave a person gets, and in which language; null is that of their pages. */
export interface MailPreferences extends Record<MailSwitch, boolean> {
  language: NotificationLocale | null;
}

export const MailPreferencesPatch = z.strictObject({
  requests: z.boolean().optional(),
  reminders: z.boolean().optional(),
  changes: z.boolean().optional(),
  language: z.enum(notificationLocales).nullable().optional(),
});
export type MailPreferencesPatch = z.infer<typeof MailPreferencesPatch>;

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
