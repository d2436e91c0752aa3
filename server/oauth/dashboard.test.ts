import { afterAll, expect, it } from "vitest";
import type { SignedIn } from "@/server/access/signed-in";
import { minute } from "@/server/kernel/time/clock";
import {
  approved,
  askToken,
  heldClock,
  oauthServices,
  refreshWith,
  registerClient,
  signedInPerson,
  tokensOf,
} from "@/server/test/oauth-kit";
import { createCallerFactory, router } from "@/server/transport/trpc";
import { isCodeUsable } from "./consent/is-code-usable";
import { connectedAppsRouter, oauthClientsRouter } from "./trpc";

// The queries of the pages about connected apps and OAuth clients.

const clock = heldClock();
const services = await oauthServices(clock);
afterAll(() => services.close());

const call = createCallerFactory(router({ apps: connectedAppsRouter, clients: oauthClientsRouter }));
const as = (user: SignedIn) => call({ services, requestId: "req_test", signedIn: async () => user });
const withRole = (user: SignedIn, role: SignedIn["actor"]["role"]): SignedIn => ({
  ...user,
  actor: { ...user.actor, role },
});
const refusal = (code: string) => expect.objectContaining({ cause: expect.objectContaining({ code }) });

const intranet = {
  name: "Intranet",
  redirectUris: ["https://intranet.example.test/cb"],
  scopes: ["openid", "email"],
} as const;
const input = () => ({ ...intranet, redirectUris: [...intranet.redirectUris], scopes: [...intranet.scopes] });

it("all grants of one client are one app, with the scopes of all of them", async () => {
  const user = await signedInPerson(services);
  const clientId = await registerClient(services);
  const firstConnectedAt = clock();
  const { refresh } = await tokensOf(services, user, { clientId, scope: "openid email" });
  clock.pass(minute);
  await tokensOf(services, user, { clientId, scope: "openid mcp:leaves:read" });
  await refreshWith(services, refresh, clientId);
  const { connected, revoked } = await as(user).apps.list();
  expect(revoked).toEqual([]);
  expect(connected).toMatchObject([
    { clientId, connectionCount: 2, firstConnectedAt, lastUsedAt: clock(), revokedAt: null },
  ]);
  expect([...(connected[0]?.scopes ?? [])].sort()).toEqual(["email", "mcp:leaves:read", "openid"]);
});

it("revoking ends all of them, and the app is among the revoked until it is connected again", async () => {
  const user = await signedInPerson(services);
  const clientId = await registerClient(services);
  const { refresh } = await tokensOf(services, user, { clientId });
  await tokensOf(services, user, { clientId });
  await as(user).apps.revoke({ clientId });
  expect((await refreshWith(services, refresh, clientId)).json.error).toBe("invalid_grant");
  expect(await as(user).apps.list()).toMatchObject({
    connected: [],
    revoked: [{ clientId, connectionCount: 2, revokedAt: clock() }],
  });
  await tokensOf(services, user, { clientId });
  expect(await as(user).apps.list()).toMatchObject({ connected: [{ clientId }], revoked: [] });
});

it("404 an app that is not connected, or is another user's", async () => {
  const [user, other] = [await signedInPerson(services), await signedInPerson(services)];
  const clientId = await registerClient(services);
  await tokensOf(services, other, { clientId });
  await expect(as(user).apps.revoke({ clientId })).rejects.toEqual(refusal("RESOURCE_NOT_FOUND"));
  await expect(as(user).apps.revoke({ clientId: "nonsense" })).rejects.toEqual(refusal("RESOURCE_NOT_FOUND"));
});

it.each(["LOCATION_ADMIN", "APPROVER", "USER"] as const)("403 %s manages no clients", async (role) => {
  const { clients } = as(withRole(await signedInPerson(services), role));
  const clientId = "client01985f4e7a3c7c119f0e3b1d2c4a5e6f";
  for (const refused of [
    () => clients.page({}),
    () => clients.create(input()),
    () => clients.get({ clientId }),
    () => clients.use({ clientId }),
    () => clients.update({ clientId, name: "X" }),
    () => clients.rotateSecret({ clientId, keepPrevious: true }),
    () => clients.dropPreviousSecret({ clientId }),
    () => clients.delete({ clientId }),
  ])
    await expect(refused()).rejects.toEqual(refusal("FORBIDDEN"));
});

it("404 an administrator of another workspace finds nothing", async () => {
  const { client } = await as(await signedInPerson(services)).clients.create(input());
  const { clients } = as(await signedInPerson(services));
  const { clientId } = client;
  expect((await clients.page({})).items).toEqual([]);
  for (const refused of [
    () => clients.get({ clientId }),
    () => clients.use({ clientId }),
    () => clients.update({ clientId, name: "X" }),
    () => clients.rotateSecret({ clientId, keepPrevious: false }),
    () => clients.delete({ clientId }),
  ])
    await expect(refused()).rejects.toEqual(refusal("RESOURCE_NOT_FOUND"));
});

it("a client's use counts users and their connections, and only active ones", async () => {
  const admin = await signedInPerson(services);
  const colleague = await signedInPerson(services, admin.actor.workspaceId);
  const { clients } = as(admin);
  const { client, secret } = await clients.create(input());
  const { clientId } = client;
  expect(await clients.use({ clientId })).toEqual({ peopleCount: 0, connectionCount: 0, lastUsedAt: null });
  for (const user of [admin, admin, colleague]) {
    const { exchange } = await approved(services, user, { clientId, redirectUri: intranet.redirectUris[0] });
    expect((await askToken(services, { ...exchange, client_secret: secret })).status).toBe(200);
  }
  const use = await clients.use({ clientId });
  expect(use).toMatchObject({ peopleCount: 2, connectionCount: 3 });
  expect(use.lastUsedAt === null || use.lastUsedAt instanceof Date).toBe(true);
  await as(admin).apps.revoke({ clientId });
  expect(await clients.use({ clientId })).toMatchObject({ peopleCount: 1, connectionCount: 1 });
});

it("a secret is in the answer that made it, and nowhere else", async () => {
  const { clients } = as(await signedInPerson(services));
  const { client, secret } = await clients.create(input());
  const { clientId } = client;
  const rotated = await clients.rotateSecret({ clientId, keepPrevious: true });
  expect(rotated.client.secrets.map(({ lastFour }) => lastFour)).toEqual([
    rotated.secret.slice(-4),
    secret.slice(-4),
  ]);
  const elsewhere = JSON.stringify([
    client,
    rotated.client,
    await clients.page({}),
    await clients.get({ clientId }),
  ]);
  expect([elsewhere.includes(secret), elsewhere.includes(rotated.secret)]).toEqual([false, false]);
  await clients.dropPreviousSecret({ clientId });
  expect((await clients.get({ clientId })).secrets).toHaveLength(1);
});

it("a code is usable until it is exchanged or ten minutes have passed", async () => {
  const user = await signedInPerson(services);
  const { callback, exchange } = await approved(services, user);
  const unused = await approved(services, user);
  expect(await isCodeUsable(services, callback.href)).toBe(true);
  await askToken(services, exchange);
  expect(await isCodeUsable(services, callback.href)).toBe(false);
  expect(await isCodeUsable(services, `cursor://cb?x=1&code=${unused.code}`)).toBe(true);
  clock.pass(10 * minute);
  expect(await isCodeUsable(services, unused.callback.href)).toBe(false);
  expect(await isCodeUsable(services, "https://client.example.test/cb")).toBe(false);
});
