import { leaveFileChunks, leaveFiles } from "@/drizzle/schema/leave-files";
import { limits } from "@/drizzle/schema/limits";
import { isEffective } from "@/drizzle/schema/values";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { ApiError } from "@/server/kernel/errors";
import { newId } from "@/server/kernel/ids";
import { because } from "@/server/kernel/reasons";
import { tell } from "@/server/modules/integrations/events/subscribers";
import { notIn } from "@/server/modules/leave/requests/standing";
import { recordAudit } from "@/server/modules/workspace/audit/record";
import { cleanName } from "./file-name";
import { typeOfContent } from "./file-type";
import { sealChunks } from "./seal";
import { loadLeaveOfFiles } from "./sight";
import { findFiles, type LeaveFileRow, lineOf } from "./store";

/** A file as it was sent: at most `limits.fileBytes`. */
export interface SentFile {
  name: string;
  content: Buffer;
}

/** Parts in one INSERT. */
const together = 16;

/**
 * Adds a file to an open or approved leave: its row and its sealed content together.
 * @throws ApiError RESOURCE_NOT_FOUND when the caller does not see the leave's files, CONFLICT for another status, TOO_MANY_FILES,
 * FILE_TYPE_NOT_SUPPORTED
 */
export async function createFile(
  ctx: Ctx,
  leaveId: string,
  { name, content }: SentFile,
): Promise<LeaveFileRow> {
  return inTransaction(ctx, async (tx) => {
    const { id, status, owner } = await loadLeaveOfFiles(tx, leaveId, "write", "lock");
    if (!isEffective(status)) throw notIn({ status, approvedLevel: 0 });
    if (owner.status === "DELETED") throw new ApiError("CONFLICT", because("personDeleted"));
    const contentType = await typeOfContent(content);
    const taken = new Set((await findFiles(tx, id)).map(({ slot }) => slot));
    const slots = Array.from({ length: limits.filesOfLeave }, (_, at) => at + 1);
    const slot = slots.find((one) => !taken.has(one));
    if (slot === undefined) throw new ApiError("TOO_MANY_FILES");
    const file: LeaveFileRow = {
      ...{
        id: newId(),
        leaveId: id,
        userId: owner.id,
        slot,
        name: cleanName(name, contentType),
        contentType,
      },
      ...{ byteCount: content.length, uploadedById: tx.actor.userId, createdAt: tx.now() },
    };
    await tx.db.insert(leaveFiles).values({ workspaceId: tx.actor.workspaceId, ...file });
    await writeContent(tx, file.id, content);
    await recordAudit(tx, lineOf("add", file));
    await tell(tx, "fileAdded", file);
    return file;
  });
}

async function writeContent(tx: Ctx, fileId: string, content: Buffer): Promise<void> {
  const { workspaceId } = tx.actor;
  let rows: (typeof leaveFileChunks.$inferInsert)[] = [];
  const flush = async () => {
    if (rows.length > 0) await tx.db.insert(leaveFileChunks).values(rows);
    rows = [];
  };
  for (const part of sealChunks(tx.services.settings, fileId, content)) {
    rows.push({ workspaceId, ...part });
    if (rows.length === together) await flush();
  }
  await flush();
}
