import { afterAll, expect, it } from "vitest";
import { minute } from "@/server/kernel/time/clock";
import { redirectSource } from "@/server/oauth/consent/redirect-source";
import { sealStep, stepCookieName } from "@/server/signin/factors/step-cookie";
import { findPeopleByEmail } from "@/server/signin/people-by-email";
import { issueToken } from "@/server/signin/tokens";
import { choiceCookieName, sealChoice } from "@/server/signin/workspace-choice";
import {
  askAuthorization,
  heldClock,
  oauthServices,
  pkce,
  redirectUri,
  registerClient,
  sessionOf,
  signedInPerson,
} from "@/server/test/oauth-kit";
import { formTargets } from "./form-targets";

const clock = heldClock();
const services = await oauthServices(clock, { GOOGLE_CLIENT_ID: "g", GOOGLE_CLIENT_SECRET: "g" });
afterAll(() => services.close());

const loopback = "http://127.0.0.1:4180";
const google = "https://accounts.google.com";
const targets = (path: string, query: Record<string, string> = {}, cookies: Record<string, string> = {}) =>
  formTargets(services, { path, query: new URLSearchParams(query), cookie: (name) => cookies[name] });

async function asked(): Promise<string> {
  const reply = await askAuthorization(services, {
    client_id: await registerClient(services),
    redirect_uri: redirectUri,
    state: "x",
    code_challenge: pkce().challenge,
    code_challenge_method: "S256",
  });
  return sessionOf(reply);
}

it("the consent page leads to its request's redirect, while the request lasts", async () => {
  const session = await asked();
  for (const path of ["/oauth/authorize", "/consent"])
    expect(await targets(path, { session })).toEqual([loopback]);
  expect(await targets("/dashboard", { session })).toEqual([]);
  for (const wrong of ["", "x", "session-x"])
    expect(await targets("/consent", { session: wrong })).toEqual([]);
  clock.pass(10 * minute);
  expect(await targets("/consent", { session })).toEqual([]);
});

it("sign-in leads to the redirect behind it, and to the offered providers", async () => {
  const session = await asked();
  const next = `/oauth/authorize?session=${session}`;
  expect(await targets("/login", { session })).toEqual([loopback, google]);
  expect(await targets("/login", { next })).toEqual([loopback, google]);
  expect(await targets("/login", { next: "/dashboard" })).toEqual([google]);
  const { actor, user } = await signedInPerson(services);
  const person = { workspaceId: actor.workspaceId, userId: user.id };
  const token = await issueToken(services.db, person, "MAGIC_LINK", next, clock());
  expect(await targets("/login/link", { token })).toEqual([loopback]);
  expect(await targets("/login/link", { token: "x" })).toEqual([]);
  const people = await findPeopleByEmail(services.db, user.email);
  const choice = await sealChoice(services.settings, { people, method: "LINK" }, next, new Date());
  const name = choiceCookieName(services.settings);
  expect(await targets("/login/workspace", {}, { [name]: choice })).toEqual([loopback]);
  expect(await targets("/login/workspace", {}, { [name]: "x" })).toEqual([]);
  const step = await sealStep(services.settings, { secret: "s", returnTo: next });
  const stepName = stepCookieName(services.settings);
  expect(await targets("/login/second-step", {}, { [stepName]: step })).toEqual([loopback]);
  expect(await targets("/login/second-step", {}, { [stepName]: choice })).toEqual([]);
});

it.each([
  ["https://a.example.com:8443/cb?x=1", "https://a.example.com:8443"],
  ["https://example.com", "https://example.com"],
  ["https://example.com?x=https://y", "https://example.com"],
  ["http://localhost:3000/cb", "http://localhost:3000"],
  // No CSP source can name it.
  ["http://[::1]:3000/cb", "http:"],
  ["com.example.app:/cb", "com.example.app:"],
  ["cursor://x/cb", "cursor:"],
])("of %s a policy names %s", (uri, source) => expect(redirectSource(uri)).toBe(source));
