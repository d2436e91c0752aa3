import { afterAll, beforeAll, expect, it } from "vitest";
import { appRouter } from "@/server/api/trpc";
import type { Services } from "@/server/kernel/services";
import { minute } from "@/server/kernel/time/clock";
import { findSession } from "@/server/signin/find-session";
import { signInWithPassword } from "@/server/signin/sign-in-with-password";
import { heldClock, password, signinPerson, signinServices, someBrowser } from "@/server/test/signin-fixture";

const clock = heldClock();
let services: Services;
beforeAll(async () => {
  services = await signinServices({ clock });
});
afterAll(() => services.close());

async function caller() {
  const person = await signinPerson(services);
  const result = await signInWithPassword(services, { email: person.email, password }, someBrowser());
  if (!result.ok) throw new Error(result.reason);
  const signedIn = () => findSession(services, result.session);
  return appRouter.createCaller({ services, requestId: "req_test", signedIn });
}

it("the first visit has no previous one", async () => {
  const { requestLog } = await caller();
  expect(await requestLog.errorsVisit()).toEqual({ visitedBefore: null });
  await requestLog.noteErrorsVisit();
  expect(await requestLog.errorsVisit()).toEqual({ visitedBefore: null });
});

it("a visit ends after half an hour without activity, and is then the previous one", async () => {
  const { requestLog } = await caller();
  await requestLog.noteErrorsVisit();
  clock.pass(20 * minute);
  await requestLog.noteErrorsVisit();
  const lastSign = clock();
  clock.pass(20 * minute);
  expect(await requestLog.errorsVisit()).toEqual({ visitedBefore: null });
  clock.pass(11 * minute);
  expect(await requestLog.errorsVisit()).toEqual({ visitedBefore: lastSign });
  await requestLog.noteErrorsVisit();
  expect(await requestLog.errorsVisit()).toEqual({ visitedBefore: lastSign });
  clock.pass(10 * minute);
  await requestLog.noteErrorsVisit();
  expect(await requestLog.errorsVisit()).toEqual({ visitedBefore: lastSign });
});

it("visits do not change settings, and settings do not change visits", async () => {
  const { requestLog, preferences } = await caller();
  await preferences.change({ language: "de", singleKeyShortcuts: false });
  await requestLog.noteErrorsVisit();
  const visitedAt = clock();
  clock.pass(31 * minute);
  await preferences.change({ timeZone: "Europe/Berlin" });
  expect(await requestLog.errorsVisit()).toEqual({ visitedBefore: visitedAt });
  expect(await preferences.get()).toEqual({
    language: "de",
    timeZone: "Europe/Berlin",
    singleKeyShortcuts: false,
  });
});
