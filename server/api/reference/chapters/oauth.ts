import type { Settings } from "@/server/kernel/env";
import { unusedMs } from "@/server/oauth/clean-up";
import { metadataOf } from "@/server/oauth/metadata";
import { maximumRedirectUris } from "@/server/oauth/redirect-uri";
import { registrationBurst } from "@/server/oauth/register/limit-registrations";
import { defaultScopes, oauthScopes, scopeWords } from "@/server/oauth/scopes";
import {
  codeLifetimeMs,
  refreshTokenLifetimeMs,
  requestLifetimeMs,
  tokenLifetimeMs,
  tokenLifetimeSeconds,
} from "@/server/oauth/tokens/lifetimes";
import { durationWords } from "../limits";
import { type Block, type Chapter, code, heading, note, table, text } from "../page";
import { oauthErrors } from "./oauth-errors";

const columns = ["Parameter", "Required", "Rule"];
const json = (value: unknown): string => JSON.stringify(value, null, 2);

const metadata = (settings: Settings): Block[] => [
  heading("Metadata", "metadata"),
  text(
    `The server describes itself (RFC 8414) at \`${settings.authUrl}/.well-known/oauth-authorization-server\`. Most libraries need nothing else. OpenID discovery is at \`${settings.issuerUrl}/.well-known/openid-configuration\`, and the same document at \`${settings.authUrl}/.well-known/openid-configuration\`.`,
  ),
  code("metadata request", "bash", `curl "${settings.authUrl}/.well-known/oauth-authorization-server"`),
  code("metadata document", "json", json(metadataOf(settings))),
  note(
    "The issuer is not the authorization host",
    "`issuer`, and `iss` in every token, name the identity provider. Take the endpoints from the document, and never build them from the issuer.",
  ),
];

const scopes: Block[] = [
  heading("Scopes", "scopes"),
  table(
    "OAuth scopes",
    ["Scope", "Lets an app"],
    oauthScopes.map((scope) => [
      `\`${scope}\``,
      `${scopeWords[scope].allows}. ${scopeWords[scope].excludes}`,
    ]),
  ),
  text(`A request without \`scope\` asks for \`${defaultScopes.join(" ")}\`. A grant is all or nothing.`),
];

const registration = ({ authUrl }: Settings): Block[] => [
  heading("Register a client", "register"),
  text(
    "A public client, which keeps no secret, registers itself (RFC 7591). An administrator makes confidential clients under [OAuth clients](/dashboard/settings/oauth-clients).",
  ),
  table("Registration", columns, [
    [
      "`client_name`",
      "yes",
      "Text without control or bidi-override characters. People see it on the consent page.",
    ],
    [
      "`redirect_uris`",
      "yes",
      `1 to ${maximumRedirectUris}: \`https\`, \`http\` on 127.0.0.1, [::1] or localhost, or a private scheme; no fragment, user name or wildcard.`,
    ],
    ["`grant_types`", "no", "`authorization_code` and `refresh_token`, both unless said."],
    ["`response_types`", "no", "`code`"],
    ["`token_endpoint_auth_method`", "no", "`none`; any other value is refused."],
  ]),
  code(
    "registration",
    "bash",
    `curl -X POST "${authUrl}/oauth/register" \\
  -H "Content-Type: application/json" \\
  -d '{
  "client_name": "Leave assistant",
  "redirect_uris": ["http://127.0.0.1/callback"]
}'`,
  ),
  text(
    `The answer is 201 with the record and its \`client_id\`. A loopback URI \`http://127.0.0.1\` matches on any port; every other URI must be equal, character for character. ${registrationBurst} registrations at once from one address, then one a second. A client with which nobody ever finished an authorization is removed after ${durationWords(unusedMs)}.`,
  ),
];

const authorization = ({ authUrl }: Settings): Block[] => [
  heading("Authorize", "authorize"),
  text(
    "Send the person's browser here. They sign in and decide; then it goes to `redirect_uri` with `code`, `state` and `iss`, or with `error=access_denied`.",
  ),
  code(
    "authorization URL",
    "http",
    `${authUrl}/oauth/authorize?client_id=client-…&redirect_uri=http%3A%2F%2F127.0.0.1%3A8080%2Fcallback&state=af0ifjsldkj&scope=openid%20profile&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256`,
  ),
  table("Authorization request", columns, [
    ["`client_id`", "yes", "A registered client."],
    ["`redirect_uri`", "yes", "One of the client's."],
    ["`state`", "yes", "Comes back unchanged."],
    ["`scope`", "no", "Separated by spaces; `openid` unless said."],
    ["`response_type`", "no", "`code`"],
    ["`code_challenge`", "for public clients", "The base64url SHA-256 of the verifier (PKCE)."],
    ["`code_challenge_method`", "with a challenge", "`S256`"],
    ["`nonce`", "no", "Goes into the ID token."],
  ]),
  text(
    `Errors of the request itself are 400 JSON, never a redirect. The person has ${durationWords(requestLifetimeMs)} to answer. The code is good for ${durationWords(codeLifetimeMs)}, once.`,
  ),
];

const token = ({ authUrl }: Settings): Block[] => [
  heading("Get tokens", "token"),
  text(
    "The body is a form or a JSON object. A public client sends `client_id` and `code_verifier`; a confidential one sends `client_id` and `client_secret` in the body or by HTTP Basic.",
  ),
  code(
    "code exchange",
    "bash",
    `curl -X POST "${authUrl}/oauth/token" \\
  -d grant_type=authorization_code \\
  -d code=$CODE \\
  -d redirect_uri=http://127.0.0.1:8080/callback \\
  -d client_id=$CLIENT_ID \\
  -d code_verifier=$CODE_VERIFIER`,
  ),
  code(
    "token response",
    "json",
    json({
      access_token: "eyJhbGciOiJFUzI1NiIsInR5cCI6ImF0K2p3dCJ9…",
      id_token: "eyJhbGciOiJSUzI1NiIsInR5cCI6IkpXVCJ9…",
      refresh_token: "eyJhbGciOiJIUzI1NiIsInR5cCI6InJ0K2p3dCJ9…",
      token_type: "Bearer",
      expires_in: tokenLifetimeSeconds,
    }),
  ),
  heading("Refresh", "refresh"),
  code(
    "refresh",
    "bash",
    `curl -X POST "${authUrl}/oauth/token" \\
  -d grant_type=refresh_token \\
  -d refresh_token=$REFRESH_TOKEN \\
  -d client_id=$CLIENT_ID`,
  ),
  text(
    "The answer has a new access token and the same refresh token: it does not rotate. There is no ID token. To get an access token with fewer scopes, send `scope`; asking for more than was granted is `invalid_grant`.",
  ),
];

const lifetimes: Block[] = [
  heading("Lifetimes", "lifetimes"),
  table(
    "Lifetimes",
    ["What", "How long"],
    [
      ["Authorization request", durationWords(requestLifetimeMs)],
      ["Code", `${durationWords(codeLifetimeMs)}, once`],
      ["Access token", durationWords(tokenLifetimeMs)],
      ["ID token", durationWords(tokenLifetimeMs)],
      ["Refresh token", durationWords(refreshTokenLifetimeMs)],
    ],
  ),
  text(
    "A grant ends at once when the person revokes it under [Connected apps](/dashboard/open-api/apps), changes their password or is deactivated, when the client is deleted, and when a used code is shown again.",
  ),
];

const profile = ({ authUrl }: Settings): Block[] => [
  heading("Read the profile", "userinfo"),
  code(
    "profile request",
    "bash",
    `curl "${authUrl}/oauth/me" \\\n  -H "Authorization: Bearer $ACCESS_TOKEN"`,
  ),
  code(
    "profile",
    "json",
    json({
      id: "user-01985f4e-7a3c-7c11-9f0e-3b1d2c4a5e6f",
      sub: "user-01985f4e-7a3c-7c11-9f0e-3b1d2c4a5e6f",
      name: "Ana Ilić",
      email: "ana@example.com",
    }),
  ),
  heading("Revoke", "revoke"),
  text(
    "Either token of a grant ends the whole grant (RFC 7009). The answer is 200 for an unknown token, too.",
  ),
  code(
    "revocation",
    "bash",
    `curl -X POST "${authUrl}/oauth/revoke" \\\n  -d token=$REFRESH_TOKEN \\\n  -d client_id=$CLIENT_ID`,
  ),
];

/** How an app acts for a signed-in person. */
export const oauth = (settings: Settings): Chapter => ({
  slug: "oauth",
  title: "OAuth",
  description:
    "How an app acts for a signed-in person: registration, authorization with PKCE, tokens and their end.",
  blocks: [
    text(
      "Authorization code with PKCE, and refresh tokens. Access tokens read the profile; they are not accepted on `/v2`, which takes [API keys](introduction#authentication).",
    ),
    ...metadata(settings),
    ...scopes,
    ...registration(settings),
    ...authorization(settings),
    ...token(settings),
    ...lifetimes,
    ...profile(settings),
    ...oauthErrors,
  ],
});
