import { cookies, headers } from "next/headers";
import { services } from "@/server/kernel/process";
import { type Browser, browserOf } from "./browser";
import { deviceCookieName, deviceCookieOptions, openDevices, sealDevices } from "./devices";
import type { Entered, PendingFactor, Proof } from "./enter";
import { sealStep, stepCookieName, stepCookieOptions, stepPath } from "./factors/step-cookie";
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

/** Ends this browser's session. */
async function endOwnSession(): Promise<void> {
  const { settings } = services();
  const value = (await cookies()).get(sessionCookieName(settings))?.value;
  const ref = value ? await openSession(settings, value) : null;
  if (ref) await signOut(services(), ref);
}

/**
 * Sets the session's cookie, and the cookie that marks this browser as known; or the cookie of the second step. Only in server actions and
 * route handlers.
 * @returns where to go on: `returnTo`, or the page of the second step
 */
export async function enterSession(begun: Entered | PendingFactor, returnTo: string): Promise<string> {
  const { settings } = services();
  const jar = await cookies();
  if ("step" in begun) {
    const value = await sealStep(settings, { secret: begun.step, returnTo });
    jar.set(stepCookieName(settings), value, stepCookieOptions(settings));
    return stepPath;
  }
  const { session, person, at } = begun;
  // An app may have requested another sign-in: the previous session would become unreachable.
  await endOwnSession();
  jar.set(sessionCookieName(settings), await sealSession(settings, session), sessionCookieOptions(settings));
  await keepDevice(person, at);
  return returnTo;
}

/** Marks this browser as known to the person. Only in server actions and route handlers. */
export async function keepDevice(person: Entered["person"], at: Date): Promise<void> {
  const { settings } = services();
  const jar = await cookies();
  const before = await openDevices(settings, jar.get(deviceCookieName(settings))?.value);
  const value = await sealDevices(settings, before, person, at);
  jar.set(deviceCookieName(settings), value, deviceCookieOptions(settings));
}

/** Stores the proof in this browser until a workspace is chosen. Only in server actions and route handlers. */
export async function keepChoice(proof: Proof, returnTo: string): Promise<void> {
  const { settings, clock } = services();
  const value = await sealChoice(settings, proof, returnTo, clock());
  (await cookies()).set(choiceCookieName(settings), value, choiceCookieOptions(settings));
}

/** The pending choice of this browser; null when there is none or it has expired. */
export async function keptChoice(): Promise<Choice | null> {
  const { settings } = services();
  return openChoice(settings, (await cookies()).get(choiceCookieName(settings))?.value);
}

/** Only in server actions and route handlers. */
export async function forgetChoice(): Promise<void> {
  const { settings } = services();
  (await cookies()).set(choiceCookieName(settings), "", { ...choiceCookieOptions(settings), maxAge: 0 });
}

/** Ends this browser's session and removes its cookie. Only in server actions and route handlers. */
export async function leaveSession(): Promise<void> {
  const { settings } = services();
  const jar = await cookies();
  await endOwnSession();
  // Not `delete`: browsers ignore a `__Secure-` cookie without its attributes, even an empty one.
  jar.set(sessionCookieName(settings), "", { ...sessionCookieOptions(settings), maxAge: 0 });
}
