import { checksum, randomBase62, sha256 } from "@/server/kernel/secrets";
import {
  type Presented,
  workspaceDigits,
  workspaceLength,
  workspaceOfDigits,
} from "@/server/kernel/workspace-secret";

/**
 * `svc_live_`, 32 base62 characters (190 bits), the workspace's id as 22, and 6 characters of CRC-32 (decision 4.5). Keys of an earlier
 * format lack the workspace.
 */
const pattern = /^svc_live_[0-9A-Za-z]{32}([0-9A-Za-z]{22})?[0-9A-Za-z]{6}$/;
const start = "svc_live_";
const prefixLength = start.length + 4;
const randomLength = 32;
const checksumLength = 6;
const length = start.length + randomLength + workspaceLength + checksumLength;

export interface NewKey {
  /** Shown once, never stored. */
  plain: string;
  prefix: string;
  lastFour: string;
  hash: Buffer;
}

export function newKey(workspaceId: string): NewKey {
  const body = start + randomBase62(randomLength) + workspaceDigits(workspaceId);
  const plain = body + checksum(body);
  return { plain, prefix: plain.slice(0, prefixLength), lastFour: plain.slice(-4), hash: sha256(plain) };
}

/** The mask of a stored key: all that is ever shown of it. */
export const maskedKey = (lastFour: string): string => `${start}…${lastFour}`;

/** Whether a text has the format of a key; recognizes a mistyped key without a database read. */
export const isWellFormedKey = (text: string): boolean =>
  pattern.test(text) && checksum(text.slice(0, -checksumLength)) === text.slice(-checksumLength);

/** A well-formed key. */
export const presentedKey = (plain: string): Presented => ({
  hash: sha256(plain),
  workspaceId:
    plain.length === length
      ? workspaceOfDigits(plain.slice(-checksumLength - workspaceLength, -checksumLength))
      : null,
});
