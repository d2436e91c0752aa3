import { and, eq, isNull, sql } from "drizzle-orm";
import { oauthClients, oauthGrants, oauthRefreshTokens } from "@/drizzle/schema/oauth";
import { users } from "@/drizzle/schema/people";
import { type Db, preparedBy } from "@/server/kernel/db";
import { sha256 } from "@/server/kernel/secrets";
import type { Services } from "@/server/kernel/services";
import { clientFacts, grantFacts, userFacts } from "../../clients/token-facts";
import { isRefreshToken } from "../../tokens/refresh-token";

/** What is looked up for a text that is no refresh token of ours: no text has this hash. */
const noHash = Buffer.alloc(32);

export const hashOfRefreshToken = (services: Services, token: string | undefined): Buffer =>
  token !== undefined && isRefreshToken(services, token) ? sha256(token) : noHash;

const tokenWithClient = preparedBy((db) =>
  db
    .select({
      client: clientFacts,
      token: { expiresAt: oauthRefreshTokens.expiresAt },
      grant: grantFacts,
      user: userFacts,
    })
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
    .where(and(eq(oauthClients.id, sql.placeholder("clientId")), isNull(oauthClients.deletedAt)))
    .prepare("oauth_refresh_token_with_client"),
);

/** The client that credentials name and the refresh token that it presents, in one statement. */
export async function findRefreshToken(db: Db, clientUuid: string, hash: Buffer) {
  const [found] = await tokenWithClient(db).execute({ clientId: clientUuid, hash });
  return found;
}

export type FoundRefreshToken = Awaited<ReturnType<typeof findRefreshToken>>;
