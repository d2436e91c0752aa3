import { and, eq, type SQL, sql } from "drizzle-orm";
import { positionIn } from "@/drizzle/schema/columns";
import {
  type departmentApprovers,
  labels,
  type locationAdmins,
  userLabels,
} from "@/drizzle/schema/directory";
import { users } from "@/drizzle/schema/people";
import type { Extent } from "@/server/access/extent";
import { givenWorkspace } from "@/server/access/reach";
import { sameWorkspace, scoped } from "@/server/access/scoped";
import { holds, likeLiteral } from "@/server/kernel/database/name-search";
import { readAs } from "@/server/kernel/database/row-reader";

/** A person's fields in the API; `labels` are names. */
export type UserRow = Pick<
  typeof users.$inferSelect,
  | "id"
  | "name"
  | "email"
  | "isAdmin"
  | "locationId"
  | "departmentId"
  | "status"
  | "approverId"
  | "employeeId"
  | "startDate"
  | "endDate"
> & {
  labels: string[];
  /** Last change by the database's clock: the person's position in the order of changes (`settledUntil`). */
  updatedAt: Date;
};

/** Keeps table names in a subselect: the query builder drops them from columns when it reads one table only. */
const subselect = <T>(query: SQL) => sql<T>`${query}`;

const labelNames = (scope: Extent) =>
  subselect<string[]>(sql`array(
  select ${labels.name} from ${userLabels}
  join ${labels} on ${labels.workspaceId} = ${userLabels.workspaceId} and ${labels.id} = ${userLabels.labelId}
  where ${sameWorkspace(scope, userLabels, users)} and ${userLabels.userId} = ${users.id}
  order by ${labels.name})`);

/** A person's position in the order of changes. */
export const userPosition = positionIn(users);

/** Columns of a query on people within the scope. */
export const userFields = (scope: Extent) => ({
  id: users.id,
  name: users.name,
  email: users.email,
  isAdmin: users.isAdmin,
  locationId: users.locationId,
  departmentId: users.departmentId,
  labels: labelNames(scope),
  status: users.status,
  approverId: users.approverId,
  employeeId: users.employeeId,
  startDate: users.startDate,
  endDate: users.endDate,
  updatedAt: readAs(userPosition, users.updatedAt),
});

/** Whether a person is appointed to any place of this kind. A condition of a prepared query, as are the next. */
export const holdsPlaces = (table: typeof locationAdmins | typeof departmentApprovers): SQL =>
  sql`exists (select 1 from ${table} where ${and(scoped(givenWorkspace, table).within, eq(table.userId, users.id))})`;

/** Whether the name contains, or the address begins with, the placeholder `text`; `start` is its pattern. Run it with `namedLike`. */
export const isNamedLike = (): SQL =>
  sql`(${holds(users.searchName, sql.placeholder("text"))} or ${users.email} ilike ${sql.placeholder("start")})`;

/** Values for the placeholders of `isNamedLike`. */
export const namedLike = (text: string) => ({ text, start: `${likeLiteral(text)}%` });

/** Whether the person carries one of the labels in the placeholders `labelIds` and `labelNames`. */
export const hasLabel = (): SQL | undefined =>
  sql`exists (select 1 from ${userLabels}
    join ${labels} on ${labels.workspaceId} = ${userLabels.workspaceId} and ${labels.id} = ${userLabels.labelId}
    where ${and(scoped(givenWorkspace, userLabels).within, eq(userLabels.userId, users.id))}
      and (${labels.id} = any(${sql.placeholder("labelIds")}::uuid[])
        or ${labels.name} = any(${sql.placeholder("labelNames")}::text[])))`;
