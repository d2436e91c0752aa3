import { and, eq, type SQL, sql } from "drizzle-orm";
import { departments, locations } from "@/drizzle/schema/directory";
import { users } from "@/drizzle/schema/people";
import type { Actor } from "@/server/access/actor";
import type { Ctx } from "@/server/access/ctx";
import { managesPerson } from "@/server/access/manages";
import type { Reach } from "@/server/access/reach";
import { roleOf } from "@/server/access/roles";
import { belongsTo, type Filters, filterNames } from "@/server/modules/schedules/check-filters";

const uuids = (ids: readonly string[]): SQL => sql`${sql.param([...ids])}::uuid[]`;

/** `withinReach` for a cursor, which takes values and no placeholders. */
function inside(reach: Reach): SQL | undefined {
  const tenant = eq(users.workspaceId, reach.workspaceId);
  switch (reach.kind) {
    case "workspace":
      return tenant;
    case "locations":
      return and(tenant, sql`${users.locationId} = any(${uuids(reach.ids)})`);
    case "departments":
      return and(tenant, sql`${users.departmentId} = any(${uuids(reach.ids)})`);
    case "self":
      return and(tenant, sql`${users.id} = any(${uuids(reach.ids)})`);
  }
}

/** People within reach whom the filters leave; of several filters each must hold. A condition on the users table. */
export const reported = (ctx: Ctx, filters: Filters): SQL | undefined =>
  and(
    inside(ctx.reach),
    ...filterNames
      .filter((name) => filters[name].length > 0)
      .map((name) => belongsTo(name, uuids(filters[name]))),
  );

const has = (table: string) =>
  sql`exists (select from ${sql.identifier(table)} r where r.workspace_id = ${users.workspaceId} and r.user_id = ${users.id})`;

/** What every row shows of a person, and what decides who manages them. */
export const personColumns = sql`${users.id} as "userId", ${users.name} as "name", ${users.email} as "email",
  ${users.employeeId} as "employeeId", ${users.locationId} as "locationId", ${users.departmentId} as "departmentId",
  ${users.isAdmin} as "isAdmin", ${has("location_admins")} as "isLocationAdmin", ${has("department_approvers")} as "isApprover"`;

/** Goes with `personColumns`. */
export const placeColumns = sql`${locations.name} as "locationName", ${departments.name} as "departmentName"`;

/** Joins the person's own places to the users table. */
export const placesOfUsers = sql`
  join ${locations} on ${locations.workspaceId} = ${users.workspaceId} and ${locations.id} = ${users.locationId}
  join ${departments} on ${departments.workspaceId} = ${users.workspaceId} and ${departments.id} = ${users.departmentId}`;

export interface PersonRow extends Record<string, unknown> {
  userId: string;
  name: string;
  email: string;
  employeeId: string | null;
  locationId: string;
  departmentId: string;
  isAdmin: boolean;
  isLocationAdmin: boolean;
  isApprover: boolean;
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

/** A private leave type reads "Away" to everyone who does not manage the person; the owner's eyes count (decision 6). */
export function shownType(owner: Actor, row: PersonRow, type: { name: string; isPrivate: boolean }): string {
  if (!type.isPrivate) return type.name;
  const role = roleOf({
    isAdmin: row.isAdmin,
    locationIds: row.isLocationAdmin ? [row.locationId] : [],
    departmentIds: row.isApprover ? [row.departmentId] : [],
  });
  const { locationId, departmentId } = row;
  return managesPerson(owner, { id: row.userId, role, locationId, departmentId }) ? type.name : "Away";
}
