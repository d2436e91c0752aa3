import { randomUUID } from "node:crypto";
import { decodeProtectedHeader, type JWTPayload } from "jose";
import type { Settings } from "@/server/kernel/env";
import { decodeId, encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { publishedKey, signingKeyring } from "../keys/keyring";
import { seconds, tokenLifetimeSeconds } from "./lifetimes";
import { recallToken, rememberToken } from "./remembered-tokens";
import { signJwt } from "./sign-jwt";
import { verifyJwt } from "./verify-jwt";

/** What RFC 9068 calls an access token; no other kind is taken for one. */
const typ = "at+jwt";

export interface AccessTokenSubject {
  userId: string;
  /** The wire form. */
  clientId: string;
  grantId: string;
  scopes: readonly string[];
}

/** The resource that a token is for: the MCP server as soon as it opens something there, else the API (decision 13.2). */
const audienceFor = ({ mcpUrl, baseUrl }: Settings, scopes: readonly string[]): string =>
  scopes.some((scope) => scope.startsWith("mcp:")) ? mcpUrl : baseUrl;

/** A signed access token (RFC 9068), good for an hour. */
export async function issueAccessToken(services: Services, subject: AccessTokenSubject): Promise<string> {
  const { signers } = await signingKeyring(services);
  const iat = seconds(services.clock());
  return signJwt(signers.ES256, typ, {
    iss: services.settings.issuerUrl,
    sub: encodeId("user", subject.userId),
    aud: audienceFor(services.settings, subject.scopes),
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
  scopes: readonly string[];
  isExpired: boolean;
}

/** What every access token of ours says of itself. */
const requiredClaims = ["sub", "gid", "client_id", "iat", "exp"];

/** Its claims, whichever resource of ours it is for. */
async function claimsOf(
  services: Services,
  token: string,
): Promise<{ claims: JWTPayload; isExpired: boolean } | null> {
  const { settings, clock } = services;
  const known = await recallToken(services, token);
  if (known) return { claims: known.claims, isExpired: (known.claims.exp ?? 0) <= seconds(clock()) };
  const verified = await verifyJwt(token, publishedKey(services), {
    issuer: settings.issuerUrl,
    audience: [settings.baseUrl, settings.mcpUrl],
    typ,
    algorithms: ["ES256"],
    requiredClaims,
    currentDate: clock(),
  });
  if (verified && !verified.isExpired) {
    const { kid = "" } = decodeProtectedHeader(token);
    rememberToken(services, token, { kid, claims: verified.claims });
  }
  return verified;
}

/**
 * Verifies an access token of ours (RFC 9068, 4). Whether the grant still stands is the caller's question to the database, each time.
 * @param audiences the resources whose tokens are taken; all of ours unless said
 * @returns null when the token is not an access token of ours, or lacks a claim
 */
export async function readAccessToken(
  services: Services,
  token: string,
  audiences?: readonly string[],
): Promise<AccessTokenFacts | null> {
  const verified = await claimsOf(services, token);
  if (!verified) return null;
  const { sub, gid, scope, aud } = verified.claims;
  if (audiences && !audiences.some((one) => [aud].flat().includes(one))) return null;
  const userId = typeof sub === "string" && decodeId("user", sub);
  const grantId = typeof gid === "string" && decodeId("grant", gid);
  if (!userId || !grantId) return null;
  const scopes = typeof scope === "string" ? scope.split(" ").filter(Boolean) : [];
  return { userId, grantId, scopes, isExpired: verified.isExpired };
}
