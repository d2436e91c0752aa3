import { and, eq, inArray } from "drizzle-orm";
import { apiKeys } from "@/drizzle/schema/api-keys";
import { auditEvents } from "@/drizzle/schema/audit";
import type { Ctx } from "@/server/access/ctx";
import { requireAdmin } from "@/server/access/require-admin";
import { beginningFirst, type FoundNames, foundNames, holds } from "@/server/kernel/name-search";
import type { NameSearch } from "@/server/kernel/schema";
import { type Named, seen } from "./store";

/** Keys of the workspace's log whose names hold a text. @throws ApiError FORBIDDEN for anybody but an administrator */
export async function searchAuditKeys(
  ctx: Ctx,
  { text = "", limit }: NameSearch,
): Promise<FoundNames<Named>> {
  requireAdmin(ctx);
  const rows = await ctx.db
    .select({ id: apiKeys.id, name: apiKeys.name })
    .from(apiKeys)
    .where(
      and(
        eq(apiKeys.workspaceId, ctx.actor.workspaceId),
        holds(apiKeys.name, text),
        inArray(apiKeys.id, seen(ctx, auditEvents.keyId)),
      ),
    )
    .orderBy(beginningFirst(apiKeys.name, text), apiKeys.name, apiKeys.id)
    .limit(limit + 1);
  return foundNames(rows, limit);
}
