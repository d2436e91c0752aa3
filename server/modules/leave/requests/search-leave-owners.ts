import { and, eq, ne } from "drizzle-orm";
import { departments } from "@/drizzle/schema/directory";
import { users } from "@/drizzle/schema/people";
import type { Ctx } from "@/server/access/ctx";
import { appointedTo } from "@/server/access/load-actor";
import { managesPerson } from "@/server/access/manages";
import type { Reach } from "@/server/access/reach";
import { roleOf } from "@/server/access/roles";
import { scoped } from "@/server/access/scoped";
import {
  beginningFirst,
  type FoundNames,
  foundNames,
  holds,
  inNameOrder,
} from "@/server/kernel/database/name-search";

/** A person the caller may book for. */
interface LeaveOwner {
  id: string;
  name: string;
  departmentName: string | null;
}

/** The maximum number of results; a longer text finds the others. */
const most = 20;
/** Read in one query, with a margin for people within reach that the caller does not manage. */
const maxRead = 3 * most;

const fieldsWithin = (reach: Reach) => ({
  id: users.id,
  name: users.name,
  departmentName: departments.name,
  locationId: users.locationId,
  departmentId: users.departmentId,
  isAdmin: users.isAdmin,
  ...appointedTo(reach),
});

/** Active people managed by the caller whose name contains a text. Names that start with it come first. Never includes the caller. */
export async function searchLeaveOwners(
  ctx: Ctx,
  { text = "" }: { text?: string | undefined },
): Promise<FoundNames<LeaveOwner>> {
  const { userId, role } = ctx.actor;
  if (userId === null || role === "USER") return { items: [], hasMore: false };
  const found = await scoped(ctx.reach, users)
    .select(ctx.db, fieldsWithin(ctx.reach))
    .leftJoin(departments, eq(departments.id, users.departmentId))
    .where(and(eq(users.status, "ACTIVE"), ne(users.id, userId), holds(users.searchName, text)))
    .orderBy(beginningFirst(users.searchName, text), inNameOrder(users.name), users.id)
    .limit(maxRead);
  const managed = found.filter(({ id, locationId, departmentId, ...standing }) =>
    managesPerson(ctx.actor, { id, locationId, departmentId, role: roleOf(standing) }),
  );
  const { items, hasMore } = foundNames(managed, most);
  return {
    items: items.map(({ id, name, departmentName }) => ({ id, name, departmentName })),
    hasMore: hasMore || found.length === maxRead,
  };
}
