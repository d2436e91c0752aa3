import { z } from "zod";
import { type NotificationLocale, notificationLocales } from "@/drizzle/schema/values";
import { LeaveDecision } from "@/server/modules/leave/requests/schema";

/** Kinds of mail about leave that a user can switch off. Decisions on their own leave are always sent. */
export const mailSwitches = ["requests", "reminders", "changes"] as const;
export type MailSwitch = (typeof mailSwitches)[number];

/** Kinds of push notification about leave that a user can switch off, on all of their devices. */
export const pushSwitches = ["pushRequests", "pushDecisions"] as const;
export type PushSwitch = (typeof pushSwitches)[number];

/** A user's switches for mails and push notifications about leave, and their language; null means the language of the pages. */
export interface MailPreferences extends Record<MailSwitch | PushSwitch, boolean> {
  language: NotificationLocale | null;
}

export const MailPreferencesPatch = z.strictObject({
  requests: z.boolean().optional(),
  reminders: z.boolean().optional(),
  changes: z.boolean().optional(),
  pushRequests: z.boolean().optional(),
  pushDecisions: z.boolean().optional(),
  language: z.enum(notificationLocales).nullable().optional(),
});
export type MailPreferencesPatch = z.infer<typeof MailPreferencesPatch>;

/** The input of the form behind a mail's link. An empty reason means none. */
export const MailDecision = z.object({
  intent: z.enum(["approve", "deny"]),
  /** The leave's version that was shown. */
  version: z.coerce.number().int().min(0),
  reason: z.preprocess(
    (text) => (typeof text === "string" ? text.replaceAll("\r\n", "\n").trim() || undefined : undefined),
    LeaveDecision.unwrap().shape.reason,
  ),
});
export type MailDecision = z.infer<typeof MailDecision>;
