import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { auditEvents } from "@/drizzle/schema/audit";
import { connections, usedLogoutTokens } from "@/drizzle/schema/connections";
import { newId } from "@/server/kernel/ids";
import type { Services } from "@/server/kernel/services";
import { hour, minute, second } from "@/server/kernel/time/clock";
import { workspaceDigits } from "@/server/kernel/workspace-secret";
import { ConnectionBrowser, makeConnection, makeDomain } from "@/server/test/connection-kit";
import { HostileProvider } from "@/server/test/hostile-provider";
import {
  heldClock,
  password,
  sessionOf,
  signinPerson,
  signinServices,
  someBrowser,
} from "@/server/test/signin-fixture";
import { enter } from "../enter";
import { findSession } from "../find-session";
import { findPeopleByEmail } from "../people-by-email";
import type { SessionRef } from "../session-cookie";
import { confirmLink } from "./confirm-link";
import { deleteOldAttempts } from "./delete-old-attempts";
import { endByProvider } from "./end-by-provider";

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
  const domain = `out${++domainCount}.example`;
  const person = await signinPerson(services, { password: null, email: `ana@${domain}`, ...given });
  const { workspaceId } = person;
  await makeDomain(services, workspaceId, domain);
  const connectionId = await makeConnection(services, workspaceId, provider);
  return { ...person, domain, subject: newId(), way: { workspaceId, connectionId } };
}
type Place = Awaited<ReturnType<typeof setUp>>;

/** A session in this session of the provider. */
async function signIn({ way, subject, email }: Place, sid?: string): Promise<SessionRef> {
  provider.person = { sub: subject, email, sid };
  const done = await new ConnectionBrowser(services).signIn(way, provider);
  if (done.kind === "entered") return sessionOf(done.entered);
  const confirmed =
    done.kind === "confirm" ? await confirmLink(services, done.link, password, someBrowser()) : null;
  if (confirmed?.ok) return sessionOf(confirmed);
  throw new Error(done.kind);
}

const send = ({ workspaceId }: { workspaceId: string }, token: string) =>
  endByProvider(services, { workspace: workspaceDigits(workspaceId), token, ip: someBrowser().ip });
const isLive = async (ref: SessionRef) => (await findSession(services, ref)) !== null;
const endings = async (workspaceId: string) =>
  (await services.db.select().from(auditEvents).where(eq(auditEvents.workspaceId, workspaceId)))
    .filter(({ action }) => action === "session.end")
    .map(({ changes, actingUserId }) => [changes?.reason?.to, actingUserId]);

describe("a logout token", () => {
  it("with sid ends that session, within a second, and says so in the audit log", async () => {
    const place = await setUp();
    const [one, other] = [await signIn(place, "sid-1"), await signIn(place, "sid-2")];
    const token = await provider.logoutToken({ sid: "sid-1" });
    const began = performance.now();
    expect(await send(place, token)).toBe("ended");
    expect([await isLive(one), await isLive(other)]).toEqual([false, true]);
    expect(performance.now() - began).toBeLessThan(1000);
    expect(await endings(place.workspaceId)).toEqual([["PROVIDER_SIGNED_OUT", null]]);
  });

  it("with sub ends all sessions of the account's person through the connection, and no others", async () => {
    const place = await setUp({ password });
    const sessions = [await signIn(place, "sid-1"), await signIn(place)];
    const [person] = await findPeopleByEmail(services.db, place.email);
    if (!person) throw new Error("no person");
    const byPassword = await enter(services, person, { method: "PASSWORD" }, someBrowser());
    const colleague = await setUp();
    const theirs = await signIn({ ...colleague, subject: place.subject });
    expect(await send(place, await provider.logoutToken({ sub: place.subject }))).toBe("ended");
    for (const session of sessions) expect(await isLive(session)).toBe(false);
    expect(await isLive(sessionOf(byPassword))).toBe(true);
    // Another workspace's, although issuer, client and subject are the same.
    expect(await isLive(theirs)).toBe(true);
  });

  it("with both ends the session only if it is that account's; with neither session nor account it is accepted", async () => {
    const place = await setUp();
    const session = await signIn(place, "sid-1");
    expect(await send(place, await provider.logoutToken({ sid: "sid-1", sub: newId() }))).toBe("ended");
    expect(await isLive(session)).toBe(true);
    expect(await send(place, await provider.logoutToken({ sid: "another" }))).toBe("ended");
    expect(await send(place, await provider.logoutToken({ sid: "sid-1", sub: place.subject }))).toBe("ended");
    expect(await isLive(session)).toBe(false);
  });

  it("is found through a confirmation by password, too", async () => {
    const place = await setUp({ password });
    const session = await signIn(place, "sid-of-confirmation");
    await send(place, await provider.logoutToken({ sid: "sid-of-confirmation" }));
    expect(await isLive(session)).toBe(false);
  });
});

describe("is refused", () => {
  const seconds = (ms: number) => Math.floor((Date.now() + ms) / second);
  it.each<[string, Record<string, unknown>]>([
    ["another issuer", { iss: "https://evil.example" }],
    ["another audience", { aud: "another" }],
    ["no audience", { aud: undefined }],
    ["no events", { events: undefined }],
    ["another event", { events: { "http://schemas.openid.net/event/other": {} } }],
    ["a nonce, as an ID token has", { nonce: "n" }],
    ["no jti", { jti: undefined }],
    ["neither sid nor sub", { sid: undefined }],
    ["no iat", { iat: undefined }],
    ["made six minutes ago", { iat: seconds(-6 * minute), exp: undefined }],
    ["made in six minutes", { iat: seconds(6 * minute), exp: undefined }],
    ["expired", { exp: seconds(-2 * minute) }],
  ])("%s", async (_, changed) => {
    const place = await setUp();
    const session = await signIn(place, "sid-1");
    expect(await send(place, await provider.logoutToken({ sid: "sid-1", ...changed }))).toBe("refused");
    expect(await isLive(session)).toBe(true);
  });

  it.each(["none", "hmac", "foreign"] as const)("a signature that is %s", async (signature) => {
    const place = await setUp();
    const session = await signIn(place, "sid-1");
    provider.does.signature = signature;
    expect(await send(place, await provider.logoutToken({ sid: "sid-1" }))).toBe("refused");
    expect(await isLive(session)).toBe(true);
  });

  it("no token, and what is none", async () => {
    const place = await setUp();
    for (const token of ["", "a.b.c", "x".repeat(20_000)]) expect(await send(place, token)).toBe("refused");
  });

  it("a connection that isn't active, another workspace's address, and an unknown one", async () => {
    const place = await setUp();
    const session = await signIn(place, "sid-1");
    const token = () => provider.logoutToken({ sid: "sid-1" });
    await services.db
      .update(connections)
      .set({ state: "TESTED" })
      .where(eq(connections.id, place.way.connectionId));
    expect(await send(place, await token())).toBe("refused");
    expect(await send({ workspaceId: newId() }, await token())).toBe("refused");
    const other = await setUp();
    expect(await send(other, await token())).toBe("ended");
    expect(await isLive(session)).toBe(true);
  });

  it("the second use of a token: of any number at once one ends sessions, and a replay ends no later one", async () => {
    const place = await setUp();
    await signIn(place, "sid-1");
    const token = await provider.logoutToken({ sid: "sid-1" });
    const all = await Promise.all(Array.from({ length: 8 }, () => send(place, token)));
    expect(all.sort()).toEqual(["ended", ...Array(7).fill("refused")]);
    const later = await signIn(place, "sid-1");
    expect(await send(place, token)).toBe("refused");
    expect(await isLive(later)).toBe(true);
  });
});

it("used tokens are deleted once none like them is accepted", async () => {
  const place = await setUp();
  await send(place, await provider.logoutToken({ sid: "sid-1" }));
  const kept = () =>
    services.db.select().from(usedLogoutTokens).where(eq(usedLogoutTokens.workspaceId, place.workspaceId));
  await deleteOldAttempts(services);
  expect(await kept()).toHaveLength(1);
  clock.pass(hour);
  await deleteOldAttempts(services);
  expect(await kept()).toEqual([]);
});
