import { eq } from "drizzle-orm";
import { afterAll, describe, expect, it } from "vitest";
import { auditEvents } from "@/drizzle/schema/audit";
import { hour } from "@/server/kernel/time/clock";
import {
  approved,
  askToken,
  basic,
  call,
  confidentialClient,
  form,
  heldClock,
  jsonBody,
  oauthServices,
  refreshWith,
  registerClient,
  signedInPerson,
  tokensOf,
  whoIs,
} from "@/server/test/oauth-kit";

// RFC 7009: POST /oauth/revoke.

const clock = heldClock();
const services = await oauthServices(clock);
afterAll(() => services.close());
const user = await signedInPerson(services);

const revoke = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
  call(services, "POST", "/oauth/revoke", { ...form(fields), headers });

const isDead = async (tokens: { access: string; refresh: string; clientId: string }) => {
  const dead = [
    await whoIs(services, tokens.access),
    await refreshWith(services, tokens.refresh, tokens.clientId),
  ];
  return dead.map((reply) => reply.json.error);
};

describe("200 ends access and refresh at once", () => {
  it.each(["refresh", "access"] as const)("given the %s token", async (kind) => {
    const tokens = await tokensOf(services, user);
    const { status, headers } = await revoke({ token: tokens[kind], client_id: tokens.clientId });
    expect(status).toBe(200);
    expect(headers.get("cache-control")).toBe("no-store");
    expect(await isDead(tokens)).toEqual(["invalid_token", "invalid_grant"]);
  });

  it("with a wrong hint, in JSON, twice, and with an expired access token", async () => {
    const tokens = await tokensOf(services, user);
    clock.pass(2 * hour);
    const body = { token: tokens.access, token_type_hint: "refresh_token", client_id: tokens.clientId };
    for (let i = 0; i < 2; i++) {
      expect((await call(services, "POST", "/oauth/revoke", jsonBody(body))).status).toBe(200);
    }
    expect((await refreshWith(services, tokens.refresh, tokens.clientId)).json.error).toBe("invalid_grant");
  });

  it("only of this grant; the audit log shows it", async () => {
    const clientId = await registerClient(services);
    const [first, second] = [
      await tokensOf(services, user, { clientId }),
      await tokensOf(services, user, { clientId }),
    ];
    await revoke({ token: first.refresh, client_id: clientId });
    expect((await refreshWith(services, second.refresh, clientId)).status).toBe(200);
    const lines = await services.db
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.workspaceId, user.actor.workspaceId));
    expect(lines.filter((line) => line.action === "oauth_grant.revoke").at(-1)?.changes).toEqual({
      reason: { to: "CLIENT" },
    });
  });

  it("for a confidential client", async () => {
    const client = await confidentialClient(services);
    const { exchange } = await approved(services, user, { clientId: client.id });
    const { json } = await askToken(services, exchange, basic(client.id, client.secret));
    expect((await revoke({ token: json.refresh_token }, basic(client.id, "wrong"))).json.error).toBe(
      "invalid_client",
    );
    expect((await whoIs(services, json.access_token)).status).toBe(200);
    expect((await revoke({ token: json.refresh_token }, basic(client.id, client.secret))).status).toBe(200);
    expect((await whoIs(services, json.access_token)).status).toBe(401);
  });
});

it.each(["garbage", "a.b.c"])("200 for an unknown token: %s", async (token) => {
  expect((await revoke({ token, client_id: await registerClient(services) })).status).toBe(200);
});

describe("400", () => {
  it("invalid_request: another client's token, which lives on", async () => {
    const tokens = await tokensOf(services, user);
    const other = await registerClient(services);
    for (const token of [tokens.refresh, tokens.access])
      expect((await revoke({ token, client_id: other })).json.error).toBe("invalid_request");
    expect((await refreshWith(services, tokens.refresh, tokens.clientId)).status).toBe(200);
  });

  it("invalid_client: unknown, absent", async () => {
    expect((await revoke({ token: "x", client_id: "nobody" })).json.error).toBe("invalid_client");
    expect((await revoke({ token: "x" })).json.error).toBe("invalid_client");
  });

  it("invalid_request: no token, repeated, another content type", async () => {
    const client_id = await registerClient(services);
    const body = new URLSearchParams({ client_id, token: "a" });
    body.append("token", "b");
    const replies = [
      await revoke({ client_id }),
      await call(services, "POST", "/oauth/revoke", { body }),
      await call(services, "POST", "/oauth/revoke", {
        body: "token=x",
        headers: { "content-type": "text/plain" },
      }),
    ];
    for (const { status, json } of replies) expect([status, json.error]).toEqual([400, "invalid_request"]);
  });
});
