import { and, eq, sql } from "drizzle-orm";
import { departments } from "@/drizzle/schema/directory";
import { users } from "@/drizzle/schema/people";
import type { Ctx } from "@/server/access/ctx";
import { loadSight } from "@/server/access/load-sight";
import { scoped } from "@/server/access/scoped";
import { givenSight, sightParams } from "@/server/access/sight";
import { preparedBy } from "@/server/kernel/db";
import { beginningFirst, holds, inNameOrder } from "@/server/kernel/name-search";

export interface Colleague {
  id: string;
  name: string;
  departmentId: string;
  departmentName: string;
}

const query = preparedBy((db, kind) =>
  scoped(givenSight(kind), users)
    .select(db, {
      id: users.id,
      name: users.name,
      departmentId: users.departmentId,
      departmentName: departments.name,
    })
    .innerJoin(departments, eq(departments.id, users.departmentId))
    .where(and(eq(users.status, "ACTIVE"), holds(users.searchName, sql.placeholder("text"))))
    .orderBy(beginningFirst(users.searchName, sql.placeholder("text")), inNameOrder(users.name), users.id)
    .limit(sql.placeholder("rows"))
    .prepare(`search_colleagues_${kind}`),
);

/** Active people within sight whose name holds a text, those whose name begins with it first. Their addresses are not asked for. */
export async function searchColleagues(
  ctx: Ctx,
  { text, limit }: { text: string; limit: number },
): Promise<Colleague[]> {
  const sight = await loadSight(ctx);
  return query(ctx.db, sight.kind).execute({ ...sightParams(sight), text, rows: limit });
}
