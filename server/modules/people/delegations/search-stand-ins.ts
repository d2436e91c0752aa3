import { and, eq } from "drizzle-orm";
import { users } from "@/drizzle/schema/people";
import type { Ctx } from "@/server/access/ctx";
import { loadSight } from "@/server/access/load-sight";
import { scoped } from "@/server/access/scoped";
import {
  beginningFirst,
  type FoundNames,
  foundNames,
  holds,
  inNameOrder,
} from "@/server/kernel/database/name-search";
import type { NameSearch } from "@/server/kernel/schema";

/** Active people within sight whose names contain a text. */
export async function searchStandIns(
  ctx: Ctx,
  { text = "", limit }: NameSearch,
): Promise<FoundNames<{ id: string; name: string }>> {
  const rows = await scoped(await loadSight(ctx), users)
    .select(ctx.db, { id: users.id, name: users.name })
    .where(and(eq(users.status, "ACTIVE"), holds(users.searchName, text)))
    .orderBy(beginningFirst(users.searchName, text), inNameOrder(users.name), users.id)
    .limit(limit + 1);
  return foundNames(rows, limit);
}
