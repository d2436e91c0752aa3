import { readCodings } from "@/server/transport/read-body";

/** The protocol's error codes and their HTTP status (requirement, Errors: 400, and 401 on /oauth/me). */
const statusOf = {
  invalid_request: 400,
  invalid_client: 400,
  invalid_grant: 400,
  invalid_scope: 400,
  invalid_target: 400,
  unsupported_grant_type: 400,
  unsupported_response_type: 400,
  invalid_client_metadata: 400,
  invalid_redirect_uri: 400,
  invalid_token_endpoint_auth_method: 400,
  server_error: 400,
  unauthorized: 401,
  invalid_token: 401,
  insufficient_scope: 403,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  unsupported_content_encoding: 415,
  too_many_requests: 429,
  temporarily_unavailable: 503,
} as const;

export type OauthErrorCode = keyof typeof statusOf;

/** A refusal in the protocol's own format. `description` is plain ASCII and never echoes input (decision 3.13). */
export class OauthError extends Error {
  override name = "OauthError";
  readonly status: number;

  constructor(
    readonly code: OauthErrorCode,
    description: string,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(description);
    this.status = statusOf[code];
  }
}

/** The 429 of every limit of the protocol endpoints. */
export const tooManyRequests = (retryAfterSeconds: number): OauthError =>
  new OauthError("too_many_requests", "Too many requests. Try again later.", {
    "retry-after": String(retryAfterSeconds),
  });

/** The body has a content coding, which is not supported (RFC 9110, 15.5.16). */
export const compressed = (): OauthError =>
  new OauthError(
    "unsupported_content_encoding",
    "Send the body uncompressed, without Content-Encoding.",
    readCodings,
  );

/** RFC 6749, 4.1.2.1, and RFC 7009, 2.2.1: the database is unavailable. */
export const temporarilyUnavailable = (): OauthError =>
  new OauthError(
    "temporarily_unavailable",
    "The service can't respond right now. Try again in a few seconds.",
    {
      "retry-after": "5",
    },
  );

export const invalidGrant = (description: string): OauthError => new OauthError("invalid_grant", description);
