import { OauthError } from "../errors";
import type { Params } from "../params";

/** nonce: copied into the ID token unchanged (OpenID Connect Core, 3.1.2.1). */
export function checkNonce(params: Params): string | null {
  const nonce = params.get("nonce") ?? null;
  // PostgreSQL's text cannot store NUL.
  if (nonce?.includes("\0"))
    throw new OauthError("invalid_request", "nonce must not contain a NUL character.");
  return nonce;
}
