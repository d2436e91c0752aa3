import { fromBase62, randomBase62, sha256, toBase62 } from "./secrets";

/** Digits of a workspace's id in base62. */
export const workspaceLength = 22;
/** Characters of 256 random bits. */
const randomLength = 43;
const secretLength = randomLength + workspaceLength;

/** Digits whose number JavaScript holds exactly; an id is put together from such parts. */
const partLength = 8;
const partSize = 62n ** BigInt(partLength);
const firstLength = workspaceLength % partLength;

/** No workspace has this id. */
export const noWorkspace = "00000000-0000-0000-0000-000000000000";

/** A workspace's id as 22 base62 digits. */
export function workspaceDigits(workspaceId: string): string {
  let rest = BigInt(`0x${workspaceId.replaceAll("-", "")}`);
  let digits = "";
  for (let left = workspaceLength; left > 0; left -= partLength) {
    digits = toBase62(Number(rest % partSize), Math.min(partLength, left)) + digits;
    rest /= partSize;
  }
  return digits;
}

/** The id in 22 base62 digits; when they are not those of an id, one that no workspace has. */
export function workspaceOfDigits(digits: string): string {
  let id = 0n;
  for (let end = firstLength; end <= workspaceLength; end += partLength) {
    const part = fromBase62(digits.slice(Math.max(0, end - partLength), end));
    if (Number.isNaN(part)) return noWorkspace;
    id = id * partSize + BigInt(part);
  }
  const hex = id.toString(16).padStart(32, "0");
  return hex.length === 32 ? hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-") : noWorkspace;
}

/** A secret as someone presents it. */
export interface Presented {
  /** SHA-256 of the whole text, as its row has it. */
  hash: Buffer;
  /** The workspace that the text names; null for an earlier format. It proves nothing: the row must have both. */
  workspaceId: string | null;
}

/** A new secret of a workspace: 256 random bits, then the workspace's id, so that its row is looked for there alone. */
export const newSecret = (workspaceId: string): string =>
  randomBase62(randomLength) + workspaceDigits(workspaceId);

/** A text that may be a secret. */
export const presentedSecret = (text: string): Presented => ({
  hash: sha256(text),
  workspaceId: text.length === secretLength ? workspaceOfDigits(text.slice(randomLength)) : null,
});
