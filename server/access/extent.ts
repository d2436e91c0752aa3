import { or, type SQL, sql } from "drizzle-orm";
import { users } from "@/drizzle/schema/people";
import { isAnyOf } from "@/server/kernel/database/sql-parts";
import type { Given, Reach, Whole } from "./reach";
import type { GivenSight, Sight } from "./sight";

/** The rows that a query may access. */
export type Extent = Reach | Given | Sight | GivenSight | Whole;

const columnOf = { locations: users.locationId, departments: users.departmentId, self: users.id } as const;

/** A scope that excludes some of the workspace's users. */
export type Narrow = Exclude<Reach | Sight, { kind: "workspace" }> | Given | GivenSight;

/** Condition on the users table: the workspace's users within reach, or within sight. */
export function isWithin(scope: Narrow): SQL {
  if (scope.kind === "colleagues")
    return sql`(${or(
      isAnyOf(users.locationId, scope.locations),
      isAnyOf(users.departmentId, scope.departments),
      isAnyOf(users.id, scope.people),
    )})`;
  const within = isAnyOf(columnOf[scope.kind], scope.ids);
  if ("namedDepartmentIds" in scope && scope.namedDepartmentIds)
    return sql`(${within} or ${users.id} = ${scope.selfId}::uuid or ${isAnyOf(users.departmentId, scope.namedDepartmentIds)})`;
  return "selfId" in scope ? sql`(${within} or ${users.id} = ${scope.selfId}::uuid)` : within;
}
