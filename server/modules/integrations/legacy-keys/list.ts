import { isNull } from "drizzle-orm";
import { legacyKeys } from "@/drizzle/schema/api-keys";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { counted, type Listed, listed, type PageStart } from "@/server/kernel/database/list-order";
import { requireLegacyKeyRight } from "./policy";
import { type LegacyKeyRow, oldestFirst, selectLive } from "./store";

/**
 * A page of the workspace's v1 keys that still work, oldest first.
 * @throws ApiError FORBIDDEN unless the caller is an administrator
 */
export async function listLegacyKeys(
  ctx: Ctx,
  _filter: object,
  start: PageStart,
): Promise<Listed<LegacyKeyRow>> {
  requireLegacyKeyRight(ctx);
  const rows = await selectLive(ctx, undefined, oldestFirst(start.after)).limit(start.limit + 1);
  return listed(rows, start, () =>
    scoped(workspaceOf(ctx.actor), legacyKeys).select(ctx.db, counted).where(isNull(legacyKeys.deletedAt)),
  );
}
