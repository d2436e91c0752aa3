import { limits } from "@/drizzle/schema/limits";
import { isEffective } from "@/drizzle/schema/values";
import type { Ctx } from "@/server/access/ctx";
import { loadLeaveOfFiles } from "./sight";
import { findFiles, type LeaveFileRow } from "./store";

/** The files of a leave, the oldest first, and what the caller may do with them. */
export interface LeaveFiles {
  items: (LeaveFileRow & { mayRemove: boolean })[];
  /** False for leave that is not in effect. */
  takesFiles: boolean;
  isFull: boolean;
}

/** The files of a leave, without their content. @throws ApiError RESOURCE_NOT_FOUND when the caller does not see them */
export async function listFiles(ctx: Ctx, leaveId: string): Promise<LeaveFiles> {
  const { id, status, keepsFiles } = await loadLeaveOfFiles(ctx, leaveId, "read");
  const files = await findFiles(ctx, id);
  return {
    items: files.map((file) => ({
      ...file,
      mayRemove: keepsFiles || file.uploadedById === ctx.actor.userId,
    })),
    takesFiles: isEffective(status),
    isFull: files.length >= limits.filesOfLeave,
  };
}
