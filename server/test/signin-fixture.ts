import { departments, locations } from "@/drizzle/schema/directory";
import { users } from "@/drizzle/schema/people";
import { credentials } from "@/drizzle/schema/signin";
import type { UserStatus } from "@/drizzle/schema/values";
import { workspaces } from "@/drizzle/schema/workspaces";
import { recordIdentities } from "@/server/access/workspaces-of-identity";
import { newId } from "@/server/kernel/ids";
import type { Mail, Mailer } from "@/server/kernel/mail/mail";
import { hashPassword } from "@/server/kernel/password";
import type { ServiceOverrides, Services } from "@/server/kernel/services";
import { verifyEmail } from "@/server/modules/people/people/verify-email";
import type { Entered, PendingFactor } from "@/server/signin/enter";
import type { SessionRef } from "@/server/signin/session-cookie";
import { standingClock, testServices } from "./services";

export const password = "correct horse battery";

/** A fixed clock that tests can move. */
export const heldClock = (start = new Date()) => standingClock(start);

/** Keeps mails instead of sending them. */
export function mailbox(): Mailer & { sent: Mail[] } {
  const sent: Mail[] = [];
  return { sent, send: async (mail) => void sent.push(mail), close: () => undefined };
}

export const signinServices = (
  overrides: ServiceOverrides = {},
  env: Record<string, string> = {},
): Promise<Services> => testServices(overrides, { LOG_LEVEL: "silent", ...env });

export interface TestPerson {
  workspaceId: string;
  userId: string;
  email: string;
}

/** A person in a new workspace, by default with `password`. */
export async function signinPerson(
  { db, clock }: Services,
  given: { email?: string; status?: UserStatus; password?: string | null; workspaceName?: string } = {},
): Promise<TestPerson> {
  const [workspaceId, userId, locationId, departmentId] = [newId(), newId(), newId(), newId()];
  const email = given.email ?? `person-${userId}@example.com`;
  const createdAt = clock();
  const name = given.workspaceName ?? "Acme";
  await db.insert(workspaces).values({ id: workspaceId, name, plan: "COMPLETE", createdAt });
  await db
    .insert(locations)
    .values({ workspaceId, id: locationId, name: "Lisbon", timezone: "Europe/Lisbon", createdAt });
  await db.insert(departments).values({ workspaceId, id: departmentId, name: "Sales", createdAt });
  await db.insert(users).values({
    workspaceId,
    id: userId,
    name: "Ana Ilić",
    email,
    status: given.status ?? "ACTIVE",
    locationId,
    departmentId,
    createdAt,
    updatedAt: createdAt,
  });
  await recordIdentities(db, workspaceId, { emails: [email] });
  await verifyEmail(db, { workspaceId, userId, email }, createdAt);
  if (given.password !== null)
    await db.insert(credentials).values({
      workspaceId,
      userId,
      passwordHash: await hashPassword(given.password ?? password),
      updatedAt: createdAt,
    });
  return { workspaceId, userId, email };
}

/** The session of a sign-in that needs no second step. */
export function sessionOf(begun: Entered | PendingFactor | null): SessionRef {
  if (begun && "session" in begun) return begun.session;
  throw new Error(begun ? "waits for a second factor" : "refused");
}

/** A unique source address, so that tests do not share rate limits. */
let sources = 0;
export const someBrowser = () => ({
  ip: `198.51.${100 + (sources >> 8)}.${sources++ & 255}`,
  userAgent: "Test/1",
});

/** Deferred work, run by `settle`. */
export function laterQueue() {
  const work: Promise<void>[] = [];
  return { later: (run: () => Promise<void>) => void work.push(run()), settle: () => Promise.all(work) };
}
