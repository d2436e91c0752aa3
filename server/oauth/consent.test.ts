import { eq } from "drizzle-orm";
import { afterAll, describe, expect, it } from "vitest";
import { auditEvents } from "@/drizzle/schema/audit";
import { oauthClients, oauthCodes, oauthGrants, oauthRequests } from "@/drizzle/schema/oauth";
import { visibilities } from "@/drizzle/schema/values";
import { workspaces } from "@/drizzle/schema/workspaces";
import { ctxFor } from "@/server/access/ctx";
import type { SignedIn } from "@/server/access/signed-in";
import { newId } from "@/server/kernel/ids";
import { sha256 } from "@/server/kernel/secrets";
import { minute } from "@/server/kernel/time/clock";
import {
  type AskedFor,
  askConsent,
  askToken,
  confidentialClient,
  consent,
  heldClock,
  oauthServices,
  readyConsent,
  redirectUri,
  registerClient,
  signedInPerson,
  tokensOf,
} from "@/server/test/oauth-kit";
import { clientUuid } from "./clients/client-id";
import { createClient } from "./clients/create-client";
import { deleteClient } from "./clients/delete-client";
import { administrator, operator } from "./clients/keeper";
import { clientRecord } from "./clients/present-client";
import { updateClient } from "./clients/update-client";
import { answerAuthorization, continueAuthorization } from "./consent/answer";
import { bindAuthorizationToBrowser, newBrowserBinding, releaseAuthorization } from "./consent/bind";
import { findSignInFor, loadAuthorization } from "./consent/load";
import { revokeApp } from "./grants/revoke";

// Decisions 3.6 and 3.7: what the consent page may show and do.

const clock = heldClock();
const services = await oauthServices(clock);
afterAll(() => services.close());
const user = await signedInPerson(services);

const asked = (given?: AskedFor) => askConsent(services, given);

async function view(session: string, browser: string | null, who: SignedIn | null = user) {
  if (browser !== null) await bindAuthorizationToBrowser(services, session, browser);
  return loadAuthorization(services, session, { browser, user: who });
}

const ready = (session: string, browser: string, who = user) => readyConsent(services, session, who, browser);

const answer = (
  session: string,
  browser: string | null,
  token: string,
  { who = user, allow = true }: { who?: SignedIn; allow?: boolean } = {},
) => answerAuthorization(services, { session, browser, user: who, allow, token, requestId: "req_test" });

const codesOf = (clientId: string) =>
  services.db
    .select()
    .from(oauthCodes)
    .where(eq(oauthCodes.clientId, clientUuid(clientId)));

describe("what the page shows", () => {
  it("the client, the scopes, its redirect, and how well known it is", async () => {
    const clientId = await registerClient(services, { client_name: "<script>alert(1)</script>" });
    const request = await ready(
      await asked({ clientId, scope: "openid mcp:leaves:read" }),
      newBrowserBinding(),
    );
    expect(request).toEqual({
      client: {
        id: clientId,
        name: "<script>alert(1)</script>",
        isConfidential: false,
        isOfWorkspace: false,
        registeredAt: clock(),
        host: null,
        peopleCount: 0,
      },
      scopes: [
        { name: "openid", isNew: true, isAvailable: true },
        { name: "mcp:leaves:read", isNew: true, isAvailable: true },
      ],
      visibility: "DEPARTMENT",
      writes: [],
      form: "full",
      target: { kind: "loopback", host: "127.0.0.1", uri: redirectUri },
      token: expect.stringMatching(/^[\w-]{43}$/),
    });
  });

  it("sign-in first, with the client's name", async () => {
    const session = await asked();
    expect(await view(session, newBrowserBinding(), null)).toEqual({
      state: "sign-in",
      clientName: "Claude Desktop",
    });
    expect(await findSignInFor(services, session, null)).toEqual({
      clientName: "Claude Desktop",
      isAgain: false,
    });
    expect(await findSignInFor(services, "session-x", null)).toBeNull();
  });

  it("the short form when the same scopes are granted already, the full one again for a new scope or after revocation", async () => {
    const clientId = await registerClient(services);
    const formOf = async (scope: string) => {
      const request = await ready(await asked({ clientId, scope }), newBrowserBinding());
      return [
        request.form,
        request.scopes.filter((one) => one.isNew).map((one) => one.name),
        request.client.peopleCount,
      ];
    };
    await tokensOf(services, user, { clientId, scope: "openid email" });
    expect(await formOf("email openid")).toEqual(["short", [], 1]);
    expect(await formOf("openid email profile")).toEqual(["full", ["profile"], 1]);
    await revokeApp(ctxFor(services, user.actor, "req_test"), clientUuid(clientId));
    expect(await formOf("openid")).toEqual(["full", ["openid"], 0]);
  });

  it("nothing about another workspace's users", async () => {
    const clientId = await registerClient(services);
    await tokensOf(services, user, { clientId });
    const stranger = await signedInPerson(services);
    const request = await ready(await asked({ clientId }), newBrowserBinding(), stranger);
    expect([request.client.peopleCount, request.form]).toEqual([0, "full"]);
  });
});

describe("Allow", () => {
  it("stores a grant and a code, and writes the audit log", async () => {
    const clientId = await registerClient(services);
    const location = await consent(services, await asked({ clientId, scope: "openid email" }), user);
    const { searchParams, origin, pathname } = new URL(location);
    expect(origin + pathname).toBe(redirectUri);
    expect([...searchParams.keys()]).toEqual(["code", "state", "iss"]);
    const [code] = await codesOf(clientId);
    expect(code?.hash).toEqual(sha256(searchParams.get("code") ?? ""));
    const [grant] = await services.db
      .select()
      .from(oauthGrants)
      .where(eq(oauthGrants.id, code?.grantId ?? ""));
    expect(grant).toMatchObject({ userId: user.user.id, scopes: ["openid", "email"], revokedAt: null });
    const lines = await services.db
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.resourceId, grant?.id ?? ""));
    expect(lines).toMatchObject([
      { action: "oauth_grant.create", actingUserId: user.user.id, changes: { client: { to: clientId } } },
    ]);
    const [client] = await services.db
      .select()
      .from(oauthClients)
      .where(eq(oauthClients.id, clientUuid(clientId)));
    expect(client?.authorizedAt).toEqual(clock());
  });

  it.each(visibilities)("shows what the user sees now, and records it: %s", async (visibility) => {
    const clientId = await registerClient(services);
    const scope = "openid mcp:leaves:read";
    const set = (value: (typeof visibilities)[number]) =>
      services.db
        .update(workspaces)
        .set({ visibility: value })
        .where(eq(workspaces.id, user.actor.workspaceId));
    await set(visibility === "SELF" ? "WORKSPACE" : "SELF");
    const session = await asked({ clientId, scope });
    const browser = newBrowserBinding();
    expect((await ready(session, browser)).visibility).not.toBe(visibility);
    await set(visibility);
    expect((await ready(session, browser)).visibility).toBe(visibility);
    await consent(services, await asked({ clientId, scope }), user);
    const [grant] = await services.db
      .select()
      .from(oauthGrants)
      .where(eq(oauthGrants.clientId, clientUuid(clientId)));
    const lines = await services.db
      .select({ changes: auditEvents.changes })
      .from(auditEvents)
      .where(eq(auditEvents.resourceId, grant?.id ?? ""));
    expect(lines).toMatchObject([{ changes: { visibility: { to: visibility } } }]);
  });

  it("keeps the redirect URI's own parameters", async () => {
    const uri = "https://example.com/cb?x=1&y=%20";
    const clientId = await registerClient(services, { redirect_uris: [uri] });
    const location = await consent(services, await asked({ clientId, redirectUri: uri }), user);
    expect(location.startsWith(`${uri}&code=`)).toBe(true);
  });
});

it("Deny sends access_denied, state and iss, and stores nothing", async () => {
  const clientId = await registerClient(services);
  const location = await consent(services, await asked({ clientId }), user, { allow: false });
  expect(Object.fromEntries(new URL(location).searchParams)).toEqual({
    error: "access_denied",
    state: "af0ifjsldkj",
    iss: services.settings.issuerUrl,
  });
  expect(await codesOf(clientId)).toEqual([]);
});

describe("single use", () => {
  it("a double submit, one after the other", async () => {
    const [clientId, browser] = [await registerClient(services), newBrowserBinding()];
    const session = await asked({ clientId });
    const { token } = await ready(session, browser);
    expect((await answer(session, browser, token)).state).toBe("redirect");
    expect(await answer(session, browser, token)).toEqual({ state: "answered" });
    expect(await answer(session, browser, token, { allow: false })).toEqual({ state: "answered" });
    expect(await view(session, browser)).toEqual({ state: "answered" });
    expect(await findSignInFor(services, session, user)).toBeNull();
    expect(await codesOf(clientId)).toHaveLength(1);
  });

  it("20 concurrent submits: one passes", async () => {
    const [clientId, browser] = [await registerClient(services), newBrowserBinding()];
    const session = await asked({ clientId });
    const { token } = await ready(session, browser);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => answer(session, browser, token, { allow: i % 2 === 0 })),
    );
    expect(answers.filter(({ state }) => state === "redirect")).toHaveLength(1);
    expect(answers.filter(({ state }) => state === "answered")).toHaveLength(19);
    expect((await codesOf(clientId)).length).toBeLessThanOrEqual(1);
  });
});

describe("the form's token (CSRF)", () => {
  it("absent, garbage, or of another request", async () => {
    const browser = newBrowserBinding();
    const [session, other] = [await asked(), await asked()];
    await ready(session, browser);
    const { token } = await ready(other, browser);
    for (const wrong of ["", "x", token])
      expect(await answer(session, browser, wrong)).toEqual({ state: "forged" });
    expect((await answer(other, browser, token)).state).toBe("redirect");
  });

  it("of another sign-in session of the same user", async () => {
    const [session, browser] = [await asked(), newBrowserBinding()];
    const { token } = await ready(session, browser);
    const later = { ...user, sessionId: newId() };
    expect(await answer(session, browser, token, { who: later })).toEqual({ state: "forged" });
  });
});

describe("bound to the browser that viewed it first", () => {
  it("another browser neither sees nor answers it", async () => {
    const [session, browser, thief] = [await asked(), newBrowserBinding(), newBrowserBinding()];
    const { token } = await ready(session, browser);
    expect(await view(session, thief)).toEqual({ state: "other-browser" });
    expect(await answer(session, thief, token)).toEqual({ state: "other-browser" });
    expect(await answer(session, null, token)).toEqual({ state: "other-browser" });
    expect((await answer(session, browser, token)).state).toBe("redirect");
  });

  it("the request of session A posted in browser B, by a user that A's owner tricks", async () => {
    const [attacker, victim] = [await signedInPerson(services), await signedInPerson(services)];
    const [theirs, hers] = [newBrowserBinding(), newBrowserBinding()];
    const session = await asked();
    const { token } = await ready(session, theirs, attacker);
    expect(await answer(session, hers, token, { who: victim })).toEqual({ state: "other-browser" });
    expect(await answer(session, theirs, token, { who: victim })).toEqual({ state: "other-user" });
  });

  it("20 concurrent first views: one browser gets it", async () => {
    const session = await asked();
    const browsers = Array.from({ length: 20 }, newBrowserBinding);
    const shown = await Promise.all(browsers.map((browser) => view(session, browser)));
    expect(shown.filter(({ state }) => state === "ready")).toHaveLength(1);
  });

  it("is not answered before its first view", async () => {
    const session = await asked();
    expect(await answer(session, newBrowserBinding(), "x")).toEqual({ state: "other-browser" });
  });
});

describe("bound to the user who viewed it first", () => {
  it("another user in the same browser sees a notice; Use another account releases the request", async () => {
    const [session, browser, second] = [await asked(), newBrowserBinding(), await signedInPerson(services)];
    const { token } = await ready(session, browser);
    expect(await view(session, browser, second)).toEqual({ state: "other-user" });
    await releaseAuthorization(services, session, newBrowserBinding(), user);
    expect(await view(session, browser, second)).toEqual({ state: "other-user" });
    await releaseAuthorization(services, session, browser, user);
    const again = await ready(session, browser, second);
    expect(await answer(session, browser, token, { who: second })).toEqual({ state: "forged" });
    expect((await answer(session, browser, again.token, { who: second })).state).toBe("redirect");
  });
});

describe("expired or gone", () => {
  it("unknown, malformed, another kind of id", async () => {
    for (const session of ["", "x", `session-${newId()}`, newId(), `grant-${newId()}`])
      expect(await view(session, newBrowserBinding())).toEqual({ state: "expired" });
  });

  it("after ten minutes, also between view and answer", async () => {
    const [session, browser] = [await asked(), newBrowserBinding()];
    const { token } = await ready(session, browser);
    clock.pass(10 * minute - 1);
    expect((await view(session, browser)).state).toBe("ready");
    clock.pass(1);
    expect(await view(session, browser)).toEqual({ state: "expired" });
    expect(await answer(session, browser, token)).toEqual({ state: "expired" });
  });

  it("the client was deleted, or lost the redirect URI or the scope", async () => {
    const changes: ((id: string) => Promise<unknown>)[] = [
      (id) => deleteClient(operator(services), id),
      (id) => updateClient(operator(services), id, { redirectUris: ["https://other.example.com/"] }),
      (id) => updateClient(operator(services), id, { scopes: ["email"] }),
    ];
    for (const change of changes) {
      const { id } = await confidentialClient(services);
      const [session, browser] = [await asked({ clientId: id }), newBrowserBinding()];
      const { token } = await ready(session, browser);
      await change(id);
      expect(await view(session, browser)).toEqual({ state: "client-gone" });
      expect(await answer(session, browser, token)).toEqual({ state: "client-gone" });
    }
  });

  it("the sign-in session ended between view and answer: nothing is stored, and it can be answered later", async () => {
    const leaver = await signedInPerson(services);
    const [session, browser] = [await asked(), newBrowserBinding()];
    const ghost = { ...leaver, sessionId: newId() };
    const { token } = await ready(session, browser, ghost);
    expect(await answer(session, browser, token, { who: ghost })).toEqual({ state: "signed-out" });
    const again = await ready(session, browser, leaver);
    expect((await answer(session, browser, again.token, { who: leaver })).state).toBe("redirect");
  });
});

describe("a confidential client", () => {
  const uri = "https://zapier.example.com/cb";
  const arrive = async (session: string, browser = newBrowserBinding(), who = user) => {
    await bindAuthorizationToBrowser(services, session, browser);
    return continueAuthorization(services, { session, browser, user: who, requestId: "req_test" });
  };

  it("continues without a page once its scopes are granted and its redirect is https", async () => {
    const { id, secret } = await confidentialClient(services, { redirectUris: [uri] });
    const ask = (scope: string) => asked({ clientId: id, redirectUri: uri, scope });
    expect(await arrive(await ask("openid email"))).toBeNull();
    await consent(services, await ask("openid email"), user);
    const session = await ask("openid");
    const location = new URL((await arrive(session)) ?? "");
    expect([...location.searchParams.keys()]).toEqual(["code", "state", "iss"]);
    expect(await arrive(session)).toBeNull();
    expect(await arrive(await ask("openid profile"))).toBeNull();
    expect(await arrive(await ask("openid"), newBrowserBinding(), await signedInPerson(services))).toBeNull();
    const fields = {
      grant_type: "authorization_code",
      code: location.searchParams.get("code") ?? "",
      redirect_uri: uri,
    };
    const { json } = await askToken(services, { ...fields, client_id: id, client_secret: secret });
    expect(json.error).toBe("invalid_client");
    expect(json.error_description).toContain("code_verifier");
  });

  it("sees the page when its redirect is not https", async () => {
    const { id } = await confidentialClient(services);
    await consent(services, await asked({ clientId: id }), user);
    expect(await arrive(await asked({ clientId: id }))).toBeNull();
  });

  it("a public client always sees the page", async () => {
    const clientId = await registerClient(services, { redirect_uris: [uri] });
    await consent(services, await asked({ clientId, redirectUri: uri }), user);
    expect(await arrive(await asked({ clientId, redirectUri: uri }))).toBeNull();
  });

  it("does not continue in another browser than the first", async () => {
    const { id } = await confidentialClient(services, { redirectUris: [uri] });
    await consent(services, await asked({ clientId: id, redirectUri: uri }), user);
    const session = await asked({ clientId: id, redirectUri: uri });
    await bindAuthorizationToBrowser(services, session, newBrowserBinding());
    expect(await arrive(session)).toBeNull();
    const [row] = await services.db
      .select()
      .from(oauthRequests)
      .where(eq(oauthRequests.id, session.replace("session-", "")));
    expect(row?.answeredAt).toBeNull();
  });

  it("of a workspace is that workspace's: approved there, closed to others", async () => {
    const { client } = await createClient(administrator(ctxFor(services, user.actor, "req_test")), {
      name: "Payroll",
      redirectUris: [uri],
      scopes: ["openid"],
    });
    const clientId = clientRecord(client).client_id;
    const session = await asked({ clientId, redirectUri: uri });
    expect((await ready(session, newBrowserBinding())).client.isOfWorkspace).toBe(true);
    const stranger = await signedInPerson(services);
    const other = await asked({ clientId, redirectUri: uri });
    expect(await view(other, newBrowserBinding(), stranger)).toEqual({ state: "other-workspace" });
  });
});
