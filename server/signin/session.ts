import { cookies, headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import type { SignedIn } from "@/server/access/signed-in";
import { isDatabaseUnavailable, markUnavailable } from "@/server/kernel/database/database-unavailable";
import { services } from "@/server/kernel/process";
import { second } from "@/server/kernel/time/clock";
import { databaseTimeoutMs, withTimeout } from "@/server/kernel/time/timeout";
import { addFactorPathTo } from "./factors/step-cookie";
import { findPreferences } from "./find-preferences";
import { type AnySession, findAnySession, openedOf } from "./find-session";
import { returnPath } from "./return-path";
import { defaultPreferences, type Preferences } from "./schema";
import { openSession, sessionCookieName } from "./session-cookie";

async function sessionCookie(): Promise<string | undefined> {
  return (await cookies()).get(sessionCookieName(services().settings))?.value;
}

let lastUnavailableAt = Number.NEGATIVE_INFINITY;
/** Next reads again for the error page, which must not wait the full timeout a second time for the same unavailable database. */
const pageTimeoutMs = (): number =>
  performance.now() - lastUnavailableAt < databaseTimeoutMs ? second / 2 : databaseTimeoutMs;

/** Marks errors of an unavailable database, so that the page can say that it will be back. */
const shown = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: Error) => {
    if (isDatabaseUnavailable(error)) lastUnavailableAt = performance.now();
    throw markUnavailable(error);
  });

/** Also a person who has to add a second factor before they may do anything else; see `findAnySession`. */
export const currentSession = cache(async (): Promise<AnySession | null> => {
  const value = await sessionCookie();
  const ref = value ? await openSession(services().settings, value) : null;
  return ref ? readForPage(findAnySession(services(), ref)) : null;
});

/** The person of this request, or null without a sign-in. Cached for each request that renders pages. */
export const currentActor = cache(async (): Promise<SignedIn | null> => openedOf(await currentSession()));

/** Reads for a page that needs no sign-in, within the time that a page waits for the database. */
export const readForPage = <T>(work: Promise<T>): Promise<T> => shown(withTimeout(work, pageTimeoutMs()));

/** Page preferences of this request's person; the defaults for a visitor. */
export const currentPreferences = cache(async (): Promise<Preferences> => {
  // While the database is unavailable the page still has its frame, which says so.
  const found = await currentSession().catch((error: unknown) => {
    if (isDatabaseUnavailable(error)) return null;
    throw error;
  });
  return found ? shown(findPreferences(services(), found.actor)) : defaultPreferences;
});

/** The person of this request; a visitor is redirected to the sign-in page, and returns here afterwards; so is who has to add a second factor. */
export async function requireActor(): Promise<AnySession> {
  const found = await currentSession();
  const opened = openedOf(found);
  if (opened) return opened;
  const query = new URLSearchParams();
  const path = returnPath((await headers()).get("x-request-path"));
  if (found) redirect(addFactorPathTo(path));
  query.set("next", path);
  // A cookie without a live session: the sign-in page explains that it ended.
  if (await sessionCookie()) query.set("ended", "1");
  redirect(`/login?${query}`);
}
