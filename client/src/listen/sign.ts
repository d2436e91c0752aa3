import { createHmac, randomBytes } from "node:crypto";

/** A signing secret in the service's format. */
export const newSecret = (): string => `whsec_${randomBytes(32).toString("base64")}`;

/** The key of a secret; null for another format. */
export function secretBytes(secret: string): Buffer | null {
  const [, base64] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret) ?? [];
  const bytes = Buffer.from(base64 ?? "", "base64");
  return bytes.length > 0 && bytes.toString("base64") === base64 ? bytes : null;
}

/** The Standard Webhooks headers of one attempt made now. @throws TypeError for a secret of another format */
export function signatureHeaders(id: string, body: string, secret: string): Record<string, string> {
  const key = secretBytes(secret);
  if (!key) throw new TypeError("A secret has the form whsec_…");
  const timestamp = String(Math.floor(Date.now() / 1000));
  const signature = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64");
  return { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": `v1,${signature}` };
}
