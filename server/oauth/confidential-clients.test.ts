import { eq, sql } from "drizzle-orm";
import { afterAll, describe, expect, it } from "vitest";
import { auditEvents } from "@/drizzle/schema/audit";
import { oauthClients } from "@/drizzle/schema/oauth";
import { ctxFor } from "@/server/access/ctx";
import { sha256 } from "@/server/kernel/secrets";
import {
  approved,
  askAuthorization,
  askToken,
  heldClock,
  oauthServices,
  redirectUri,
  registerClient,
  signedInPerson,
  whoIs,
} from "@/server/test/oauth-kit";
import { clientUuid } from "./clients/client-id";
import { createClient } from "./clients/create-client";
import { deleteClient } from "./clients/delete-client";
import { administrator, type ClientKeeper, operator } from "./clients/keeper";
import { getClient, listClients } from "./clients/list-clients";
import { clientRecord } from "./clients/present-client";
import { rotateClientSecret } from "./clients/rotate-client-secret";
import { updateClient } from "./clients/update-client";
import { OauthClientCreate } from "./schema";

// Decision 3.2: clients with a secret, made by an administrator or the operator.

const clock = heldClock();
const services = await oauthServices(clock);
afterAll(() => services.close());
const admin = await signedInPerson(services);
const keeper = administrator(ctxFor(services, admin.actor, "req_test"));

const input = {
  name: "Payroll",
  redirectUris: [redirectUri],
  scopes: ["openid", "email"] as ("openid" | "email")[],
};
const make = async (by: ClientKeeper = keeper) => {
  const { client, secret } = await createClient(by, input);
  return { id: clientRecord(client).client_id, secret, client };
};

it("the record in the protocol's terms; the secret is stored only as a hash", async () => {
  const { client, secret, id } = await make();
  expect(clientRecord(client)).toEqual({
    client_id: id,
    client_name: "Payroll",
    redirect_uris: [redirectUri],
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    token_endpoint_auth_method: "client_secret_basic",
    scopes: ["openid", "email"],
  });
  const [row] = await services.db
    .select()
    .from(oauthClients)
    .where(eq(oauthClients.id, clientUuid(id)));
  expect(row?.secretHash).toEqual(sha256(secret));
  expect(JSON.stringify(row)).not.toContain(secret);
});

it("403 for anyone but an administrator", () => {
  for (const role of ["LOCATION_ADMIN", "APPROVER", "USER"] as const) {
    const ctx = ctxFor(services, { ...admin.actor, role }, "req_test");
    expect(() => administrator(ctx)).toThrow(expect.objectContaining({ code: "FORBIDDEN" }));
  }
});

it("400 a name with control or bidi-override characters", () => {
  for (const name of ["Intra\nnet", "Intra\0net", "\u202etenartnI", "Intranet \ud800"])
    expect(OauthClientCreate.safeParse({ ...input, name }).success).toBe(false);
  expect(OauthClientCreate.safeParse(input).success).toBe(true);
});

it("400 names the invalid redirect URI", async () => {
  const redirectUris = [redirectUri, "http://example.com/"];
  await expect(createClient(keeper, { ...input, redirectUris })).rejects.toMatchObject({
    code: "VALIDATION_ERROR",
    more: { details: { fields: [{ path: "redirectUris.1" }] } },
  });
});

it("an administrator sees the workspace's clients, the operator all; no secret is ever shown", async () => {
  const { id, secret } = await make();
  const foreign = await make(operator(services));
  const dynamic = await registerClient(services);
  const mine = (await listClients(keeper)).map(({ clientId }) => clientId);
  expect(mine).toContain(id);
  expect(mine).not.toContain(foreign.id);
  const all = (await listClients(operator(services))).map(({ clientId }) => clientId);
  expect(all).toEqual(expect.arrayContaining([id, foreign.id]));
  expect(all).not.toContain(dynamic);
  const shown = await getClient(keeper, id);
  expect(shown.secrets).toEqual([{ lastFour: secret.slice(-4), createdAt: clock() }]);
  expect(JSON.stringify(shown)).not.toContain(secret);
});

describe("404 beyond reach", () => {
  it.each<[string, (by: ClientKeeper, id: string) => Promise<unknown>]>([
    ["read", getClient],
    ["update", (by, id) => updateClient(by, id, { name: "x" })],
    ["rotate", rotateClientSecret],
    ["delete", deleteClient],
  ])("%s", async (_what, act) => {
    const stranger = await signedInPerson(services);
    const theirs = administrator(ctxFor(services, stranger.actor, "req_test"));
    const { id } = await make();
    const refused = { code: "RESOURCE_NOT_FOUND" };
    await expect(act(theirs, id)).rejects.toMatchObject(refused);
    await expect(act(keeper, await registerClient(services))).rejects.toMatchObject(refused);
    await expect(act(keeper, "nobody")).rejects.toMatchObject(refused);
    await act(keeper, id);
  });
});

it("an update changes what it names, and the audit log shows it", async () => {
  const { id } = await make();
  const updated = await updateClient(keeper, id, {
    name: "Payroll 2",
    redirectUris: ["https://example.com/cb"],
  });
  expect(updated).toMatchObject({
    name: "Payroll 2",
    redirectUris: ["https://example.com/cb"],
    scopes: ["openid", "email"],
  });
  await updateClient(keeper, id, { name: "Payroll 2" });
  const lines = await services.db
    .select()
    .from(auditEvents)
    .where(eq(auditEvents.resourceId, clientUuid(id)));
  expect(lines.map((line) => line.action)).toEqual(["oauth_client.create", "oauth_client.update"]);
  expect(lines[1]?.changes).toEqual({
    name: { from: "Payroll", to: "Payroll 2" },
    redirectUris: { from: [redirectUri], to: ["https://example.com/cb"] },
  });
  expect(
    (await askAuthorization(services, { client_id: id, redirect_uri: redirectUri, state: "x" })).status,
  ).toBe(400);
});

it("secrets rotated concurrently, many times, leave exactly two live", async () => {
  const { id } = await make();
  // Opens the connections first, so that the rotations really overlap.
  await Promise.all(Array.from({ length: 8 }, () => services.db.execute(sql`select pg_sleep(0.05)`)));
  const made = await Promise.all(Array.from({ length: 8 }, () => rotateClientSecret(keeper, id)));
  const replies = await Promise.all(
    made.map(({ secret }) =>
      askToken(services, {
        grant_type: "refresh_token",
        client_id: id,
        client_secret: secret,
        refresh_token: "x",
      }),
    ),
  );
  expect(replies.filter((reply) => reply.json.error === "invalid_grant")).toHaveLength(2);
  expect((await getClient(keeper, id)).secrets).toHaveLength(2);
});

it("deleting ends every token at once", async () => {
  const { id, secret } = await make();
  const { exchange } = await approved(services, admin, { clientId: id });
  const fields = { ...exchange, client_secret: secret };
  const { json } = await askToken(services, fields);
  const pending = await approved(services, admin, { clientId: id });
  await deleteClient(keeper, id);
  expect((await whoIs(services, json.access_token)).status).toBe(401);
  const refresh = {
    grant_type: "refresh_token",
    client_id: id,
    client_secret: secret,
    refresh_token: json.refresh_token,
  };
  expect((await askToken(services, refresh)).json.error).toBe("invalid_client");
  expect((await askToken(services, { ...pending.exchange, client_secret: secret })).json.error).toBe(
    "invalid_client",
  );
  expect(
    (await askAuthorization(services, { client_id: id, redirect_uri: redirectUri, state: "x" })).json.error,
  ).toBe("invalid_client");
});
