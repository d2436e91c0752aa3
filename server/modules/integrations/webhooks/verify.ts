import { sameText } from "@/server/kernel/secrets";
import { signatureHeaders } from "./sign";

/** Maximum clock difference and maximum age of a request (Standard Webhooks 1.0). */
export const toleranceSeconds = 300;

export type Verdict = { isValid: true } | { isValid: false; reason: string };

export interface Received {
  /** By lower-case name. */
  headers: Readonly<Record<string, string | undefined>>;
  /** The exact text received. */
  body: string;
  /** Any of them may have signed. */
  secrets: readonly Buffer[];
  now: Date;
}

/** A receiver's verification of a request. */
export function verifyRequest({ headers, body, secrets, now }: Received): Verdict {
  const messageId = headers["webhook-id"];
  const timestamp = headers["webhook-timestamp"];
  const given = headers["webhook-signature"];
  if (!messageId || !timestamp || !given) return { isValid: false, reason: "a webhook header is missing" };
  const at = new Date(Number(timestamp) * 1000);
  if (!(Math.abs(at.getTime() - now.getTime()) <= toleranceSeconds * 1000))
    return { isValid: false, reason: "the timestamp is more than five minutes off" };
  const signatures = given.split(" ");
  const isOurs = secrets.some((secret) => {
    const expected = signatureHeaders({ messageId, at, body, secrets: [secret] })["webhook-signature"] ?? "";
    return signatures.some((signature) => sameText(signature, expected));
  });
  return isOurs ? { isValid: true } : { isValid: false, reason: "no signature is of a known secret" };
}
