import { afterAll, beforeAll, expect, it } from "vitest";
import { newId } from "@/server/kernel/ids";
import type { Services } from "@/server/kernel/services";
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

/** The cookie of a browser that has just signed in as somebody. */
async function deviceOf(person: TestPerson, before: readonly Device[] = []): Promise<Device[]> {
  return openDevices(services.settings, await sealDevices(services.settings, before, person, clock()));
}

async function lockOut(email: string): Promise<void> {
  for (let tries = 0; tries < 11; tries++) await signIn(email, "wrong");
  expect(await signIn(email, password)).toMatchObject({ reason: "throttled" });
}

it("a browser that has signed in before gets in while strangers' guesses lock everybody else out", async () => {
  const person = await signinPerson(services);
  const devices = await deviceOf(person);
  await lockOut(person.email);
  expect((await signIn(person.email, password, devices)).ok).toBe(true);
  // It does not buy the strangers new guesses.
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

it("a known browser has ten tries of its own, and takes none from the others", async () => {
  const person = await signinPerson(services);
  const devices = await deviceOf(person);
  for (let tries = 0; tries < 10; tries++)
    expect(await signIn(person.email, "wrong", devices)).toMatchObject({ reason: "credentials" });
  expect(await signIn(person.email, password, devices)).toMatchObject({ reason: "throttled" });
  expect((await signIn(person.email, password)).ok).toBe(true);
  expect((await signIn(person.email, password, await deviceOf(person))).ok).toBe(true);
});

it("a browser known to somebody else is a stranger", async () => {
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

it("a new password ends it", async () => {
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

it("strangers who ask for links do not keep a known browser from asking for one", async () => {
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

it("a cookie that is forged, of another secret, or of another kind names nobody", async () => {
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
