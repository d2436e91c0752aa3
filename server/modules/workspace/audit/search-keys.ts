import { and, inArray } from "drizzle-orm";
import { apiKeys } from "@/drizzle/schema/api-keys";
import { auditEvents } from "@/drizzle/schema/audit";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { requireAdmin } from "@/server/access/require-admin";
import { scoped } from "@/server/access/scoped";
import {
  beginningFirst,
  type FoundNames,
  folded,
  foundNames,
  holds,
  inNameOrder,
} from "@/server/kernel/database/name-search";
import type { NameSearch } from "@/server/kernel/schema";
import { type Named, seen } from "./store";

/** Keys in the workspace's log whose names contain a text. @throws ApiError FORBIDDEN unless the caller is an administrator */
export async function searchAuditKeys(
  ctx: Ctx,
  { text = "", limit }: NameSearch,
): Promise<FoundNames<Named>> {
  requireAdmin(ctx);
  const rows = await scoped(workspaceOf(ctx.actor), apiKeys)
    .select(ctx.db, { id: apiKeys.id, name: apiKeys.name })
    .where(and(holds(folded(apiKeys.name), text), inArray(apiKeys.id, seen(ctx, auditEvents.keyId))))
    .orderBy(beginningFirst(folded(apiKeys.name), text), inNameOrder(apiKeys.name), apiKeys.id)
    .limit(limit + 1);
  return foundNames(rows, limit);
}
