import { encodeId } from "@/server/kernel/schema";
import type { DepartmentOverview } from "./find-department-details";
import type { DepartmentDetailRow } from "./get-department";
import type { LocationDetailRow } from "./get-location";
import type { DepartmentRow } from "./list-departments";
import type { HolidayRow } from "./list-holidays";
import type { LabelRow } from "./list-labels";
import type { LocationRow } from "./list-locations";
import type { DepartmentInTree } from "./search-departments";
import type { LocationListed } from "./search-locations";

export const departmentV2 = (row: DepartmentRow) => ({
  id: encodeId("department", row.id),
  name: row.name,
  isDefault: row.isDefault,
  createdAt: row.createdAt.toISOString(),
});

export const departmentV1 = departmentV2;

export const departmentDetailV2 = (row: DepartmentDetailRow) => ({
  ...departmentV2(row),
  parentId: row.parentId && encodeId("department", row.parentId),
  approvers: row.approvers.map(({ userId, level }) => ({ userId: encodeId("user", userId), level })),
});

const departmentOverview = (row: DepartmentOverview) => ({
  ...departmentV2(row),
  parentId: row.parentId && encodeId("department", row.parentId),
  peopleCount: row.peopleCount,
  approvers: row.approvers.map(({ userId, ...approver }) => ({
    ...approver,
    userId: encodeId("user", userId),
  })),
});

export const departmentDetailsView = (row: DepartmentOverview & { parentName: string | null }) => ({
  ...departmentOverview(row),
  parentName: row.parentName,
});

export const departmentInTree = (row: DepartmentInTree) => ({
  ...departmentOverview(row),
  depth: row.depth,
  parentName: row.parentName,
});

export const locationV2 = (row: LocationRow) => ({
  id: encodeId("location", row.id),
  name: row.name,
  timezone: row.timezone,
  isDefault: row.isDefault,
  createdAt: row.createdAt.toISOString(),
});

export const locationV1 = locationV2;

/** A location to choose from, for the pages. */
export const locationView = (row: LocationRow) => ({ ...locationV2(row), hoursPerDay: row.hoursPerDay });

export const locationDetailV2 = (row: LocationDetailRow) => ({
  ...locationV2(row),
  yearStart: row.yearStart,
  firstDayOfWeek: row.firstDayOfWeek,
  workWeek: row.workWeek,
  hoursPerDay: row.hoursPerDay,
  quotaReset: row.quotaReset,
  rolloverExpiry: row.rolloverExpiry,
  payPeriod: row.payPeriod,
  closedThrough: row.closedThrough,
});

export const locationListed = (row: LocationListed) => ({
  ...locationDetailV2(row),
  peopleCount: row.peopleCount,
});

export const labelV1 = (row: LabelRow) => ({
  id: encodeId("label", row.id),
  name: row.name,
  color: row.color,
});

export const labelV2 = (row: LabelRow) => ({ ...labelV1(row), userCount: row.userCount });

export const holidayV2 = (row: HolidayRow) => ({
  id: encodeId("holiday", row.id),
  locationId: encodeId("location", row.locationId),
  date: row.date,
  name: row.name,
  isHalfDay: row.isHalfDay,
});
