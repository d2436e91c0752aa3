import { cookies, headers } from "next/headers";
import { services } from "@/server/kernel/process";
import { type Browser, browserOf } from "./browser";
import {
  openSession,
  type SessionRef,
  sealSession,
  sessionCookieName,
  sessionCookieOptions,
} from "./session-cookie";
import { signOut } from "./sign-out";

/** The browser that sent this request. */
export const thisBrowser = async (): Promise<Browser> => browserOf(services(), await headers());

/** Gives this browser the session's cookie. In server actions and route handlers only. */
export async function enterSession(ref: SessionRef): Promise<void> {
  const { settings } = services();
  const value = await sealSession(settings, ref);
  (await cookies()).set(sessionCookieName(settings), value, sessionCookieOptions(settings));
}

/** Ends this browser's session and takes its cookie. In server actions and route handlers only. */
export async function leaveSession(): Promise<void> {
  const { settings } = services();
  const jar = await cookies();
  const value = jar.get(sessionCookieName(settings))?.value;
  const ref = value ? await openSession(settings, value) : null;
  if (ref) await signOut(services(), ref);
  // Not `delete`: browsers ignore a `__Secure-` cookie, even an empty one, that comes without its attributes.
  jar.set(sessionCookieName(settings), "", { ...sessionCookieOptions(settings), maxAge: 0 });
}
