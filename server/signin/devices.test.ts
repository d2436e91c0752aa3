import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ctxFor } from "@/server/access/ctx";
import { jobActor } from "@/server/access/job-actor";
import { newId } from "@/server/kernel/ids";
import type { Services } from "@/server/kernel/services";
import { updateUser } from "@/server/modules/people/people/update-user";
import { verifyEmail } from "@/server/modules/people/people/verify-email";
import { mailRows } from "@/server/test/mail-kit";
import {
  heldClock,
  laterQueue,
  mailbox,
  password,
  signinPerson,
  signinServices,
  someBrowser,
  type TestPerson,
} from "@/server/test/signin-fixture";
import { type Device, deviceCookieOptions, openDevices, sealDevices } from "./devices";
import { requestMail } from "./request-mail";
import { resetPassword } from "./reset-password";
import { openSession, sealSession } from "./session-cookie";
import { signInWithLink } from "./sign-in-with-link";
import { signInWithPassword } from "./sign-in-with-password";
import { issueToken } from "./tokens";

const clock = heldClock();
let services: Services;
beforeAll(async () => {
  services = await signinServices({ clock, mailer: mailbox() });
});
afterAll(() => services.close());

const signIn = (email: string, typed: string, devices: readonly Device[] = []) =>
  signInWithPassword(services, { email, password: typed }, { ...someBrowser(), devices });

/** The cookie of a browser after a user's sign-in. */
async function deviceOf(person: TestPerson, before: readonly Device[] = []): Promise<Device[]> {
  return openDevices(services.settings, await sealDevices(services.settings, before, person, clock()));
}

async function lockOut(email: string): Promise<void> {
  for (let tries = 0; tries < 11; tries++) await signIn(email, "wrong");
  expect(await signIn(email, password)).toMatchObject({ reason: "throttled" });
}

it("a known browser can sign in while strangers' guesses lock everyone else out", async () => {
  const person = await signinPerson(services);
  const devices = await deviceOf(person);
  await lockOut(person.email);
  expect((await signIn(person.email, password, devices)).ok).toBe(true);
  // It does not grant the strangers new guesses.
  expect(await signIn(person.email, "wrong")).toMatchObject({ reason: "throttled" });
});

it("also when the strangers share its address", async () => {
  const person = await signinPerson(services);
  const browser = someBrowser();
  for (let tries = 0; tries < 51; tries++)
    await signInWithPassword(services, { email: `spray-${newId()}@example.com`, password: "wrong" }, browser);
  const typed = { email: person.email, password };
  expect(await signInWithPassword(services, typed, browser)).toMatchObject({ reason: "throttled" });
  const known = { ...browser, devices: await deviceOf(person) };
  expect((await signInWithPassword(services, typed, known)).ok).toBe(true);
});

it("a known browser has its own ten tries, and uses up none of the others'", async () => {
  const person = await signinPerson(services);
  const devices = await deviceOf(person);
  for (let tries = 0; tries < 10; tries++)
    expect(await signIn(person.email, "wrong", devices)).toMatchObject({ reason: "credentials" });
  expect(await signIn(person.email, password, devices)).toMatchObject({ reason: "throttled" });
  expect((await signIn(person.email, password)).ok).toBe(true);
  expect((await signIn(person.email, password, await deviceOf(person))).ok).toBe(true);
});

it("a browser known to another user is a stranger", async () => {
  const person = await signinPerson(services);
  const devices = await deviceOf(await signinPerson(services));
  await lockOut(person.email);
  expect(await signIn(person.email, password, devices)).toMatchObject({ reason: "throttled" });
});

it("a browser is known to the last five people who signed in with it", async () => {
  const people = [];
  let devices: Device[] = [];
  for (let n = 0; n < 6; n++) {
    const person = await signinPerson(services);
    people.push(person);
    devices = await deviceOf(person, devices);
  }
  expect(devices.map(({ userId }) => userId)).toEqual(
    people
      .slice(1)
      .reverse()
      .map(({ userId }) => userId),
  );
});

it("a new password ends this", async () => {
  const person = await signinPerson(services);
  const devices = await deviceOf(person);
  clock.pass(1);
  const token = await issueToken(services.db, person, "PASSWORD_RESET", null, clock());
  const changed = "a brand new password";
  expect(await resetPassword(services, { token, password: changed }, [])).toBe(true);
  await lockOut(person.email);
  expect(await signIn(person.email, changed, devices)).toMatchObject({ reason: "throttled" });
  expect((await signIn(person.email, changed, await deviceOf(person))).ok).toBe(true);
});

it("strangers who request links do not prevent a known browser from requesting one", async () => {
  const person = await signinPerson(services);
  const ask = (devices: readonly Device[]) =>
    requestMail(services, "MAGIC_LINK", {
      ...someBrowser(),
      email: person.email,
      devices,
      returnTo: null,
      later: laterQueue().later,
    });
  for (let times = 0; times < 6; times++) await ask([]);
  expect((await ask([])).ok).toBe(false);
  expect((await ask(await deviceOf(person))).ok).toBe(true);
});

describe("an address typed by an administrator of another workspace", () => {
  const change = ({ workspaceId, userId }: TestPerson, email: string) =>
    updateUser(ctxFor(services, jobActor(workspaceId, "COMPLETE"), "test"), userId, { email });
  const reasonOf = (result: Awaited<ReturnType<typeof signIn>>) => (result.ok ? "ok" : result.reason);

  /** A user of another workspace who has signed in and then gets the victim's address. */
  async function intruder(email: string) {
    const own = await signinPerson(services, { password: "the intruder's own" });
    const devices = await deviceOf(own);
    await change(own, email);
    return { own, devices };
  }

  /** Guesses, with occasional sign-ins by the intruder's own password, which make the browser known again. */
  async function guessed(
    guesses: number,
    victim: TestPerson,
    { own, devices: first }: Awaited<ReturnType<typeof intruder>>,
  ): Promise<string[]> {
    const reasons: string[] = [];
    let devices = first;
    for (let n = 0; n < guesses; n++) {
      if (n % 9 === 8 && (await signIn(victim.email, "the intruder's own", devices)).ok)
        devices = await deviceOf(own);
      reasons.push(reasonOf(await signIn(victim.email, `guess ${n}`, devices)));
    }
    return reasons;
  }

  it("grants no guess at its owner: of 126, none is checked beyond the limit", async () => {
    const victim = await signinPerson(services);
    const strange = await intruder(victim.email);
    const reasons = await guessed(126, victim, strange);
    expect(reasons.filter((reason) => reason === "credentials").length).toBeLessThanOrEqual(10);
    expect(new Set(reasons.slice(10))).toEqual(new Set(["throttled"]));
    expect(await signIn(victim.email, password, strange.devices)).toMatchObject({ reason: "throttled" });
    expect((await signIn(victim.email, password, await deviceOf(victim))).ok).toBe(true);
  });

  it("nor when its owner has followed a link to that workspace, too", async () => {
    const victim = await signinPerson(services);
    const strange = await intruder(victim.email);
    const { own } = strange;
    await verifyEmail(services.db, { ...own, email: victim.email }, clock());
    const reasons = await guessed(22, victim, strange);
    expect(reasons.slice(0, 8)).toEqual(Array.from({ length: 8 }, () => "credentials"));
    expect(new Set(reasons.slice(10))).toEqual(new Set(["throttled"]));
    // The intruder's own password still opens their own account, and no other.
    expect(await signIn(victim.email, "the intruder's own", await deviceOf(own))).toMatchObject({
      person: { userId: own.userId },
    });
  });

  it("nor concurrently: of 50 parallel guesses in browsers that have just signed in, ten are checked", async () => {
    const victim = await signinPerson(services);
    const { own } = await intruder(victim.email);
    const results = await Promise.all(
      Array.from({ length: 50 }, async (_, n) => signIn(victim.email, `guess ${n}`, await deviceOf(own))),
    );
    expect(results.map(reasonOf).filter((reason) => reason === "credentials")).toHaveLength(10);
    expect(await signIn(victim.email, password)).toMatchObject({ reason: "throttled" });
  });

  it("accepts no password until its owner follows a link mailed to it", async () => {
    const person = await signinPerson(services);
    const email = `new-${person.email}`;
    await change(person, email);
    expect(await signIn(email, password)).toEqual({ ok: false, reason: "credentials" });
    const token = await issueToken(services.db, person, "MAGIC_LINK", null, clock());
    expect(await signInWithLink(services, token, someBrowser())).not.toBeNull();
    expect((await signIn(email.toUpperCase(), password)).ok).toBe(true);
    await change(person, person.email);
    expect((await signIn(person.email, password)).ok).toBe(false);
  });

  it("gets at most five mails, however often the intruder signs in", async () => {
    const victim = await signinPerson(services);
    const { own } = await intruder(victim.email);
    const queue = laterQueue();
    const answers: boolean[] = [];
    for (let times = 0; times < 30; times++) {
      const devices = await deviceOf(own);
      const request = { ...someBrowser(), email: victim.email, devices, returnTo: null, later: queue.later };
      answers.push((await requestMail(services, "PASSWORD_RESET", request)).ok);
    }
    await queue.settle();
    expect(answers.filter(Boolean)).toHaveLength(5);
    const mailed = (await mailRows(services)).filter(({ recipient }) => recipient === victim.email);
    expect(mailed).toHaveLength(5);
    const known = { ...someBrowser(), devices: await deviceOf(victim) };
    const asked = { ...known, email: victim.email, returnTo: null, later: queue.later };
    expect((await requestMail(services, "PASSWORD_RESET", asked)).ok).toBe(true);
  });
});

it("sign-ins do not reset a known browser's limit of mails", async () => {
  const person = await signinPerson(services);
  const ask = async () =>
    requestMail(services, "MAGIC_LINK", {
      ...{ ...someBrowser(), email: person.email, returnTo: null, later: laterQueue().later },
      devices: await deviceOf(person),
    });
  for (let times = 0; times < 5; times++) expect((await ask()).ok).toBe(true);
  expect((await ask()).ok).toBe(false);
});

it("a cookie that is forged, sealed with another secret, or of another kind identifies no one", async () => {
  const { settings } = services;
  const person = await signinPerson(services);
  const sealed = await sealDevices(settings, [], person, clock());
  expect(await openDevices(settings, sealed)).toMatchObject([person.userId].map((userId) => ({ userId })));
  expect(await openDevices(settings, sealed.slice(0, -3))).toEqual([]);
  expect(await openDevices({ ...settings, sessionSecrets: ["t".repeat(32)] }, sealed)).toEqual([]);
  expect(await openDevices(settings, undefined)).toEqual([]);
  expect(await openSession(settings, sealed)).toBeNull();
  const session = await sealSession(settings, { workspaceId: person.workspaceId, sessionId: newId() });
  expect(await openDevices(settings, session)).toEqual([]);
  expect(deviceCookieOptions({ ...settings, appUrl: "https://app.test" })).toMatchObject({
    httpOnly: true,
    secure: true,
    sameSite: "lax",
    path: "/",
  });
});
