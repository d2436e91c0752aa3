import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { eq, sql } from "drizzle-orm";
import { decodeJwt } from "jose";
import Provider from "oidc-provider";
import { afterAll, describe, expect, it } from "vitest";
import { sessions } from "@/drizzle/schema/signin";
import { ctxFor } from "@/server/access/ctx";
import type { SignedIn } from "@/server/access/signed-in";
import { hour, minute, plus, second } from "@/server/kernel/time/clock";
import {
  type AskedFor,
  approved,
  askAuthorization,
  askConsent,
  askToken,
  confidentialClient,
  consent,
  heldClock,
  hosts,
  oauthServices,
  openConsent,
  pkce,
  redirectUri,
  registerClient,
  sessionOfPerson,
  signedInPerson,
} from "@/server/test/oauth-kit";
import { setAppsPolicy } from "./apps/set-apps-policy";
import { createClient } from "./clients/create-client";
import { administrator } from "./clients/keeper";
import { clientRecord } from "./clients/present-client";
import { continueAuthorization } from "./consent/answer";
import { bindAuthorizationToBrowser, newBrowserBinding } from "./consent/bind";
import { findFreshSignIn } from "./consent/fresh-sign-in";
import { findSignInFor, loadAuthorization } from "./consent/load";

// OpenID Connect Core, 3.1.2.1 and 3.1.2.6: prompt and max_age.

const clock = heldClock();
const services = await oauthServices(clock);
afterAll(() => services.close());

const web = "https://zapier.example.com/cb";
/** A client that continues without a page once it was allowed (decision 3.7). */
const { id: trusted, secret } = await confidentialClient(services, { redirectUris: [web] });
const ofTrusted = (more: AskedFor): Promise<string> =>
  askConsent(services, { clientId: trusted, redirectUri: web, scope: "openid", ...more });

/** What the consent page does for a browser: its redirect, or the state that it shows. */
async function visit(session: string, user: SignedIn | null, browser = newBrowserBinding()) {
  await bindAuthorizationToBrowser(services, session, browser);
  const location =
    user && (await continueAuthorization(services, { session, browser, user, requestId: "req_test" }));
  if (location) return { state: "redirect", location };
  return loadAuthorization(services, session, { browser, user });
}

const stateOf = async (session: string, user: SignedIn | null, browser?: string): Promise<string> =>
  (await visit(session, user, browser)).state;

/** The parameters that return to the client when no page is shown. */
async function returned(session: string, user: SignedIn | null): Promise<Record<string, string>> {
  const shown = await visit(session, user);
  if (!("location" in shown)) throw new Error(`it shows ${shown.state}`);
  return Object.fromEntries(new URL(shown.location).searchParams);
}
const error = (code: string) => ({ error: code, state: "af0ifjsldkj", iss: hosts.issuer });

const signInAgain = ({ actor, user }: SignedIn): Promise<SignedIn> =>
  sessionOfPerson(services, { workspaceId: actor.workspaceId, id: user.id, name: user.name });

/** A user who allowed the trusted client a minute ago. */
async function regular(): Promise<SignedIn> {
  const user = await signedInPerson(services);
  await consent(services, await ofTrusted({}), user);
  clock.pass(minute);
  return user;
}

describe("a session that was begun through a connection", () => {
  /** The session as a sign-in through a connection leaves it. */
  const through = async (user: SignedIn, authenticatedAt: Date | null): Promise<void> => {
    const which = eq(sessions.id, user.sessionId);
    await services.db.update(sessions).set({ method: "CONNECTION", authenticatedAt }).where(which);
  };

  it("counts from when the provider authenticated the person, and asks for another where it did not say", async () => {
    const user = await regular();
    const again = await signInAgain(user);
    await through(again, plus(clock(), -10 * minute));
    expect(await stateOf(await ofTrusted({ maxAge: "900" }), again)).toBe("redirect");
    expect(await stateOf(await ofTrusted({ maxAge: "300" }), again)).toBe("sign-in");
    await through(again, null);
    expect(await stateOf(await ofTrusted({ maxAge: "900" }), again)).toBe("sign-in");
    expect(await stateOf(await ofTrusted({}), again)).toBe("redirect");
    expect(await returned(await ofTrusted({ prompt: "none", maxAge: "900" }), again)).toEqual(
      error("login_required"),
    );
  });

  it("its provider is asked for what the app demands, until the request expires", async () => {
    const asked = clock();
    const prompted = await ofTrusted({ prompt: "login" });
    expect(await findFreshSignIn(services, prompted)).toEqual({
      after: asked,
      isPrompted: true,
      maxAgeSeconds: 0,
    });
    const aged = await ofTrusted({ maxAge: "300" });
    const after = plus(asked, -300 * second);
    expect(await findFreshSignIn(services, aged)).toEqual({ after, isPrompted: false, maxAgeSeconds: 300 });
    expect(await findFreshSignIn(services, await ofTrusted({}))).toBeNull();
    expect(await findFreshSignIn(services, "unknown")).toBeNull();
    clock.pass(11 * minute);
    expect(await findFreshSignIn(services, aged)).toBeNull();
  });
});

describe("prompt=login", () => {
  it("asks a signed-in user to sign in again, once", async () => {
    const user = await regular();
    const session = await ofTrusted({ prompt: "login" });
    const browser = newBrowserBinding();
    expect(await stateOf(session, user, browser)).toBe("sign-in");
    expect(await findSignInFor(services, session, user)).toEqual({ clientName: "Zapier", isAgain: true });
    clock.pass(second);
    const again = await signInAgain(user);
    expect(await findSignInFor(services, session, again)).toMatchObject({ isAgain: false });
    clock.pass(8 * minute);
    expect(await stateOf(session, again, browser)).toBe("redirect");
  });

  it("another account may answer: the request is not bound before", async () => {
    const user = await regular();
    const session = await ofTrusted({ prompt: "login" });
    const browser = newBrowserBinding();
    expect(await stateOf(session, user, browser)).toBe("sign-in");
    clock.pass(second);
    expect(await stateOf(session, await signedInPerson(services), browser)).toBe("ready");
  });

  it("shows the page to a public client's user afterwards, as usual", async () => {
    const user = await signedInPerson(services);
    clock.pass(second);
    const session = await askConsent(services, { prompt: "login" });
    const browser = newBrowserBinding();
    expect(await stateOf(session, user, browser)).toBe("sign-in");
    clock.pass(second);
    expect(await stateOf(session, await signInAgain(user), browser)).toBe("ready");
  });

  it("a form that was shown to a newer session is not answered by an older one", async () => {
    const old = await signedInPerson(services);
    clock.pass(second);
    const session = await askConsent(services, { prompt: "login" });
    clock.pass(second);
    const fresh = await signInAgain(old);
    // The form's token is made for the newer session; its row is put back in time.
    const send = await openConsent(services, session, fresh);
    await services.db.execute(
      sql`update sessions set created_at = created_at - interval '1 hour' where id = ${fresh.sessionId}::uuid`,
    );
    expect(await send()).toEqual({ state: "signed-out" });
  });
});

describe("max_age", () => {
  it("asks again when the sign-in is older, relative to the arrival of the request", async () => {
    const user = await signedInPerson(services);
    clock.pass(hour);
    const enough = await askConsent(services, { maxAge: String(hour / second) });
    const tooOld = await askConsent(services, { maxAge: String(hour / second - 1) });
    clock.pass(5 * minute);
    expect(await stateOf(enough, user)).toBe("ready");
    const browser = newBrowserBinding();
    expect(await stateOf(tooOld, user, browser)).toBe("sign-in");
    expect(await stateOf(tooOld, await signInAgain(user), browser)).toBe("ready");
  });

  it("0 asks once, not forever", async () => {
    const user = await signedInPerson(services);
    clock.pass(second);
    const session = await askConsent(services, { maxAge: "0" });
    const browser = newBrowserBinding();
    expect(await stateOf(session, user, browser)).toBe("sign-in");
    clock.pass(minute);
    expect(await stateOf(session, await signInAgain(user), browser)).toBe("ready");
  });

  it("auth_time is the time of the sign-in", async () => {
    const user = await signedInPerson(services);
    const at = Math.floor(clock().getTime() / second);
    clock.pass(minute);
    const { exchange } = await approved(services, user, { maxAge: "3600" });
    const { json } = await askToken(services, exchange);
    expect(decodeJwt(json.id_token).auth_time).toBe(at);
  });
});

describe("prompt=none", () => {
  it("a code, without a page, where a user is signed in and has allowed all of it", async () => {
    const user = await regular();
    const { code = "", ...rest } = await returned(await ofTrusted({ prompt: "none", maxAge: "3600" }), user);
    expect(rest).toEqual({ state: "af0ifjsldkj", iss: hosts.issuer });
    const { json } = await askToken(services, {
      ...{ grant_type: "authorization_code", code, redirect_uri: web },
      ...{ client_id: trusted, client_secret: secret, code_verifier: "x".repeat(43) },
    });
    // The code exists; its verifier belongs to another request.
    expect(json.error).toBe("invalid_grant");
  });

  it("login_required: no user is signed in, or not recently enough", async () => {
    expect(await returned(await ofTrusted({ prompt: "none" }), null)).toEqual(error("login_required"));
    const user = await regular();
    const session = await ofTrusted({ prompt: "none", maxAge: "30" });
    expect(await returned(session, user)).toEqual(error("login_required"));
  });

  it("consent_required: never allowed, more is requested, or a client that needs the page (decision 3.7)", async () => {
    const user = await regular();
    const stranger = await signedInPerson(services);
    expect(await returned(await ofTrusted({ prompt: "none" }), stranger)).toEqual(error("consent_required"));
    const more = await ofTrusted({ prompt: "none", scope: "openid email" });
    expect(await returned(more, user)).toEqual(error("consent_required"));
    const clientId = await registerClient(services);
    await consent(services, await askConsent(services, { clientId }), user);
    const publicly = await askConsent(services, { clientId, prompt: "none" });
    expect(await returned(publicly, user)).toEqual(error("consent_required"));
  });

  it("interaction_required: another workspace's client, one that the workspace does not list", async () => {
    const owner = await signedInPerson(services);
    const ctx = ctxFor(services, owner.actor, "req_test");
    const { client } = await createClient(administrator(ctx), {
      ...{ name: "Payroll", redirectUris: [web], scopes: ["openid"] },
    });
    const { client_id: clientId } = clientRecord(client);
    const session = await askConsent(services, { clientId, redirectUri: web, prompt: "none" });
    expect(await returned(session, await signedInPerson(services))).toEqual(error("interaction_required"));
    await setAppsPolicy(ctx, "LISTED");
    expect(await returned(await ofTrusted({ prompt: "none" }), owner)).toEqual(error("interaction_required"));
  });

  it("a request of another browser, or an answered one, leads nowhere", async () => {
    const user = await regular();
    const session = await ofTrusted({ prompt: "none" });
    await bindAuthorizationToBrowser(services, session, newBrowserBinding());
    expect(await stateOf(session, user)).toBe("other-browser");
    const twice = await ofTrusted({ prompt: "none" });
    const browser = newBrowserBinding();
    expect(await stateOf(twice, user, browser)).toBe("redirect");
    expect(await stateOf(twice, user, browser)).toBe("answered");
  });
});

it.each(["consent", "select_account"])(
  "prompt=%s shows the page where it would be skipped",
  async (prompt) => {
    const user = await regular();
    expect(await stateOf(await ofTrusted({}), user)).toBe("redirect");
    expect(await stateOf(await ofTrusted({ prompt }), user)).toBe("ready");
  },
);

describe("beside node-oidc-provider", () => {
  const jwt = "eyJhbGciOiJub25lIn0.e30.";
  const server = createServer();
  const listening = new Promise<Provider>((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const provider = new Provider(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, {
        clients: [{ client_id: "app", redirect_uris: [web], token_endpoint_auth_method: "none" }],
        features: { devInteractions: { enabled: false } },
      });
      server.on("request", provider.callback());
      resolve(provider);
    });
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  it.each<Record<string, string>>([
    { prompt: "none" },
    { prompt: "none", max_age: "60" },
    { prompt: "none login" },
    { max_age: "x" },
    { request: jwt },
    { request_uri: "https://app.other.test/request.jwt" },
  ])("the same error comes back for %o", async (given) => {
    const common = {
      ...{ redirect_uri: web, response_type: "code", scope: "openid", state: "s", ...given },
      ...{ code_challenge: pkce().challenge, code_challenge_method: "S256" },
    };
    const provider = await listening;
    const query = new URLSearchParams({ client_id: "app", ...common });
    const theirs = await fetch(`${provider.issuer}/auth?${query}`, { redirect: "manual" });
    const expected = new URL(theirs.headers.get("location") ?? "").searchParams;
    const ours = await askAuthorization(services, {
      client_id: await registerClient(services, { redirect_uris: [web] }),
      ...common,
    });
    const location = ours.headers.get("location") ?? "";
    const session = new URL(location).searchParams.get("session");
    const answer = session
      ? await returned(session, null)
      : Object.fromEntries(new URL(location).searchParams);
    expect(answer).toEqual({ error: expected.get("error"), state: "s", iss: hosts.issuer });
    expect([expected.get("state"), expected.get("iss")]).toEqual(["s", provider.issuer]);
  });
});

it("an error by redirect keeps the redirect URI's own parameters", async () => {
  const withQuery = `${redirectUri}?tenant=1`;
  const clientId = await registerClient(services, { redirect_uris: [withQuery] });
  const session = await askConsent(services, { clientId, redirectUri: withQuery, prompt: "none" });
  expect(await returned(session, null)).toEqual({ tenant: "1", ...error("login_required") });
});
