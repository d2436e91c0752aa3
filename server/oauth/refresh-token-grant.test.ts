import { createHmac } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { decodeJwt, decodeProtectedHeader } from "jose";
import { afterAll, describe, expect, it } from "vitest";
import { oauthGrants } from "@/drizzle/schema/oauth";
import { users } from "@/drizzle/schema/people";
import { day, minute, second } from "@/server/kernel/time/clock";
import { operator } from "@/server/oauth/clients/keeper";
import { updateClient } from "@/server/oauth/clients/update-client";
import { revokeGrantsOfUser } from "@/server/oauth/grants/revoke";
import {
  approved,
  askToken,
  call,
  confidentialClient,
  form,
  heldClock,
  hosts,
  oauthServices,
  type Reply,
  redirectUri,
  refreshWith,
  registerClient,
  signedInPerson,
  tokensOf,
  whoIs,
} from "@/server/test/oauth-kit";

// RFC 6749, 6: refreshing, without rotation.

const clock = heldClock();
const services = await oauthServices(clock);
afterAll(() => services.close());
const user = await signedInPerson(services);

const refused = ({ status, json, headers }: Reply, error = "invalid_grant") => {
  expect(json).toEqual({ error, error_description: expect.stringMatching(/^[\x20-\x7e]+$/) });
  expect(status).toBe(400);
  expect(headers.get("cache-control")).toBe("no-store");
};

const grantOf = (refresh: string): string => String(decodeJwt(refresh).gid).replace("grant-", "");

describe("200", () => {
  it("a new access token and the same refresh token, no id_token", async () => {
    const { refresh, access, clientId } = await tokensOf(services, user);
    clock.pass(minute);
    const { status, json, headers } = await refreshWith(services, refresh, clientId);
    expect(status).toBe(200);
    expect(json).toEqual({
      access_token: expect.any(String),
      refresh_token: refresh,
      token_type: "Bearer",
      expires_in: 3600,
    });
    expect(json.access_token).not.toBe(access);
    expect(headers.get("pragma")).toBe("no-cache");
    expect((await whoIs(services, json.access_token)).status).toBe(200);
  });

  it("repeatedly, and concurrently", async () => {
    const { refresh, clientId } = await tokensOf(services, user);
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => refreshWith(services, refresh, clientId)),
    );
    expect(new Set(replies.map((reply) => reply.status))).toEqual(new Set([200]));
    expect(new Set(replies.map((reply) => reply.json.refresh_token))).toEqual(new Set([refresh]));
    expect(new Set(replies.map((reply) => reply.json.access_token)).size).toBe(20);
  });

  it("the refresh token is an HS256 JWT that only the service can make", async () => {
    const { refresh } = await tokensOf(services, user);
    expect(decodeProtectedHeader(refresh)).toEqual({ alg: "HS256", typ: "rt+jwt" });
    const { iat = 0, exp = 0, iss } = decodeJwt(refresh);
    expect(exp - iat).toBe(365 * 24 * 3600);
    expect(iss).toBe(hosts.issuer);
  });

  it("until 365 days have passed", async () => {
    const { refresh, clientId } = await tokensOf(services, user);
    clock.pass(365 * day - 1);
    expect((await refreshWith(services, refresh, clientId)).status).toBe(200);
    clock.pass(1);
    refused(await refreshWith(services, refresh, clientId));
  });

  it("costs one statement, and writes the time of last use at most once a minute", async () => {
    const { refresh, clientId } = await tokensOf(services, user);
    const statements: string[] = [];
    const watched = await oauthServices(
      clock,
      {},
      { onStatement: (_pool, text) => void statements.push(text) },
    );
    await refreshWith(watched, refresh, clientId);
    const version = async () => {
      const [row] = await services.db
        .select({ xmin: sql<string>`xmin::text`, at: oauthGrants.lastUsedAt })
        .from(oauthGrants)
        .where(eq(oauthGrants.id, grantOf(refresh)));
      return row;
    };
    const before = await version();
    expect(before?.at).toEqual(clock());
    statements.length = 0;
    clock.pass(59 * second);
    await refreshWith(watched, refresh, clientId);
    expect(await version()).toEqual(before);
    const own = statements.filter((text) => !text.includes("pg_catalog"));
    expect(own).toHaveLength(1);
    expect(own[0]).toMatch(/^\s*select/i);
    clock.pass(second);
    await refreshWith(watched, refresh, clientId);
    expect((await version())?.at).toEqual(clock());
    await watched.close();
  });

  it("for a narrower scope, for that access token only", async () => {
    const { refresh, clientId } = await tokensOf(services, user, { scope: "openid email profile" });
    const scopeOf = async (scope?: string) => {
      const { json } = await askToken(services, {
        grant_type: "refresh_token",
        refresh_token: refresh,
        client_id: clientId,
        ...(scope === undefined ? {} : { scope }),
      });
      return decodeJwt(json.access_token).scope;
    };
    expect(await scopeOf("email")).toBe("email");
    expect(await scopeOf("profile openid openid")).toBe("openid profile");
    expect(await scopeOf("")).toBe("openid email profile");
    expect(await scopeOf(" ")).toBe("openid email profile");
    expect(await scopeOf()).toBe("openid email profile");
  });

  it("without a scope that the client has lost since", async () => {
    const client = await confidentialClient(services, { scopes: ["openid", "email"] });
    const { exchange } = await approved(services, user, { clientId: client.id, scope: "openid email" });
    const { json } = await askToken(services, { ...exchange, client_secret: client.secret });
    await updateClient(operator(services), client.id, { scopes: ["openid"] });
    const fields = {
      grant_type: "refresh_token",
      refresh_token: json.refresh_token,
      client_id: client.id,
      client_secret: client.secret,
    };
    expect(decodeJwt((await askToken(services, fields)).json.access_token).scope).toBe("openid");
  });
});

it.each(["openid mcp:leaves:read", "profile", "openid email nothing", "OPENID"])(
  "400 invalid_grant for a wider scope: %s",
  async (scope) => {
    const { refresh, clientId } = await tokensOf(services, user, { scope: "openid email" });
    const fields = { grant_type: "refresh_token", refresh_token: refresh, client_id: clientId };
    refused(await askToken(services, { ...fields, scope }));
    expect((await askToken(services, fields)).status).toBe(200);
  },
);

describe("400", () => {
  it("invalid_grant: no refresh_token", async () => {
    const clientId = await registerClient(services);
    refused(await askToken(services, { grant_type: "refresh_token", client_id: clientId }));
  });

  it("invalid_client: no client_id", async () => {
    const { refresh } = await tokensOf(services, user);
    refused(
      await askToken(services, { grant_type: "refresh_token", refresh_token: refresh }),
      "invalid_client",
    );
  });

  it("invalid_grant: another client's", async () => {
    const { refresh, clientId } = await tokensOf(services, user);
    refused(await refreshWith(services, refresh, await registerClient(services)));
    expect((await refreshWith(services, refresh, clientId)).status).toBe(200);
  });

  it.each([
    ["garbage", () => "garbage"],
    ["three parts of garbage", () => "a.b.c"],
    ["an access token", (tokens: { access: string }) => tokens.access],
    ["an ID token", (tokens: { id: string }) => tokens.id],
    [
      "a changed signature",
      ({ refresh }: { refresh: string }) => `${refresh.slice(0, -2)}${refresh.endsWith("AA") ? "BB" : "AA"}`,
    ],
    ["a longer text", (tokens: { refresh: string }) => `${tokens.refresh}A`],
    [
      "one signed with another key",
      (tokens: { refresh: string }) => {
        const input = tokens.refresh.split(".").slice(0, 2).join(".");
        return `${input}.${createHmac("sha256", "another").update(input).digest("base64url")}`;
      },
    ],
  ])("invalid_grant: %s", async (_what, make) => {
    const tokens = await tokensOf(services, user);
    refused(await refreshWith(services, make(tokens), tokens.clientId));
  });

  it("invalid_grant: repeated", async () => {
    const { refresh, clientId } = await tokensOf(services, user);
    const body = new URLSearchParams({
      grant_type: "refresh_token",
      client_id: clientId,
      refresh_token: refresh,
    });
    body.append("refresh_token", refresh);
    refused(await call(services, "POST", "/oauth/token", { body }));
  });

  it("invalid_grant: revoked", async () => {
    const { refresh, clientId } = await tokensOf(services, user);
    await revokeGrantsOfUser(
      services.db,
      { workspaceId: user.actor.workspaceId, userId: user.user.id },
      { reason: "PASSWORD_CHANGED", now: clock() },
    );
    refused(await refreshWith(services, refresh, clientId));
  });

  it("invalid_grant: the user was deactivated", async () => {
    const leaver = await signedInPerson(services);
    const { refresh, clientId } = await tokensOf(services, leaver);
    await services.db.update(users).set({ status: "INACTIVE" }).where(eq(users.id, leaver.user.id));
    refused(await refreshWith(services, refresh, clientId));
  });

  it("invalid_grant: a client that did not register the grant, although it was given a token", async () => {
    const clientId = await registerClient(services, { grant_types: ["authorization_code"] });
    const { refresh } = await tokensOf(services, user, { clientId });
    refused(await refreshWith(services, refresh, clientId));
  });

  it("invalid_grant: made with the key of another installation", async () => {
    const { refresh, clientId } = await tokensOf(services, user);
    const other = await oauthServices(clock, { ENCRYPTION_KEY: Buffer.alloc(32, 8).toString("base64") });
    refused(await refreshWith(other, refresh, clientId));
    await other.close();
  });
});

it("a JSON body works as well as a form", async () => {
  const { refresh, clientId } = await tokensOf(services, user);
  const fields = { grant_type: "refresh_token", refresh_token: refresh, client_id: clientId };
  const headers = { "content-type": "application/json" };
  const reply = await call(services, "POST", "/oauth/token", { body: JSON.stringify(fields), headers });
  expect(reply.status).toBe(200);
  expect(form(fields).body?.toString()).not.toContain(redirectUri);
});
