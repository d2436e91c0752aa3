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
    `The server metadata (RFC 8414) is at \`${settings.authUrl}/.well-known/oauth-authorization-server\`. Most libraries need only this. OpenID discovery is at \`${settings.issuerUrl}/.well-known/openid-configuration\`, with a copy at \`${settings.authUrl}/.well-known/openid-configuration\`.`,
  ),
  code("metadata request", "bash", `curl "${settings.authUrl}/.well-known/oauth-authorization-server"`),
  code("metadata document", "json", json(metadataOf(settings))),
  note(
    "The issuer is not the authorization host",
    "`issuer` and the `iss` of every token name the identity provider. Read the endpoints from the document. Don't build them from the issuer.",
  ),
];

const scopes: Block[] = [
  heading("Scopes", "scopes"),
  table(
    "OAuth scopes",
    ["Scope", "What it allows"],
    oauthScopes.map((scope) => [
      `\`${scope}\``,
      `${scopeWords[scope].allows}. ${scopeWords[scope].excludes}`,
    ]),
  ),
  text(
    `Without \`scope\`, your app requests \`${defaultScopes.join(" ")}\`. People allow all requested scopes or none.`,
  ),
];

const registration = ({ authUrl }: Settings): Block[] => [
  heading("Register a client", "register"),
  text(
    "Public clients, which have no secret, register themselves (RFC 7591). Administrators create confidential clients under [OAuth clients](/dashboard/settings/oauth-clients).",
  ),
  table("Registration", columns, [
    ["`client_name`", "yes", "People see it on the consent page. No control or bidi-override characters."],
    [
      "`redirect_uris`",
      "yes",
      `1 to ${maximumRedirectUris}: \`https\`, \`http\` on 127.0.0.1, [::1] or localhost, or a private scheme. No fragment, username or wildcard.`,
    ],
    ["`grant_types`", "no", "`authorization_code` and `refresh_token`. Defaults to both."],
    ["`response_types`", "no", "`code`"],
    ["`token_endpoint_auth_method`", "no", "Must be `none`."],
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
    `The response is 201 with the client and its \`client_id\`. The loopback URI \`http://127.0.0.1\` matches any port. All other URIs must match exactly. Each IP address can register ${registrationBurst} clients in a burst, then one per second. Clients nobody ever authorizes are deleted after ${durationWords(unusedMs)}.`,
  ),
];

const authorization = ({ authUrl }: Settings): Block[] => [
  heading("Authorize", "authorize"),
  text(
    "Send the person's browser here. After they sign in and decide, the browser goes to `redirect_uri` with `code`, `state` and `iss`. If they deny access, it has `error=access_denied` instead of `code`.",
  ),
  code(
    "authorization URL",
    "http",
    `${authUrl}/oauth/authorize?client_id=client-…&redirect_uri=http%3A%2F%2F127.0.0.1%3A8080%2Fcallback&state=af0ifjsldkj&scope=openid%20profile&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256`,
  ),
  table("Authorization request", columns, [
    ["`client_id`", "yes", "A registered client."],
    ["`redirect_uri`", "yes", "One of the client's registered redirect URIs."],
    ["`state`", "yes", "Returned unchanged."],
    ["`scope`", "no", "Space-separated. Defaults to `openid`."],
    ["`response_type`", "no", "`code`"],
    ["`code_challenge`", "for public clients", "The base64url SHA-256 of the verifier (PKCE)."],
    ["`code_challenge_method`", "with a challenge", "`S256`"],
    ["`nonce`", "no", "Included in the ID token."],
  ]),
  text(
    `If the request itself is wrong, you get a 400 JSON error, never a redirect. The person has ${durationWords(requestLifetimeMs)} to decide. The code works once, for ${durationWords(codeLifetimeMs)}.`,
  ),
];

const token = ({ authUrl }: Settings): Block[] => [
  heading("Get tokens", "token"),
  text(
    "Send a form or a JSON object. Public clients send `client_id` and `code_verifier`. Confidential clients send `client_id` and `client_secret`, in the body or with HTTP Basic.",
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
    "You get a new access token and the same refresh token, which doesn't rotate. There's no ID token. To get an access token with fewer scopes, send `scope`. If you request more than was granted, you get `invalid_grant`.",
  ),
];

const lifetimes: Block[] = [
  heading("Lifetimes", "lifetimes"),
  table(
    "Lifetimes",
    ["What", "Lifetime"],
    [
      ["Authorization request", durationWords(requestLifetimeMs)],
      ["Code", `${durationWords(codeLifetimeMs)}, single use`],
      ["Access token", durationWords(tokenLifetimeMs)],
      ["ID token", durationWords(tokenLifetimeMs)],
      ["Refresh token", durationWords(refreshTokenLifetimeMs)],
    ],
  ),
  text(
    "A grant ends right away when the person revokes it under [Connected apps](/dashboard/open-api/apps), changes their password or is deactivated, when the client is deleted, or when a code is used a second time.",
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
  text("Revoking either token ends the whole grant (RFC 7009). Unknown tokens also return 200."),
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
    "Let your app act for a signed-in person: registration, authorization with PKCE, tokens and revocation.",
  blocks: [
    text(
      "Timeaway supports the authorization code flow with PKCE, and refresh tokens. Access tokens read the profile. `/v2` doesn't accept them: it takes [API keys](introduction#authentication).",
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
