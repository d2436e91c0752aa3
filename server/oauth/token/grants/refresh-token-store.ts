import { and, eq, isNull, sql } from "drizzle-orm";
import { oauthClients, oauthGrants, oauthRefreshTokens } from "@/drizzle/schema/oauth";
import { users } from "@/drizzle/schema/people";
import { workspaceOfSecret } from "@/server/access/workspace-of-secret";
import { preparedBy } from "@/server/kernel/database/db";
import type { Services } from "@/server/kernel/services";
import { noWorkspace } from "@/server/kernel/workspace-secret";
import { type Facts, factFields } from "../../clients/token-facts";
import { presentedRefreshToken } from "../../tokens/refresh-token";

/** The lookup value of a text that is no refresh token of ours: no text has this hash. */
const noHash = Buffer.alloc(32);

const inWorkspace = sql.placeholder("workspaceId");

const tokenWithClient = preparedBy((db) =>
  db
    .select({ token: { expiresAt: oauthRefreshTokens.expiresAt }, ...factFields })
    .from(oauthClients)
    .leftJoin(
      oauthRefreshTokens,
      and(
        eq(oauthRefreshTokens.workspaceId, inWorkspace),
        eq(oauthRefreshTokens.hash, sql.placeholder("hash")),
      ),
    )
    .leftJoin(
      oauthGrants,
      and(eq(oauthGrants.workspaceId, inWorkspace), eq(oauthGrants.id, oauthRefreshTokens.grantId)),
    )
    .leftJoin(users, and(eq(users.workspaceId, inWorkspace), eq(users.id, oauthGrants.userId)))
    .where(and(eq(oauthClients.id, sql.placeholder("clientUuid")), isNull(oauthClients.deletedAt)))
    .prepare("oauth_refresh_token_with_client"),
);

export interface FoundRefreshToken extends Facts {
  token: { expiresAt: Date } | null;
}

/** The client that the credentials name and the refresh token that it presents, in one statement. */
export async function findRefreshToken(
  services: Services,
  clientUuid: string,
  refreshToken: string | undefined,
): Promise<FoundRefreshToken | undefined> {
  const presented = refreshToken === undefined ? null : presentedRefreshToken(services, refreshToken);
  const workspaceId = presented && (await workspaceOfSecret(services, "refreshToken", presented));
  const [found] = await tokenWithClient(services.admission).execute({
    workspaceId: workspaceId ?? noWorkspace,
    hash: presented?.hash ?? noHash,
    clientUuid,
  });
  return found;
}
