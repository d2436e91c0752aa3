import { sql } from "drizzle-orm";
import { requestHours } from "@/drizzle/schema/request-log";
import type { Ctx } from "@/server/access/ctx";
import { plus } from "@/server/kernel/clock";
import { listApiKeys } from "@/server/modules/api-keys/list";
import { listLegacyKeys } from "@/server/modules/legacy-keys/list";
import { logKeptMs } from "./policy";
import { visible } from "./store";

export interface Caller {
  kind: "key" | "legacyKey" | "client";
  id: string;
  name: string;
}

/** Who can be chosen in the filters: the keys that exist, and apps that called in the last 30 days. */
export async function listCallers(ctx: Ctx): Promise<Caller[]> {
  const isAdmin = ctx.actor.role === "ADMIN";
  const [keys, legacy, apps] = await Promise.all([
    listApiKeys(ctx, { owner: isAdmin ? "workspace" : "mine" }),
    isAdmin ? listLegacyKeys(ctx) : [],
    isAdmin ? appsThatCalled(ctx) : [],
  ]);
  return [
    ...keys.map(({ id, name }): Caller => ({ kind: "key", id, name })),
    ...legacy.map(
      ({ id, prefix, lastFour }): Caller => ({ kind: "legacyKey", id, name: `${prefix}…${lastFour} (v1)` }),
    ),
    ...apps,
  ];
}

async function appsThatCalled(ctx: Ctx): Promise<Caller[]> {
  const since = plus(ctx.now(), -logKeptMs).toISOString();
  const rows = await ctx.db.execute<{ id: string; name: string }>(sql`
    select c.id, c.name from oauth_clients c where c.id in (
      select ${requestHours.keyId} from ${requestHours}
      where ${visible(ctx, requestHours)} and ${requestHours.hour} >= ${since}::timestamptz
        and ${requestHours.keyKind} = 'client')
    order by c.name, c.id`);
  return rows.map(({ id, name }) => ({ kind: "client", id, name }));
}
