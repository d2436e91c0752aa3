import { encodeId } from "@/server/kernel/schema";
import type { DepartmentDetailRow } from "./get-department";
import type { DepartmentRow } from "./list-departments";

export const departmentV2 = (row: DepartmentRow) => ({
  id: encodeId("department", row.id),
  name: row.name,
  isDefault: row.isDefault,
  createdAt: row.createdAt.toISOString(),
});

export const departmentDetailV2 = (row: DepartmentDetailRow) => ({
  ...departmentV2(row),
  parentId: row.parentId && encodeId("department", row.parentId),
  approvers: row.approvers.map(({ userId, level }) => ({ userId: encodeId("user", userId), level })),
});
