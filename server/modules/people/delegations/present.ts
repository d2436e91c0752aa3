import { encodeId } from "@/server/kernel/schema";
import type { DelegationRow } from "./store";

export const delegationV2 = (row: DelegationRow) => ({
  id: encodeId("delegation", row.id),
  userId: encodeId("user", row.userId),
  standInId: encodeId("user", row.standInId),
  departmentId: row.departmentId && encodeId("department", row.departmentId),
  startDate: row.startDate,
  endDate: row.endDate,
  status: row.status,
  endedAt: row.endedAt?.toISOString() ?? null,
  createdById: row.createdById && encodeId("user", row.createdById),
  createdAt: row.createdAt.toISOString(),
});

/** A delegation on the page. */
export const delegationView = (row: DelegationRow & { mayEnd: boolean; isOwn: boolean }) => ({
  id: encodeId("delegation", row.id),
  userId: encodeId("user", row.userId),
  userName: row.userName,
  standInId: encodeId("user", row.standInId),
  standInName: row.standInName,
  departmentName: row.departmentName,
  startDate: row.startDate,
  endDate: row.endDate,
  status: row.status,
  wasEndedEarly: row.endedAt !== null,
  mayEnd: row.mayEnd,
  /** Whether the caller is the approver. */
  isOwn: row.isOwn,
});
