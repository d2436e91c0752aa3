import type { Services } from "@/server/kernel/services";
import { failed, type Outcome, retry } from "@/server/modules/integrations/outcome";
import type { Claim } from "./dispatch";
import type { Links } from "./links";
import { renderMail } from "./render-mail";

/** What nodemailer tells of a failure. */
interface SmtpError {
  code?: string;
  command?: string;
  responseCode?: number;
  message: string;
}

/** SMTP's own answer decides; without one it counts how far the conversation came. */
export function outcomeOfSmtp(error: SmtpError): Outcome {
  const { responseCode, command, code = "" } = error;
  const detail = error.message.replace(/\s+/g, " ").slice(0, 200);
  // Credentials of the whole service are the operator's to mend, which may be soon.
  if (code === "EAUTH" || code === "ENOAUTH") return retry("UNAUTHORIZED", detail);
  if (responseCode !== undefined && responseCode >= 500) return failed("REFUSED", detail);
  if (responseCode !== undefined && responseCode >= 400) return retry("UNAVAILABLE", detail);
  if (code === "EENVELOPE" || code === "EMESSAGE") return failed("REFUSED", detail);
  // The text is with the server, and its answer never came.
  if (command === "DATA") return { kind: "unknown", detail };
  return retry("UNAVAILABLE", detail);
}

/** One mail to one address: recipients do not see each other, and a bad address stops only itself. */
export async function sendMail({ mailer, settings }: Services, claim: Claim, links: Links): Promise<Outcome> {
  const { dispatch, message, notification } = claim;
  const host = new URL(settings.appUrl).hostname;
  const messageId = `${dispatch.id}@${host}`;
  try {
    await mailer.send({
      to: dispatch.address,
      ...renderMail(message, links),
      messageId,
      unsubscribe: { address: message.owner.email, subject: `Unsubscribe: ${notification.name}` },
    });
    return { kind: "sent", providerId: messageId };
  } catch (error) {
    return outcomeOfSmtp(error as SmtpError);
  }
}
