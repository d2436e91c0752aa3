import type { Ctx } from "@/server/access/ctx";
import { findDepartments } from "@/server/modules/people/places/find-departments";
import { findHolidays, type HolidayYear } from "@/server/modules/people/places/find-holidays";
import { findLocations } from "@/server/modules/people/places/find-locations";
import type { DepartmentRow } from "@/server/modules/people/places/list-departments";
import type { LocationRow } from "@/server/modules/people/places/list-locations";
import { findUsersAndSelf } from "./find-users";
import type { UserExpansion } from "./schema";
import type { UserRow } from "./store";

export interface ExpandedUserRow extends UserRow {
  location?: LocationRow | undefined;
  department?: DepartmentRow | undefined;
  /** Null when there is none, or beyond reach. */
  approver?: UserRow | null | undefined;
  holidays?: HolidayYear[] | undefined;
}

/** Adds the requested expansions to a page of people, with one query for each kind. */
export async function expandUsers(
  ctx: Ctx,
  rows: UserRow[],
  expand: readonly UserExpansion[],
): Promise<ExpandedUserRow[]> {
  if (expand.length === 0 || rows.length === 0) return rows;
  const locationIds = rows.map((row) => row.locationId);
  const [locations, departments, approvers, holidays] = await Promise.all([
    expand.includes("location") ? findLocations(ctx, locationIds) : undefined,
    expand.includes("department")
      ? findDepartments(
          ctx,
          rows.map((row) => row.departmentId),
        )
      : undefined,
    expand.includes("approver")
      ? findUsersAndSelf(
          ctx,
          rows.flatMap(({ approverId }) => approverId ?? []),
        )
      : undefined,
    expand.includes("holidays") ? findHolidays(ctx, locationIds) : undefined,
  ]);
  return rows.map((row) => ({
    ...row,
    location: locations?.get(row.locationId),
    department: departments?.get(row.departmentId),
    approver: approvers && ((row.approverId && approvers.get(row.approverId)) || null),
    holidays: holidays && (holidays.get(row.locationId) ?? []),
  }));
}
