import { OauthError } from "../errors";
import type { Metadata } from "./read-metadata";

/** token_endpoint_auth_method: a dynamically registered client is public. */
export function checkAuthMethod({ token_endpoint_auth_method: method }: Metadata): string {
  if (method !== undefined && method !== "none")
    throw new OauthError("invalid_token_endpoint_auth_method", "token_endpoint_auth_method must be none.");
  return "none";
}
