import type { Settings } from "@/server/kernel/env";
import type { Services } from "@/server/kernel/services";
import type { Answer } from "@/server/transport/answer";
import { promptValues } from "./authorize/read-interaction";
import { keyring } from "./keys/keyring";
import { publicDocument } from "./respond";
import { oauthScopes } from "./scopes";

const authMethods = ["client_secret_basic", "client_secret_post", "none"];

/** Server metadata (RFC 8414, OpenID Connect Discovery): from configuration alone, never from `Host` (decision 3.1). */
export const metadataOf = ({ issuerUrl, authUrl }: Settings) => ({
  issuer: issuerUrl,
  authorization_endpoint: `${authUrl}/oauth/authorize`,
  token_endpoint: `${authUrl}/oauth/token`,
  registration_endpoint: `${authUrl}/oauth/register`,
  userinfo_endpoint: `${authUrl}/oauth/me`,
  revocation_endpoint: `${authUrl}/oauth/revoke`,
  jwks_uri: `${issuerUrl}/.well-known/jwks.json`,
  response_types_supported: ["code"],
  grant_types_supported: ["authorization_code", "refresh_token"],
  code_challenge_methods_supported: ["S256"],
  token_endpoint_auth_methods_supported: authMethods,
  revocation_endpoint_auth_methods_supported: authMethods,
  scopes_supported: oauthScopes,
  client_id_metadata_document_supported: true,
  subject_types_supported: ["public"],
  id_token_signing_alg_values_supported: ["RS256"],
  authorization_response_iss_parameter_supported: true,
  prompt_values_supported: promptValues,
  request_parameter_supported: false,
  // Absent, it would be true (OpenID Connect Discovery, 3).
  request_uri_parameter_supported: false,
});

const metadataMaxAgeSeconds = 3600;
/** Short beside the 24 hours that a key is published before it signs, so that an operator's rotation is seen soon. */
const keysMaxAgeSeconds = 300;

/** GET the metadata: the same document at every path. */
export async function metadata(_asked: unknown, { settings }: Services): Promise<Answer> {
  return publicDocument(JSON.stringify(metadataOf(settings)), metadataMaxAgeSeconds);
}

/** GET the public keys (RFC 7517). */
export async function jwks(_asked: unknown, services: Services): Promise<Answer> {
  return publicDocument((await keyring(services)).jwks, keysMaxAgeSeconds);
}
