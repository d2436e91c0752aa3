import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { inspect } from "node:util";
import { and, eq } from "drizzle-orm";
import Provider, { type Configuration } from "oidc-provider";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { users } from "@/drizzle/schema/people";
import { providerAccounts, sessions } from "@/drizzle/schema/signin";
import { workspaces } from "@/drizzle/schema/workspaces";
import { newId } from "@/server/kernel/ids";
import type { Services } from "@/server/kernel/services";
import {
  password,
  sessionOf,
  signinPerson,
  signinServices,
  someBrowser,
  type TestPerson,
} from "@/server/test/signin-fixture";
import { deviceCookieName, openDevices } from "./devices";
import { findSession } from "./find-session";
import { offeredProviders, verifiedEmail } from "./providers";
import { runNextAuth } from "./run-next-auth";
import { openSession, sessionCookieName } from "./session-cookie";
import { signInWithPassword } from "./sign-in-with-password";
import { startProviderSignIn } from "./start-provider-sign-in";
import { choiceCookieName, chooseWorkspace, openChoice } from "./workspace-choice";

const appUrl = "https://app.test";
const callback = (id: string) => `${appUrl}/api/auth/callback/${id}`;
const client = { client_id: "timeaway", client_secret: "a secret of the provider" };

/** The account that signs in next at the local provider, and its claims; each test has its own account. */
let subject = "";
let claims: Record<string, unknown> = {};
beforeEach(() => {
  subject = newId();
});

function localProvider(issuer: string): Provider {
  const configuration: Configuration = {
    clients: [{ ...client, redirect_uris: ["google", "azure-ad", "slack"].map(callback) }],
    claims: { openid: ["sub"], email: ["email", "email_verified", "xms_edov"], profile: ["name"] },
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx, interaction) => `/interaction/${interaction.uid}` },
    cookies: { keys: ["a key of the test"] },
    findAccount: (_ctx, sub) => ({ accountId: sub, claims: async () => ({ sub, ...claims }) }),
    loadExistingGrant: async (ctx) => {
      const grant = new ctx.oidc.provider.Grant({
        clientId: ctx.oidc.client?.clientId,
        accountId: ctx.oidc.session?.accountId,
      });
      grant.addOIDCScope("openid email profile");
      await grant.save();
      return grant;
    },
  };
  return new Provider(issuer, configuration);
}

let server: Server;
let issuer: string;
let services: Services;
/** What next-auth said of refused callbacks. */
const refusals: unknown[] = [];

beforeAll(async () => {
  server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = localProvider(issuer);
  const answer = provider.callback();
  server.on("request", async (request, response) => {
    if (!request.url?.startsWith("/interaction/")) return answer(request, response);
    await provider.interactionFinished(request, response, { login: { accountId: subject } });
  });
  const set = (name: string) => ({
    [`${name}_CLIENT_ID`]: client.client_id,
    [`${name}_CLIENT_SECRET`]: client.client_secret,
    [`${name}_ISSUER`]: issuer,
  });
  services = await signinServices(
    {},
    { APP_URL: appUrl, ...set("GOOGLE"), ...set("MICROSOFT"), ...set("SLACK") },
  );
  services.log.warn = (refusal: unknown) => void refusals.push(refusal);
});

afterAll(async () => {
  await services.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

/** A browser's cookies. */
class Jar {
  private readonly values = new Map<string, string>();

  keep(setCookies: readonly string[]): void {
    for (const line of setCookies) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      this.values.set(name, decodeURIComponent(value));
    }
  }
  set(name: string, value: string): void {
    this.values.set(name, value);
  }
  get all(): Record<string, string> {
    return Object.fromEntries(this.values);
  }
  get header(): string {
    return [...this.values].map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("; ");
  }
}

/** Follows the provider's redirects until they lead back to our origin. */
async function atProvider(location: string): Promise<URL> {
  const jar = new Jar();
  let url = new URL(location);
  for (let hops = 0; hops < 10 && url.origin === issuer; hops++) {
    const response = await fetch(url, { redirect: "manual", headers: { cookie: jar.header } });
    jar.keep(response.headers.getSetCookie());
    url = new URL(response.headers.get("location") ?? "", url);
  }
  return url;
}

async function signInAt(id: string, returnTo = "/dashboard/open-api") {
  const browser = new Jar();
  const headers = new Headers({ "x-forwarded-for": "198.51.100.1", "user-agent": "Test/1" });
  const started = await startProviderSignIn(services, id, returnTo, headers);
  if (!started) throw new Error("not offered");
  for (const { name, value } of started.cookies) browser.set(name, value);
  const back = await atProvider(started.location);
  const answer = await runNextAuth(services, {
    method: "GET",
    segments: ["callback", id],
    query: Object.fromEntries(back.searchParams),
    body: {},
    cookies: browser.all,
    headers,
  });
  if (answer.headers.get("location")?.endsWith("error=OAuthCallback"))
    throw new Error(`The callback was refused: ${inspect(refusals.at(-1))}`);
  browser.keep(answer.headers.getSetCookie());
  const cookie = browser.all[sessionCookieName(services.settings)];
  const ref = cookie ? await openSession(services.settings, cookie) : null;
  return {
    back,
    answer,
    location: answer.headers.get("location"),
    choice: await openChoice(services.settings, browser.all[choiceCookieName(services.settings)]),
    devices: await openDevices(services.settings, browser.all[deviceCookieName(services.settings)]),
    signedIn: ref ? await findSession(services, ref) : null,
  };
}

it.each(["google", "azure-ad", "slack"])(
  "%s signs in the user with the verified address, and returns to the requested page",
  async (id) => {
    const { email, userId } = await signinPerson(services, { password: null });
    claims = { email: email.toUpperCase(), email_verified: true, name: "Ana" };
    const { signedIn, location, back, answer } = await signInAt(id, "/oauth/authorize?session=abc");
    expect(back.href).toContain(callback(id));
    expect(signedIn?.user.id).toBe(userId);
    expect(location).toBe(`${appUrl}/oauth/authorize?session=abc`);
    const cookie = answer.headers
      .getSetCookie()
      .find((line) => line.startsWith("__Secure-next-auth.session-token="));
    expect(cookie).toMatch(/HttpOnly/i);
    expect(cookie).toMatch(/Secure/i);
    expect(cookie).toMatch(/SameSite=Lax/i);
  },
);

it.each([
  ["unverified", { email_verified: false }],
  ["verified by no one's word", {}],
  ["verified in a word that is not yes", { email_verified: "no" }],
])("an address that is %s is refused", async (_name, more) => {
  const { email } = await signinPerson(services);
  claims = { email, ...more };
  const { signedIn, location } = await signInAt("google");
  expect(signedIn).toBeNull();
  expect(location).toContain("error=AccessDenied");
});

it("a workspace that is open to its connections only is closed, and the sign-in page says so; another one stays open", async () => {
  const closed = await signinPerson(services);
  const close = { connectionsOnly: true };
  await services.db.update(workspaces).set(close).where(eq(workspaces.id, closed.workspaceId));
  claims = { email: closed.email, email_verified: true };
  const refused = await signInAt("google");
  expect(refused.signedIn).toBeNull();
  expect(refused.location).toBe(`${appUrl}/login?error=ConnectionsOnly`);
  const open = await signinPerson(services, { email: closed.email });
  const { signedIn, choice } = await signInAt("google");
  expect(choice).toBeNull();
  expect(signedIn?.user.id).toBe(open.userId);
});

it("an unknown address is refused, and no account is created", async () => {
  claims = { email: "stranger@example.com", email_verified: true };
  const { signedIn, location } = await signInAt("google");
  expect(signedIn).toBeNull();
  expect(location).toContain("error=AccessDenied");
  expect(await services.db.select().from(users).where(eq(users.email, "stranger@example.com"))).toEqual([]);
});

it.each(["INACTIVE", "DELETED"] as const)("a user who is %s is refused", async (status) => {
  const { email, workspaceId, userId } = await signinPerson(services, { status });
  claims = { email, email_verified: true };
  expect((await signInAt("google")).signedIn).toBeNull();
  const found = await services.db
    .select()
    .from(sessions)
    .where(and(eq(sessions.workspaceId, workspaceId), eq(sessions.userId, userId)));
  expect(found).toEqual([]);
});

it("a callback without the cookies of the requesting browser is refused", async () => {
  const { email } = await signinPerson(services);
  claims = { email, email_verified: true };
  const headers = new Headers();
  const started = await startProviderSignIn(services, "google", "/dashboard", headers);
  const back = await atProvider(started?.location ?? "");
  const query = Object.fromEntries(back.searchParams);
  const answer = await runNextAuth(services, {
    method: "GET",
    segments: ["callback", "google"],
    query,
    body: {},
    cookies: {},
    headers,
  });
  expect(answer.headers.get("location")).toContain("error=");
  expect(answer.headers.getSetCookie().join()).not.toContain("session-token=ey");
});

it("an unreachable provider leads to the sign-in page with an error", async () => {
  const settings = {
    ...services.settings,
    providers: { google: { clientId: "x", clientSecret: "y", issuer: "http://127.0.0.1:9" } },
  };
  const started = await startProviderSignIn({ ...services, settings }, "google", "/dashboard", new Headers());
  expect(started?.location).toBe("/login?error=OAuthSignin&next=%2Fdashboard");
});

it("only configured providers are offered", async () => {
  const settings = { ...services.settings, providers: {} };
  expect(offeredProviders(settings)).toEqual([]);
  expect(offeredProviders(services.settings).map(({ name }) => name)).toEqual([
    "Google",
    "Microsoft",
    "Slack",
  ]);
  expect(await startProviderSignIn({ ...services, settings }, "google", "/", new Headers())).toBeNull();
  expect(await startProviderSignIn(services, "credentials", "/", new Headers())).toBeNull();
});

const change = (person: TestPerson, set: Partial<typeof users.$inferInsert>) =>
  services.db
    .update(users)
    .set(set)
    .where(and(eq(users.workspaceId, person.workspaceId), eq(users.id, person.userId)));
const verified = (email: string) => {
  claims = { email, email_verified: true };
};

it("a used account finds its person by itself, whatever its address is then", async () => {
  const person = await signinPerson(services);
  verified(person.email);
  expect((await signInAt("google")).signedIn?.user.id).toBe(person.userId);
  verified("renamed@elsewhere.example");
  expect((await signInAt("google")).signedIn?.user.id).toBe(person.userId);
  claims = {};
  expect((await signInAt("google")).signedIn?.user.id).toBe(person.userId);
  await change(person, { email: `moved-${person.userId}@example.com` });
  expect((await signInAt("google")).signedIn?.user.id).toBe(person.userId);
});

it("another account that gets the address later is refused", async () => {
  const person = await signinPerson(services);
  verified(person.email);
  await signInAt("google");
  subject = newId();
  const { signedIn, location } = await signInAt("google");
  expect(signedIn).toBeNull();
  expect(location).toContain("error=AccessDenied");
});

it("an account with the person's new address replaces the one with the old address", async () => {
  const person = await signinPerson(services);
  verified(person.email);
  await signInAt("google");
  const old = subject;
  const email = `new-${person.userId}@example.com`;
  await change(person, { email });
  subject = newId();
  verified(email);
  expect((await signInAt("google")).signedIn?.user.id).toBe(person.userId);
  subject = old;
  claims = {};
  expect((await signInAt("google")).signedIn).toBeNull();
});

it("an account is refused while its person is inactive, also when its address belongs to another user", async () => {
  const person = await signinPerson(services);
  verified(person.email);
  await signInAt("google");
  await change(person, { status: "INACTIVE" });
  expect((await signInAt("google")).signedIn).toBeNull();
});

it("people in two workspaces choose, and are not signed in before", async () => {
  const email = `both-${newId()}@example.com`;
  const acme = await signinPerson(services, { email, workspaceName: "Acme" });
  const globex = await signinPerson(services, { email, workspaceName: "Globex" });
  const stranger = await signinPerson(services);
  verified(email);
  const { signedIn, location, choice, devices } = await signInAt("google", "/oauth/authorize?session=abc");
  expect([signedIn, devices, location]).toEqual([null, [], `${appUrl}/login/workspace`]);
  if (!choice) throw new Error("there is no choice");
  expect(await chooseWorkspace(services, choice, stranger.workspaceId, someBrowser())).toBeNull();
  expect(await chooseWorkspace(services, choice, "", someBrowser())).toBeNull();
  const entered = await chooseWorkspace(services, choice, acme.workspaceId, someBrowser());
  expect(entered?.returnTo).toBe("/oauth/authorize?session=abc");
  expect((await findSession(services, sessionOf(entered)))?.user.id).toBe(acme.userId);
  await change(globex, { status: "INACTIVE" });
  expect(await chooseWorkspace(services, choice, globex.workspaceId, someBrowser())).toBeNull();
  // Only one is left now.
  expect((await signInAt("google")).signedIn?.user.id).toBe(acme.userId);
});

it("the first use of an account verifies the address, for the password too; a later one does not", async () => {
  const person = await signinPerson(services);
  const enters = async (email: string) =>
    (await signInWithPassword(services, { email, password }, someBrowser())).ok;
  const email = `typed-${person.email}`;
  await change(person, { email });
  expect(await enters(email)).toBe(false);
  verified(email);
  expect((await signInAt("google")).signedIn?.user.id).toBe(person.userId);
  expect(await enters(email)).toBe(true);
  const another = `again-${person.email}`;
  await change(person, { email: another });
  expect((await signInAt("google")).signedIn?.user.id).toBe(person.userId);
  expect(await enters(another)).toBe(false);
});

it("two concurrent first uses of an account find the same person, and are recorded once", async () => {
  const { email, userId } = await signinPerson(services);
  verified(email);
  const results = await Promise.all([signInAt("google"), signInAt("slack")]);
  expect(results.map(({ signedIn }) => signedIn?.user.id)).toEqual([userId, userId]);
  const rows = await services.db.select().from(providerAccounts).where(eq(providerAccounts.userId, userId));
  expect(rows).toMatchObject([{ issuer, subject, email }]);
});

it("an account of a deleted person is free for their successor", async () => {
  const person = await signinPerson(services);
  verified(person.email);
  await signInAt("google");
  await change(person, { status: "DELETED" });
  const after = await signinPerson(services, { email: person.email });
  expect((await signInAt("google")).signedIn?.user.id).toBe(after.userId);
});

it.each([
  [{ sub: "1", email: "a@b.test", email_verified: true }, "a@b.test"],
  [{ sub: "1", email: "a@b.test", email_verified: "true" }, "a@b.test"],
  [{ sub: "1", email: "a@b.test", xms_edov: "1" }, "a@b.test"],
  [{ sub: "1", email: "a@b.test", xms_edov: false }, null],
  [{ sub: "1", email: "a@b.test", email_verified: "false" }, null],
  [{ sub: "1", email_verified: true }, null],
])("the verified address of %j is %j", (given, expected) => {
  expect(verifiedEmail(given)).toBe(expected);
});
