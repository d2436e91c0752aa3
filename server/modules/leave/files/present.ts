import { encodeId } from "@/server/kernel/schema";
import type { LeaveFileRow } from "./store";

export const leaveFileV2 = (row: LeaveFileRow) => ({
  id: encodeId("leaveFile", row.id),
  leaveId: encodeId("leave", row.leaveId),
  name: row.name,
  contentType: row.contentType,
  byteCount: row.byteCount,
  uploadedById: row.uploadedById && encodeId("user", row.uploadedById),
  createdAt: row.createdAt.toISOString(),
});
