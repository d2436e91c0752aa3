import { and, eq, sql } from "drizzle-orm";
import { departments, locations } from "@/drizzle/schema/directory";
import { users } from "@/drizzle/schema/people";
import type { Ctx } from "@/server/access/ctx";
import { loadSight } from "@/server/access/load-sight";
import { scoped } from "@/server/access/scoped";
import { givenSight, sightParams } from "@/server/access/sight";
import { preparedBy } from "@/server/kernel/database/db";
import {
  beginningFirst,
  type FoundNames,
  foundNames,
  holds,
  inNameOrder,
} from "@/server/kernel/database/name-search";

interface Place {
  id: string;
  name: string;
}

/** A user as everyone within sight may see them (decision 11.2). */
export interface Colleague {
  id: string;
  name: string;
  department: Place;
  location: Place & { timezone: string };
}

const { placeholder } = sql;

const query = preparedBy((db, kind) =>
  scoped(givenSight(kind), users)
    .select(db, {
      id: users.id,
      name: users.name,
      department: { id: departments.id, name: departments.name },
      location: { id: locations.id, name: locations.name, timezone: locations.timezone },
    })
    .innerJoin(departments, eq(departments.id, users.departmentId))
    .innerJoin(locations, eq(locations.id, users.locationId))
    .where(
      and(
        eq(users.status, "ACTIVE"),
        sql`(${placeholder("id")}::uuid is null or ${users.id} = ${placeholder("id")}::uuid)`,
        holds(users.searchName, placeholder("text")),
      ),
    )
    .orderBy(beginningFirst(users.searchName, placeholder("text")), inNameOrder(users.name), users.id)
    .limit(placeholder("rows"))
    .prepare(`find_colleagues_${kind}`),
);

/** Active people within sight, by a part of their name or by id; names that begin with the text come first. */
export async function findColleagues(
  ctx: Ctx,
  { text = "", id = null, limit }: { text?: string; id?: string | null; limit: number },
): Promise<FoundNames<Colleague>> {
  const sight = await loadSight(ctx);
  const found = await query(ctx.db, sight.kind).execute({
    ...sightParams(sight),
    id,
    text,
    rows: limit + 1,
  });
  return foundNames(found, limit);
}
