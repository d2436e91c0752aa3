import { type Authentication, type Bundle, errors, type ZObject } from "zapier-platform-core";
import { addresses, clientCredentials } from "./addresses";
import { faultOf } from "./middleware";

/** For events of leave, and for finding people and leave; no permission to change any. */
const scope = "zapier:webhooks mcp:users:read mcp:leaves:read";

const askToken = (z: ZObject, grant: Record<string, unknown>) =>
  z.request({
    url: addresses.token(),
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: { ...clientCredentials(), ...grant },
    skipThrowForStatus: true,
  });

async function getAccessToken(z: ZObject, { inputData }: Bundle) {
  const { code, redirect_uri, code_verifier } = inputData;
  const { status, data } = await askToken(z, {
    ...{ grant_type: "authorization_code", code, redirect_uri },
    code_verifier,
  });
  if (status !== 200) throw new errors.Error(faultOf(data), "token_refused", status);
  return { access_token: data.access_token, refresh_token: data.refresh_token };
}

/** A refresh token that is no longer valid means that the user, or an administrator, ended the connection. */
async function refreshAccessToken(z: ZObject, { authData }: Bundle) {
  const { refresh_token } = authData;
  const { status, data } = await askToken(z, { grant_type: "refresh_token", refresh_token });
  if (data?.error === "invalid_grant")
    throw new errors.ExpiredAuthError("The connection to Timeaway has ended. Reconnect it to continue.");
  if (status !== 200) throw new errors.Error(faultOf(data), "token_refused", status);
  return { access_token: data.access_token, refresh_token: data.refresh_token };
}

async function test(z: ZObject) {
  const { data } = await z.request(addresses.hooks("/me"));
  return data;
}

export const authentication = {
  type: "oauth2",
  oauth2Config: {
    // Zapier adds code_challenge and its method, and passes code_verifier to getAccessToken.
    enablePkce: true,
    autoRefresh: true,
    authorizeUrl: {
      url: "{{process.env.AUTH_URL}}/oauth/authorize",
      params: {
        client_id: "{{process.env.CLIENT_ID}}",
        response_type: "code",
        redirect_uri: "{{bundle.inputData.redirect_uri}}",
        state: "{{bundle.inputData.state}}",
        scope,
      },
    },
    getAccessToken,
    refreshAccessToken,
  },
  test,
  connectionLabel: "{{name}} ({{workspace}})",
} satisfies Authentication;
