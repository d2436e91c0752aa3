import { createCipheriv, createDecipheriv, createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { crc32 } from "node:zlib";

const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

export const sha256 = (value: string | Buffer): Buffer => createHash("sha256").update(value).digest();

/** Random base62 text, unbiased: bytes above the largest multiple of 62 are drawn again. */
export function randomBase62(length: number): string {
  let text = "";
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte < 248 && text.length < length) text += base62[byte % 62];
    }
  }
  return text;
}

/** CRC-32 of a text in six base62 digits: lets a scanner tell a real key from a look-alike without asking us. */
export function checksum(text: string): string {
  let rest = crc32(text) >>> 0;
  let digits = "";
  for (let i = 0; i < 6; i++) {
    digits = base62[rest % 62] + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}

/** Equal texts, in a time that tells nothing about where they differ. */
export function sameText(a: string, b: string): boolean {
  return timingSafeEqual(sha256(a), sha256(b));
}

/**
 * AES-256-GCM: version byte, 12-byte nonce, ciphertext, 16-byte tag. `purpose` is authenticated and must be given again to decrypt.
 */
export function encrypt(key: Buffer, plain: Buffer, purpose: string): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(purpose));
  return Buffer.concat([Buffer.of(1), nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/** The plain bytes, or null when the text was tampered with, made with another key, or for another purpose. */
export function decrypt(key: Buffer, sealed: Buffer, purpose: string): Buffer | null {
  if (sealed.length < 29 || sealed[0] !== 1) return null;
  const decipher = createDecipheriv("aes-256-gcm", key, sealed.subarray(1, 13))
    .setAAD(Buffer.from(purpose))
    .setAuthTag(sealed.subarray(sealed.length - 16));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(13, sealed.length - 16)), decipher.final()]);
  } catch {
    return null;
  }
}
