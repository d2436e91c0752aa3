import { asc, eq, sql } from "drizzle-orm";
import { departmentApprovers, departments, locationAdmins } from "@/drizzle/schema/directory";
import { users } from "@/drizzle/schema/people";
import type { Ctx } from "@/server/access/ctx";
import { appointed } from "@/server/access/load-actor";
import { managesPerson } from "@/server/access/manages";
import { givenReach, reachParams } from "@/server/access/reach";
import { roleOf } from "@/server/access/roles";
import { scoped } from "@/server/access/scoped";
import { preparedBy } from "@/server/kernel/db";
import { likeLiteral } from "@/server/kernel/name-search";

/** Somebody for whom the caller may book. */
interface Taker {
  id: string;
  name: string;
  departmentName: string | null;
}

/** So many are offered; a longer text finds the others. */
const most = 20;
/** Read at once, so that some may be left out whom the caller reaches and does not manage. */
const mostRead = 3 * most;

const query = preparedBy((db, kind) =>
  scoped(givenReach(kind), users)
    .select(db, {
      id: users.id,
      name: users.name,
      departmentName: departments.name,
      locationId: users.locationId,
      departmentId: users.departmentId,
      isAdmin: users.isAdmin,
      locationIds: appointed(locationAdmins, locationAdmins.locationId),
      departmentIds: appointed(departmentApprovers, departmentApprovers.departmentId),
    })
    .leftJoin(departments, eq(departments.id, users.departmentId))
    .where(
      sql`${users.status} = 'ACTIVE' and ${users.id} <> ${sql.placeholder("selfId")}::uuid
        and ${users.name} ilike ${sql.placeholder("within")}`,
    )
    .orderBy(sql`${users.name} not ilike ${sql.placeholder("start")}`, asc(users.name), asc(users.id))
    .limit(sql.placeholder("rows"))
    .prepare(`search_takers_${kind}`),
);

/** Active people whom the caller manages and whose name holds a text, those whose name begins with it first; never the caller. */
export async function searchTakers(
  ctx: Ctx,
  { text = "" }: { text?: string | undefined },
): Promise<{ items: Taker[]; hasMore: boolean }> {
  if (ctx.actor.role === "USER") return { items: [], hasMore: false };
  const literal = likeLiteral(text);
  const found = await query(ctx.db, ctx.reach.kind).execute({
    ...reachParams(ctx.reach),
    selfId: ctx.actor.userId,
    within: `%${literal}%`,
    start: `${literal}%`,
    rows: mostRead,
  });
  const managed = found.filter(({ id, locationId, departmentId, ...role }) =>
    managesPerson(ctx.actor, { id, locationId, departmentId, role: roleOf(role) }),
  );
  return {
    items: managed.slice(0, most).map(({ id, name, departmentName }) => ({ id, name, departmentName })),
    hasMore: managed.length > most || found.length === mostRead,
  };
}
