import { invalidGrant } from "../../errors";
import { type Params, scopesOf } from "../../params";

/**
 * scope of a refresh (RFC 6749, 6): a subset of the granted scopes, for this access token alone (decision 3.9).
 * @returns the requested scopes, in the order of the grant; all of them when none is named
 */
export function checkScopeWasGranted({ scopes }: { scopes: readonly string[] }, params: Params): string[] {
  const asked = scopesOf(params);
  if (asked.length === 0) return [...scopes];
  if (!asked.every((scope) => scopes.includes(scope)))
    throw invalidGrant("scope includes more than was granted.");
  return scopes.filter((scope) => asked.includes(scope));
}
