import type { Settings } from "@/server/kernel/env";
import { day, second } from "@/server/kernel/time/clock";
import { openToken, sealToken } from "./sealed-token";

/** A browser's reference to a row of `sessions`; the row decides whether it is still valid. */
export interface SessionRef {
  workspaceId: string;
  sessionId: string;
}

/** Maximum lifetime of a session after sign-in, whatever its use. */
export const sessionLifeMs = 30 * day;

export const isHttps = (settings: Settings): boolean => settings.appUrl.startsWith("https:");

/** next-auth's own name for it, so that both read and write the same cookie. */
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

/** The cookie's value: an encrypted JWT in next-auth's format. */
export const sealSession = (settings: Settings, ref: SessionRef): Promise<string> =>
  sealToken(settings, { ...ref }, { maxAge: sessionLifeMs / second });

/** @returns null when the value is forged, stale or sealed with another secret */
export const openSession = async (settings: Settings, value: string): Promise<SessionRef | null> =>
  refOf(await openToken(settings, { token: value }));

const uuidPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const uuidOrNull = (value: unknown): string | null =>
  typeof value === "string" && uuidPattern.test(value) ? value : null;

/** The session reference in the token's claims. */
export function refOf(claims: Record<string, unknown> | null): SessionRef | null {
  const workspaceId = uuidOrNull(claims?.workspaceId);
  const sessionId = uuidOrNull(claims?.sessionId);
  return workspaceId && sessionId ? { workspaceId, sessionId } : null;
}
