import { and, desc, eq, gt, inArray, isNull, or, type SQL, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import { apiKeys, legacyKeys } from "@/drizzle/schema/api-keys";
import { oauthClients, oauthGrants } from "@/drizzle/schema/oauth";
import { requestHours } from "@/drizzle/schema/request-log";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import {
  beginningFirst,
  type FoundNames,
  folded,
  foundNames,
  holds,
} from "@/server/kernel/database/name-search";
import { literal } from "@/server/kernel/database/sql-parts";
import type { NameSearch } from "@/server/kernel/schema";
import { plus } from "@/server/kernel/time/clock";
import { logKeptMs } from "./policy";
import { visibleTo } from "./store";

export interface Caller {
  kind: "key" | "legacyKey" | "client";
  id: string;
  name: string;
}

const kind = (name: Caller["kind"]) => sql<Caller["kind"]>`${literal(name)}`.as("kind");

const keys = (ctx: Ctx) =>
  scoped(workspaceOf(ctx.actor), apiKeys)
    .select(ctx.db, {
      kind: kind("key"),
      id: apiKeys.id,
      name: sql<string>`${apiKeys.name}`.as("name"),
      at: sql<string>`${apiKeys.createdAt}`.as("at"),
    })
    .where(
      and(
        visibleTo(ctx.actor, apiKeys),
        or(isNull(apiKeys.revokedAt), gt(apiKeys.revokedAt, keptSince(ctx))),
      ),
    );

const keysOfV1 = (ctx: Ctx) =>
  scoped(workspaceOf(ctx.actor), legacyKeys)
    .select(ctx.db, {
      kind: kind("legacyKey"),
      id: legacyKeys.id,
      name: sql<string>`${legacyKeys.prefix} || '…' || ${legacyKeys.lastFour} || ' (v1)'`.as("name"),
      at: sql<string>`${legacyKeys.importedAt}`.as("at"),
    })
    .where(isNull(legacyKeys.deletedAt));

/** Apps with a call in the last 30 days; for callers other than administrators, under an approval of their own. */
const apps = (ctx: Ctx) =>
  ctx.db
    .select({
      kind: kind("client"),
      id: oauthClients.id,
      name: sql<string>`${oauthClients.name}`.as("name"),
      at: sql<string>`${oauthClients.createdAt}`.as("at"),
    })
    .from(oauthClients)
    .where(inArray(oauthClients.id, ctx.actor.role === "ADMIN" ? callingClients(ctx) : ownClients(ctx)));

const callingClients = (ctx: Ctx) =>
  scoped(workspaceOf(ctx.actor), requestHours)
    .select(ctx.db, { id: requestHours.keyId })
    .where(and(gt(requestHours.hour, keptSince(ctx)), eq(requestHours.keyKind, "client")));

const ownClients = (ctx: Ctx) =>
  scoped(workspaceOf(ctx.actor), oauthGrants)
    .select(ctx.db, { id: oauthGrants.clientId })
    .where(and(eq(oauthGrants.userId, ctx.actor.userId ?? ""), gt(oauthGrants.lastUsedAt, keptSince(ctx))));

const keptSince = (ctx: Ctx) => plus(ctx.now(), -logKeptMs);

const callersOf = (ctx: Ctx) =>
  (ctx.actor.role === "ADMIN"
    ? unionAll(keys(ctx), keysOfV1(ctx), apps(ctx))
    : unionAll(keys(ctx), apps(ctx))
  ).as("callers");

const named = { kind: sql<Caller["kind"]>`kind`, id: sql<string>`id`, name: sql<string>`name` };

/** Filter options: keys that existed in the last 30 days, and apps with a call in that time; newest first. */
export async function searchCallers(ctx: Ctx, { text = "", limit }: NameSearch): Promise<FoundNames<Caller>> {
  const rows = await ctx.db
    .select(named)
    .from(callersOf(ctx))
    .where(holds(folded(named.name), text))
    .orderBy(beginningFirst(folded(named.name), text), desc(sql`at`), named.id)
    .limit(limit + 1);
  return foundNames(rows, limit);
}

/** @returns null for a caller that is not an option */
export async function findCaller(ctx: Ctx, id: string): Promise<Caller | null> {
  const [found] = await ctx.db.select(named).from(callersOf(ctx)).where(isId(id)).limit(1);
  return found ?? null;
}

const isId = (id: string): SQL => sql`id = ${id}::uuid`;
