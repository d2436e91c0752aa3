import * as openid from "openid-client";
import type { Services } from "@/server/kernel/services";
import { minute, plus, second } from "@/server/kernel/time/clock";
import { UnreachableError } from "@/server/modules/workspace/connections/fetch-from-provider";
import type { OidcConnection } from "@/server/modules/workspace/connections/store";
import type { ProviderSession } from "../start-session";
import { loadConfiguration, WrongIssuerError } from "./configuration";
import { checkFreshness, detailOf, ProviderError } from "./provider-error";
import type { Claims } from "./read-claims";

/** An ID token is made for this very sign-in, so its time differs from ours only by the clocks. */
const maxClockDifferenceMs = 5 * minute;

/** The error itself, and what caused it: openid-client wraps what the library below it found. */
function* chainOf(error: unknown): Generator<unknown> {
  for (let one = error; one instanceof Error; one = one.cause) yield one;
}

/** Errors of openid-client, as a problem with the part that can be shown. */
function problemOf(error: unknown): ProviderError {
  for (const one of chainOf(error)) {
    if (one instanceof ProviderError) return one;
    if (one instanceof WrongIssuerError) return new ProviderError("WRONG_ISSUER", one.message);
    if (one instanceof UnreachableError) return new ProviderError("UNREACHABLE", one.message);
    if (one instanceof openid.AuthorizationResponseError)
      return new ProviderError("DENIED", textOf([one.error, one.error_description]));
    if (one instanceof openid.ResponseBodyError)
      return new ProviderError("WRONG_CLIENT", textOf([one.error, one.error_description]));
  }
  const code = (error as { code?: unknown } | null)?.code;
  if (code === "OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED") return new ProviderError("WRONG_ISSUER", null);
  return new ProviderError(
    "INVALID_ANSWER",
    textOf([[...chainOf(error)].map((one) => String((one as Error).message)).join(": ")]),
  );
}

const textOf = (parts: readonly (string | undefined)[]): string =>
  detailOf(parts.filter((part) => part !== undefined).join(": "));

/** @throws ProviderError */
export async function configurationOf(
  services: Services,
  connection: OidcConnection,
): Promise<openid.Configuration> {
  return loadConfiguration(services, connection).catch((error: unknown) => {
    throw problemOf(error);
  });
}

/** What openid-client does not check: a foreign `azp` beside a single `aud`, and the difference of the clocks. */
function checkClaims({ clock }: Services, { clientId }: OidcConnection, claims: openid.IDToken): void {
  if (claims.azp !== undefined && claims.azp !== clientId)
    throw new ProviderError("INVALID_ANSWER", 'unexpected ID Token "azp" (authorized party) claim value');
  const differenceMs = claims.iat * second - clock().getTime();
  if (Math.abs(differenceMs) > maxClockDifferenceMs)
    throw new ProviderError("CLOCK", `${Math.round(differenceMs / second)} s`);
}

/**
 * Providers may give the address at the userinfo endpoint only. Its `sub` must be the ID token's (OpenID Connect Core, 5.3.2); one that
 * fails gives no address, which who is known by their account does not need.
 */
async function withUserInfo(
  configuration: openid.Configuration,
  accessToken: string,
  claims: openid.IDToken,
): Promise<Claims> {
  if (claims.email !== undefined || !configuration.serverMetadata().userinfo_endpoint) return claims;
  const more = await openid.fetchUserInfo(configuration, accessToken, claims.sub).catch(() => null);
  return { ...more, ...claims };
}

/** `auth_time` counts whole seconds, so that it may be up to one earlier than the authentication. */
const authTimeStepMs = second;

/**
 * When the provider authenticated the person, in our time: by the age that its own clock gives, so that the difference of the clocks does not
 * count.
 * @returns null without `auth_time`
 */
function authenticatedAt({ clock }: Services, { auth_time: authTime, iat }: openid.IDToken): Date | null {
  if (typeof authTime !== "number") return null;
  const ageMs = Math.max(0, (iat - authTime) * second - authTimeStepMs);
  return plus(clock(), -ageMs);
}

const maxSessionId = 500;

/** A longer one is none: it would never be found again. */
const sidOf = ({ sid }: openid.IDToken): string | null =>
  typeof sid === "string" && sid !== "" && sid.length <= maxSessionId ? sid : null;

/** What a checked answer says. */
export interface Authenticated extends ProviderSession {
  claims: Claims;
}

/**
 * Exchanges the code of a callback, and checks the ID token: signature by `kid`, `iss`, `aud`, `azp`, `exp`, `iat`, `nonce`, and
 * `auth_time` where a fresh sign-in is demanded; of the callback `state`, and `iss` where the provider announces it (RFC 9207).
 * @throws ProviderError
 */
export async function askProvider(
  services: Services,
  connection: OidcConnection,
  callback: URL,
  checks: { state: string; nonce: string; codeVerifier: string; authenticatedAfter: Date | null },
): Promise<Authenticated> {
  const configuration = await configurationOf(services, connection);
  try {
    const tokens = await openid.authorizationCodeGrant(configuration, callback, {
      expectedState: checks.state,
      expectedNonce: checks.nonce,
      pkceCodeVerifier: checks.codeVerifier,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (!claims) throw new ProviderError("INVALID_ANSWER", "no ID token");
    checkClaims(services, connection, claims);
    const at = authenticatedAt(services, claims);
    checkFreshness(checks.authenticatedAfter, at);
    return {
      claims: await withUserInfo(configuration, tokens.access_token, claims),
      authenticatedAt: at,
      providerSessionId: sidOf(claims),
    };
  } catch (error) {
    throw problemOf(error);
  }
}
