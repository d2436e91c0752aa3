import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { users } from "@/drizzle/schema/people";
import { sessions } from "@/drizzle/schema/signin";
import { maximumPasswordLength } from "@/server/kernel/password";
import type { Services } from "@/server/kernel/services";
import { day, minute } from "@/server/kernel/time/clock";
import { ratioInTurns } from "@/server/test/in-turns";
import { heldClock, password, signinPerson, signinServices, someBrowser } from "@/server/test/signin-fixture";
import { deleteExpiredSignin } from "./delete-expired";
import { findSession } from "./find-session";
import { resetPassword } from "./reset-password";
import { openSession, sealSession } from "./session-cookie";
import { signInWithPassword } from "./sign-in-with-password";
import { signOut } from "./sign-out";
import { issueToken } from "./tokens";
import { chooseWorkspace, openChoice, peopleOfChoice, sealChoice } from "./workspace-choice";

const clock = heldClock();
let services: Services;
beforeAll(async () => {
  services = await signinServices({ clock });
});
afterAll(() => services.close());

const signIn = (email: string, typed = password, browser = someBrowser()) =>
  signInWithPassword(services, { email, password: typed }, browser);

async function signedIn() {
  const person = await signinPerson(services);
  const result = await signIn(person.email);
  if (!result.ok) throw new Error(result.reason);
  return { person, ref: result.session };
}

it("the right password signs in, with the address in any case", async () => {
  const { email, workspaceId, userId } = await signinPerson(services);
  const result = await signIn(` ${email.toUpperCase()} `);
  if (!result.ok) throw new Error(result.reason);
  const found = await findSession(services, result.session);
  expect(found?.actor).toMatchObject({ workspaceId, userId, role: "USER", plan: "COMPLETE" });
  expect(found?.workspace).toEqual({ name: "Acme", plan: "COMPLETE", openApiEnabled: true });
});

it("a password in another Unicode form is the same", async () => {
  const { email } = await signinPerson(services, { password: "caf\u00e9 caf\u00e9 caf\u00e9" });
  expect((await signIn(email, "cafe\u0301 cafe\u0301 cafe\u0301")).ok).toBe(true);
});

it("unknown, wrong, without a password, inactive and deleted get the same answer", async () => {
  const { email } = await signinPerson(services);
  const noPassword = await signinPerson(services, { password: null });
  const inactive = await signinPerson(services, { status: "INACTIVE" });
  const deleted = await signinPerson(services, { status: "DELETED" });
  const refused = { ok: false, reason: "credentials" };
  expect(await signIn("nobody@example.com")).toEqual(refused);
  expect(await signIn(email, "wrong")).toEqual(refused);
  expect(await signIn(email, "")).toEqual(refused);
  expect(await signIn(email, "x".repeat(1_000_000))).toEqual(refused);
  expect(await signIn(noPassword.email)).toEqual(refused);
  expect(await signIn(inactive.email)).toEqual(refused);
  expect(await signIn(deleted.email)).toEqual(refused);
  expect(await signIn("a\u0000b@example.com")).toEqual(refused);
  expect(await signIn(`${email}' or 1=1 --`)).toEqual(refused);
});

it("unknown and wrong take the same time", async () => {
  const { email } = await signinPerson(services);
  const signInWrong = (address: string) => {
    clock.pass(minute);
    return signIn(address, "wrong password");
  };
  let strangers = 0;
  const ratio = await ratioInTurns(
    () => signInWrong(`nobody-${strangers++}@example.com`),
    () => signInWrong(email),
    15,
  );
  expect(ratio).toBeGreaterThan(0.6);
  expect(ratio).toBeLessThan(1.67);
});

it("one address in several workspaces: each password opens its own", async () => {
  const email = "everywhere@example.com";
  const people = [];
  for (const n of [1, 2, 3, 4])
    people.push(await signinPerson(services, { email, password: `password number ${n}` }));
  await signinPerson(services, { email, password: "password number 5", status: "INACTIVE" });
  for (const [i, person] of people.entries()) {
    const result = await signIn(email, `password number ${i + 1}`);
    expect(result).toMatchObject({ ok: true, session: { workspaceId: person.workspaceId } });
  }
  expect((await signIn(email, "password number 5")).ok).toBe(false);
});

it("one password in several workspaces requires a choice; a new password removes one", async () => {
  const email = "twice@example.com";
  const typed = "the same for both";
  const first = await signinPerson(services, { email, password: typed });
  const second = await signinPerson(services, { email, password: typed });
  await signinPerson(services, { email, password: "another one here" });
  const result = await signIn(email, typed);
  if (result.ok || result.reason !== "choose") throw new Error("there is no choice");
  const sealed = await sealChoice(services.settings, result.proof, "/dashboard", clock());
  const choice = await openChoice(services.settings, sealed);
  if (!choice) throw new Error("the choice was not kept");
  const offered = (await peopleOfChoice(services, choice)).map(({ workspaceId }) => workspaceId);
  expect(offered.sort()).toEqual([first.workspaceId, second.workspaceId].sort());
  expect(await chooseWorkspace(services, choice, first.workspaceId, someBrowser())).not.toBeNull();
  clock.pass(1000);
  const token = await issueToken(services.db, second, "PASSWORD_RESET", null, clock());
  await resetPassword(services, { token, password: "a brand new password" }, []);
  expect(await chooseWorkspace(services, choice, second.workspaceId, someBrowser())).toBeNull();
  expect(await openChoice(services.settings, sealed.slice(0, -3))).toBeNull();
  expect(await openSession(services.settings, sealed)).toBeNull();
});

it("of 50 parallel guesses at an account from many sources, ten are checked", async () => {
  const { email } = await signinPerson(services);
  const results = await Promise.all(Array.from({ length: 50 }, () => signIn(email, "wrong")));
  const reasons = results.map((result) => (result.ok ? "ok" : result.reason));
  expect(reasons.filter((reason) => reason === "credentials")).toHaveLength(10);
  expect(await signIn(email)).toEqual({ ok: false, reason: "throttled", retryAfterSeconds: 30 });
  expect(await signIn("unknown-but-slowed@example.com", "wrong")).toMatchObject({ reason: "credentials" });
  clock.pass(30_000);
  expect((await signIn(email)).ok).toBe(true);
});

it("an unknown address is rate-limited like a known one", async () => {
  for (let i = 0; i < 10; i++) await signIn("slowed@example.com", "wrong");
  expect(await signIn("slowed@example.com", "wrong")).toMatchObject({ reason: "throttled" });
});

it("a source that guesses at many accounts is rate-limited, and its successful sign-ins do not count", async () => {
  const browser = someBrowser();
  const { email } = await signinPerson(services);
  for (let i = 0; i < 60; i++) expect((await signIn(email, password, browser)).ok).toBe(true);
  for (let i = 0; i < 50; i++) await signIn(`spray-${i}@example.com`, "wrong", browser);
  expect(await signIn(email, password, browser)).toMatchObject({ reason: "throttled" });
  expect((await signIn(email)).ok).toBe(true);
});

it("a revoked session is invalid", async () => {
  const { ref } = await signedIn();
  await signOut(services, ref);
  expect(await findSession(services, ref)).toBeNull();
});

it.each(["INACTIVE", "DELETED"] as const)("a session ends when its person becomes %s", async (status) => {
  const { ref, person } = await signedIn();
  await services.db
    .update(users)
    .set({ status })
    .where(and(eq(users.workspaceId, person.workspaceId), eq(users.id, person.userId)));
  expect(await findSession(services, ref)).toBeNull();
});

it("a session expires after 7 days without use, and after 30 days of daily use", async () => {
  const idle = await signedIn();
  const busy = await signedIn();
  clock.pass(7 * day - minute);
  expect(await findSession(services, busy.ref)).not.toBeNull();
  clock.pass(minute);
  expect(await findSession(services, idle.ref)).toBeNull();
  for (let passed = 7; passed < 30; passed++) {
    expect(await findSession(services, busy.ref)).not.toBeNull();
    clock.pass(day);
  }
  expect(await findSession(services, busy.ref)).toBeNull();
});

it("last seen is written at most once a minute", async () => {
  const { ref } = await signedIn();
  const seen = async () => {
    await findSession(services, ref);
    const [row] = await services.db.select().from(sessions).where(eq(sessions.id, ref.sessionId));
    return row?.lastSeenAt.getTime();
  };
  const start = clock().getTime();
  clock.pass(59_000);
  expect(await seen()).toBe(start);
  clock.pass(2000);
  expect(await seen()).toBe(start + 61_000);
});

it("a cookie of another secret, of another kind, or truncated is invalid", async () => {
  const { ref } = await signedIn();
  const sealed = await sealSession(services.settings, ref);
  expect(await openSession(services.settings, sealed)).toEqual(ref);
  expect(await openSession({ ...services.settings, sessionSecrets: ["t".repeat(32)] }, sealed)).toBeNull();
  const secrets = ["t".repeat(32), ...services.settings.sessionSecrets] as const;
  expect(await openSession({ ...services.settings, sessionSecrets: secrets }, sealed)).toEqual(ref);
  expect(await openSession(services.settings, sealed.slice(0, -3))).toBeNull();
  expect(await openSession(services.settings, "")).toBeNull();
  const odd = await sealSession(services.settings, { workspaceId: "'; --", sessionId: ref.sessionId });
  expect(await openSession(services.settings, odd)).toBeNull();
});

it("rows that ended more than a week ago are deleted, live sessions are kept", async () => {
  const old = await signedIn();
  clock.pass(15 * day);
  const live = await signedIn();
  await deleteExpiredSignin(services);
  const rows = await services.db.select({ id: sessions.id }).from(sessions);
  const ids = rows.map(({ id }) => id);
  expect(ids).toContain(live.ref.sessionId);
  expect(ids).not.toContain(old.ref.sessionId);
});

it("a password of the maximum length in two-unit characters works", async () => {
  const long = "😀".repeat(maximumPasswordLength);
  const { email } = await signinPerson(services, { password: long });
  expect((await signIn(email, long)).ok).toBe(true);
});
