import type { Settings } from "@/server/kernel/env";
import { bearerChallenge } from "@/server/kernel/http/bearer-challenge";
import { OauthError } from "./errors";
import { protectedResourceUrl } from "./protected-resource";
import { readScopes } from "./scopes";

const challenge = (settings: Settings, pairs: Record<string, string>) =>
  bearerChallenge({ ...pairs, resource_metadata: protectedResourceUrl(settings) });

/**
 * The token is missing or not valid here (RFC 6750, 3; RFC 9728, 5.1): the metadata says where to get one, `scope` which (decision 13.2).
 * @param isGiven whether a token was sent
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

/** The token lacks a scope (RFC 6750, 3.1): `scope` lists all that a new token should have, so that none is lost. */
export const scopeNeeded = (settings: Settings, has: readonly string[], needs: string): OauthError =>
  new OauthError(
    "insufficient_scope",
    `The access token does not have the scope ${needs}.`,
    challenge(settings, { error: "insufficient_scope", scope: [...has, needs].join(" ") }),
  );
