import { leaveFileChunks } from "@/drizzle/schema/leave-files";
import type { SealedColumn } from "@/server/kernel/database/reseal-in-steps";
import type { Settings } from "@/server/kernel/env";
import { decrypt, encrypt } from "@/server/kernel/secrets";

/** Bound to file and position: a part of one file cannot stand in another, or in another place. */
const purposeOf = (fileId: string, position: number | string): string => `leave-file:${fileId}:${position}`;

export const sealedChunks: SealedColumn = {
  table: leaveFileChunks,
  column: leaveFileChunks.content,
  boundTo: { fileId: leaveFileChunks.fileId, position: leaveFileChunks.position },
  purposeOf: ({ fileId = "", position = "" }) => purposeOf(fileId, position),
};

const chunkBytes = 64 * 1024;

/** A file's content in sealed parts. */
export function* sealChunks({ encryptionKeys }: Settings, fileId: string, content: Buffer) {
  for (let position = 0; position * chunkBytes < content.length; position++) {
    const part = content.subarray(position * chunkBytes, (position + 1) * chunkBytes);
    yield { fileId, position, content: encrypt(encryptionKeys, part, purposeOf(fileId, position)) };
  }
}

/** @throws when it was sealed with another encryption key, or is not this part of this file */
export function openChunk(
  { encryptionKeys }: Settings,
  { fileId, position, content }: { fileId: string; position: number; content: Buffer },
): Buffer {
  const plain = decrypt(encryptionKeys, content, purposeOf(fileId, position));
  if (plain) return plain;
  throw new Error(`Part ${position} of a leave's file cannot be opened: the encryption key has changed`);
}
