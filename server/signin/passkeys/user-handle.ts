import { randomBytes } from "node:crypto";

/** Bytes of a workspace's ID. */
const workspaceBytes = 16;
const randomLength = 32;

/** A new user handle: the workspace's ID, so that the passkey is looked for there alone, and 256 random bits for the person. */
export const newUserHandle = (workspaceId: string): Buffer =>
  Buffer.concat([Buffer.from(workspaceId.replaceAll("-", ""), "hex"), randomBytes(randomLength)]);

/** @returns null when it is none of ours */
export function workspaceOfHandle(handle: Buffer): string | null {
  if (handle.length !== workspaceBytes + randomLength) return null;
  const hex = handle.subarray(0, workspaceBytes).toString("hex");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
