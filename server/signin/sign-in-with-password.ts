import { and, eq } from "drizzle-orm";
import { credentials } from "@/drizzle/schema/signin";
import { verifyPassword } from "@/server/kernel/password";
import type { Services } from "@/server/kernel/services";
import type { Browser } from "./browser";
import { lookupEmail } from "./email";
import { findPeopleByEmail, type SigninPerson } from "./people-by-email";
import type { SessionRef } from "./session-cookie";
import { startSession } from "./start-session";
import { countTry, forgiveTry } from "./tries";

export type SignInResult =
  | { ok: true; session: SessionRef }
  | { ok: false; reason: "credentials" }
  | { ok: false; reason: "throttled"; retryAfterSeconds: number };

/** Comparisons are made in rounds of this size, so that the time does not tell in how many workspaces an address is known. */
const round = 3;

/** The first person whose password it is. Unknown, without a password, or wrong: the same work. */
async function provenPerson(people: SigninPerson[], password: string): Promise<SigninPerson | undefined> {
  const comparisons = Math.ceil(Math.max(1, people.length) / round) * round;
  const matches = await Promise.all(
    Array.from({ length: comparisons }, (_, i) => verifyPassword(people[i]?.passwordHash ?? null, password)),
  );
  return people.find((_, i) => matches[i]);
}

/**
 * Starts the session if the password that was compared is still the person's. The lock decides: a new password that is stored just
 * now either waits and ends this session, too, or came first.
 */
function enter({ db, clock }: Services, person: SigninPerson, browser: Browser): Promise<SessionRef | null> {
  const { workspaceId, userId } = person;
  return db.transaction(async (tx) => {
    const [held] = await tx
      .select({ passwordHash: credentials.passwordHash })
      .from(credentials)
      .where(and(eq(credentials.workspaceId, workspaceId), eq(credentials.userId, userId)))
      .for("share");
    return held?.passwordHash === person.passwordHash ? startSession(tx, person, browser, clock()) : null;
  });
}

/**
 * Signs in with e-mail and password. An unknown address, a wrong password and a person who may not sign in get one answer, after
 * the same time; tries are limited for the account and the source (decision 2.2).
 */
export async function signInWithPassword(
  services: Services,
  typed: { email: string; password: string },
  browser: Browser,
): Promise<SignInResult> {
  const counted = await countTry(services, "password", typed.email, browser.ip);
  if (!counted.ok) return { ...counted, reason: "throttled" };
  const people = await findPeopleByEmail(services.db, lookupEmail(typed.email));
  const person = await provenPerson(people, typed.password);
  const session = person ? await enter(services, person, browser) : null;
  if (!session) return { ok: false, reason: "credentials" };
  await forgiveTry(services, "password", typed.email, browser.ip);
  return { ok: true, session };
}
