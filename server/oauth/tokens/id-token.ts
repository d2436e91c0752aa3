import { encodeId } from "@/server/kernel/schema";
import { sha256 } from "@/server/kernel/secrets";
import type { Services } from "@/server/kernel/services";
import { signingKeyring } from "../keys/keyring";
import { seconds, tokenLifetimeSeconds } from "./lifetimes";
import { signJwt } from "./sign-jwt";

export interface IdTokenSubject {
  user: { id: string; name: string; email: string };
  clientId: string;
  scopes: readonly string[];
  nonce: string | null;
  authenticatedAt: Date;
  accessToken: string;
}

/** A signed ID token (OpenID Connect Core, 2 and 3.1.3.6), valid for an hour. */
export async function issueIdToken(services: Services, subject: IdTokenSubject): Promise<string> {
  const { signers } = await signingKeyring(services);
  const iat = seconds(services.clock());
  return signJwt(signers.RS256, "JWT", {
    iss: services.settings.issuerUrl,
    sub: encodeId("user", subject.user.id),
    aud: subject.clientId,
    azp: subject.clientId,
    iat,
    exp: iat + tokenLifetimeSeconds,
    auth_time: seconds(subject.authenticatedAt),
    at_hash: sha256(subject.accessToken).subarray(0, 16).toString("base64url"),
    ...(subject.nonce === null ? {} : { nonce: subject.nonce }),
    ...(subject.scopes.includes("profile") ? { name: subject.user.name } : {}),
    ...(subject.scopes.includes("email") ? { email: subject.user.email } : {}),
  });
}
