import { and, eq, ne, sql } from "drizzle-orm";
import { departments } from "@/drizzle/schema/directory";
import { users } from "@/drizzle/schema/people";
import type { UserStatus } from "@/drizzle/schema/values";
import type { Ctx } from "@/server/access/ctx";
import { givenReach, reachParams } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { preparedBy } from "@/server/kernel/database/db";
import { beginningFirst, inNameOrder } from "@/server/kernel/database/name-search";
import { isNamedLike, namedLike } from "./store";

export interface UserFound {
  id: string;
  name: string;
  departmentName: string | null;
  status: UserStatus;
}

const query = preparedBy((db, kind) =>
  scoped(givenReach(kind), users)
    .select(db, {
      id: users.id,
      name: users.name,
      departmentName: departments.name,
      status: users.status,
    })
    .leftJoin(departments, eq(departments.id, users.departmentId))
    .where(and(ne(users.status, "DELETED"), isNamedLike()))
    .orderBy(
      sql`${users.status} <> 'ACTIVE'`,
      beginningFirst(users.searchName, sql.placeholder("text")),
      inNameOrder(users.name),
      users.id,
    )
    .limit(sql.placeholder("rows"))
    .prepare(`search_users_${kind}`),
);

/** People within reach whose name contains a text, or whose address begins with it; names that begin with it come first. */
export async function searchUsers(
  ctx: Ctx,
  { text, limit }: { text: string; limit: number },
): Promise<UserFound[]> {
  return query(ctx.db, ctx.reach.kind).execute({
    ...reachParams(ctx.reach),
    ...namedLike(text),
    rows: limit,
  });
}
