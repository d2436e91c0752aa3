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

/** The type of an access token in RFC 9068; no other kind is accepted as one. */
const typ = "at+jwt";

export interface AccessTokenSubject {
  workspaceId: string;
  userId: string;
  /** The client_id, as sent on the wire. */
  clientId: string;
  grantId: string;
  scopes: readonly string[];
}

/** The resource of a token: the MCP server if a scope opens something there, else the API (decision 13.2). */
const audienceFor = ({ mcpUrl, baseUrl }: Settings, scopes: readonly string[]): string =>
  scopes.some((scope) => scope.startsWith("mcp:")) ? mcpUrl : baseUrl;

/** A signed access token (RFC 9068), valid for an hour. */
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
    wid: encodeId("workspace", subject.workspaceId),
  });
}

/** Bare UUIDs of the workspace, the user and the grant. */
export interface AccessTokenFacts {
  /** Null for a token of the release before, which did not say it. */
  workspaceId: string | null;
  userId: string;
  grantId: string;
  scopes: readonly string[];
  isExpired: boolean;
}

/** The claims of every access token of ours. */
const requiredClaims = ["sub", "gid", "client_id", "iat", "exp"];

/** Its claims, for whichever of our resources. */
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
 * Verifies an access token of ours (RFC 9068, 4). The caller must check in the database, each time, that the grant is still active.
 * @param audiences the accepted resources; by default all of ours
 * @returns null when the token is not an access token of ours, or lacks a claim
 */
export async function readAccessToken(
  services: Services,
  token: string,
  audiences?: readonly string[],
): Promise<AccessTokenFacts | null> {
  const verified = await claimsOf(services, token);
  if (!verified) return null;
  const { sub, gid, wid, scope, aud } = verified.claims;
  if (audiences && !audiences.some((one) => [aud].flat().includes(one))) return null;
  const userId = typeof sub === "string" && decodeId("user", sub);
  const grantId = typeof gid === "string" && decodeId("grant", gid);
  if (!userId || !grantId) return null;
  const workspaceId = typeof wid === "string" ? decodeId("workspace", wid) : null;
  const scopes = typeof scope === "string" ? scope.split(" ").filter(Boolean) : [];
  return { workspaceId, userId, grantId, scopes, isExpired: verified.isExpired };
}
