import { and, eq, gt, isNotNull, isNull, lt, lte, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { apiKeys, rateCounters } from "@/drizzle/schema/api-keys";
import { users } from "@/drizzle/schema/people";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import {
  byInstant,
  byName,
  byNumber,
  counted,
  countOf,
  inListOrder,
  type Listed,
  listed,
  type PageStart,
} from "@/server/kernel/database/list-order";
import { folded, holds } from "@/server/kernel/database/name-search";
import { ApiError } from "@/server/kernel/errors";
import { because } from "@/server/kernel/reasons";
import { day, plus } from "@/server/kernel/time/clock";
import { requestsThisMonth } from "@/server/modules/integrations/rate-limits/count-month";
import { maskedKey } from "./key-format";
import { expiringBefore, unusedBefore } from "./policy";
import type { ApiKeyFilter, KeyStatus } from "./schema";

/** Days for which a revoked key stays listed, so that log entries keep its name. */
const keptDays = 30;

const revokers = alias(users, "revokers");

/** The key and its counters, never the hash. */
const columns = {
  id: apiKeys.id,
  ownerId: apiKeys.ownerId,
  ownerName: users.name,
  name: apiKeys.name,
  description: apiKeys.description,
  prefix: apiKeys.prefix,
  lastFour: apiKeys.lastFour,
  scopes: apiKeys.scopes,
  expiresAt: apiKeys.expiresAt,
  createdAt: apiKeys.createdAt,
  revokedAt: apiKeys.revokedAt,
  revokedByName: revokers.name,
  replacesKeyId: apiKeys.replacesKeyId,
  lastUsedAt: rateCounters.lastUsedAt,
  month: rateCounters.month,
  monthCount: rateCounters.monthCount,
  day: rateCounters.day,
  dayCount: rateCounters.dayCount,
  theoreticalArrivalAt: rateCounters.theoreticalArrivalAt,
};

export type KeyOwner = "mine" | "workspace" | { userId: string };

/** The keys visible to the actor: their own; for an administrator the whole workspace's (decision 4.5). */
function visible(ctx: Ctx, owner: KeyOwner): SQL | undefined {
  if (owner !== "mine" && ctx.actor.role === "ADMIN")
    return owner === "workspace" ? undefined : eq(apiKeys.ownerId, owner.userId);
  return eq(apiKeys.ownerId, ctx.actor.userId ?? ctx.actor.workspaceId);
}

const createdAt = byInstant(apiKeys.createdAt);
const newestFirst = inListOrder({ createdAt }, "-createdAt", apiKeys.id, { after: null });

function selectKeys(ctx: Ctx, condition: SQL | undefined, { sortKey, by } = newestFirst) {
  return scoped(workspaceOf(ctx.actor), apiKeys)
    .select(ctx.db, { ...columns, sortKey })
    .innerJoin(users, eq(users.id, apiKeys.ownerId))
    .leftJoin(revokers, eq(revokers.id, apiKeys.revokedById))
    .innerJoin(rateCounters, eq(rateCounters.keyId, apiKeys.id))
    .where(condition)
    .orderBy(...by);
}

export type KeyRow = Awaited<ReturnType<typeof selectKeys>>[number];

/** Revoked keys are listed for 30 days. */
const listedFor = (ctx: Ctx, owner: KeyOwner): SQL | undefined =>
  and(
    visible(ctx, owner),
    or(isNull(apiKeys.revokedAt), gt(apiKeys.revokedAt, plus(ctx.now(), -keptDays * day))),
  );

/** The last use, for an unused key its creation. */
const lastUse = sql`coalesce(${rateCounters.lastUsedAt}, ${apiKeys.createdAt})`;

/** The same rules as those of `apiKeyView`. */
function hasStatus(now: Date): Record<KeyStatus, SQL | undefined> {
  const current = isNull(apiKeys.revokedAt);
  const active = and(current, or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, now)));
  return {
    all: undefined,
    current,
    active,
    unused: and(active, sql`${lastUse} < ${unusedBefore(now).toISOString()}::timestamptz`),
    expiring: and(active, lt(apiKeys.expiresAt, expiringBefore(now))),
    expired: and(current, lte(apiKeys.expiresAt, now)),
    revoked: isNotNull(apiKeys.revokedAt),
  };
}

/** Name, mask, owner and scopes. */
const searched =
  folded(sql`concat_ws(' ', ${apiKeys.name}, ${maskedKey("")} || ${apiKeys.lastFour}, ${users.name},
  array_to_string(${apiKeys.scopes}, ' '))`);

/** A page of the keys that match a filter. */
export async function searchKeys(
  ctx: Ctx,
  { q, owner, status, sort }: ApiKeyFilter,
  start: PageStart,
): Promise<Listed<KeyRow>> {
  const now = ctx.now();
  const keys = {
    name: byName(apiKeys.name),
    used: byInstant(rateCounters.lastUsedAt),
    recent: byInstant(lastUse),
    month: byNumber(requestsThisMonth(now)),
    created: createdAt,
  };
  const order = inListOrder(keys, sort, apiKeys.id, start);
  const inList = listedFor(ctx, owner);
  const matching = and(inList, hasStatus(now)[status], holds(searched, q), order.after);
  const rows = await selectKeys(ctx, matching, order).limit(start.limit + 1);
  return listed(rows, start, () =>
    scoped(workspaceOf(ctx.actor), apiKeys).select(ctx.db, counted).where(inList),
  );
}

/** The numbers of the actor's own keys. */
export async function countOwnKeys(ctx: Ctx) {
  const { active, unused, expiring } = hasStatus(ctx.now());
  const [counts] = await scoped(workspaceOf(ctx.actor), apiKeys)
    .select(ctx.db, {
      all: counted.count,
      active: countOf(active),
      unused: countOf(unused),
      expiring: countOf(expiring),
      used: countOf(isNotNull(rateCounters.lastUsedAt)),
    })
    .innerJoin(rateCounters, eq(rateCounters.keyId, apiKeys.id))
    .where(listedFor(ctx, "mine"));
  return counts ?? { all: 0, active: 0, unused: 0, expiring: 0, used: 0 };
}

/** Whether the actor has a key that is not revoked. */
export async function ownsKey(ctx: Ctx): Promise<boolean> {
  const found = await scoped(workspaceOf(ctx.actor), apiKeys)
    .select(ctx.db, { id: apiKeys.id })
    .where(and(visible(ctx, "mine"), isNull(apiKeys.revokedAt)))
    .limit(1);
  return found.length > 0;
}

/** @returns null when the key does not exist or belongs to another user */
export async function findKey(ctx: Ctx, id: string): Promise<KeyRow | null> {
  const [row] = await selectKeys(ctx, and(visible(ctx, "workspace"), eq(apiKeys.id, id)));
  return row ?? null;
}

/** @throws ApiError RESOURCE_NOT_FOUND when the key does not exist or belongs to another user */
export async function loadKey(ctx: Ctx, id: string): Promise<KeyRow> {
  const row = await findKey(ctx, id);
  if (!row) throw new ApiError("RESOURCE_NOT_FOUND", because("keyMissing"));
  return row;
}

/** The working replacements of this key, newest first. */
export function findReplacements(ctx: Ctx, id: string): Promise<KeyRow[]> {
  const current = and(eq(apiKeys.replacesKeyId, id), isNull(apiKeys.revokedAt));
  return selectKeys(ctx, and(visible(ctx, "workspace"), current));
}
