import { integrationPlatforms } from "@/drizzle/schema/values";
import type { Ctx } from "@/server/access/ctx";
import { requireAdmin } from "@/server/access/require-admin";
import { integrationView } from "./present";
import type { IntegrationView } from "./schema";
import { findIntegration } from "./store";

/** Every possible connection. @throws ApiError FORBIDDEN for everyone but administrators */
export function listIntegrations(ctx: Ctx): Promise<IntegrationView[]> {
  requireAdmin(ctx);
  return Promise.all(
    integrationPlatforms.map(async (platform) =>
      integrationView(platform, await findIntegration(ctx.db, ctx.actor.workspaceId, platform)),
    ),
  );
}
