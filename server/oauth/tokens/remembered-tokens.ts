import { createHash } from "node:crypto";
import type { JWTPayload } from "jose";
import type { Services } from "@/server/kernel/services";
import { keyring } from "../keys/keyring";

/** A token with a valid signature and claims; what changes with time is checked each time. */
export interface RememberedToken {
  kid: string;
  claims: JWTPayload;
}

/** A few MB at most; the oldest is evicted. */
export const maxRemembered = 10_000;

const byServices = new WeakMap<Services, Map<string, RememberedToken>>();

/** The cache key is a hash: a token is worth what it opens. */
const keyOf = (token: string): string => createHash("sha256").update(token).digest("base64url");

function tokensOf(services: Services): Map<string, RememberedToken> {
  const known = byServices.get(services) ?? new Map<string, RememberedToken>();
  byServices.set(services, known);
  return known;
}

/** A token that this process has verified, if its key is still published. An app sends the same one hundreds of times. */
export async function recallToken(services: Services, token: string): Promise<RememberedToken | null> {
  const tokens = tokensOf(services);
  const key = keyOf(token);
  const found = tokens.get(key);
  if (!found) return null;
  if ((await keyring(services)).kids.has(found.kid)) return found;
  tokens.delete(key);
  return null;
}

/** @param verified of a valid token, so that made-up ones cannot fill the memory */
export function rememberToken(services: Services, token: string, verified: RememberedToken): void {
  const tokens = tokensOf(services);
  const [oldest] = tokens.size >= maxRemembered ? tokens.keys() : [];
  if (oldest !== undefined) tokens.delete(oldest);
  tokens.set(keyOf(token), verified);
}
