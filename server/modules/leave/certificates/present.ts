import { encodeId } from "@/server/kernel/schema";
import type { DueCertificate } from "./list";
import type { SeenCertificate } from "./store";

export const certificateV2 = (row: SeenCertificate) => ({
  leaveId: encodeId("leave", row.leaveId),
  askedAt: row.askedAt.toISOString(),
  askedById: row.askedById && encodeId("user", row.askedById),
  dueOn: row.dueOn,
  isOverdue: row.isOverdue,
  receivedAt: row.receivedAt?.toISOString() ?? null,
  receivedById: row.receivedById && encodeId("user", row.receivedById),
  fileId: row.receivedFileId && encodeId("leaveFile", row.receivedFileId),
});

export const dueCertificateView = ({
  leaveId,
  userName,
  startDate,
  endDate,
  dueOn,
  isOverdue,
  receivedAt,
}: DueCertificate) => ({
  leaveId: encodeId("leave", leaveId),
  ...{ userName, startDate, endDate, dueOn, isOverdue },
  receivedAt: receivedAt?.toISOString() ?? null,
});
