import { randomUUID } from "node:crypto";
import { decodeId, encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { keyringWith, signingKeyring } from "../keys/keyring";
import { isSignedBy, parseJwt, seconds, signJwt } from "./jwt";
import { tokenLifetimeSeconds } from "./lifetimes";

/** What RFC 9068 calls an access token; no other kind is taken for one. */
const typ = "at+jwt";

export interface AccessTokenSubject {
  userId: string;
  /** The wire form. */
  clientId: string;
  grantId: string;
  scopes: readonly string[];
}

/** A signed access token (RFC 9068), good for an hour. */
export async function issueAccessToken(services: Services, subject: AccessTokenSubject): Promise<string> {
  const { signers } = await signingKeyring(services);
  const iat = seconds(services.clock());
  return signJwt(signers.ES256, typ, {
    iss: services.settings.issuerUrl,
    sub: encodeId("user", subject.userId),
    aud: services.settings.baseUrl,
    client_id: subject.clientId,
    scope: subject.scopes.join(" "),
    iat,
    exp: iat + tokenLifetimeSeconds,
    jti: randomUUID(),
    gid: encodeId("grant", subject.grantId),
  });
}

/** Bare UUIDs of the person and the grant. */
export interface AccessTokenFacts {
  userId: string;
  grantId: string;
  isExpired: boolean;
}

/**
 * Verifies signature, algorithm, type, issuer and audience, and reads the claims. Whether the grant still stands is the caller's
 * question to the database.
 * @returns null when the token is not an access token of ours, or lacks a claim
 */
export async function readAccessToken(services: Services, token: string): Promise<AccessTokenFacts | null> {
  const jwt = parseJwt(token);
  // The algorithm is ours to say, never the token's: `none` and HS256 with the public key end here.
  if (jwt?.header.alg !== "ES256" || jwt.header.typ !== typ || typeof jwt.header.kid !== "string")
    return null;
  const key = (await keyringWith(services, jwt.header.kid)).verifiers.get(jwt.header.kid);
  if (key?.algorithm !== "ES256" || !isSignedBy(jwt, "ES256", key.publicKey)) return null;
  const { iss, aud, sub, gid, exp, iat } = jwt.claims;
  if (iss !== services.settings.issuerUrl || aud !== services.settings.baseUrl) return null;
  if (typeof sub !== "string" || typeof gid !== "string" || typeof jwt.claims.client_id !== "string")
    return null;
  if (typeof exp !== "number" || typeof iat !== "number") return null;
  const userId = decodeId("user", sub);
  const grantId = decodeId("grant", gid);
  return userId && grantId ? { userId, grantId, isExpired: exp <= seconds(services.clock()) } : null;
}
