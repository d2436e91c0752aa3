import type { Services } from "@/server/kernel/services";
import { checkResource } from "../../check-resource";
import { authenticateClient } from "../../client-auth/authenticate-client";
import type { Credentials } from "../../client-auth/read-credentials";
import { clientIdOf } from "../../clients/client-id";
import { permittedScopes } from "../../clients/token-facts";
import { invalidGrant } from "../../errors";
import { noteUse } from "../../grants/note-use";
import type { Params } from "../../params";
import { issueAccessToken } from "../../tokens/access-token";
import { tokenLifetimeSeconds } from "../../tokens/lifetimes";
import { checkClientMayRefresh } from "../checks/client-may-refresh";
import { checkGrantStands } from "../checks/grant-stands";
import { checkNoParameterRepeated } from "../checks/no-parameter-repeated";
import { checkScopeWasGranted } from "../checks/scope-was-granted";
import { checkTokenBelongs } from "../checks/token-belongs";
import type { NoteClient } from "../limit-failures";
import type { TokenAttempt } from "../log-attempt";
import { narrowedScope } from "../narrowed-scope";
import { findRefreshToken } from "./refresh-token-store";

/**
 * A new access token for a refresh token, which is returned unchanged: nothing is stored on this path.
 * @throws OauthError invalid_client, invalid_grant, invalid_target
 */
export async function refreshTokenGrant(
  services: Services,
  credentials: Credentials,
  params: Params,
  { attempt, note }: { attempt: TokenAttempt; note: NoteClient },
): Promise<Record<string, unknown>> {
  const refreshToken = params.get("refresh_token");
  const found = await findRefreshToken(services, credentials.clientUuid, refreshToken);
  note(found?.client);
  attempt.workspaceId = found?.grant?.workspaceId;
  const client = authenticateClient(found?.client, credentials);
  checkNoParameterRepeated(params);
  if (refreshToken === undefined) throw invalidGrant("refresh_token is required.");
  checkTokenBelongs(found, client, services.clock());
  checkClientMayRefresh(client);
  const { grant, user } = checkGrantStands(found, services.clock());
  const asked = checkScopeWasGranted(grant, params);
  checkResource(services, params);

  const scopes = permittedScopes(client, asked);
  const accessToken = await issueAccessToken(services, {
    workspaceId: grant.workspaceId,
    userId: user.id,
    clientId: clientIdOf(client),
    grantId: grant.id,
    scopes,
  });
  await noteUse(services, grant);
  return {
    access_token: accessToken,
    refresh_token: refreshToken,
    token_type: "Bearer",
    expires_in: tokenLifetimeSeconds,
    ...narrowedScope(scopes, scopes.length < asked.length),
  };
}
