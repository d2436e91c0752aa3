import { and, desc, eq, gt } from "drizzle-orm";
import { oauthClients, oauthGrants } from "@/drizzle/schema/oauth";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { ApiError } from "@/server/kernel/errors";
import { encodeId } from "@/server/kernel/schema";
import { day, plus } from "@/server/kernel/time/clock";
import { clientIdOf, hostOf } from "../clients/client-id";
import { type RedirectTarget, redirectTarget } from "../redirect-uri";

/** How long revoked grants stay listed. */
const keptMs = 30 * day;

/** One grant of a user. */
export interface GrantView {
  id: string;
  /** The client's id in the request log. */
  callerId: string;
  scopes: string[];
  createdAt: Date;
  lastUsedAt: Date | null;
  revokedAt: Date | null;
  client: {
    clientId: string;
    name: string;
    isConfidential: boolean;
    /** Made by an administrator of the user's workspace. */
    isOfWorkspace: boolean;
    registeredAt: Date;
    /** The host of its metadata document; null when it was registered. */
    host: string | null;
    targets: RedirectTarget[];
  };
}

const selectGrants = ({ db, actor }: Ctx, userId: string, now: Date) =>
  scoped(workspaceOf(actor), oauthGrants)
    .select(db, { grant: oauthGrants, client: oauthClients })
    .innerJoin(oauthClients, eq(oauthClients.id, oauthGrants.clientId))
    .where(and(eq(oauthGrants.userId, userId), gt(oauthGrants.expiresAt, now)))
    .orderBy(desc(oauthGrants.createdAt), desc(oauthGrants.id));

type Row = Awaited<ReturnType<typeof selectGrants>>[number];

const grantView = ({ grant, client }: Row): GrantView => ({
  id: encodeId("grant", grant.id),
  callerId: encodeId("client", client.id),
  scopes: grant.scopes,
  createdAt: grant.createdAt,
  lastUsedAt: grant.lastUsedAt,
  revokedAt: grant.revokedAt,
  client: {
    clientId: clientIdOf(client),
    name: client.name,
    isConfidential: client.isConfidential,
    isOfWorkspace: client.workspaceId === grant.workspaceId,
    registeredAt: client.createdAt,
    host: hostOf(client),
    targets: client.redirectUris.map(redirectTarget),
  },
});

/**
 * Grants, the newest first: active ones, and ones revoked in the last 30 days.
 * @param userId their owner; by default the acting user
 */
export async function listGrants(
  ctx: Ctx,
  userId = ctx.actor.userId,
): Promise<{ connected: GrantView[]; revoked: GrantView[] }> {
  if (userId === null) throw new ApiError("FORBIDDEN");
  const now = ctx.now();
  const grants = (await selectGrants(ctx, userId, now)).map(grantView);
  const since = plus(now, -keptMs);
  return {
    connected: grants.filter((grant) => grant.revokedAt === null),
    revoked: grants.filter((grant) => grant.revokedAt !== null && grant.revokedAt > since),
  };
}
