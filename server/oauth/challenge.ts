import { bearerChallenge } from "@/server/kernel/bearer-challenge";
import type { Settings } from "@/server/kernel/env";
import { OauthError } from "./errors";
import { protectedResourceUrl } from "./protected-resource";
import { readScopes } from "./scopes";

const challenge = (settings: Settings, pairs: Record<string, string>) =>
  bearerChallenge({ ...pairs, resource_metadata: protectedResourceUrl(settings) });

/**
 * No token, or none that is good here (RFC 6750, 3; RFC 9728, 5.1): the metadata says where to get one, `scope` which (decision 13.2).
 * @param isGiven whether there was one
 */
export function tokenNeeded(settings: Settings, isGiven: boolean): OauthError {
  const scope = readScopes.join(" ");
  return isGiven
    ? new OauthError(
        "invalid_token",
        "The access token is invalid, expired, revoked, or for another resource.",
        challenge(settings, { error: "invalid_token", scope }),
      )
    : new OauthError(
        "unauthorized",
        "The Authorization header must contain a Bearer token.",
        challenge(settings, { scope }),
      );
}

/** A token that does not open this (RFC 6750, 3.1): `scope` is all that a new one should have, so that nothing gets lost. */
export const scopeNeeded = (settings: Settings, has: readonly string[], needs: string): OauthError =>
  new OauthError(
    "insufficient_scope",
    `The access token does not have the scope ${needs}.`,
    challenge(settings, { error: "insufficient_scope", scope: [...has, needs].join(" ") }),
  );
