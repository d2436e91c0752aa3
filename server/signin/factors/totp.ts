import { createHmac } from "node:crypto";
import { sameText } from "@/server/kernel/secrets";
import { second } from "@/server/kernel/time/clock";

/** RFC 6238 as every authenticator app reads it: HMAC-SHA-1, 30 seconds, six digits. */
const stepMs = 30 * second;
const digits = 6;
/** Accepted before and after the current step, for clocks that differ (RFC 6238, 5.2). */
const drift = 1;

/** 160 bits, the length of the HMAC's output (RFC 4226, 4). */
export const secretBytes = 20;

export const timeStepOf = (at: Date): number => Math.floor(at.getTime() / stepMs);

/** The code of a time step (RFC 4226, 5.3). @param length digits */
export function codeAt(secret: Buffer, step: number, length = digits): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac("sha1", secret).update(counter).digest();
  const offset = mac.readUInt8(mac.length - 1) & 0xf;
  const truncated = mac.readUInt32BE(offset) & 0x7fffffff;
  return String(truncated % 10 ** length).padStart(length, "0");
}

/** The time step whose code it is, near `now`; null for any other code. The current step comes first. */
export function matchingStep(secret: Buffer, code: string, now: Date): number | null {
  const current = timeStepOf(now);
  const near = [
    current,
    ...Array.from({ length: drift }, (_, i) => [current - i - 1, current + i + 1]).flat(),
  ];
  return near.find((step) => sameText(codeAt(secret, step), code)) ?? null;
}

const base32Digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** RFC 4648, 6, without padding: as apps take it. */
export function base32(bytes: Buffer): string {
  let [text, held, bits] = ["", 0, 0];
  for (const byte of bytes) {
    held = (held << 8) | byte;
    for (bits += 8; bits >= 5; bits -= 5) text += base32Digits[(held >>> (bits - 5)) & 31];
    held &= (1 << bits) - 1;
  }
  return bits > 0 ? text + base32Digits[(held << (5 - bits)) & 31] : text;
}

/** The address that an authenticator app reads from a QR code. @param account names the entry in the app's list */
export function otpauthUri(secret: Buffer, { issuer, account }: { issuer: string; account: string }): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  // Not URLSearchParams: apps show its "+" for a blank.
  const parameters = { secret: base32(secret), issuer, algorithm: "SHA1", digits, period: stepMs / second };
  const query = Object.entries(parameters).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `otpauth://totp/${label}?${query.join("&")}`;
}
