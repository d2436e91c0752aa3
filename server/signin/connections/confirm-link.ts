import { eq } from "drizzle-orm";
import { users } from "@/drizzle/schema/people";
import type { Services } from "@/server/kernel/services";
import type { Browser } from "../browser";
import type { Entered, PendingFactor } from "../enter";
import { findSigninPeople, isClosedTo, type SigninPerson } from "../people-by-email";
import type { Later } from "../request-mail";
import { returnPath } from "../return-path";
import { provePassword } from "../sign-in-with-password";
import { enterByConnection } from "./enter-by-connection";
import type { PendingLink } from "./pending-link";

/** The person whose account it is to become; null when they may no longer sign in, have another address now, or sign in through connections only: then nothing is to be confirmed. */
export async function findPersonOfLink(
  { db }: Services,
  { workspaceId, userId, email }: PendingLink,
): Promise<SigninPerson | null> {
  const [person] = await findSigninPeople(db, [workspaceId], eq(users.id, userId));
  const isSame = person !== undefined && person.email.toLowerCase() === email.toLowerCase();
  return isSame && !isClosedTo(person, "PASSWORD") ? person : null;
}

export type Confirmed =
  | ({ ok: true; returnTo: string } & (Entered | PendingFactor))
  | { ok: false; reason: "over" | "credentials" }
  | { ok: false; reason: "throttled"; retryAfterSeconds: number };

/** Links the account once the person's password is typed, under the limits of every typed password, and signs in. */
export async function confirmLink(
  services: Services,
  link: PendingLink,
  password: string,
  browser: Browser,
  later?: Later,
): Promise<Confirmed> {
  const person = await findPersonOfLink(services, link);
  if (!person) return { ok: false, reason: "over" };
  const proven = await provePassword(services, { email: person.email, password }, browser, later);
  if (!proven.ok) return proven;
  // The same address and password may be another workspace's.
  const own = proven.proof.people.find(
    ({ workspaceId, userId }) => workspaceId === link.workspaceId && userId === link.userId,
  );
  if (!own) return { ok: false, reason: "credentials" };
  const { workspaceId, connectionId, issuer, subject } = link;
  const account = { workspaceId, connectionId, issuer, subject };
  const authenticatedAt = link.authenticatedAt === null ? null : new Date(link.authenticatedAt);
  const entered = await enterByConnection(services, own, account, browser, {
    ...{ authenticatedAt, providerSessionId: link.providerSessionId, confirmed: true, isLinked: false },
  });
  return entered
    ? { ok: true, ...entered, returnTo: returnPath(link.returnTo) }
    : { ok: false, reason: "over" };
}
