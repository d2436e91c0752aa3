import { createSecretKey, hkdfSync, type KeyObject, randomUUID } from "node:crypto";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { refreshTokenLifetimeMs, seconds } from "./lifetimes";
import { signJwt } from "./sign-jwt";
import { verifyJwt } from "./verify-jwt";

const typ = "rt+jwt";

interface Secret {
  privateKey: KeyObject;
  /** The same for jose, which otherwise imports it at every use. */
  verifier: Promise<CryptoKey>;
}

const secrets = new WeakMap<Services["settings"], Secret>();

/** A key that nobody but this service holds; refresh tokens are for our eyes only. */
function secretOf({ settings }: Services): Secret {
  const known = secrets.get(settings);
  if (known) return known;
  const bytes = hkdfSync("sha256", settings.encryptionKey, "", "timeaway oauth refresh token", 32);
  const hmac = { name: "HMAC", hash: "SHA-256" };
  const secret = {
    privateKey: createSecretKey(Buffer.from(bytes)),
    verifier: crypto.subtle.importKey("raw", bytes, hmac, false, ["verify"]),
  };
  secrets.set(settings, secret);
  return secret;
}

/** A new refresh token; its row, found by the SHA-256 of the text, decides whether it works. */
export function issueRefreshToken(
  services: Services,
  subject: { userId: string; clientId: string; grantId: string },
): string {
  const now = services.clock();
  return signJwt({ algorithm: "HS256", privateKey: secretOf(services).privateKey }, typ, {
    iss: services.settings.issuerUrl,
    sub: encodeId("user", subject.userId),
    aud: services.settings.issuerUrl,
    client_id: subject.clientId,
    gid: encodeId("grant", subject.grantId),
    jti: randomUUID(),
    iat: seconds(now),
    exp: seconds(now) + refreshTokenLifetimeMs / 1000,
  });
}

/** Whether a text is a refresh token that we made, expired or not. Whether it still works, its row says. */
export async function isRefreshToken(services: Services, token: string): Promise<boolean> {
  const { settings, clock } = services;
  const verified = await verifyJwt(token, () => secretOf(services).verifier, {
    issuer: settings.issuerUrl,
    audience: settings.issuerUrl,
    typ,
    algorithms: ["HS256"],
    requiredClaims: ["exp"],
    currentDate: clock(),
  });
  return verified !== null;
}
