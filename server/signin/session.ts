import { cookies, headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import type { SignedIn } from "@/server/access/signed-in";
import { second } from "@/server/kernel/clock";
import { isDatabaseUnavailable, markUnavailable } from "@/server/kernel/database-unavailable";
import { services } from "@/server/kernel/process";
import { databaseTimeoutMs, withTimeout } from "@/server/kernel/timeout";
import { findPreferences } from "./find-preferences";
import { findSession } from "./find-session";
import { returnPath } from "./return-path";
import { defaultPreferences, type Preferences } from "./schema";
import { openSession, sessionCookieName } from "./session-cookie";

async function sessionCookie(): Promise<string | undefined> {
  return (await cookies()).get(sessionCookieName(services().settings))?.value;
}

let lastAwayAt = Number.NEGATIVE_INFINITY;
/** Next asks again for the page that says what is the matter: nobody waits twice for the same database. */
const ownPatience = (): number =>
  performance.now() - lastAwayAt < databaseTimeoutMs ? second / 2 : databaseTimeoutMs;

/** A page says of a database that is away that it will be back. */
const shown = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: Error) => {
    if (isDatabaseUnavailable(error)) lastAwayAt = performance.now();
    throw markUnavailable(error);
  });

/** The person of this request, or null when nobody is signed in. Asked once for each request that renders pages. */
export const currentActor = cache(async (): Promise<SignedIn | null> => {
  const value = await sessionCookie();
  const ref = value ? await openSession(services().settings, value) : null;
  return ref ? shown(withTimeout(findSession(services(), ref), ownPatience())) : null;
});

/** How the person of this request wants the pages; the defaults for a visitor. */
export const currentPreferences = cache(async (): Promise<Preferences> => {
  // While the database is away a page still has a frame, which says so.
  const found = await currentActor().catch((error: unknown) => {
    if (isDatabaseUnavailable(error)) return null;
    throw error;
  });
  return found ? shown(findPreferences(services(), found.actor)) : defaultPreferences;
});

/** The person of this request; a visitor is sent to sign in, and comes back here afterwards. */
export async function requireActor(): Promise<SignedIn> {
  const found = await currentActor();
  if (found) return found;
  const query = new URLSearchParams();
  const path = returnPath((await headers()).get("x-request-path"));
  query.set("next", path);
  // A cookie without a live session: say why the page is not there.
  if (await sessionCookie()) query.set("ended", "1");
  redirect(`/login?${query}`);
}
