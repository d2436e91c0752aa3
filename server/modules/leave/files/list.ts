import type { Ctx } from "@/server/access/ctx";
import { loadLeaveOfFiles } from "./sight";
import { findFiles, type LeaveFileRow } from "./store";

/** The files of a leave, the oldest first, without their content. @throws ApiError RESOURCE_NOT_FOUND when the caller does not see them */
export async function listFiles(ctx: Ctx, leaveId: string): Promise<LeaveFileRow[]> {
  const { id } = await loadLeaveOfFiles(ctx, leaveId, "read");
  return findFiles(ctx, id);
}
