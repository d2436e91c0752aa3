import { eq } from "drizzle-orm";
import { workspaces } from "@/drizzle/schema/workspaces";
import type { Ctx } from "@/server/access/ctx";
import { ApiError } from "@/server/kernel/errors";
import { because } from "@/server/kernel/reasons";

/**
 * For the dashboard: requests with a key were refused before.
 * @throws ApiError FORBIDDEN when the workspace has no Open API add-on
 */
export async function requireAddOn(ctx: Ctx): Promise<void> {
  const [workspace] = await ctx.db
    .select({ plan: workspaces.plan, enabled: workspaces.openApiEnabled })
    .from(workspaces)
    .where(eq(workspaces.id, ctx.actor.workspaceId));
  if (workspace?.enabled && workspace.plan !== "FREE") return;
  throw new ApiError("FORBIDDEN", {
    ...because("addOnOff"),
    resolution: "Ask an administrator to turn it on. It needs the Core or Complete plan.",
  });
}
