import { cookies, headers } from "next/headers";
import { services } from "@/server/kernel/process";
import { type Browser, browserOf } from "./browser";
import { deviceCookieName, deviceCookieOptions, openDevices, sealDevices } from "./devices";
import type { Entered, Proof } from "./enter";
import { openSession, sealSession, sessionCookieName, sessionCookieOptions } from "./session-cookie";
import { signOut } from "./sign-out";
import {
  type Choice,
  choiceCookieName,
  choiceCookieOptions,
  openChoice,
  sealChoice,
} from "./workspace-choice";

/** The browser that sent this request. */
export async function thisBrowser(): Promise<Browser> {
  const device = (await cookies()).get(deviceCookieName(services().settings));
  return browserOf(services(), await headers(), device?.value);
}

/** Ends the session that this browser has. */
async function endOwnSession(): Promise<void> {
  const { settings } = services();
  const value = (await cookies()).get(sessionCookieName(settings))?.value;
  const ref = value ? await openSession(settings, value) : null;
  if (ref) await signOut(services(), ref);
}

/** Gives this browser the session's cookie, and one that tells it from strangers next time. In server actions and route handlers only. */
export async function enterSession({ session, person, at }: Entered): Promise<void> {
  const { settings } = services();
  const jar = await cookies();
  // An app may have asked for another sign-in: nothing could reach the one before any more.
  await endOwnSession();
  jar.set(sessionCookieName(settings), await sealSession(settings, session), sessionCookieOptions(settings));
  await keepDevice(person, at);
}

/** Lets this browser be known as the person's. In server actions and route handlers only. */
export async function keepDevice(person: Entered["person"], at: Date): Promise<void> {
  const { settings } = services();
  const jar = await cookies();
  const before = await openDevices(settings, jar.get(deviceCookieName(settings))?.value);
  const value = await sealDevices(settings, before, person, at);
  jar.set(deviceCookieName(settings), value, deviceCookieOptions(settings));
}

/** Keeps in this browser what was proven, until the workspace is chosen. In server actions and route handlers only. */
export async function keepChoice(proof: Proof, returnTo: string): Promise<void> {
  const { settings, clock } = services();
  const value = await sealChoice(settings, proof, returnTo, clock());
  (await cookies()).set(choiceCookieName(settings), value, choiceCookieOptions(settings));
}

/** The choice that this browser has before it; null when there is none any more. */
export async function keptChoice(): Promise<Choice | null> {
  const { settings } = services();
  return openChoice(settings, (await cookies()).get(choiceCookieName(settings))?.value);
}

/** In server actions and route handlers only. */
export async function forgetChoice(): Promise<void> {
  const { settings } = services();
  (await cookies()).set(choiceCookieName(settings), "", { ...choiceCookieOptions(settings), maxAge: 0 });
}

/** Ends this browser's session and takes its cookie. In server actions and route handlers only. */
export async function leaveSession(): Promise<void> {
  const { settings } = services();
  const jar = await cookies();
  await endOwnSession();
  // Not `delete`: browsers ignore a `__Secure-` cookie, even an empty one, that comes without its attributes.
  jar.set(sessionCookieName(settings), "", { ...sessionCookieOptions(settings), maxAge: 0 });
}
