import { createSecretKey, hkdfSync, type KeyObject, randomUUID, timingSafeEqual } from "node:crypto";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { refreshTokenLifetimeMs, seconds } from "./lifetimes";
import { signatureOf, signJwt } from "./sign-jwt";

const typ = "rt+jwt";

const secrets = new WeakMap<Services["settings"], KeyObject>();

/** A key that nobody but this service holds; refresh tokens are for our eyes only. */
function secretOf({ settings }: Services): KeyObject {
  const known = secrets.get(settings);
  if (known) return known;
  const bytes = hkdfSync("sha256", settings.encryptionKey, "", "timeaway oauth refresh token", 32);
  const secret = createSecretKey(Buffer.from(bytes));
  secrets.set(settings, secret);
  return secret;
}

/** A new refresh token; its row, found by the SHA-256 of the text, decides whether it works. */
export function issueRefreshToken(
  services: Services,
  subject: { userId: string; clientId: string; grantId: string },
): string {
  const now = services.clock();
  return signJwt({ algorithm: "HS256", privateKey: secretOf(services) }, typ, {
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

/**
 * Whether a text is signed with this installation's secret. Its claims are not read: whether it works, and for whom, its row says. So it
 * is a MAC over a text and no JWT to be parsed, at some 5 µs instead of jose's 80 in an answer of 400.
 */
export function isRefreshToken(services: Services, token: string): boolean {
  const end = token.lastIndexOf(".");
  const made = signatureOf(token.slice(0, end), { algorithm: "HS256", privateKey: secretOf(services) });
  const given = Buffer.from(token.slice(end + 1), "base64url");
  return given.length === made.length && timingSafeEqual(given, made);
}
