import { and, eq } from "drizzle-orm";
import { leaveFileChunks } from "@/drizzle/schema/leave-files";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { recordAudit } from "@/server/modules/workspace/audit/record";
import { openChunk } from "./seal";
import { loadLeaveOfFiles } from "./sight";
import { type LeaveFileRow, lineOf, loadFile } from "./store";

export interface FileToRead {
  file: LeaveFileRow;
  /** One part at a time. Fails when the file is deleted meanwhile. */
  chunks: AsyncGenerator<Buffer>;
}

/**
 * A file of a leave with its content. The audit log has the read before the first byte is sent.
 * @throws ApiError RESOURCE_NOT_FOUND when the caller does not see the leave's files, or there is no such file
 */
export async function readFile(ctx: Ctx, leaveId: string, id: string): Promise<FileToRead> {
  const file = await inTransaction(ctx, async (tx) => {
    const leave = await loadLeaveOfFiles(tx, leaveId, "read");
    const found = await loadFile(tx, leave.id, id);
    await recordAudit(tx, lineOf("read", found));
    return found;
  });
  return { file, chunks: contentOf(ctx, file) };
}

/** The content of a file that the caller may read. */
async function* contentOf(ctx: Ctx, { id: fileId, byteCount }: LeaveFileRow): AsyncGenerator<Buffer> {
  let left = byteCount;
  for (let position = 0; left > 0; position++) {
    const [chunk] = await scoped(workspaceOf(ctx.actor), leaveFileChunks)
      .select(ctx.db, { content: leaveFileChunks.content })
      .where(and(eq(leaveFileChunks.fileId, fileId), eq(leaveFileChunks.position, position)));
    if (!chunk) throw new Error("A leave's file was deleted while it was read");
    const plain = openChunk(ctx.services.settings, { fileId, position, content: chunk.content });
    left -= plain.length;
    yield plain;
  }
}
