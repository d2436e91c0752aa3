import { and, eq, inArray, or, sql } from "drizzle-orm";
import { auditEvents } from "@/drizzle/schema/audit";
import { users } from "@/drizzle/schema/people";
import type { Ctx } from "@/server/access/ctx";
import { requireAdmin } from "@/server/access/require-admin";
import { beginningFirst, type FoundNames, foundNames, holds } from "@/server/kernel/name-search";
import type { NameSearch } from "@/server/kernel/schema";
import { type Named, seen } from "./store";

/** People of the workspace's log whose names hold a text. @throws ApiError FORBIDDEN for anybody but an administrator */
export async function searchAuditPeople(
  ctx: Ctx,
  { text = "", limit }: NameSearch,
): Promise<FoundNames<Named>> {
  requireAdmin(ctx);
  const rows = await ctx.db
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(
      and(
        eq(users.workspaceId, ctx.actor.workspaceId),
        holds(users.name, text),
        or(
          inArray(users.id, seen(ctx, auditEvents.actingUserId)),
          inArray(users.id, seen(ctx, auditEvents.ownerId)),
          inArray(sql`${users.id}::text`, seen(ctx, auditEvents.resourceId, "session.refuse")),
        ),
      ),
    )
    .orderBy(beginningFirst(users.name, text), users.name, users.id)
    .limit(limit + 1);
  return foundNames(rows, limit);
}
