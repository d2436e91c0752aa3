import { and, eq, isNull } from "drizzle-orm";
import { oauthClients, oauthCodes, oauthGrants } from "@/drizzle/schema/oauth";
import type { Visibility } from "@/drizzle/schema/values";
import type { Ctx } from "@/server/access/ctx";
import type { SignedIn } from "@/server/access/signed-in";
import { newId } from "@/server/kernel/ids";
import { sha256 } from "@/server/kernel/secrets";
import { plus } from "@/server/kernel/time/clock";
import { newSecret } from "@/server/kernel/workspace-secret";
import { recordAudit } from "@/server/modules/workspace/audit/record";
import { clientIdOf } from "../clients/client-id";
import type { Client } from "../clients/find-client";
import { looksUp } from "../scopes";
import { codeLifetimeMs, refreshTokenLifetimeMs } from "../tokens/lifetimes";
import type { StoredRequest } from "./find-request";

interface Approval {
  request: StoredRequest;
  client: Client;
  /** The requested scopes that are granted. */
  scopes: string[];
  /** Which colleagues the workspace shows the user. */
  visibility: Visibility;
}

/**
 * Stores the grant and a code for it. The caller opens the transaction, and locks the sign-in session and the client in it.
 * @param authenticatedAt when the user signed in
 * @returns the code, of which only the SHA-256 is stored (decision 3.8)
 */
export async function approve(
  ctx: Ctx,
  { request, client, scopes, visibility }: Approval,
  user: SignedIn,
  authenticatedAt: Date,
): Promise<string> {
  const now = ctx.now();
  const grantId = newId();
  const code = newSecret(user.actor.workspaceId);
  const whose = { workspaceId: user.actor.workspaceId, userId: user.user.id, clientId: client.id };
  await ctx.db.insert(oauthGrants).values({
    ...whose,
    id: grantId,
    scopes,
    createdAt: now,
    // As long as the last token that can be issued from it.
    expiresAt: plus(now, codeLifetimeMs + refreshTokenLifetimeMs),
  });
  await ctx.db.insert(oauthCodes).values({
    ...whose,
    hash: sha256(code),
    grantId,
    redirectUri: request.redirectUri,
    codeChallenge: request.codeChallenge,
    nonce: request.nonce,
    scopes,
    isNarrowed: scopes.length < request.scopes.length,
    authenticatedAt,
    expiresAt: plus(now, codeLifetimeMs),
  });
  if (client.authorizedAt === null)
    await ctx.db
      .update(oauthClients)
      .set({ authorizedAt: now })
      .where(and(eq(oauthClients.id, client.id), isNull(oauthClients.authorizedAt)));
  await recordAudit(ctx, {
    action: "oauth_grant.create",
    resourceType: "oauth_grant",
    resourceId: grantId,
    changes: {
      client: { to: clientIdOf(client) },
      scopes: { to: scopes },
      ...(scopes.some(looksUp) && { visibility: { to: visibility } }),
    },
  });
  return code;
}
