import { checksum, randomBase62, sha256 } from "@/server/kernel/secrets";

/** `svc_live_`, 32 base62 characters (190 bits), 6 characters of CRC-32 (decision 4.5). */
const pattern = /^svc_live_[0-9A-Za-z]{38}$/;
const start = "svc_live_";
const prefixLength = start.length + 4;

export interface NewKey {
  /** Shown once, never stored. */
  plain: string;
  prefix: string;
  lastFour: string;
  hash: Buffer;
}

export function newKey(): NewKey {
  const body = start + randomBase62(32);
  const plain = body + checksum(body);
  return { plain, prefix: plain.slice(0, prefixLength), lastFour: plain.slice(-4), hash: sha256(plain) };
}

/** The mask of a stored key: all that is ever shown of it. */
export const maskedKey = (lastFour: string): string => `${start}…${lastFour}`;

/** Whether a text has the format of a key; recognizes a mistyped key without a database read. */
export const isWellFormedKey = (text: string): boolean =>
  pattern.test(text) && checksum(text.slice(0, -6)) === text.slice(-6);
