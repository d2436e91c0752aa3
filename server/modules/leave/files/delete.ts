import { eq } from "drizzle-orm";
import { leaveFiles } from "@/drizzle/schema/leave-files";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { ApiError } from "@/server/kernel/errors";
import { because } from "@/server/kernel/reasons";
import { tell } from "@/server/modules/integrations/events/subscribers";
import { recordAudit } from "@/server/modules/workspace/audit/record";
import { loadLeaveOfFiles } from "./sight";
import { findFiles, lineOf, loadFile } from "./store";

/**
 * Deletes a file for good, with its content: one's own upload, or any as an administrator or a location admin who manages the person.
 * @throws ApiError RESOURCE_NOT_FOUND, FORBIDDEN
 */
export function deleteFile(ctx: Ctx, leaveId: string, id: string): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const leave = await loadLeaveOfFiles(tx, leaveId, "write", "lock");
    const file = await loadFile(tx, leave.id, id);
    if (!leave.keepsFiles && file.uploadedById !== tx.actor.userId)
      throw new ApiError("FORBIDDEN", because("fileOfOther"));
    await scoped(workspaceOf(tx.actor), leaveFiles).delete(tx.db).where(eq(leaveFiles.id, id));
    await recordAudit(tx, lineOf("delete", file));
    await tell(tx, "fileDeleted", { ...file, rest: await findFiles(tx, leave.id) });
  });
}
