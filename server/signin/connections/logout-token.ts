import { createRemoteJWKSet, customFetch, decodeJwt, type JWTPayload, jwtVerify } from "jose";
import type { Configuration } from "openid-client";
import { z } from "zod";
import type { Services } from "@/server/kernel/services";
import { minute, second } from "@/server/kernel/time/clock";
import {
  fetchFromProvider,
  UnreachableError,
} from "@/server/modules/workspace/connections/fetch-from-provider";
import type { OidcConnection } from "@/server/modules/workspace/connections/store";
import { configurationOf } from "./ask-provider";
import { ProviderError } from "./provider-error";

/** It is not a logout token of the connection's provider. */
export class LogoutTokenError extends Error {
  override name = "LogoutTokenError";
}

const maxLength = 16 * 1024;
const event = "http://schemas.openid.net/event/backchannel-logout";
/** Never `none`, and none with the client's secret: that is not the provider's alone. */
const algorithms = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA"];
/** It is made when the person signs out, and sent at once, so that its time differs by the clocks only. */
const maxClockDifferenceMs = 5 * minute;
const toleranceSeconds = 60;
/** How long a used one is remembered: none is accepted for longer. */
export const logoutTokenLifeMs = 3 * maxClockDifferenceMs;

/** What a logout token names; one of both is not null. */
export interface LogoutToken {
  /** `jti`. */
  id: string;
  subject: string | null;
  /** `sid`, a session of the provider. */
  sessionId: string | null;
}

/** Back-Channel Logout 1.0, 2.4 and 2.6. `exp` is required since its final version; providers of drafts leave it out, and `iat` bounds those. */
const Claims = z
  .object({
    iat: z.number(),
    jti: z.string().min(1),
    sub: z.string().optional(),
    sid: z.string().optional(),
    events: z.object({ [event]: z.object({}) }),
    nonce: z.undefined().optional(),
  })
  .refine(({ sub, sid }) => sub !== undefined || sid !== undefined, "It names neither sub nor sid.");

/** Issuer and audience, unverified: they say whose keys verify it. @returns null when it is no JWT with both */
export function peekLogoutToken(token: string): { issuer: string; audience: string[] } | null {
  if (token.length > maxLength) return null;
  let claims: JWTPayload;
  try {
    claims = decodeJwt(token);
  } catch {
    return null;
  }
  const { iss, aud } = claims;
  if (typeof iss !== "string" || !URL.canParse(iss) || aud === undefined) return null;
  return { issuer: iss, audience: [aud].flat() };
}

type Keys = ReturnType<typeof createRemoteJWKSet>;
const keysOf = new WeakMap<Configuration, Keys>();

/** The provider's keys, through the guard; an unknown `kid` reloads them at most once a minute (decision 2.7). */
function keysFor(services: Services, configuration: Configuration): Keys {
  const known = keysOf.get(configuration);
  if (known) return known;
  const { jwks_uri: uri } = configuration.serverMetadata();
  if (!uri) throw new LogoutTokenError("The provider publishes no keys.");
  const fetchGuarded = fetchFromProvider(services);
  const keys = createRemoteJWKSet(new URL(uri), {
    cooldownDuration: minute,
    [customFetch]: (url) =>
      fetchGuarded(url, { method: "GET", headers: {}, body: undefined, redirect: "manual" }),
  });
  keysOf.set(configuration, keys);
  return keys;
}

/**
 * Verifies a logout token: signature, `iss`, `aud`, `exp` if there is one, `iat` within five minutes, `events`, no `nonce` (so that no ID token
 * passes), `jti`, and `sub` or `sid`. It uses the network: never call it in a transaction.
 * @throws LogoutTokenError
 */
export async function verifyLogoutToken(
  services: Services,
  connection: OidcConnection,
  token: string,
): Promise<LogoutToken> {
  try {
    const configuration = await configurationOf(services, connection);
    const now = services.clock();
    const { payload } = await jwtVerify(token, keysFor(services, configuration), {
      ...{ algorithms, issuer: configuration.serverMetadata().issuer, audience: connection.clientId },
      ...{ clockTolerance: toleranceSeconds, currentDate: now },
    });
    const { jti, sub, sid, iat } = Claims.parse(payload);
    if (Math.abs(iat * second - now.getTime()) > maxClockDifferenceMs)
      throw new LogoutTokenError("It was not made just now.");
    return { id: jti, subject: sub ?? null, sessionId: sid ?? null };
  } catch (error) {
    if (error instanceof LogoutTokenError) throw error;
    if (
      error instanceof ProviderError ||
      error instanceof UnreachableError ||
      error instanceof z.ZodError ||
      isOfJose(error)
    )
      throw new LogoutTokenError(error.message, { cause: error });
    throw error;
  }
}

/** Errors of jose have a code such as ERR_JWT_EXPIRED; those of the keys' endpoint come through it, too. */
const isOfJose = (error: unknown): error is Error =>
  error instanceof Error && String((error as { code?: unknown }).code).startsWith("ERR_J");
