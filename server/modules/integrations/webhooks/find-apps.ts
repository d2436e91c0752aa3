import { oauthClients } from "@/drizzle/schema/oauth";
import type { Ctx } from "@/server/access/ctx";
import { isAnyOf } from "@/server/kernel/database/sql-parts";
import type { WebhookRow } from "./store";

/** The names of the apps that made webhooks, by app id; deleted apps are missing. */
export async function findApps(ctx: Ctx, rows: readonly WebhookRow[]): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(rows.flatMap(({ clientId }) => clientId ?? []))];
  if (ids.length === 0) return new Map();
  const found = await ctx.db
    .select({ id: oauthClients.id, name: oauthClients.name })
    .from(oauthClients)
    .where(isAnyOf(oauthClients.id, ids));
  return new Map(found.map(({ id, name }) => [id, name]));
}
