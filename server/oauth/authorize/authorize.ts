import { newId } from "@/server/kernel/ids";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import type { Answer } from "@/server/transport/answer";
import { checkResource } from "../check-resource";
import type { OauthRequest } from "../oauth-request";
import { formParams } from "../params";
import { redirect } from "../respond";
import { type ReturnedError, wayBack } from "../way-back";
import { checkClient } from "./check-client";
import { checkNonce } from "./check-nonce";
import { checkPkce } from "./check-pkce";
import { checkRedirectUri } from "./check-redirect-uri";
import { checkRepeated } from "./check-repeated";
import { requestObjectFault } from "./check-request-object";
import { checkResponseType } from "./check-response-type";
import { checkScope } from "./check-scope";
import { checkState } from "./check-state";
import { readInteraction } from "./read-interaction";
import { storeRequest } from "./store-request";

/**
 * GET /oauth/authorize: validates and stores the request, and redirects the browser to the consent page with nothing but the stored
 * request's id. Errors are answered here, never by a redirect (requirement), except those of OpenID's own parameters, which a redirect
 * returns to the client (decision 3.16).
 * @throws OauthError invalid_client, invalid_request, invalid_scope, unsupported_response_type, invalid_target,
 *   too_many_requests
 */
export async function authorize(asked: OauthRequest, services: Services): Promise<Answer> {
  const { method, search } = asked;
  const params = formParams(search);
  // The order of the checks is the order of the errors.
  checkRepeated(params);
  const client = await checkClient(services, params, asked);
  const redirectUri = checkRedirectUri(client, params);
  checkResponseType(params);
  const state = checkState(search);
  const sendBack = (error: ReturnedError): Answer =>
    redirect(wayBack(services.settings, { redirectUri, state }, ["error", error]));
  // The remaining parameters may be in the request object only.
  const fault = requestObjectFault(params);
  if (fault) return sendBack(fault);
  const scopes = checkScope(client, params);
  const codeChallenge = checkPkce(client, params);
  const nonce = checkNonce(params);
  const interaction = readInteraction(params);
  if (!interaction) return sendBack("invalid_request");
  checkResource(services, params);
  const checked = { clientId: client.id, redirectUri, state, scopes, codeChallenge, nonce, ...interaction };
  // HEAD changes nothing (RFC 9110, 9.2.1): its id was never stored, and leads to the page for expired requests.
  const id = method === "HEAD" ? newId() : await storeRequest(services, asked, checked);
  return redirect(`${services.settings.appUrl}/oauth/authorize?session=${encodeId("session", id)}`);
}
