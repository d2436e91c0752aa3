import { createHmac, hkdfSync, randomUUID, timingSafeEqual } from "node:crypto";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { seconds, signingInput } from "./jwt";
import { refreshTokenLifetimeMs } from "./lifetimes";

const header = { alg: "HS256", typ: "rt+jwt" };

const keys = new WeakMap<Services["settings"], Buffer>();

/** A key that nobody but this service holds; refresh tokens are for our eyes only. */
function secretKey({ settings }: Services): Buffer {
  const key =
    keys.get(settings) ??
    Buffer.from(hkdfSync("sha256", settings.encryptionKey, "", "timeaway oauth refresh token", 32));
  keys.set(settings, key);
  return key;
}

const mac = (services: Services, input: string): Buffer =>
  createHmac("sha256", secretKey(services)).update(input).digest();

/** A new refresh token; its row, found by the SHA-256 of the text, decides whether it works. */
export function issueRefreshToken(
  services: Services,
  subject: { userId: string; clientId: string; grantId: string },
): string {
  const now = services.clock();
  const input = signingInput(header, {
    iss: services.settings.issuerUrl,
    sub: encodeId("user", subject.userId),
    aud: services.settings.issuerUrl,
    client_id: subject.clientId,
    gid: encodeId("grant", subject.grantId),
    jti: randomUUID(),
    iat: seconds(now),
    exp: seconds(now) + refreshTokenLifetimeMs / 1000,
  });
  return `${input}.${mac(services, input).toString("base64url")}`;
}

/** Our header is always the same text, so no other algorithm or type gets as far as being parsed. */
const encodedHeader = `${Buffer.from(JSON.stringify(header)).toString("base64url")}.`;

/** Whether a text is a refresh token that we made. Says nothing about whether it still works. */
export function isRefreshToken(services: Services, token: string): boolean {
  if (!token.startsWith(encodedHeader)) return false;
  const end = token.lastIndexOf(".");
  const signature = Buffer.from(token.slice(end + 1), "base64url");
  const expected = mac(services, token.slice(0, end));
  return signature.length === expected.length && timingSafeEqual(signature, expected);
}
