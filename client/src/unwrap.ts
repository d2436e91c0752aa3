import type { WebhookEvent } from "./generated/models.js";
import { WebhookVerificationError } from "./timeaway-error.js";

/** Five minutes, into the past and the future (Standard Webhooks 1.0). */
const toleranceSeconds = 300;

/** Headers of any platform: those of `fetch`, or a Node object. */
export type HeadersLike = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

const text = new TextEncoder();

function headerOf(headers: HeadersLike, name: string): string {
  const entries = headers instanceof Headers ? headers : Object.entries(headers);
  for (const [key, value] of entries) if (key.toLowerCase() === name && value) return String(value);
  throw new WebhookVerificationError(`The header ${name} is missing.`);
}

/** Bytes of base64; undefined for invalid base64. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  } catch {
    return undefined;
  }
}

async function keyOf(secret: string | undefined): Promise<CryptoKey> {
  const bytes = bytesOf(secret?.replace(/^whsec_/, "") ?? "");
  if (!bytes?.length) throw new TypeError("A secret has the form whsec_…");
  return crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);
}

/** id.timestamp.body, with the exact bytes received. */
function signedBytes(id: string, timestamp: string, body: Uint8Array): Uint8Array<ArrayBuffer> {
  const head = text.encode(`${id}.${timestamp}.`);
  const whole = new Uint8Array(head.length + body.length);
  whole.set(head);
  whole.set(body, head.length);
  return whole;
}

/**
 * Verifies a delivery and returns its event (Standard Webhooks): it must be signed with one of the secrets within five minutes.
 * @param rawBody the exact bytes received, before any parsing
 * @param secrets `whsec_…`; both during a rotation. An undefined environment variable throws
 * @throws WebhookVerificationError; TypeError for an invalid secret
 */
export async function unwrapWebhook(
  rawBody: string | Uint8Array | ArrayBuffer,
  headers: HeadersLike,
  secrets: string | undefined | readonly string[],
): Promise<WebhookEvent> {
  const id = headerOf(headers, "webhook-id");
  const timestamp = headerOf(headers, "webhook-timestamp");
  const signatures = headerOf(headers, "webhook-signature").split(" ");
  const offSeconds = Date.now() / 1000 - Number(timestamp);
  if (!(Math.abs(offSeconds) <= toleranceSeconds))
    throw new WebhookVerificationError("The timestamp is more than five minutes off.");
  const body = typeof rawBody === "string" ? text.encode(rawBody) : new Uint8Array(rawBody);
  const signed = signedBytes(id, timestamp, body);
  for (const secret of [secrets].flat()) {
    const key = await keyOf(secret);
    for (const signature of signatures) {
      const given = signature.startsWith("v1,") ? bytesOf(signature.slice(3)) : undefined;
      // The platform compares in constant time.
      if (given && (await crypto.subtle.verify("HMAC", key, given, signed)))
        return JSON.parse(new TextDecoder().decode(body));
    }
  }
  throw new WebhookVerificationError("No signature is of a known secret.");
}
