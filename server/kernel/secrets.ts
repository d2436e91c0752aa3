import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";
import { crc32 } from "node:zlib";
import { pooledRandom } from "./random-pool";

const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

export const sha256 = (value: string | Buffer): Buffer => createHash("sha256").update(value).digest();

/** Random base62 text, unbiased: bytes above the largest multiple of 62 are redrawn. */
export function randomBase62(length: number): string {
  let text = "";
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte < 248 && text.length < length) text += base62[byte % 62];
    }
  }
  return text;
}

/** A number as base62 digits. @param value at most 2^53 */
export function toBase62(value: number, length: number): string {
  let rest = value;
  let digits = "";
  for (let i = 0; i < length; i++) {
    digits = base62[rest % 62] + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}

/** The number of at most eight base62 digits; NaN when they are none. */
export function fromBase62(digits: string): number {
  let value = 0;
  for (const digit of digits) {
    const at = base62.indexOf(digit);
    value = at < 0 ? Number.NaN : value * 62 + at;
  }
  return value;
}

/** CRC-32 of a text as six base62 digits: a secret scanner can tell a real key from a look-alike without asking us. */
export const checksum = (text: string): string => toBase62(crc32(text) >>> 0, 6);

/** Constant-time comparison of two texts. */
export function sameText(a: string, b: string): boolean {
  return timingSafeEqual(sha256(a), sha256(b));
}

/** 32 bytes each, the newest first: the newest seals, all of them open. */
export type SealingKeys = readonly [Buffer, ...Buffer[]];

const idBytes = 4;
const ids = new WeakMap<Buffer, Buffer>();

/** Identifies the sealing key and reveals nothing else about it. */
function sealingKeyId(key: Buffer): Buffer {
  const known = ids.get(key);
  if (known) return known;
  const id = sha256(Buffer.concat([Buffer.from("timeaway sealing key"), key])).subarray(0, idBytes);
  ids.set(key, id);
  return id;
}

/** Version 2 has the key's id before the nonce; version 1, from before keys had ids, does not. */
const version = 2;
const nonceBytes = 12;
const tagBytes = 16;

/**
 * AES-256-GCM: version byte, key id, 12-byte nonce, ciphertext, 16-byte tag. `purpose` is authenticated and must be passed again to
 * decrypt.
 */
export function encrypt([key]: SealingKeys, plain: Buffer, purpose: string): Buffer {
  const nonce = pooledRandom(nonceBytes);
  const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(purpose));
  return Buffer.concat([headOf([key]), nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/** The plaintext, or null when the ciphertext was tampered with, sealed with a key not among these, or for another purpose. */
export function decrypt(keys: SealingKeys, sealed: Buffer, purpose: string): Buffer | null {
  const head = sealed[0] === version ? 1 + idBytes : 1;
  if ((sealed[0] !== version && sealed[0] !== 1) || sealed.length < head + nonceBytes + tagBytes) return null;
  for (const key of keys) {
    if (sealed[0] === version && !sealingKeyId(key).equals(sealed.subarray(1, head))) continue;
    const plain = decryptedBy(key, sealed.subarray(head), purpose);
    if (plain) return plain;
  }
  return null;
}

function decryptedBy(key: Buffer, rest: Buffer, purpose: string): Buffer | null {
  const end = rest.length - tagBytes;
  const decipher = createDecipheriv("aes-256-gcm", key, rest.subarray(0, nonceBytes))
    .setAAD(Buffer.from(purpose))
    .setAuthTag(rest.subarray(end));
  try {
    return Buffer.concat([decipher.update(rest.subarray(nonceBytes, end)), decipher.final()]);
  } catch {
    return null;
  }
}

/** The prefix of everything that the newest key has sealed. */
export const headOf = ([key]: SealingKeys): Buffer => Buffer.concat([Buffer.of(version), sealingKeyId(key)]);

type Derived = readonly [KeyObject, ...KeyObject[]];
const derived = new WeakMap<SealingKeys, Map<string, Derived>>();

/** Derives secrets for one purpose, one per key: the first signs, and all of them verify. */
export function derivedSecrets(keys: SealingKeys, purpose: string): Derived {
  const known = derived.get(keys) ?? new Map<string, Derived>();
  derived.set(keys, known);
  const made =
    known.get(purpose) ??
    (keys.map((key) =>
      createSecretKey(Buffer.from(hkdfSync("sha256", key, "", purpose, 32))),
    ) as unknown as Derived);
  known.set(purpose, made);
  return made;
}
