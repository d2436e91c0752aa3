import { sql } from "drizzle-orm";
import { departments, locations } from "@/drizzle/schema/directory";
import { users } from "@/drizzle/schema/people";
import type { Actor } from "@/server/access/actor";
import type { Ctx } from "@/server/access/ctx";
import { reachParams } from "@/server/access/reach";
import { type LeaveOwner, managesOwner } from "@/server/modules/leaves/see";
import { type Filters, filterParams } from "@/server/modules/schedules/check-filters";

/** Values for the placeholders of a report's employees: those within the caller's reach who match the filters. */
export const reportedParams = (ctx: Ctx, filters: Filters) => ({
  ...reachParams(ctx.reach),
  ...filterParams(filters),
});

const has = (table: string) =>
  sql<boolean>`exists (select from ${sql.identifier(table)} r where r.workspace_id = ${users.workspaceId} and r.user_id = ${users.id})`;

/** The columns of an employee and a place in every row, plus the columns that decide who manages the employee. */
export const personFields = {
  userId: users.id,
  name: users.name,
  email: users.email,
  employeeId: users.employeeId,
  locationId: users.locationId,
  departmentId: users.departmentId,
  isAdmin: users.isAdmin,
  isLocationAdmin: has("location_admins"),
  isApprover: has("department_approvers"),
  locationName: locations.name,
  departmentName: departments.name,
};

export interface PersonRow extends LeaveOwner {
  userId: string;
  name: string;
  email: string;
  employeeId: string | null;
  locationName: string;
  departmentName: string;
}

/** The heading of `personCells`. */
export const personHeader = ["Name", "E-mail", "Employee ID", "Department", "Location"] as const;
export const personCells = (row: PersonRow) => [
  row.name,
  row.email,
  row.employeeId,
  row.departmentName,
  row.locationName,
];

/** A private leave type reads "Away" to everyone who does not manage the employee; the rights of the report's owner decide (decision 6). */
export function shownType(owner: Actor, row: PersonRow, type: { name: string; isPrivate: boolean }): string {
  return !type.isPrivate || managesOwner(owner, row.userId, row) ? type.name : "Away";
}
