import { departments, locations } from "@/drizzle/schema/directory";
import { users } from "@/drizzle/schema/people";
import { credentials } from "@/drizzle/schema/signin";
import type { UserStatus } from "@/drizzle/schema/values";
import { workspaces } from "@/drizzle/schema/workspaces";
import { loadSettings } from "@/server/kernel/env";
import { newId } from "@/server/kernel/ids";
import type { Mail, Mailer } from "@/server/kernel/mail";
import { hashPassword } from "@/server/kernel/password";
import { createServices, type ServiceOverrides, type Services } from "@/server/kernel/services";
import { testDatabase } from "./database";

export const password = "correct horse battery";

/** A clock that stands still until it is moved. */
export function heldClock(start = new Date()) {
  let now = start;
  const clock = () => now;
  return Object.assign(clock, {
    pass(ms: number) {
      now = new Date(now.getTime() + ms);
    },
  });
}

/** Keeps what would have been sent. */
export function mailbox(): Mailer & { sent: Mail[] } {
  const sent: Mail[] = [];
  return { sent, send: async (mail) => void sent.push(mail), close: () => undefined };
}

export async function signinServices(
  overrides: ServiceOverrides = {},
  env: Record<string, string> = {},
): Promise<Services> {
  const settings = loadSettings({
    NODE_ENV: "test",
    DATABASE_URL: await testDatabase(),
    SESSION_SECRET: "s".repeat(32),
    CRON_SECRET: "c".repeat(32),
    ENCRYPTION_KEY: Buffer.alloc(32, 7).toString("base64"),
    LOG_LEVEL: "silent",
    ...env,
  });
  return createServices(settings, { leanMount: true, ...overrides });
}

export interface TestPerson {
  workspaceId: string;
  userId: string;
  email: string;
}

/** Somebody in a workspace of their own, with `password`, unless said otherwise. */
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
  if (given.password !== null)
    await db.insert(credentials).values({
      workspaceId,
      userId,
      passwordHash: await hashPassword(given.password ?? password),
      updatedAt: createdAt,
    });
  return { workspaceId, userId, email };
}

/** A source address that no other test uses, so that limits do not meet. */
let sources = 0;
export const someBrowser = () => ({
  ip: `198.51.${100 + (sources >> 8)}.${sources++ & 255}`,
  userAgent: "Test/1",
});

/** Work for later, run by `settle`. */
export function laterQueue() {
  const work: Promise<void>[] = [];
  return { later: (run: () => Promise<void>) => void work.push(run()), settle: () => Promise.all(work) };
}
