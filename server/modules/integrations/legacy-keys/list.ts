import { asc, eq, isNull, sql } from "drizzle-orm";
import { legacyKeys, rateCounters } from "@/drizzle/schema/api-keys";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { utcDay } from "@/server/kernel/time/clock";
import { requireLegacyKeyRight } from "./policy";

/** A live v1 key with its usage, the evidence for a decision to delete it. */
export interface LegacyKeyRow {
  id: string;
  prefix: string;
  lastFour: string;
  importedAt: Date;
  lastUsedAt: Date | null;
  /** Requests of this UTC day; `monthCount`: of this UTC month. */
  dayCount: number;
  monthCount: number;
}

/**
 * The workspace's v1 keys that still work, oldest first.
 * @throws ApiError FORBIDDEN unless the caller is an administrator
 */
export async function listLegacyKeys(ctx: Ctx): Promise<LegacyKeyRow[]> {
  requireLegacyKeyRight(ctx);
  const today = utcDay(ctx.now());
  const month = `${today.slice(0, 7)}-01`;
  return scoped(workspaceOf(ctx.actor), legacyKeys)
    .select(ctx.db, {
      id: legacyKeys.id,
      prefix: legacyKeys.prefix,
      lastFour: legacyKeys.lastFour,
      importedAt: legacyKeys.importedAt,
      lastUsedAt: rateCounters.lastUsedAt,
      dayCount: sql<number>`case when ${rateCounters.day} = ${today}::date then ${rateCounters.dayCount} else 0 end`,
      monthCount: sql<number>`case when ${rateCounters.month} = ${month}::date then ${rateCounters.monthCount} else 0 end`,
    })
    .innerJoin(rateCounters, eq(rateCounters.keyId, legacyKeys.id))
    .where(isNull(legacyKeys.deletedAt))
    .orderBy(asc(legacyKeys.importedAt), asc(legacyKeys.id));
}
