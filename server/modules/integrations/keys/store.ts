import { and, desc, eq, gt, isNull, or, type SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { apiKeys, rateCounters } from "@/drizzle/schema/api-keys";
import { users } from "@/drizzle/schema/people";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { ApiError } from "@/server/kernel/errors";
import { day, plus } from "@/server/kernel/time/clock";

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

function selectKeys(ctx: Ctx, condition: SQL | undefined) {
  return scoped(workspaceOf(ctx.actor), apiKeys)
    .select(ctx.db, columns)
    .innerJoin(users, eq(users.id, apiKeys.ownerId))
    .leftJoin(revokers, eq(revokers.id, apiKeys.revokedById))
    .innerJoin(rateCounters, eq(rateCounters.keyId, apiKeys.id))
    .where(condition)
    .orderBy(desc(apiKeys.createdAt), desc(apiKeys.id));
}

export type KeyRow = Awaited<ReturnType<typeof selectKeys>>[number];

/** Newest first; revoked ones for 30 days. */
export function findKeys(ctx: Ctx, owner: KeyOwner): Promise<KeyRow[]> {
  const listed = or(isNull(apiKeys.revokedAt), gt(apiKeys.revokedAt, plus(ctx.now(), -keptDays * day)));
  return selectKeys(ctx, and(visible(ctx, owner), listed));
}

/** @returns null when the key does not exist or belongs to another user */
export async function findKey(ctx: Ctx, id: string): Promise<KeyRow | null> {
  const [row] = await selectKeys(ctx, and(visible(ctx, "workspace"), eq(apiKeys.id, id)));
  return row ?? null;
}

/** @throws ApiError RESOURCE_NOT_FOUND when the key does not exist or belongs to another user */
export async function loadKey(ctx: Ctx, id: string): Promise<KeyRow> {
  const row = await findKey(ctx, id);
  if (!row)
    throw new ApiError("RESOURCE_NOT_FOUND", { description: "This key does not exist or is not yours." });
  return row;
}

/** The working replacements of this key, newest first. */
export function findReplacements(ctx: Ctx, id: string): Promise<KeyRow[]> {
  const current = and(eq(apiKeys.replacesKeyId, id), isNull(apiKeys.revokedAt));
  return selectKeys(ctx, and(visible(ctx, "workspace"), current));
}
