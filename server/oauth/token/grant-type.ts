import { OauthError } from "../errors";
import type { Params } from "../params";

/** grant_type: one of the two. */
export function grantTypeOf(params: Params): "authorization_code" | "refresh_token" {
  const type = params.get("grant_type");
  if (!params.faulty.has("grant_type") && (type === "authorization_code" || type === "refresh_token"))
    return type;
  throw new OauthError("unsupported_grant_type", "grant_type must be authorization_code or refresh_token.");
}
