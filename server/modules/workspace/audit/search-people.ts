import { and, inArray, or, sql } from "drizzle-orm";
import { auditEvents } from "@/drizzle/schema/audit";
import { users } from "@/drizzle/schema/people";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { requireAdmin } from "@/server/access/require-admin";
import { scoped } from "@/server/access/scoped";
import {
  beginningFirst,
  type FoundNames,
  foundNames,
  holds,
  inNameOrder,
} from "@/server/kernel/database/name-search";
import type { NameSearch } from "@/server/kernel/schema";
import { type Named, seen } from "./store";

/** People in the workspace's log whose names contain a text. @throws ApiError FORBIDDEN unless the caller is an administrator */
export async function searchAuditPeople(
  ctx: Ctx,
  { text = "", limit }: NameSearch,
): Promise<FoundNames<Named>> {
  requireAdmin(ctx);
  const rows = await scoped(workspaceOf(ctx.actor), users)
    .select(ctx.db, { id: users.id, name: users.name })
    .where(
      and(
        holds(users.searchName, text),
        or(
          inArray(users.id, seen(ctx, auditEvents.actingUserId)),
          inArray(users.id, seen(ctx, auditEvents.ownerId)),
          inArray(sql`${users.id}::text`, seen(ctx, auditEvents.resourceId, "session.refuse")),
        ),
      ),
    )
    .orderBy(beginningFirst(users.searchName, text), inNameOrder(users.name), users.id)
    .limit(limit + 1);
  return foundNames(rows, limit);
}
