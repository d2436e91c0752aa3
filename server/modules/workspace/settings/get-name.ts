import { eq } from "drizzle-orm";
import { workspaces } from "@/drizzle/schema/workspaces";
import type { Ctx } from "@/server/access/ctx";
import { ApiError } from "@/server/kernel/errors";

/** The name of the caller's workspace. */
export async function getWorkspaceName(ctx: Ctx): Promise<string> {
  const [found] = await ctx.db
    .select({ name: workspaces.name })
    .from(workspaces)
    .where(eq(workspaces.id, ctx.actor.workspaceId));
  if (!found) throw new ApiError("RESOURCE_NOT_FOUND");
  return found.name;
}
