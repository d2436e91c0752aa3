import { and, eq } from "drizzle-orm";
import { oauthGrants } from "@/drizzle/schema/oauth";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { workspaceOfGrant } from "@/server/access/workspace-of-secret";
import type { Services } from "@/server/kernel/services";
import type { Answer } from "@/server/transport/answer";
import { authenticateClient } from "./client-auth/authenticate-client";
import { readCredentials } from "./client-auth/read-credentials";
import { OauthError } from "./errors";
import { revokeGrantOfClient } from "./grants/revoke";
import type { OauthRequest } from "./oauth-request";
import type { Params } from "./params";
import { readParams } from "./read-params";
import { answer } from "./respond";
import { findRefreshToken } from "./token/grants/refresh-token-store";
import { limitFailures, type NoteClient } from "./token/limit-failures";
import { readAccessToken } from "./tokens/access-token";

const refused = (description: string): OauthError => new OauthError("invalid_request", description);

interface NamedGrant {
  workspaceId: string;
  id: string;
  clientId: string;
}

async function grantOfAccessToken(services: Services, token: string): Promise<NamedGrant | undefined> {
  const facts = await readAccessToken(services, token);
  if (!facts) return undefined;
  const whose = await workspaceOfGrant(services, facts);
  if (whose === null) return undefined;
  const { workspaceId, id, clientId, userId } = oauthGrants;
  const [grant] = await scoped(workspaceOf({ workspaceId: whose }), oauthGrants)
    .select(services.db, { workspaceId, id, clientId })
    .where(and(eq(id, facts.grantId), eq(userId, facts.userId)));
  return grant;
}

async function revokeFor(
  request: Request,
  services: Services,
  params: Params,
  note: NoteClient,
): Promise<void> {
  const credentials = readCredentials(request, params);
  const token = params.get("token");
  const found = await findRefreshToken(services, credentials.clientUuid, token);
  note(found?.client);
  const client = authenticateClient(found?.client, credentials);
  if (params.faulty.size > 0) throw refused("A parameter is repeated or not a string.");
  if (token === undefined) throw refused("token is required.");
  const grant = found?.token ? found.grant : await grantOfAccessToken(services, token);
  // An unknown token counts as revoked (RFC 7009, 2.2).
  if (!grant) return;
  if (grant.clientId !== client.id) throw refused("The token wasn't issued to this client.");
  await revokeGrantOfClient(services, grant);
}

/**
 * POST /oauth/revoke (RFC 7009): either kind of token ends the grant that both were issued from.
 * @throws OauthError invalid_client, invalid_request, too_many_requests
 */
export async function revoke(asked: OauthRequest, services: Services): Promise<Answer> {
  const { request } = asked;
  const params = await readParams(request);
  if (!params)
    throw refused(
      "The body must be a form or a JSON object of at most 64 KiB, with the matching Content-Type.",
    );
  await limitFailures(services, asked, (note) => revokeFor(request, services, params, note));
  return answer(200, {});
}
