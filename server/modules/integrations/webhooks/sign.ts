import { createHmac } from "node:crypto";

/** The signed text: `id.timestamp.body` (Standard Webhooks 1.0). */
export const signedText = (messageId: string, timestamp: number, body: string): string =>
  `${messageId}.${timestamp}.${body}`;

const signature = (secret: Buffer, text: string): string =>
  `v1,${createHmac("sha256", secret).update(text).digest("base64")}`;

export interface Signable {
  messageId: string;
  /** The instant of this attempt. */
  at: Date;
  /** The exact text sent. */
  body: string;
  /** Newest first; during a rotation's overlap the old one also signs. */
  secrets: readonly Buffer[];
}

/** The Standard Webhooks headers of one attempt. */
export function signatureHeaders({ messageId, at, body, secrets }: Signable): Record<string, string> {
  const timestamp = Math.floor(at.getTime() / 1000);
  const text = signedText(messageId, timestamp, body);
  return {
    "webhook-id": messageId,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": secrets.map((secret) => signature(secret, text)).join(" "),
  };
}
