import { and, eq, isNull, sql } from "drizzle-orm";
import { oauthClients, oauthGrants, oauthRefreshTokens } from "@/drizzle/schema/oauth";
import { users } from "@/drizzle/schema/people";
import { preparedBy } from "@/server/kernel/database/db";
import { sha256 } from "@/server/kernel/secrets";
import type { Services } from "@/server/kernel/services";
import { type Facts, factFields } from "../../clients/token-facts";
import { isRefreshToken } from "../../tokens/refresh-token";

/** The lookup value of a text that is no refresh token of ours: no text has this hash. */
const noHash = Buffer.alloc(32);

const hashOf = (services: Services, token: string | undefined): Buffer =>
  token !== undefined && isRefreshToken(services, token) ? sha256(token) : noHash;

const tokenWithClient = preparedBy((db) =>
  db
    .select({ token: { expiresAt: oauthRefreshTokens.expiresAt }, ...factFields })
    .from(oauthClients)
    .leftJoin(oauthRefreshTokens, eq(oauthRefreshTokens.hash, sql.placeholder("hash")))
    .leftJoin(
      oauthGrants,
      and(
        eq(oauthGrants.workspaceId, oauthRefreshTokens.workspaceId),
        eq(oauthGrants.id, oauthRefreshTokens.grantId),
      ),
    )
    .leftJoin(users, and(eq(users.workspaceId, oauthGrants.workspaceId), eq(users.id, oauthGrants.userId)))
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
  const hash = hashOf(services, refreshToken);
  const [found] = await tokenWithClient(services.admission).execute({ hash, clientUuid });
  return found;
}
