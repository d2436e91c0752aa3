import { failureBurst } from "@/server/oauth/token/limit-failures";
import { type Block, heading, list, table, text } from "../page";

/** The refusals of the protocol. */
export const oauthErrors: Block[] = [
  heading("Errors", "errors"),
  text(
    "OAuth answers `{ error, error_description }`: 400 on register, authorize, token and revoke, 401 on the profile.",
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
        "A parameter is missing, repeated or wrong; the redirect URI is not registered; the method is not `S256`.",
      ],
      ["`invalid_scope`", "authorize", "The client may not ask for a scope."],
      ["`unsupported_response_type`", "authorize", "`response_type` is not `code`."],
      [
        "`invalid_grant`",
        "token",
        "The code or refresh token is unknown, expired, used or revoked, or was given for another client, redirect URI or verifier.",
      ],
      ["`unsupported_grant_type`", "token", "Neither of the two, or the body cannot be read."],
      ["`invalid_client_metadata`", "register", "The name is missing, or the body cannot be used."],
      ["`invalid_redirect_uri`", "register", "The URIs are missing, empty or against the rules."],
      ["`invalid_token_endpoint_auth_method`", "register", "Something else than `none`."],
      ["`unauthorized`", "profile", "There is no Bearer token."],
      ["`invalid_token`", "profile", "The token is forged, expired, revoked or of another kind."],
      [
        "`too_many_requests`",
        "register, token, revoke",
        `429 with \`Retry-After\`. Only failures count on token and revoke: ${failureBurst} at once, then one a second.`,
      ],
      ["`server_error`", "everywhere", "Something failed on our side."],
    ],
  ),
  list(
    "Register, token, profile, revocation and the public documents may be called by pages of any origin (CORS).",
    "Answers are not cached, but for the metadata and the public keys.",
  ),
];
