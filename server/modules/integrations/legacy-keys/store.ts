import { and, eq, isNull, type SQL } from "drizzle-orm";
import { legacyKeys, rateCounters } from "@/drizzle/schema/api-keys";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { byInstant, inListOrder, type PageStart } from "@/server/kernel/database/list-order";
import { requestsThisMonth, requestsToday } from "@/server/modules/integrations/rate-limits/count-month";

export const oldestFirst = (after: PageStart["after"]) =>
  inListOrder({ importedAt: byInstant(legacyKeys.importedAt) }, "importedAt", legacyKeys.id, { after });

/** Live v1 keys with their use, the evidence for a decision to delete one. */
export function selectLive(ctx: Ctx, condition: SQL | undefined, { sortKey, after, by } = oldestFirst(null)) {
  const now = ctx.now();
  return scoped(workspaceOf(ctx.actor), legacyKeys)
    .select(ctx.db, {
      id: legacyKeys.id,
      prefix: legacyKeys.prefix,
      lastFour: legacyKeys.lastFour,
      importedAt: legacyKeys.importedAt,
      lastUsedAt: rateCounters.lastUsedAt,
      dayCount: requestsToday(now),
      monthCount: requestsThisMonth(now),
      sortKey,
    })
    .innerJoin(rateCounters, eq(rateCounters.keyId, legacyKeys.id))
    .where(and(isNull(legacyKeys.deletedAt), condition, after))
    .orderBy(...by);
}

export type LegacyKeyRow = Awaited<ReturnType<typeof selectLive>>[number];
