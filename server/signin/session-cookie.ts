import { day, second } from "@/server/kernel/clock";
import type { Settings } from "@/server/kernel/env";
import { openToken, sealToken } from "./sealed-token";

/** Which row of `sessions` a browser carries; the row decides whether it still counts. */
export interface SessionRef {
  workspaceId: string;
  sessionId: string;
}

/** A session ends this long after sign-in, however busy. */
export const sessionLifeMs = 30 * day;

export const isHttps = (settings: Settings): boolean => settings.appUrl.startsWith("https:");

/** The name that next-auth gives it, so that both read and write the same cookie. */
export const sessionCookieName = (settings: Settings): string =>
  `${isHttps(settings) ? "__Secure-" : ""}next-auth.session-token`;

export const sessionCookieOptions = (settings: Settings) =>
  ({
    httpOnly: true,
    sameSite: "lax",
    path: "/",
    secure: isHttps(settings),
    maxAge: sessionLifeMs / second,
  }) as const;

/** The cookie's value: an encrypted JWT, in the form of next-auth. */
export const sealSession = (settings: Settings, ref: SessionRef): Promise<string> =>
  sealToken(settings, { ...ref }, { maxAge: sessionLifeMs / second });

/** @returns null when the value is forged, stale or was sealed with another secret */
export const openSession = async (settings: Settings, value: string): Promise<SessionRef | null> =>
  refOf(await openToken(settings, { token: value }));

const uuidPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const uuidOrNull = (value: unknown): string | null =>
  typeof value === "string" && uuidPattern.test(value) ? value : null;

/** The reference inside the token's claims. */
export function refOf(claims: Record<string, unknown> | null): SessionRef | null {
  const workspaceId = uuidOrNull(claims?.workspaceId);
  const sessionId = uuidOrNull(claims?.sessionId);
  return workspaceId && sessionId ? { workspaceId, sessionId } : null;
}
