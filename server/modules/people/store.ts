import { and, eq, type SQL, sql } from "drizzle-orm";
import { positionIn } from "@/drizzle/schema/columns";
import { departmentApprovers, labels, locationAdmins, userLabels } from "@/drizzle/schema/directory";
import { users } from "@/drizzle/schema/people";
import { appointed } from "@/server/access/load-actor";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { holds, likeLiteral } from "@/server/kernel/name-search";
import { readAs } from "@/server/kernel/row-reader";

/** What the wire shows of a person; `labels` are names. */
export type UserRow = Pick<
  typeof users.$inferSelect,
  | "id"
  | "name"
  | "email"
  | "isAdmin"
  | "locationId"
  | "departmentId"
  | "status"
  | "employeeId"
  | "startDate"
  | "endDate"
> & {
  labels: string[];
  /** When it last changed, by the database's clock: where it stands among the others (`settledUntil`). */
  updatedAt: Date;
};

/** Keeps table names in a subselect: the builder drops them from the columns of a field when it reads one table only. */
const subselect = <T>(query: SQL) => sql<T>`${query}`;

const labelNames = subselect<string[]>(sql`array(
  select ${labels.name} from ${userLabels}
  join ${labels} on ${labels.workspaceId} = ${userLabels.workspaceId} and ${labels.id} = ${userLabels.labelId}
  where ${userLabels.workspaceId} = ${users.workspaceId} and ${userLabels.userId} = ${users.id}
  order by ${labels.name})`);

/** Where a person stands among the others. */
export const userPosition = positionIn(users);

export const userFields = {
  id: users.id,
  name: users.name,
  email: users.email,
  isAdmin: users.isAdmin,
  locationId: users.locationId,
  departmentId: users.departmentId,
  labels: labelNames,
  status: users.status,
  employeeId: users.employeeId,
  startDate: users.startDate,
  endDate: users.endDate,
  updatedAt: readAs(userPosition, users.updatedAt),
};

/** The facts that a person's role follows from (decision 2.3). */
export const roleFields = {
  locationIds: subselect<string[]>(appointed(locationAdmins, locationAdmins.locationId)),
  departmentIds: subselect<string[]>(appointed(departmentApprovers, departmentApprovers.departmentId)),
};

/** Whether a person is appointed to any place of this kind. */
export const holdsPlaces = (table: typeof locationAdmins | typeof departmentApprovers): SQL =>
  sql`exists (select 1 from ${table} where ${and(scoped(workspaceOf(users), table).within, eq(table.userId, users.id))})`;

/** Whether the name holds, or the address begins with, the text in the placeholder `text`; `start` is its pattern. Run it with `namedLike`. */
export const isNamedLike = (): SQL =>
  sql`(${holds(users.searchName, sql.placeholder("text"))} or ${users.email} ilike ${sql.placeholder("start")})`;

/** Values for the placeholders of `isNamedLike`. */
export const namedLike = (text: string) => ({ text, start: `${likeLiteral(text)}%` });

/** Carries one of the labels in the placeholders `labelIds` and `labelNames`. */
export const hasLabel = (): SQL | undefined =>
  sql`exists (select 1 from ${userLabels}
    join ${labels} on ${labels.workspaceId} = ${userLabels.workspaceId} and ${labels.id} = ${userLabels.labelId}
    where ${and(eq(userLabels.workspaceId, users.workspaceId), eq(userLabels.userId, users.id))}
      and (${labels.id} = any(${sql.placeholder("labelIds")}::uuid[])
        or ${labels.name} = any(${sql.placeholder("labelNames")}::text[])))`;
