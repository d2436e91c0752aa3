import { failed, type Outcome, retry } from "@/server/modules/integrations/outcome";

/** What nodemailer tells of a failure. */
export interface SmtpError {
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
