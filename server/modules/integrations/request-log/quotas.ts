import { and, eq, gt, isNull, or, type SQL, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import { apiKeys, legacyKeys, rateCounters } from "@/drizzle/schema/api-keys";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import {
  byNumber,
  counted,
  countOf,
  inListOrder,
  type Listed,
  listed,
  type PageStart,
} from "@/server/kernel/database/list-order";
import { folded, holds } from "@/server/kernel/database/name-search";
import { literal } from "@/server/kernel/database/sql-parts";
import { nextUtcMonth } from "@/server/kernel/time/clock";
import { requestsThisMonth } from "@/server/modules/integrations/rate-limits/count-month";
import { monthlyQuota } from "@/server/modules/integrations/rate-limits/policy";
import { forecastOf, type QuotaForecast, type QuotaStage, quotaStageOf, quotaStages } from "./policy";
import type { QuotaFilter } from "./schema";
import { visibleTo } from "./store";

type KeyKind = "key" | "legacyKey";

export interface Quota {
  kind: KeyKind;
  id: string;
  name: string;
  used: number;
  quota: number;
  resetsAt: Date;
  stage: QuotaStage;
  forecast: QuotaForecast | null;
}

const columns = (ctx: Ctx, kind: KeyKind, name: SQL) => ({
  kind: sql<KeyKind>`${literal(kind)}`.as("kind"),
  id: rateCounters.keyId,
  name: sql<string>`${name}`.as("name"),
  used: sql<number>`${requestsThisMonth(ctx.now())}`.as("used"),
});

const keys = (ctx: Ctx) =>
  scoped(workspaceOf(ctx.actor), apiKeys)
    .select(ctx.db, columns(ctx, "key", sql`${apiKeys.name}`))
    .innerJoin(rateCounters, eq(rateCounters.keyId, apiKeys.id))
    .where(
      and(
        visibleTo(ctx.actor, apiKeys),
        isNull(apiKeys.revokedAt),
        or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, ctx.now())),
      ),
    );

const keysOfV1 = (ctx: Ctx) =>
  scoped(workspaceOf(ctx.actor), legacyKeys)
    .select(
      ctx.db,
      columns(ctx, "legacyKey", sql`${legacyKeys.prefix} || '…' || ${legacyKeys.lastFour} || ' (v1)'`),
    )
    .innerJoin(rateCounters, eq(rateCounters.keyId, legacyKeys.id))
    .where(isNull(legacyKeys.deletedAt));

/** The active keys that the actor sees: administrators the workspace's, legacy keys included, others their own. */
const quotas = (ctx: Ctx) =>
  (ctx.actor.role === "ADMIN" ? unionAll(keys(ctx), keysOfV1(ctx)) : keys(ctx)).as("quotas");

const fields = {
  kind: sql<KeyKind>`quotas.kind`,
  id: sql<string>`quotas.key_id`,
  name: sql<string>`quotas.name`,
  used: sql<number>`quotas.used`,
};

/** A page of the monthly quotas of active keys, the fullest first. */
export async function listQuotas(
  ctx: Ctx,
  { q, key }: QuotaFilter,
  start: PageStart,
): Promise<Listed<Quota & { sortKey: string }>> {
  const now = ctx.now();
  const { sortKey, after, by } = inListOrder({ used: byNumber(fields.used) }, "-used", fields.id, start);
  const rows = await ctx.db
    .select({ ...fields, sortKey })
    .from(quotas(ctx))
    .where(and(holds(folded(fields.name), q), key ? sql`${fields.id} = ${key}::uuid` : undefined, after))
    .orderBy(...by)
    .limit(start.limit + 1);
  const found = rows.map((row) => ({
    ...row,
    quota: monthlyQuota,
    resetsAt: nextUtcMonth(now),
    stage: quotaStageOf(row.used),
    forecast: forecastOf(row.used, now),
  }));
  return listed(found, start, () => ctx.db.select(counted).from(quotas(ctx)));
}

/** The number of these keys, and of those that have reached each stage of their quota. */
export interface QuotaCounts {
  all: number;
  reached: { stage: Exclude<QuotaStage, 0>; count: number }[];
}

/** @returns the numbers of all keys that `listQuotas` has */
export async function countQuotas(ctx: Ctx): Promise<QuotaCounts> {
  const [numbers] = await ctx.db
    .select({
      all: counted.count,
      ...Object.fromEntries(
        quotaStages.map((stage) => [
          stage,
          countOf(sql`${fields.used} * 100 >= ${literal(stage * monthlyQuota)}`),
        ]),
      ),
    })
    .from(quotas(ctx));
  const of: Record<string, number> = numbers ?? {};
  return { all: of.all ?? 0, reached: quotaStages.map((stage) => ({ stage, count: of[stage] ?? 0 })) };
}
