import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { auditEvents } from "@/drizzle/schema/audit";
import { connections } from "@/drizzle/schema/connections";
import { sessions } from "@/drizzle/schema/signin";
import { newId } from "@/server/kernel/ids";
import type { Services } from "@/server/kernel/services";
import { minute, plus, second } from "@/server/kernel/time/clock";
import { ConnectionBrowser, ctxOf, makeConnection, makeDomain } from "@/server/test/connection-kit";
import { HostileProvider } from "@/server/test/hostile-provider";
import { heldClock, password, signinPerson, signinServices, someBrowser } from "@/server/test/signin-fixture";
import { listSessions } from "../list-sessions";
import { signInWithPassword } from "../sign-in-with-password";
import { confirmLink } from "./confirm-link";

let provider: HostileProvider;
let services: Services;
const clock = heldClock();
let domainCount = 0;

beforeAll(async () => {
  provider = await HostileProvider.open();
  services = await signinServices(
    { clock },
    { APP_URL: "https://app.test", WEBHOOK_ALLOW_HOSTS: provider.place },
  );
});
afterAll(async () => {
  await services.close();
  await provider.close();
});
beforeEach(() => {
  provider.behave();
  clock.set(new Date());
});

async function setUp(given: Parameters<typeof signinPerson>[1] = {}) {
  const domain = `fresh${++domainCount}.example`;
  const person = await signinPerson(services, { password: null, email: `ana@${domain}`, ...given });
  const { workspaceId } = person;
  await makeDomain(services, workspaceId, domain);
  const connectionId = await makeConnection(services, workspaceId, provider);
  provider.person = { sub: newId(), email: person.email };
  return { ...person, domain, way: { workspaceId, connectionId } };
}

/** `auth_time` that was so long ago. */
const authenticated = (agoMs: number) => {
  provider.does.claims = (claims) => ({ ...claims, auth_time: Number(claims.iat) - agoMs / second });
};
const demand = (isPrompted: boolean, maxAgeSeconds = 0) => ({
  fresh: { after: plus(clock(), -maxAgeSeconds * second), isPrompted, maxAgeSeconds },
});
const sessionsOf = (userId: string) => services.db.select().from(sessions).where(eq(sessions.userId, userId));
const refusals = (connectionId: string) =>
  services.db
    .select()
    .from(auditEvents)
    .where(and(eq(auditEvents.action, "session.refuse"), eq(auditEvents.resourceId, connectionId)));
const askedOf = async (way: Parameters<ConnectionBrowser["begin"]>[0], more = {}) =>
  new URL(await new ConnectionBrowser(services).begin(way, more)).searchParams;

describe("a demand for a fresh sign-in is passed on", () => {
  it("prompt=login as prompt and max_age=0, max_age as it is, nothing without one", async () => {
    const { way } = await setUp();
    const prompted = await askedOf(way, demand(true));
    expect([prompted.get("prompt"), prompted.get("max_age")]).toEqual(["login", "0"]);
    const aged = await askedOf(way, demand(false, 300));
    expect([aged.get("prompt"), aged.get("max_age")]).toEqual([null, "300"]);
    const plain = await askedOf(way);
    expect([plain.get("prompt"), plain.get("max_age")]).toEqual([null, null]);
  });

  it("auth_time is required, and not older than demanded", async () => {
    const { way, userId } = await setUp();
    const signIn = (more = {}) => new ConnectionBrowser(services).signIn(way, provider, more);
    expect(await signIn(demand(true))).toMatchObject({ kind: "refused", problem: "NO_AUTH_TIME" });
    authenticated(10 * minute);
    expect(await signIn(demand(true))).toMatchObject({ kind: "refused", problem: "NOT_FRESH" });
    expect(await signIn(demand(false, 300))).toMatchObject({ kind: "refused", problem: "NOT_FRESH" });
    expect(await sessionsOf(userId)).toEqual([]);
    expect(await signIn(demand(false, 900))).toMatchObject({ kind: "entered" });
    authenticated(0);
    expect(await signIn(demand(true))).toMatchObject({ kind: "entered" });
  });

  it("the provider's clock does not count: four minutes behind, its fresh sign-in is fresh", async () => {
    const { way, userId } = await setUp();
    provider.does.claims = (claims) => ({
      ...{ ...claims, iat: Number(claims.iat) - 240 },
      auth_time: Number(claims.iat) - 240,
    });
    const signedIn = await new ConnectionBrowser(services).signIn(way, provider, demand(true));
    expect(signedIn).toMatchObject({ kind: "entered" });
    const [session] = await sessionsOf(userId);
    expect(session?.authenticatedAt).toEqual(clock());
  });

  it("auth_time becomes the session's, also undemanded and through a confirmation; without it none is known", async () => {
    const { way, userId, email } = await setUp({ password });
    const browser = new ConnectionBrowser(services);
    authenticated(10 * minute);
    const confirm = await browser.signIn(way, provider);
    if (confirm.kind !== "confirm") throw new Error(confirm.kind);
    expect(await confirmLink(services, confirm.link, password, someBrowser())).toMatchObject({ ok: true });
    const [confirmed] = await sessionsOf(userId);
    expect(confirmed?.authenticatedAt).toEqual(plus(clock(), -10 * minute + second));
    provider.behave();
    provider.person = { ...provider.person, email };
    clock.pass(second);
    await browser.signIn(way, provider);
    const latest = (await sessionsOf(userId)).find(
      ({ createdAt }) => createdAt.getTime() === clock().getTime(),
    );
    expect(latest).toMatchObject({ authenticatedAt: null, method: "CONNECTION" });
  });
});

describe("the typed address", () => {
  it("is a login_hint for the provider of its own workspace, and for no other", async () => {
    const { way, email } = await setUp();
    expect((await askedOf(way, { loginHint: email })).get("login_hint")).toBe(email);
    for (const loginHint of ["ana@elsewhere.example", "no address", ""])
      expect((await askedOf(way, { loginHint })).has("login_hint")).toBe(false);
  });
});

describe("a refused sign-in", () => {
  it("is in the audit log: connection, reason, address and source, and no actor", async () => {
    const { way, domain } = await setUp();
    provider.person = { sub: newId(), email: `nadie@${domain}` };
    await new ConnectionBrowser(services).signIn(way, provider);
    const [line] = await refusals(way.connectionId);
    expect(line).toMatchObject({
      ...{ actingUserId: null, resourceType: "connection" },
      changes: {
        name: { to: "Acme SSO" },
        problem: { to: "NO_PERSON" },
        email: { to: `nadie@${domain}` },
        ip: { to: expect.stringMatching(/^198\.51\./) },
        userAgent: { to: "Test/1" },
      },
    });
  });

  it("is in it where the provider refuses, or can't be reached, too; a test never is", async () => {
    const { way, userId } = await setUp();
    provider.does.callback = { error: "access_denied" };
    await new ConnectionBrowser(services).signIn(way, provider);
    await new ConnectionBrowser(services).signIn(way, provider, { testerId: userId });
    provider.behave();
    const { connectionId } = way;
    provider.does.discovery = (document) => ({ ...document, issuer: "https://evil.example" });
    await services.db
      .update(connections)
      .set({ updatedAt: plus(clock(), minute) })
      .where(eq(connections.id, connectionId));
    await new ConnectionBrowser(services).start(way);
    await new ConnectionBrowser(services).start(way, { testerId: userId });
    const lines = await refusals(connectionId);
    expect(lines.map(({ changes }) => changes?.problem?.to)).toEqual(["DENIED", "WRONG_ISSUER"]);
  });

  it("an attacker does not fill the log: ten lines of a source at once, then one in half a minute", async () => {
    const { way } = await setUp();
    provider.does.callback = { error: "access_denied" };
    const browser = new ConnectionBrowser(services, someBrowser());
    for (let at = 0; at < 13; at++) await browser.signIn(way, provider);
    expect(await refusals(way.connectionId)).toHaveLength(10);
    clock.pass(31 * second);
    for (let at = 0; at < 2; at++) await browser.signIn(way, provider);
    expect(await refusals(way.connectionId)).toHaveLength(11);
    // Another source has lines of its own.
    await new ConnectionBrowser(services).signIn(way, provider);
    expect(await refusals(way.connectionId)).toHaveLength(12);
  });
});

describe("sessions say how they were begun", () => {
  it("by the connection's name, which a deleted one has no more, and by a password", async () => {
    const { way, userId } = await setUp();
    await new ConnectionBrowser(services).signIn(way, provider);
    const ctx = await ctxOf(services, { workspaceId: way.workspaceId, userId });
    expect(await listSessions(ctx)).toMatchObject([{ method: "CONNECTION", connectionName: "Acme SSO" }]);
    await services.db.delete(connections).where(eq(connections.id, way.connectionId));
    expect(await listSessions(ctx)).toMatchObject([{ method: "CONNECTION", connectionName: null }]);
    const other = await signinPerson(services);
    await signInWithPassword(services, { email: other.email, password }, someBrowser());
    const theirs = await listSessions(await ctxOf(services, other));
    expect(theirs).toMatchObject([{ method: "PASSWORD", connectionName: null }]);
  });
});
