import { failureBurst } from "@/server/oauth/token/limit-failures";
import { type Block, heading, list, table, text } from "../page";

/** The refusals of the protocol. */
export const oauthErrors: Block[] = [
  heading("Errors", "errors"),
  text(
    "OAuth errors have the body `{ error, error_description }`. The status is 400 for register, authorize, token and revoke, and 401 for the profile.",
  ),
  table(
    "OAuth errors",
    ["Error", "Where", "Cause"],
    [
      [
        "`invalid_client`",
        "authorize, token, revoke",
        "The client is unknown, its secret is wrong, or the PKCE verifier is missing.",
      ],
      [
        "`invalid_request`",
        "authorize, revoke",
        "A parameter is missing, repeated or wrong, the redirect URI isn't registered, or the PKCE method isn't `S256`.",
      ],
      ["`invalid_scope`", "authorize", "The client isn't allowed to request a scope."],
      ["`unsupported_response_type`", "authorize", "`response_type` isn't `code`."],
      [
        "`invalid_grant`",
        "token",
        "The code or refresh token is unknown, expired, used or revoked, or was issued for another client, redirect URI or verifier.",
      ],
      [
        "`unsupported_grant_type`",
        "token",
        "`grant_type` isn't `authorization_code` or `refresh_token`, or the body can't be read.",
      ],
      ["`invalid_client_metadata`", "register", "The name is missing, or the body isn't valid."],
      ["`invalid_redirect_uri`", "register", "`redirect_uris` is missing, empty or breaks the rules."],
      ["`invalid_token_endpoint_auth_method`", "register", "The value isn't `none`."],
      ["`unauthorized`", "profile", "There is no Bearer token."],
      ["`invalid_token`", "profile", "The token is invalid, expired, revoked or of the wrong kind."],
      [
        "`too_many_requests`",
        "register, token, revoke",
        `429 with \`Retry-After\`. For token and revoke, only failures count: a burst of ${failureBurst}, then one per second.`,
      ],
      ["`server_error`", "all", "Something went wrong on our side."],
    ],
  ),
  list(
    "Web pages on any origin can call register, token, profile, revoke and the public documents (CORS).",
    "Only the metadata and the public keys can be cached.",
  ),
];
