import type { Client } from "../clients/find-client";
import { OauthError } from "../errors";
import { type Params, scopesOf } from "../params";
import { defaultScopes, isOauthScope } from "../scopes";

/** The characters that RFC 6749 allows in an error_description; the scope's name is the only input that is ever echoed. */
const printable = (scope: string): string =>
  scope.replace(/[^\x20-\x21\x23-\x5b\x5d-\x7e]/g, "?").slice(0, 100);

/** scope: offered, and allowed to this client (decision 3.3). */
export function checkScope(client: Client, params: Params): string[] {
  const asked = scopesOf(params);
  const scopes = asked.length > 0 ? asked : [...defaultScopes];
  for (const scope of scopes) {
    if (!isOauthScope(scope) || (client.allowedScopes && !client.allowedScopes.includes(scope)))
      throw new OauthError("invalid_scope", `Scope '${printable(scope)}' is not allowed for this client`);
  }
  return scopes;
}
