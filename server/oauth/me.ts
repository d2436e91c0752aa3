import { and, eq, isNull, sql } from "drizzle-orm";
import { oauthClients, oauthGrants } from "@/drizzle/schema/oauth";
import { users } from "@/drizzle/schema/people";
import { givenWorkspace } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { workspaceOfGrant } from "@/server/access/workspace-of-secret";
import { preparedBy } from "@/server/kernel/database/db";
import { bearerChallenge } from "@/server/kernel/http/bearer-challenge";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import type { Answer } from "@/server/transport/answer";
import { OauthError } from "./errors";
import { bearerOf } from "./grants/admit-bearer";
import { noteUse } from "./grants/note-use";
import type { OauthRequest } from "./oauth-request";
import { readParams } from "./read-params";
import { answer } from "./respond";
import { readAccessToken } from "./tokens/access-token";

const unauthorized = (): OauthError =>
  new OauthError("unauthorized", "The Authorization header must contain a Bearer token.", bearerChallenge());

const invalidToken = (): OauthError =>
  new OauthError(
    "invalid_token",
    "The access token is invalid, expired or revoked.",
    bearerChallenge({ error: "invalid_token" }),
  );

const profile = preparedBy((db) =>
  scoped(givenWorkspace, oauthGrants)
    .select(db, {
      grant: {
        workspaceId: oauthGrants.workspaceId,
        id: oauthGrants.id,
        revokedAt: oauthGrants.revokedAt,
        lastUsedAt: oauthGrants.lastUsedAt,
      },
      user: { id: users.id, name: users.name, email: users.email, status: users.status },
    })
    .innerJoin(users, eq(users.id, oauthGrants.userId))
    .innerJoin(oauthClients, and(eq(oauthClients.id, oauthGrants.clientId), isNull(oauthClients.deletedAt)))
    .where(and(eq(oauthGrants.id, sql.placeholder("grantId")), eq(users.id, sql.placeholder("userId"))))
    .prepare("oauth_profile"),
);

const twoTokens = (): OauthError =>
  new OauthError(
    "invalid_request",
    "Send the access token once, in the Authorization header or in the form.",
    bearerChallenge({ error: "invalid_request" }),
  );

const isForm = (request: Request): boolean =>
  /^application\/x-www-form-urlencoded *(?:;|$)/i.test(request.headers.get("content-type") ?? "");

/** The token, from the header or a form (RFC 6750, 2.1, 2.2; OpenID Connect Core, 5.3.1). Never from the query: others log that. */
async function tokenOf(request: Request): Promise<string | undefined> {
  const inHeader = bearerOf(request);
  if (request.method !== "POST" || !isForm(request)) return inHeader;
  const params = await readParams(request);
  if (!params) throw unauthorized();
  if (params.faulty.has("access_token")) throw twoTokens();
  const inForm = params.get("access_token");
  if (inForm !== undefined && request.headers.has("authorization")) throw twoTokens();
  return inForm ?? inHeader;
}

/**
 * GET, POST /oauth/me: the profile of the access token's user.
 * @throws OauthError unauthorized, invalid_token, invalid_request
 */
export async function me({ request }: OauthRequest, services: Services): Promise<Answer> {
  const token = await tokenOf(request);
  if (token === undefined) throw unauthorized();
  const facts = await readAccessToken(services, token);
  if (!facts || facts.isExpired) throw invalidToken();
  const { grantId, userId } = facts;
  const workspaceId = await workspaceOfGrant(services, facts);
  const [found] =
    workspaceId === null ? [] : await profile(services.db).execute({ workspaceId, grantId, userId });
  if (!found || found.grant.revokedAt !== null || found.user.status !== "ACTIVE") throw invalidToken();
  await noteUse(services, found.grant);
  const id = encodeId("user", found.user.id);
  return answer(200, { id, sub: id, name: found.user.name, email: found.user.email });
}
