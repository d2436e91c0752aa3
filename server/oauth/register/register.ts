import { oauthClients } from "@/drizzle/schema/oauth";
import { newId } from "@/server/kernel/ids";
import type { Services } from "@/server/kernel/services";
import type { Answer } from "@/server/transport/answer";
import { clientIdOf } from "../clients/client-id";
import type { OauthRequest } from "../oauth-request";
import { answer } from "../respond";
import { checkAuthMethod } from "./check-auth-method";
import { checkClientName } from "./check-client-name";
import { checkGrantTypes } from "./check-grant-types";
import { checkRedirectUris } from "./check-redirect-uris";
import { checkResponseTypes } from "./check-response-types";
import { limitRegistrations } from "./limit-registrations";
import { readMetadata } from "./read-metadata";

/**
 * POST /oauth/register: dynamic registration of a public client (RFC 7591).
 * @throws OauthError invalid_client_metadata, invalid_redirect_uri, invalid_token_endpoint_auth_method, too_many_requests
 */
export async function register(asked: OauthRequest, services: Services): Promise<Answer> {
  await limitRegistrations(services, asked);
  const body = await readMetadata(asked.request);
  // The order of the checks is the order of the errors.
  const record = {
    client_name: checkClientName(body),
    redirect_uris: checkRedirectUris(body),
    grant_types: checkGrantTypes(body),
    response_types: checkResponseTypes(body),
    token_endpoint_auth_method: checkAuthMethod(body),
  };
  const id = newId();
  await services.db.insert(oauthClients).values({
    id,
    isConfidential: false,
    name: record.client_name,
    redirectUris: record.redirect_uris,
    grantTypes: record.grant_types,
    responseTypes: record.response_types,
    tokenEndpointAuthMethod: record.token_endpoint_auth_method,
    createdAt: services.clock(),
  });
  return answer(201, { client_id: clientIdOf({ id, isConfidential: false, metadataUrl: null }), ...record });
}
