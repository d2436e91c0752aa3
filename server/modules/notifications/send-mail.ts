import type { Services } from "@/server/kernel/services";
import type { Outcome } from "@/server/modules/integrations/outcome";
import { outcomeOfSmtp, type SmtpError } from "@/server/modules/mails/smtp-outcome";
import { wordsOf } from "@/server/words/words";
import type { PendingMessage } from "./claim-messages";
import type { Links } from "./links";
import { renderMail } from "./render-mail";

/** One mail per address: recipients do not see each other, and an invalid address affects only itself. */
export async function sendMail(
  { mailer, settings }: Services,
  item: PendingMessage,
  links: Links,
): Promise<Outcome> {
  const { id, address, message, notification } = item;
  const host = new URL(settings.appUrl).hostname;
  const messageId = `${id}@${host}`;
  try {
    await mailer.send({
      to: address,
      ...renderMail(message, links),
      messageId,
      unsubscribe: {
        address: message.owner.email,
        subject: wordsOf(message.locale).say("mail.unsubscribe", { name: notification.name }),
      },
    });
    return { kind: "sent", providerId: messageId };
  } catch (error) {
    return outcomeOfSmtp(error as SmtpError);
  }
}
