import { afterAll, beforeAll, expect, it } from "vitest";
import { appRouter } from "@/server/api/trpc";
import type { Services } from "@/server/kernel/services";
import { password, signinPerson, signinServices, someBrowser } from "@/server/test/signin-fixture";
import { findSession } from "./find-session";
import { signInWithPassword } from "./sign-in-with-password";

let services: Services;
beforeAll(async () => {
  services = await signinServices();
});
afterAll(() => services.close());

/** The procedures of a signed-in person. */
async function caller() {
  const person = await signinPerson(services);
  const result = await signInWithPassword(services, { email: person.email, password }, someBrowser());
  if (!result.ok) throw new Error(result.reason);
  const signedIn = () => findSession(services, result.session);
  return appRouter.createCaller({ services, requestId: "req_test", signedIn }).preferences;
}

it("without a choice the browser decides, with shortcuts on", async () => {
  expect(await (await caller()).get()).toEqual({ language: null, timeZone: null, singleKeyShortcuts: true });
});

it("a change keeps unnamed fields", async () => {
  const mine = await caller();
  await mine.change({ language: "de" });
  await mine.change({ timeZone: "Asia/Kathmandu" });
  expect(await mine.change({ singleKeyShortcuts: false })).toEqual({
    language: "de",
    timeZone: "Asia/Kathmandu",
    singleKeyShortcuts: false,
  });
  await mine.change({ language: null });
  expect(await mine.get()).toEqual({
    language: null,
    timeZone: "Asia/Kathmandu",
    singleKeyShortcuts: false,
  });
});

it("concurrent changes are both kept", async () => {
  const mine = await caller();
  await Promise.all([
    mine.change({ language: "de" }),
    mine.change({ singleKeyShortcuts: false }),
    mine.change({ timeZone: "Europe/Berlin" }),
  ]);
  expect(await mine.get()).toEqual({
    language: "de",
    timeZone: "Europe/Berlin",
    singleKeyShortcuts: false,
  });
});

it("no one sees another user's", async () => {
  const [mine, theirs] = [await caller(), await caller()];
  await mine.change({ language: "de" });
  expect((await theirs.get()).language).toBeNull();
});

it.each([{ language: "tlh" }, { timeZone: "Mars/Olympus" }, { timeZone: "+02:00" }, { theme: "dark" }])(
  "400 for %j",
  async (change) => {
    await expect((await caller()).change(change as never)).rejects.toMatchObject({ code: "BAD_REQUEST" });
  },
);
