import type { Services } from "@/server/kernel/services";
import type { Answer } from "@/server/transport/answer";
import { readCredentials } from "../client-auth/read-credentials";
import type { OauthRequest } from "../oauth-request";
import { answer } from "../respond";
import { grantTypeOf } from "./grant-type";
import { authorizationCodeGrant } from "./grants/authorization-code";
import { refreshTokenGrant } from "./grants/refresh-token";
import { limitFailures } from "./limit-failures";
import { beginAttempt } from "./log-attempt";
import { readTokenParams } from "./read-token-params";

const grants = {
  authorization_code: authorizationCodeGrant,
  refresh_token: refreshTokenGrant,
};

/**
 * POST /oauth/token, in the order of decision 3.8: parse, grant_type, client authentication, then the grant.
 * @throws OauthError unsupported_grant_type, invalid_client, invalid_grant, invalid_target, too_many_requests
 */
export async function token(asked: OauthRequest, services: Services): Promise<Answer> {
  const params = await readTokenParams(asked.request);
  const grantType = grantTypeOf(params);
  const attempt = asked.attempt ?? beginAttempt(services);
  attempt.grantType = grantType;
  return limitFailures(services, asked, async (note) => {
    const credentials = readCredentials(asked.request, params);
    attempt.clientUuid = credentials.clientUuid;
    return answer(200, await grants[grantType](services, credentials, params, { attempt, note }));
  });
}
