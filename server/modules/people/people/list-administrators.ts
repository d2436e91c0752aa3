import { and, eq } from "drizzle-orm";
import { users } from "@/drizzle/schema/people";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { inNameOrder } from "@/server/kernel/database/name-search";

/** Names of the workspace's active administrators. Every user may see them: pages name them as contacts. */
export async function listAdministrators(ctx: Ctx): Promise<string[]> {
  const rows = await scoped(workspaceOf(ctx.actor), users)
    .select(ctx.db, { name: users.name })
    .where(and(eq(users.status, "ACTIVE"), eq(users.isAdmin, true)))
    .orderBy(inNameOrder(users.name));
  return rows.map(({ name }) => name);
}
