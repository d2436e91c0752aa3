import { failed, type Outcome, retry } from "@/server/modules/messaging/providers/outcome";

/** The fields of nodemailer's errors. */
export interface SmtpError {
  code?: string;
  command?: string;
  responseCode?: number;
  message: string;
}

/** The server's SMTP response decides; without one, the stage of the conversation does. */
export function outcomeOfSmtp(error: SmtpError): Outcome {
  const { responseCode, command, code = "" } = error;
  const detail = error.message.replace(/\s+/g, " ").slice(0, 200);
  // The credentials belong to the whole service: the operator may fix them soon.
  if (code === "EAUTH" || code === "ENOAUTH") return retry("UNAUTHORIZED", detail);
  if (responseCode !== undefined && responseCode >= 500) return failed("REFUSED", detail);
  if (responseCode !== undefined && responseCode >= 400) return retry("UNAVAILABLE", detail);
  if (code === "EENVELOPE" || code === "EMESSAGE") return failed("REFUSED", detail);
  // The server has the text, but its response never came.
  if (command === "DATA") return { kind: "unknown", detail };
  return retry("UNAVAILABLE", detail);
}
