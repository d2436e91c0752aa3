import type { Ctx } from "@/server/access/ctx";
import { nextUtcMonth } from "@/server/kernel/time/clock";
import { listApiKeys } from "@/server/modules/integrations/keys/list";
import { apiKeyView } from "@/server/modules/integrations/keys/present";
import { listLegacyKeys } from "@/server/modules/integrations/legacy-keys/list";
import { monthlyQuota } from "@/server/modules/integrations/rate-limits/policy";
import { forecastOf, type QuotaForecast, type QuotaStage, quotaStageOf } from "./policy";

export interface Quota {
  kind: "key" | "legacyKey";
  id: string;
  name: string;
  used: number;
  quota: number;
  resetsAt: Date;
  stage: QuotaStage;
  forecast: QuotaForecast | null;
}

/** The monthly quotas of the active keys visible to the actor, the fullest first. */
export async function listQuotas(ctx: Ctx): Promise<Quota[]> {
  const isAdmin = ctx.actor.role === "ADMIN";
  const now = ctx.now();
  const [keys, legacy] = await Promise.all([
    listApiKeys(ctx, { owner: isAdmin ? "workspace" : "mine" }),
    isAdmin ? listLegacyKeys(ctx) : [],
  ]);
  const quotaOf = (kind: Quota["kind"], id: string, name: string, used: number): Quota => ({
    kind,
    id,
    name,
    used,
    quota: monthlyQuota,
    resetsAt: nextUtcMonth(now),
    stage: quotaStageOf(used),
    forecast: forecastOf(used, now),
  });
  return [
    ...keys
      .map((row) => ({ row, view: apiKeyView(row, now) }))
      .filter(({ view }) => view.state === "active")
      .map(({ row, view }) => quotaOf("key", row.id, row.name, view.requestsThisMonth)),
    ...legacy.map(({ id, prefix, lastFour, monthCount }) =>
      quotaOf("legacyKey", id, `${prefix}…${lastFour} (v1)`, monthCount),
    ),
  ].sort((a, b) => b.used - a.used);
}
