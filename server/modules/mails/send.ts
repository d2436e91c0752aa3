import type { MailError } from "@/drizzle/schema/values";
import type { Services } from "@/server/kernel/services";
import type { Outcome } from "@/server/modules/integrations/outcome";
import type { ClaimedMail } from "./claim";
import { openContent } from "./content";
import { outcomeOfSmtp, type SmtpError } from "./smtp-outcome";

/** The outcome of one mail. */
export type MailOutcome = Outcome | { kind: "failed"; error: MailError; detail: string };

/** Maximum repeats of an attempt with unknown outcome: so there is at most one duplicate. */
export const maximumUnknown = 1;

const failed = (error: MailError, detail: string): MailOutcome => ({ kind: "failed", error, detail });

/** Passes one mail to the mail server. */
export async function sendMail(
  { mailer, settings, clock }: Services,
  mail: ClaimedMail,
): Promise<MailOutcome> {
  const { id, recipient, subject, unsubscribe } = mail;
  if (mail.unknownCount > maximumUnknown)
    return failed("UNKNOWN_OUTCOME", "Two attempts ended without a record.");
  if (mail.expiresAt && mail.expiresAt <= clock())
    return failed("EXPIRED", "What it says was no longer of use.");
  const content = mail.content && openContent(settings, id, mail.content);
  if (!content) return failed("UNREADABLE", "It was written with another encryption key.");
  const messageId = `${id}@${new URL(settings.appUrl).hostname}`;
  try {
    await mailer.send({ to: recipient, subject, ...content, messageId, ...(unsubscribe && { unsubscribe }) });
    return { kind: "sent", providerId: messageId };
  } catch (error) {
    return outcomeOfSmtp(error as SmtpError);
  }
}
