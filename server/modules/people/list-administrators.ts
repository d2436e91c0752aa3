import { and, asc, eq } from "drizzle-orm";
import { users } from "@/drizzle/schema/people";
import type { Ctx } from "@/server/access/ctx";

/** Names of the workspace's active administrators, whom everybody in it may know: pages say whom to ask. */
export async function listAdministrators(ctx: Ctx): Promise<string[]> {
  const rows = await ctx.db
    .select({ name: users.name })
    .from(users)
    .where(
      and(eq(users.workspaceId, ctx.actor.workspaceId), eq(users.status, "ACTIVE"), eq(users.isAdmin, true)),
    )
    .orderBy(asc(users.name));
  return rows.map(({ name }) => name);
}
