import { and, eq, gt, isNull, sql } from "drizzle-orm";
import { oauthClients, oauthGrants, oauthRequests } from "@/drizzle/schema/oauth";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import type { SignedIn } from "@/server/access/signed-in";
import type { Db } from "@/server/kernel/database/db";
import { decodeId } from "@/server/kernel/schema";
import { sha256 } from "@/server/kernel/secrets";
import type { Client } from "../clients/find-client";
import { isRedirectUriOf } from "../redirect-uri";
import type { Refused } from "./states";

export type StoredRequest = typeof oauthRequests.$inferSelect;

/** The viewer of a request: the browser's cookie and, once signed in, the user. */
export interface Viewer {
  browser: string | null;
  user: SignedIn | null;
}

const unusedId = "00000000-0000-0000-0000-000000000000";

/** The UUID in the page's `session` parameter; a malformed one gets a UUID that no request has. */
export const requestUuid = (session: string): string => decodeId("session", session) ?? unusedId;

export async function findRequest(
  db: Db,
  session: string,
): Promise<{ request: StoredRequest; client: Client | null } | undefined> {
  const [found] = await db
    .select({ request: oauthRequests, client: oauthClients })
    .from(oauthRequests)
    .leftJoin(oauthClients, and(eq(oauthClients.id, oauthRequests.clientId), isNull(oauthClients.deletedAt)))
    .where(eq(oauthRequests.id, requestUuid(session)));
  return found;
}

/** Whether the checks at storing still hold: the client may have changed since. */
export const stillRegistered = (client: Client, request: StoredRequest): boolean =>
  isRedirectUriOf(client, request.redirectUri) &&
  request.scopes.every((scope) => client.allowedScopes?.includes(scope) ?? true);

const isOtherUser = (request: StoredRequest, { user }: Viewer): boolean =>
  user !== null &&
  request.userId !== null &&
  (request.userId !== user.user.id || request.workspaceId !== user.actor.workspaceId);

/** Why this viewer may not answer the request; null when they may. */
export function refusalOf(
  request: StoredRequest,
  client: Client | null,
  viewer: Viewer,
  now: Date,
): Refused | null {
  if (request.expiresAt <= now) return "expired";
  if (!client || !stillRegistered(client, request)) return "client-gone";
  if (request.answeredAt !== null) return "answered";
  if (viewer.browser === null || !request.browserHash?.equals(sha256(viewer.browser))) return "other-browser";
  if (isOtherUser(request, viewer)) return "other-user";
  const { workspaceId } = client;
  if (viewer.user && workspaceId !== null && workspaceId !== viewer.user.actor.workspaceId)
    return "other-workspace";
  return null;
}

/** Scopes that a user has granted to a client and not revoked. */
export async function grantedScopes(
  db: Db,
  { actor, user }: SignedIn,
  clientId: string,
  now: Date,
): Promise<Set<string>> {
  const grants = await scoped(workspaceOf(actor), oauthGrants)
    .select(db, { scopes: oauthGrants.scopes })
    .where(
      and(
        eq(oauthGrants.userId, user.id),
        eq(oauthGrants.clientId, clientId),
        isNull(oauthGrants.revokedAt),
        gt(oauthGrants.expiresAt, now),
      ),
    );
  return new Set(grants.flatMap((grant) => grant.scopes));
}

/** How many users of a workspace have a client connected. */
export async function countPeople(db: Db, workspaceId: string, clientId: string, now: Date): Promise<number> {
  const [row] = await scoped(workspaceOf({ workspaceId }), oauthGrants)
    .select(db, { count: sql<number>`count(distinct ${oauthGrants.userId})::int` })
    .where(
      and(eq(oauthGrants.clientId, clientId), isNull(oauthGrants.revokedAt), gt(oauthGrants.expiresAt, now)),
    );
  return row?.count ?? 0;
}
