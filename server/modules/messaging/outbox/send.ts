import type { MailError } from "@/drizzle/schema/values";
import type { Settings } from "@/server/kernel/env";
import type { Mail } from "@/server/kernel/mail/mail";
import type { Services } from "@/server/kernel/services";
import { type Outcome, retry } from "@/server/modules/messaging/providers/outcome";
import type { AttachmentFiles } from "./attachment-files";
import type { ClaimedMail } from "./claim";
import { type MailContent, openContent } from "./content";
import { outcomeOfSmtp, type SmtpError } from "./smtp-outcome";

/** The outcome of one mail. */
export type MailOutcome = Outcome | { kind: "failed"; error: MailError; detail: string };

/** Maximum repeats of an attempt with unknown outcome: so there is at most one duplicate. */
export const maximumUnknown = 1;

const failed = (error: MailError, detail: string): MailOutcome => ({ kind: "failed", error, detail });

/** Why an attempt must not be made; null if it may. */
export function refusalOf(
  { clock }: Pick<Services, "clock">,
  { unknownCount, expiresAt }: ClaimedMail,
): MailOutcome | null {
  if (unknownCount > maximumUnknown) return failed("UNKNOWN_OUTCOME", "Two attempts ended without a record.");
  if (expiresAt && expiresAt <= clock()) return failed("EXPIRED", "What it says was no longer of use.");
  return null;
}

/** Its content was sealed with another encryption key. */
export const unreadable: MailOutcome = failed("UNREADABLE", "It was written with another encryption key.");

const contentOf = (settings: Settings, { id, content, body }: ClaimedMail): MailContent | null =>
  body ? body.content : content && openContent(settings, id, content);

/** Passes one mail to the mail server: the only caller of the mailer. */
export async function sendMail(
  services: Services,
  mail: ClaimedMail,
  files: AttachmentFiles,
): Promise<MailOutcome> {
  const { mailer, settings } = services;
  const { id, workspaceId, recipient, subject, unsubscribe, body } = mail;
  const refusal = refusalOf(services, mail);
  if (refusal) return refusal;
  const content = contentOf(settings, mail);
  if (!content) return unreadable;
  const messageId = `${id}@${new URL(settings.appUrl).hostname}`;
  const whole: Mail = { to: recipient, subject, ...content, messageId, ...(unsubscribe && { unsubscribe }) };
  const handOver = (attached: Pick<Mail, "attachment"> = {}) => mailer.send({ ...whole, ...attached });
  try {
    if (!body?.attachment) await handOver();
    else {
      const { fileId, ...named } = body.attachment;
      const isThere = await files.use(services, { workspaceId, id: fileId }, (path) =>
        handOver({ attachment: { ...named, path } }),
      );
      if (!isThere) return retry("UNAVAILABLE", "The attached file is not there.");
    }
    return { kind: "sent", providerId: messageId };
  } catch (error) {
    return outcomeOfSmtp(error as SmtpError);
  }
}
