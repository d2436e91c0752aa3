import { and, eq, isNull, notExists, type SQL } from "drizzle-orm";
import { auditEvents } from "@/drizzle/schema/audit";
import { allowedApps, oauthClients, oauthGrants } from "@/drizzle/schema/oauth";
import type { Ctx } from "@/server/access/ctx";
import { everyWorkspace, type Whole, workspaceOf } from "@/server/access/reach";
import { requireAdmin } from "@/server/access/require-admin";
import { scoped } from "@/server/access/scoped";
import type { Db } from "@/server/kernel/database/db";
import { ApiError } from "@/server/kernel/errors";
import { newId } from "@/server/kernel/ids";
import type { Services } from "@/server/kernel/services";
import { endHooks } from "@/server/modules/integrations/webhooks/end-hooks";

type RevocationReason =
  | "USER"
  | "CLIENT"
  | "CODE_REPLAY"
  | "PASSWORD_CHANGED"
  | "USER_DEACTIVATED"
  | "CLIENT_DELETED"
  | "APP_NOT_ALLOWED"
  | "ADMINISTRATOR";

interface Revocation {
  reason: RevocationReason;
  now: Date;
  /** The user whose right was used; null for the protocol and for jobs. */
  actingUserId?: string | null;
  requestId?: string | null;
}

/** Ends the matching grants, with their hooks and an audit line for each. The caller opens the transaction. @returns how many ended */
async function endGrants(
  db: Db,
  scope: Whole,
  which: SQL | undefined,
  revocation: Revocation,
): Promise<number> {
  const { reason, now } = revocation;
  const ended = await scoped(scope, oauthGrants)
    .update(db)
    .set({ revokedAt: now, revocationReason: reason })
    .where(and(which, isNull(oauthGrants.revokedAt)))
    .returning({ workspaceId: oauthGrants.workspaceId, id: oauthGrants.id });
  if (ended.length === 0) return 0;
  await endHooks(
    db,
    scope,
    ended.map(({ id }) => id),
    revocation,
  );
  await db.insert(auditEvents).values(
    ended.map((grant) => ({
      workspaceId: grant.workspaceId,
      id: newId(),
      at: now,
      action: "oauth_grant.revoke",
      resourceType: "oauth_grant",
      resourceId: grant.id,
      actingUserId: revocation.actingUserId ?? null,
      requestId: revocation.requestId ?? null,
      changes: { reason: { to: reason } },
    })),
  );
  return ended.length;
}

/** Ends everything issued from a replayed code. */
export async function revokeGrantAfterReplay(
  services: Services,
  code: { workspaceId: string; grantId: string },
): Promise<void> {
  services.log.warn({ grantId: code.grantId }, "an authorization code was replayed; its grant is revoked");
  await services.db.transaction((tx) =>
    endGrants(tx, workspaceOf(code), eq(oauthGrants.id, code.grantId), {
      reason: "CODE_REPLAY",
      now: services.clock(),
    }),
  );
}

/** Ends the grant whose token a client revoked (RFC 7009). */
export async function revokeGrantOfClient(
  { db, clock }: Services,
  grant: { workspaceId: string; id: string },
): Promise<void> {
  await db.transaction((tx) =>
    endGrants(tx, workspaceOf(grant), eq(oauthGrants.id, grant.id), { reason: "CLIENT", now: clock() }),
  );
}

/** Ends every grant of a user: a password change, deactivation. Runs in the caller's transaction. @returns how many */
export const revokeGrantsOfUser = (
  db: Db,
  user: { workspaceId: string; userId: string },
  revocation: Revocation,
): Promise<number> => endGrants(db, workspaceOf(user), eq(oauthGrants.userId, user.userId), revocation);

/**
 * Ends every grant of a client, workspace by workspace. Runs in the caller's transaction, which has ended the client: no grant follows.
 * @returns how many
 */
export async function revokeGrantsOfClient(
  db: Db,
  clientId: string,
  revocation: Revocation,
): Promise<number> {
  const isOfClient = eq(oauthGrants.clientId, clientId);
  const found = await scoped(everyWorkspace("an app may be used in many"), oauthGrants)
    .selectDistinct(db, { workspaceId: oauthGrants.workspaceId })
    .where(and(isOfClient, isNull(oauthGrants.revokedAt)))
    .orderBy(oauthGrants.workspaceId);
  let count = 0;
  for (const { workspaceId } of found)
    count += await endGrants(db, workspaceOf({ workspaceId }), isOfClient, revocation);
  return count;
}

/**
 * Ends a workspace's grants to apps that it does not list. Runs in the transaction that changed the list or its policy.
 * @param clientId limits it to one app; by default all apps
 * @returns how many
 */
export function revokeGrantsOfUnlisted(
  db: Db,
  { workspaceId, clientId }: { workspaceId: string; clientId?: string },
  revocation: Omit<Revocation, "reason">,
): Promise<number> {
  const own = db
    .select({ id: oauthClients.id })
    .from(oauthClients)
    .where(and(eq(oauthClients.id, oauthGrants.clientId), eq(oauthClients.workspaceId, workspaceId)));
  const listed = scoped(workspaceOf(oauthGrants), allowedApps)
    .select(db, { clientId: allowedApps.clientId })
    .where(eq(allowedApps.clientId, oauthGrants.clientId));
  const one = clientId === undefined ? undefined : eq(oauthGrants.clientId, clientId);
  const which = and(one, notExists(own), notExists(listed));
  return endGrants(db, workspaceOf({ workspaceId }), which, { ...revocation, reason: "APP_NOT_ALLOWED" });
}

/** @param of the grants' owner, and the right to end them */
function revokeAs(
  ctx: Ctx,
  of: { userId: string | null; reason: RevocationReason },
  which: SQL | undefined,
): Promise<number> {
  const { userId, reason } = of;
  if (userId === null) throw new ApiError("FORBIDDEN");
  return ctx.db.transaction((tx) =>
    endGrants(tx, workspaceOf(ctx.actor), and(eq(oauthGrants.userId, userId), which), {
      reason,
      now: ctx.now(),
      actingUserId: ctx.actor.userId,
      requestId: ctx.requestId,
    }),
  );
}

const own = ({ actor: { userId } }: Ctx) => ({ userId, reason: "USER" as const });

/**
 * Ends one of the acting user's grants.
 * @param id bare UUID
 * @throws ApiError RESOURCE_NOT_FOUND when they have no such active grant
 */
export async function revokeGrant(ctx: Ctx, id: string): Promise<void> {
  if ((await revokeAs(ctx, own(ctx), eq(oauthGrants.id, id))) === 0) throw new ApiError("RESOURCE_NOT_FOUND");
}

/**
 * Disconnects an app: ends all of the acting user's grants to it.
 * @param clientId bare UUID
 * @throws ApiError RESOURCE_NOT_FOUND when it has no active grant
 */
export async function revokeApp(ctx: Ctx, clientId: string): Promise<void> {
  if ((await revokeAs(ctx, own(ctx), eq(oauthGrants.clientId, clientId))) === 0)
    throw new ApiError("RESOURCE_NOT_FOUND");
}

/**
 * Disconnects an app of a user of the workspace, for administrators.
 * @param of bare UUIDs
 * @throws ApiError FORBIDDEN, RESOURCE_NOT_FOUND when it has no active grant of that user
 */
export async function revokeAppOf(ctx: Ctx, of: { userId: string; clientId: string }): Promise<void> {
  requireAdmin(ctx);
  const by = { userId: of.userId, reason: "ADMINISTRATOR" as const };
  if ((await revokeAs(ctx, by, eq(oauthGrants.clientId, of.clientId))) === 0)
    throw new ApiError("RESOURCE_NOT_FOUND");
}
