import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { auditEvents } from "@/drizzle/schema/audit";
import { connectionAccounts, connections, signInAttempts } from "@/drizzle/schema/connections";
import { users } from "@/drizzle/schema/people";
import { sessions } from "@/drizzle/schema/signin";
import { newId } from "@/server/kernel/ids";
import type { Services } from "@/server/kernel/services";
import { minute } from "@/server/kernel/time/clock";
import { workspaceDigits } from "@/server/kernel/workspace-secret";
import { getConnection } from "@/server/modules/workspace/connections/list";
import { loadOperator } from "@/server/modules/workspace/settings/operator";
import { ConnectionBrowser, makeConnection, makeDomain } from "@/server/test/connection-kit";
import { HostileProvider, type Misdeeds } from "@/server/test/hostile-provider";
import { heldClock, password, signinPerson, signinServices, someBrowser } from "@/server/test/signin-fixture";
import { confirmLink } from "./confirm-link";

const misbehave = (one: HostileProvider, wrong: Partial<Misdeeds>): void =>
  void Object.assign(one.does, wrong);

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

type Given = Parameters<typeof signinPerson>[1] & { connection?: Parameters<typeof makeConnection>[3] };

/** A workspace with a person, a verified domain, and a connection. Each test has its own domain. */
async function setUp({ connection, ...given }: Given = {}) {
  const domain = `d${++domainCount}.example`;
  const person = await signinPerson(services, { password: null, email: `ana@${domain}`, ...given });
  const { workspaceId } = person;
  const domainId = await makeDomain(services, workspaceId, domain);
  const connectionId = await makeConnection(services, workspaceId, provider, connection);
  const subject = newId();
  provider.person = { sub: subject, email: person.email, name: "Ana Ilić" };
  return { ...person, domain, domainId, connectionId, subject, way: { workspaceId, connectionId } };
}

const signIn = (way: { workspaceId: string; connectionId: string }, returnTo?: string) =>
  new ConnectionBrowser(services).signIn(way, provider, returnTo ? { returnTo } : {});

const sessionsOf = (userId: string) => services.db.select().from(sessions).where(eq(sessions.userId, userId));
const peopleOf = (workspaceId: string) =>
  services.db.select().from(users).where(eq(users.workspaceId, workspaceId));

describe("signing in", () => {
  it("finds the person by the address once, then by the account, and returns to the deep link", async () => {
    const { userId, way, domain } = await setUp();
    expect(await signIn(way, "/dashboard/leaves?status=NEW")).toMatchObject({
      kind: "entered",
      returnTo: "/dashboard/leaves?status=NEW",
      entered: { person: { userId } },
    });
    provider.person = { ...provider.person, email: `another@${domain}`, email_verified: false };
    expect(await signIn(way)).toMatchObject({ kind: "entered", entered: { person: { userId } } });
    expect(await sessionsOf(userId)).toHaveLength(2);
    const [line] = await services.db
      .select()
      .from(auditEvents)
      .where(and(eq(auditEvents.actingUserId, userId), eq(auditEvents.action, "session.create")));
    expect(line?.changes).toMatchObject({ method: { to: "CONNECTION" } });
  });

  it("reads the address from userinfo where the ID token has none, for the same subject only", async () => {
    const { userId, way, email, subject } = await setUp();
    provider.person = { sub: subject };
    provider.does.userinfo = { sub: newId(), email };
    expect(await signIn(way)).toMatchObject({ kind: "refused", problem: "NO_ADDRESS" });
    provider.does.userinfo = { sub: subject, email };
    expect(await signIn(way)).toMatchObject({ kind: "entered", entered: { person: { userId } } });
  });

  it("refuses a return address of another origin", async () => {
    const { way } = await setUp();
    expect(await signIn(way, "//evil.example")).toMatchObject({ kind: "entered", returnTo: "/dashboard" });
  });

  it("refuses a connection that was paused while the browser was at the provider", async () => {
    const { way, connectionId, userId } = await setUp();
    const browser = new ConnectionBrowser(services);
    const back = provider.authorize(await browser.begin(way));
    await services.db.update(connections).set({ state: "TESTED" }).where(eq(connections.id, connectionId));
    expect(await browser.finish(back)).toMatchObject({ kind: "refused", problem: "NOT_ALLOWED" });
    expect(await browser.start(way)).toEqual({ refusal: "unknown" });
    expect(await sessionsOf(userId)).toEqual([]);
  });

  it("does not begin for a connection of another workspace", async () => {
    const [one, other] = [await setUp(), await setUp()];
    const browser = new ConnectionBrowser(services);
    const mixed = { workspaceId: other.workspaceId, connectionId: one.connectionId };
    expect(await browser.start(mixed)).toEqual({ refusal: "unknown" });
  });
});

describe("an attempt", () => {
  it("signs in once, of any number of callbacks at once", async () => {
    const { way, userId } = await setUp();
    const browser = new ConnectionBrowser(services);
    const back = provider.authorize(await browser.begin(way));
    const all = await Promise.all(Array.from({ length: 8 }, () => browser.finish(back)));
    expect(all.map(({ kind }) => kind).sort()).toEqual(["entered", ...Array(7).fill("over")]);
    expect(await browser.finish(back)).toEqual({ kind: "over" });
    expect(await sessionsOf(userId)).toHaveLength(1);
  });

  it("is its browser's, and stays so when another one presents its state", async () => {
    const { way } = await setUp();
    const [own, other] = [new ConnectionBrowser(services), new ConnectionBrowser(services)];
    const back = provider.authorize(await own.begin(way));
    expect(await other.finish(back)).toEqual({ kind: "over" });
    expect(await own.finish(back)).toMatchObject({ kind: "entered" });
  });

  it("expires after 15 minutes", async () => {
    const { way } = await setUp();
    const browser = new ConnectionBrowser(services);
    const back = provider.authorize(await browser.begin(way));
    clock.pass(15 * minute);
    expect(await browser.finish(back)).toEqual({ kind: "over" });
  });

  it("is refused at the callback of another workspace, where another provider may have sent it", async () => {
    const [one, other] = [await setUp(), await setUp()];
    const browser = new ConnectionBrowser(services);
    const back = provider.authorize(await browser.begin(one.way));
    expect(back.pathname).toBe(`/api/auth/connection/callback/${workspaceDigits(one.workspaceId)}`);
    const asked = provider.seen["/token"];
    expect(await browser.finish(back, other.workspaceId)).toEqual({ kind: "over" });
    expect(provider.seen["/token"]).toBe(asked);
  });

  it("is unknown without a state, and with one that no one was given", async () => {
    const browser = new ConnectionBrowser(services);
    for (const query of ["", "?state=", "?state=x&code=y", `?state=${"a".repeat(65)}&code=y`])
      expect(await browser.finish(new URL(`https://app.test/callback/x${query}`))).toEqual({ kind: "over" });
  });

  it("stores neither state, nonce, code verifier nor the browser's secret", async () => {
    const { way, connectionId } = await setUp();
    const browser = new ConnectionBrowser(services);
    const { searchParams } = new URL(await browser.begin(way));
    const [row] = await services.db
      .select()
      .from(signInAttempts)
      .where(eq(signInAttempts.connectionId, connectionId));
    const stored = JSON.stringify(row);
    expect(searchParams.get("code_challenge_method")).toBe("S256");
    for (const secret of [searchParams.get("state"), searchParams.get("nonce"), browser.secret])
      expect(stored).not.toContain(secret);
  });
});

describe("a hostile provider", () => {
  const refuses = async (
    how: (provider: HostileProvider) => void,
    problem: string,
    more: { connectionDoes?: Parameters<typeof makeConnection>[3] } = {},
  ) => {
    const { way, userId } = await setUp(more.connectionDoes ? { connection: more.connectionDoes } : {});
    const browser = new ConnectionBrowser(services);
    const location = await browser.begin(way);
    how(provider);
    expect(await browser.finish(provider.authorize(location))).toMatchObject({ kind: "refused", problem });
    expect(await sessionsOf(userId)).toEqual([]);
  };
  const claims = (changed: Record<string, unknown>) => (one: HostileProvider) => {
    one.does.claims = (good) => ({ ...good, ...changed });
  };
  const seconds = (ms: number) => Math.floor((Date.now() + ms) / 1000);

  it.each<[string, (one: HostileProvider) => void, string]>([
    ["another issuer in the ID token", claims({ iss: "https://evil.example" }), "INVALID_ANSWER"],
    ["another audience", claims({ aud: "another" }), "INVALID_ANSWER"],
    ["several audiences without azp", claims({ aud: ["timeaway", "another"] }), "INVALID_ANSWER"],
    ["several audiences with a foreign azp", claims({ aud: ["timeaway", "x"], azp: "x" }), "INVALID_ANSWER"],
    ["a foreign azp beside a single audience", claims({ azp: "another" }), "INVALID_ANSWER"],
    ["another nonce", claims({ nonce: "another" }), "INVALID_ANSWER"],
    ["no nonce", claims({ nonce: undefined }), "INVALID_ANSWER"],
    ["no subject", claims({ sub: undefined }), "INVALID_ANSWER"],
    ["an expired token", claims({ exp: seconds(-2 * minute) }), "INVALID_ANSWER"],
    ["no expiry", claims({ exp: undefined }), "INVALID_ANSWER"],
    ["a clock six minutes behind", claims({ iat: seconds(-6 * minute) }), "CLOCK"],
    ["a clock six minutes ahead", claims({ iat: seconds(6 * minute) }), "CLOCK"],
    ["alg none", (one) => misbehave(one, { signature: "none" }), "INVALID_ANSWER"],
    [
      "a signature with the client's secret",
      (one) => misbehave(one, { signature: "hmac" }),
      "INVALID_ANSWER",
    ],
    ["a foreign key under a known kid", (one) => misbehave(one, { signature: "foreign" }), "INVALID_ANSWER"],
    [
      "another issuer in the answer",
      (one) => misbehave(one, { callback: { iss: "https://evil.example" } }),
      "INVALID_ANSWER",
    ],
    [
      "an error in place of a code",
      (one) => misbehave(one, { callback: { error: "access_denied" } }),
      "DENIED",
    ],
    [
      "a token endpoint that redirects",
      (one) =>
        misbehave(one, {
          tokenAnswer: (response) => response.writeHead(302, { location: `${one.issuer}/token` }).end(),
        }),
      "INVALID_ANSWER",
    ],
    [
      "an answer of more than 256 KB",
      (one) =>
        misbehave(one, {
          tokenAnswer: (response) =>
            response.writeHead(200, { "content-type": "application/json" }).end("x".repeat(300 * 1024)),
        }),
      "UNREACHABLE",
    ],
  ])("is refused: %s", (_, how, problem) => refuses(how, problem));

  it("is refused: no iss in the answer although it announces one (RFC 9207)", async () => {
    provider.does.discovery = (document) => ({
      ...document,
      authorization_response_iss_parameter_supported: true,
    });
    const { way } = await setUp();
    expect(await signIn(way)).toMatchObject({ kind: "refused", problem: "INVALID_ANSWER" });
    provider.does.callback = { iss: provider.issuer };
    expect(await signIn(way)).toMatchObject({ kind: "entered" });
  });

  it("is refused: alg none although it announces that", async () => {
    provider.does.discovery = (document) => ({
      ...document,
      id_token_signing_alg_values_supported: ["none", "HS256", "RS256"],
    });
    const { way } = await setUp();
    for (const signature of ["none", "hmac"] as const) {
      provider.does.signature = signature;
      expect(await signIn(way)).toMatchObject({ kind: "refused", problem: "INVALID_ANSWER" });
    }
  });

  it("is refused: a wrong client secret, which the test names", async () => {
    const { way } = await setUp({ connection: { clientSecret: "wrong" } });
    expect(await signIn(way)).toMatchObject({ kind: "refused", problem: "WRONG_CLIENT" });
  });

  it.each<[string, (one: HostileProvider) => void, string]>([
    [
      "a discovery document of another issuer",
      (one) =>
        misbehave(one, {
          discovery: (document) => ({ ...document, issuer: "https://evil.example" }),
        }),
      "WRONG_ISSUER",
    ],
    [
      "a discovery that redirects to loopback",
      (one) =>
        misbehave(one, {
          discoveryAnswer: (response) => response.writeHead(302, { location: "http://127.0.0.1:1/" }).end(),
        }),
      "INVALID_ANSWER",
    ],
    [
      "an authorization endpoint that is a script",
      (one) =>
        misbehave(one, {
          discovery: (document) => ({
            ...document,
            authorization_endpoint: "javascript:alert(1)",
          }),
        }),
      "WRONG_ISSUER",
    ],
  ])("does not begin: %s", async (_, how, problem) => {
    how(provider);
    const { way } = await setUp();
    expect(await new ConnectionBrowser(services).start(way)).toMatchObject({
      refusal: "unreachable",
      error: { problem },
    });
  });

  it("does not begin: a token endpoint on a private address", async () => {
    provider.does.discovery = (document) => ({ ...document, token_endpoint: "http://127.0.0.1:9/token" });
    const { way } = await setUp();
    expect(await signIn(way)).toMatchObject({ kind: "refused", problem: "UNREACHABLE" });
  });

  it("hangs for five seconds at most", async () => {
    provider.does.discoveryAnswer = () => undefined;
    const { way } = await setUp();
    const began = performance.now();
    expect(await new ConnectionBrowser(services).start(way)).toMatchObject({
      refusal: "unreachable",
      error: { problem: "UNREACHABLE" },
    });
    expect(performance.now() - began).toBeLessThan(7000);
  });

  it("may rotate its keys: an unknown kid reloads them, once a minute at most", async () => {
    const { way } = await setUp();
    expect(await signIn(way)).toMatchObject({ kind: "entered" });
    await provider.rotate("second");
    const loads = provider.seen["/jwks"] ?? 0;
    expect(await signIn(way)).toMatchObject({ kind: "refused", problem: "INVALID_ANSWER" });
    expect(provider.seen["/jwks"]).toBe(loads);
    const later = Date.now() + minute;
    const now = vi.spyOn(Date, "now").mockImplementation(() => later);
    clock.set(new Date(later));
    expect(await signIn(way)).toMatchObject({ kind: "entered" });
    expect(provider.seen["/jwks"]).toBe(loads + 1);
    now.mockRestore();
  });
});

describe("an address", () => {
  it.each<[string, Record<string, unknown>, string]>([
    ["none", { email: undefined }, "NO_ADDRESS"],
    ["something else", { email: "ana" }, "NO_ADDRESS"],
    ["one that the provider has not verified", { email_verified: false }, "UNVERIFIED_ADDRESS"],
    ["one of an unclaimed domain", { email: "ana@elsewhere.example" }, "FOREIGN_DOMAIN"],
  ])("does not count: %s", async (_, changed, problem) => {
    const { way, userId } = await setUp({ connection: { createsPeople: true } });
    provider.person = { ...provider.person, ...changed };
    expect(await signIn(way)).toMatchObject({ kind: "refused", problem });
    expect(await sessionsOf(userId)).toEqual([]);
    expect(await peopleOf(way.workspaceId)).toHaveLength(1);
  });

  it("does not count in the domain of another workspace, although its person has it", async () => {
    const other = await setUp();
    const { way, workspaceId } = await setUp({ connection: { createsPeople: true } });
    provider.person = { sub: newId(), email: other.email };
    expect(await signIn(way)).toMatchObject({ kind: "refused", problem: "FOREIGN_DOMAIN" });
    expect(await sessionsOf(other.userId)).toEqual([]);
    expect(await peopleOf(workspaceId)).toHaveLength(1);
  });

  it("finds the connection's workspace only, where several people have it", async () => {
    const { way, email, userId, workspaceId } = await setUp();
    const other = await signinPerson(services, { email, password: null });
    expect(await signIn(way)).toMatchObject({
      kind: "entered",
      entered: { person: { workspaceId, userId } },
    });
    expect(await sessionsOf(other.userId)).toEqual([]);
  });

  it("does not count where the domain is claimed, but not verified", async () => {
    const { way, domainId, workspaceId } = await setUp();
    const { releaseDomain } = await import("@/server/modules/workspace/connections/release-domain");
    const { claimDomain } = await import("@/server/modules/workspace/connections/claim-domain");
    const ctx = await loadOperator(services, workspaceId);
    await releaseDomain(ctx, domainId);
    await claimDomain(ctx, String(provider.person.email).split("@")[1] ?? "");
    expect(await signIn(way)).toMatchObject({ kind: "refused", problem: "FOREIGN_DOMAIN" });
  });

  it("of another account does not take a person who has used one", async () => {
    const { way, userId } = await setUp();
    expect(await signIn(way)).toMatchObject({ kind: "entered" });
    provider.person = { ...provider.person, sub: newId() };
    expect(await signIn(way)).toMatchObject({ kind: "refused", problem: "NOT_ALLOWED" });
    expect(await sessionsOf(userId)).toHaveLength(1);
  });
});

describe("a person", () => {
  it("who is inactive does not get in, by address, by account, and is not created again", async () => {
    const { way, userId, workspaceId } = await setUp({ connection: { createsPeople: true } });
    expect(await signIn(way)).toMatchObject({ kind: "entered" });
    await services.db.update(users).set({ status: "INACTIVE" }).where(eq(users.id, userId));
    expect(await signIn(way)).toMatchObject({ kind: "refused", problem: "NOT_ALLOWED" });
    provider.person = { ...provider.person, sub: newId() };
    expect(await signIn(way)).toMatchObject({ kind: "refused", problem: "NOT_ALLOWED" });
    const people = await peopleOf(workspaceId);
    expect(people.map(({ status }) => status)).toEqual(["INACTIVE"]);
  });

  it("who is erased is no one: their account finds no person", async () => {
    const { way, userId } = await setUp();
    expect(await signIn(way)).toMatchObject({ kind: "entered" });
    await services.db
      .update(users)
      .set({ status: "DELETED", email: `${userId}@erased.invalid` })
      .where(eq(users.id, userId));
    expect(await signIn(way)).toMatchObject({ kind: "refused", problem: "NO_PERSON" });
  });

  it("whom no one has added is not created, unless the connection creates people", async () => {
    const { way, domain, workspaceId } = await setUp();
    provider.person = { sub: newId(), email: `new@${domain}` };
    expect(await signIn(way)).toMatchObject({ kind: "refused", problem: "NO_PERSON" });
    expect(await peopleOf(workspaceId)).toHaveLength(1);
  });

  it("who is created has the role USER and a place, and is created once by calls at once", async () => {
    const { way, domain, workspaceId, userId } = await setUp();
    const [place] = await services.db.select().from(users).where(eq(users.id, userId));
    if (!place) throw new Error("no person");
    await services.db
      .update(connections)
      .set({ createsPeople: true, locationId: place.locationId, departmentId: place.departmentId })
      .where(eq(connections.id, way.connectionId));
    provider.person = {
      ...{ sub: newId(), email: `new@${domain}`, name: "Zoë Novák" },
      ...{ role: "ADMIN", roles: ["ADMIN"], groups: ["administrators"] },
    };
    const all = await Promise.all(Array.from({ length: 5 }, () => signIn(way)));
    expect(all.map(({ kind }) => kind)).toEqual(Array(5).fill("entered"));
    const made = (await peopleOf(workspaceId)).filter(({ id }) => id !== userId);
    expect(made).toMatchObject([
      { name: "Zoë Novák", email: `new@${domain}`, isAdmin: false, status: "ACTIVE" },
    ]);
    expect(made[0]).toMatchObject({ locationId: place.locationId, departmentId: place.departmentId });
  });
});

describe("a person with a password", () => {
  async function pending() {
    const made = await setUp({ password });
    const finished = await signIn(made.way, "/dashboard/leaves");
    if (finished.kind !== "confirm") throw new Error(finished.kind);
    return { ...made, link: finished.link };
  }
  const accountsOf = (userId: string) =>
    services.db.select().from(connectionAccounts).where(eq(connectionAccounts.userId, userId));

  it("confirms the account by it once", async () => {
    const { link, userId, way } = await pending();
    expect(await sessionsOf(userId)).toEqual([]);
    expect(await accountsOf(userId)).toEqual([]);
    const wrong = await confirmLink(services, link, "wrong", someBrowser());
    expect(wrong).toEqual({ ok: false, reason: "credentials" });
    expect(await accountsOf(userId)).toEqual([]);
    const right = await confirmLink(services, link, password, someBrowser());
    expect(right).toMatchObject({ ok: true, returnTo: "/dashboard/leaves", person: { userId } });
    expect(await signIn(way)).toMatchObject({ kind: "entered" });
  });

  it("is not linked while they do not confirm", async () => {
    const { way, userId } = await pending();
    expect(await signIn(way)).toMatchObject({ kind: "confirm" });
    expect(await accountsOf(userId)).toEqual([]);
  });

  it("has tries limited as everywhere", async () => {
    const { link } = await pending();
    const tried = [];
    for (let i = 0; i < 12; i++) tried.push(await confirmLink(services, link, "wrong", someBrowser()));
    expect(tried.at(-1)).toMatchObject({ ok: false, reason: "throttled" });
  });

  it("cannot confirm once inactive, with another address, or when the connection has closed", async () => {
    const { link, userId, connectionId } = await pending();
    const confirm = () => confirmLink(services, link, password, someBrowser());
    const set = (values: Partial<typeof users.$inferInsert>) =>
      services.db.update(users).set(values).where(eq(users.id, userId));
    await set({ status: "INACTIVE" });
    expect(await confirm()).toEqual({ ok: false, reason: "over" });
    await set({ status: "ACTIVE", email: "moved@else.example" });
    expect(await confirm()).toEqual({ ok: false, reason: "over" });
    await set({ email: link.email });
    await services.db.update(connections).set({ state: "TESTED" }).where(eq(connections.id, connectionId));
    expect(await confirm()).toEqual({ ok: false, reason: "over" });
    expect(await accountsOf(userId)).toEqual([]);
  });
});

describe("a test", () => {
  const details = async (workspaceId: string, id: string) =>
    getConnection(await loadOperator(services, workspaceId), id);

  it("by the administrator who matches makes a draft tested, and signs no one in", async () => {
    const { way, userId, workspaceId, connectionId } = await setUp({ connection: { state: "DRAFT" } });
    const tested = await new ConnectionBrowser(services).signIn(way, provider, { testerId: userId });
    expect(tested).toMatchObject({ kind: "tested" });
    expect(await details(workspaceId, connectionId)).toMatchObject({
      state: "TESTED",
      lastTest: { problem: null },
      peopleCount: 0,
    });
    expect((await details(workspaceId, connectionId)).lastTest?.claims).toContainEqual({
      name: "name",
      value: "Ana Ilić",
    });
    expect(await sessionsOf(userId)).toEqual([]);
  });

  it.each<[string, () => void, string]>([
    ["no address", () => Object.assign(provider, { person: { sub: newId() } }), "NO_ADDRESS"],
    [
      "a wrong secret",
      () =>
        misbehave(provider, {
          tokenAnswer: (r) =>
            r.writeHead(401, { "content-type": "application/json" }).end('{"error":"invalid_client"}'),
        }),
      "WRONG_CLIENT",
    ],
    ["a denial", () => misbehave(provider, { callback: { error: "access_denied" } }), "DENIED"],
  ])("with %s leaves the draft, and says why", async (_, how, problem) => {
    const { way, userId, workspaceId, connectionId } = await setUp({ connection: { state: "DRAFT" } });
    how();
    await new ConnectionBrowser(services).signIn(way, provider, { testerId: userId });
    expect(await details(workspaceId, connectionId)).toMatchObject({ state: "DRAFT", lastTest: { problem } });
  });

  it("as another person leaves the draft", async () => {
    const { way, workspaceId, connectionId } = await setUp({ connection: { state: "DRAFT" } });
    await new ConnectionBrowser(services).signIn(way, provider, { testerId: (await other(workspaceId)).id });
    expect(await details(workspaceId, connectionId)).toMatchObject({
      state: "DRAFT",
      lastTest: { problem: "OTHER_PERSON" },
    });
  });

  it("of what has changed meanwhile does not count", async () => {
    const { way, userId, workspaceId, connectionId } = await setUp({ connection: { state: "DRAFT" } });
    const browser = new ConnectionBrowser(services);
    const back = provider.authorize(await browser.begin(way, { testerId: userId }));
    clock.pass(1000);
    await services.db.update(connections).set({ updatedAt: clock() }).where(eq(connections.id, connectionId));
    await browser.finish(back);
    expect(await details(workspaceId, connectionId)).toMatchObject({ state: "DRAFT" });
  });

  async function other(workspaceId: string) {
    const [person] = await peopleOf(workspaceId);
    if (!person) throw new Error("no person");
    const id = newId();
    const [made] = await services.db
      .insert(users)
      .values({
        ...person,
        id,
        email: `${id}@other.example`,
        searchName: undefined,
      } as typeof users.$inferInsert)
      .returning();
    if (!made) throw new Error("not made");
    return made;
  }
});
