import { asc, eq } from "drizzle-orm";
import { leaveFiles } from "@/drizzle/schema/leave-files";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { ApiError } from "@/server/kernel/errors";

export type LeaveFileRow = Omit<typeof leaveFiles.$inferSelect, "workspaceId">;

const fields = {
  id: leaveFiles.id,
  leaveId: leaveFiles.leaveId,
  userId: leaveFiles.userId,
  slot: leaveFiles.slot,
  name: leaveFiles.name,
  contentType: leaveFiles.contentType,
  byteCount: leaveFiles.byteCount,
  uploadedById: leaveFiles.uploadedById,
  createdAt: leaveFiles.createdAt,
};

/** The files of a leave, the oldest first. The caller must be allowed to see them. */
export const findFiles = (ctx: Ctx, leaveId: string): Promise<LeaveFileRow[]> =>
  scoped(workspaceOf(ctx.actor), leaveFiles)
    .select(ctx.db, fields)
    .where(eq(leaveFiles.leaveId, leaveId))
    .orderBy(asc(leaveFiles.createdAt), asc(leaveFiles.id)) as Promise<LeaveFileRow[]>;

/** @throws ApiError RESOURCE_NOT_FOUND when the leave has no such file */
export async function loadFile(ctx: Ctx, leaveId: string, id: string): Promise<LeaveFileRow> {
  const file = (await findFiles(ctx, leaveId)).find((one) => one.id === id);
  if (!file) throw new ApiError("RESOURCE_NOT_FOUND");
  return file;
}

/** A line of the audit log. Not with the name, which may say what the person suffers from. */
export const lineOf = (
  verb: "add" | "read" | "delete",
  { id, leaveId, contentType, byteCount }: LeaveFileRow,
) => {
  const of = (value: unknown) => (verb === "delete" ? { from: value } : { to: value });
  return {
    action: `leave_file.${verb}`,
    resourceType: "leave_file",
    resourceId: id,
    changes: { leaveId: of(leaveId), contentType: of(contentType), byteCount: of(byteCount) },
  };
};
