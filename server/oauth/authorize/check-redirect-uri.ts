import type { Client } from "../clients/find-client";
import { OauthError } from "../errors";
import type { Params } from "../params";
import { isRedirectUriOf } from "../redirect-uri";

/** redirect_uri: one that the client registered (RFC 9700, 2.1). */
export function checkRedirectUri(client: Client, params: Params): string {
  const requested = params.get("redirect_uri");
  if (requested === undefined) throw new OauthError("invalid_request", "redirect_uri is required.");
  if (!isRedirectUriOf(client, requested))
    throw new OauthError("invalid_request", "redirect_uri isn't registered for this client.");
  return requested;
}
