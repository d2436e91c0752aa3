import { createPublicKey } from "node:crypto";
import { eq } from "drizzle-orm";
import { decodeProtectedHeader, jwtVerify } from "jose";
import { afterAll, describe, expect, it } from "vitest";
import { oauthCodes, oauthGrants, oauthRefreshTokens } from "@/drizzle/schema/oauth";
import { users } from "@/drizzle/schema/people";
import { encodeId } from "@/server/kernel/schema";
import { sha256 } from "@/server/kernel/secrets";
import { minute, second } from "@/server/kernel/time/clock";
import {
  approved,
  askAuthorization,
  askToken,
  basic,
  call,
  confidentialClient,
  consent,
  heldClock,
  hosts,
  jsonBody,
  oauthServices,
  pkce,
  type Reply,
  redirectUri,
  refreshWith,
  registerClient,
  sessionOf,
  signedInPerson,
  whoIs,
} from "@/server/test/oauth-kit";

// RFC 6749, 4.1.3; RFC 7636, 4.5 and 4.6; OpenID Connect Core, 3.1.3.

const clock = heldClock();
const services = await oauthServices(clock);
afterAll(() => services.close());
const user = await signedInPerson(services);

const refusedWith = ({ status, json, headers }: Reply, error: string) => {
  expect(json).toEqual({ error, error_description: expect.stringMatching(/^[\x20-\x7e]+$/) });
  expect(status).toBe(400);
  expect(headers.get("cache-control")).toBe("no-store");
  expect(headers.get("pragma")).toBe("no-cache");
  expect(headers.get("www-authenticate")).toBeNull();
};

async function publicKey(kid: string | undefined) {
  const { json } = await call(services, "GET", "/identity/.well-known/jwks.json");
  return createPublicKey({
    key: json.keys.find((key: { kid: string }) => key.kid === kid),
    format: "jwk",
  });
}

const verified = async (token: string, options: Parameters<typeof jwtVerify>[2]) =>
  jwtVerify(token, await publicKey(decodeProtectedHeader(token).kid), {
    issuer: hosts.issuer,
    currentDate: clock(),
    ...options,
  });

describe("200", () => {
  it("five members, and no caching", async () => {
    const { exchange } = await approved(services, user);
    const { status, json, headers } = await askToken(services, exchange);
    expect(status).toBe(200);
    expect(json).toEqual({
      access_token: expect.any(String),
      id_token: expect.any(String),
      refresh_token: expect.any(String),
      token_type: "Bearer",
      expires_in: 3600,
    });
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("pragma")).toBe("no-cache");
  });

  it("a JSON body works as well as a form", async () => {
    const { exchange } = await approved(services, user);
    expect((await call(services, "POST", "/oauth/token", jsonBody(exchange))).status).toBe(200);
  });

  it.each([
    ["the API", "openid profile", hosts.api],
    ["the MCP server", "openid mcp:leaves:read", `${hosts.api}/mcp`],
  ])("the access token is ES256, at+jwt, for %s, for an hour", async (_, scope, audience) => {
    const { exchange, clientId } = await approved(services, user, { scope });
    const { json } = await askToken(services, exchange);
    const { payload, protectedHeader } = await verified(json.access_token, {
      algorithms: ["ES256"],
      typ: "at+jwt",
      audience,
    });
    expect(protectedHeader.alg).toBe("ES256");
    const iat = Math.floor(clock().getTime() / 1000);
    expect(payload).toEqual({
      iss: hosts.issuer,
      sub: encodeId("user", user.user.id),
      aud: audience,
      client_id: clientId,
      scope,
      iat,
      exp: iat + 3600,
      jti: expect.any(String),
      gid: expect.stringMatching(/^grant-/),
      wid: `workspace-${user.actor.workspaceId}`,
    });
  });

  it("the ID token is RS256 and contains what the scopes allow", async () => {
    const { exchange, clientId } = await approved(services, user, {
      scope: "openid profile email",
      nonce: "n-0S6",
    });
    const { json } = await askToken(services, exchange);
    const { payload } = await verified(json.id_token, { algorithms: ["RS256"], audience: clientId });
    const iat = Math.floor(clock().getTime() / 1000);
    expect(payload).toEqual({
      iss: hosts.issuer,
      sub: encodeId("user", user.user.id),
      aud: clientId,
      azp: clientId,
      iat,
      exp: iat + 3600,
      auth_time: iat,
      at_hash: sha256(json.access_token).subarray(0, 16).toString("base64url"),
      nonce: "n-0S6",
      name: user.user.name,
      email: user.user.email,
    });
  });

  it("auth_time is the time of the sign-in; without the scopes no name, no address, no nonce", async () => {
    const signedInAt = Math.floor(clock().getTime() / 1000);
    const late = await signedInPerson(services);
    clock.pass(3 * minute);
    const { exchange } = await approved(services, late);
    const { json } = await askToken(services, exchange);
    const claims = JSON.parse(Buffer.from(json.id_token.split(".")[1], "base64url").toString());
    expect(claims.auth_time).toBe(signedInAt);
    expect(Object.keys(claims)).toEqual(["iss", "sub", "aud", "azp", "iat", "exp", "auth_time", "at_hash"]);
  });

  it("a confidential client without PKCE", async () => {
    const client = await confidentialClient(services);
    const asked = await askAuthorization(services, {
      client_id: client.id,
      redirect_uri: redirectUri,
      state: "x",
    });
    const code = new URL(await consent(services, sessionOf(asked), user)).searchParams.get("code") ?? "";
    const fields = { grant_type: "authorization_code", code, redirect_uri: redirectUri };
    expect((await askToken(services, fields, basic(client.id, client.secret))).status).toBe(200);
  });

  it("the code and the token are stored as hashes", async () => {
    const { exchange, code } = await approved(services, user);
    const { json } = await askToken(services, exchange);
    expect(code).toMatch(/^[\w-]{65}$/);
    const [row] = await services.db
      .select()
      .from(oauthCodes)
      .where(eq(oauthCodes.hash, sha256(code)));
    expect(row?.usedAt).toEqual(clock());
    const hash = sha256(json.refresh_token);
    const found = await services.db
      .select()
      .from(oauthRefreshTokens)
      .where(eq(oauthRefreshTokens.hash, hash));
    expect(found).toHaveLength(1);
  });
});

describe("redirect_uri at the exchange", () => {
  const exchangedAs = async (asked: string, sent: string) => {
    const clientId = await registerClient(services, { redirect_uris: [asked] });
    const { exchange } = await approved(services, user, { clientId, redirectUri: asked });
    return askToken(services, { ...exchange, redirect_uri: sent });
  };

  it.each([
    ["http://127.0.0.1:4599", "http://127.0.0.1:4599/"],
    ["http://127.0.0.1:4599/", "http://127.0.0.1:4599"],
    ["http://127.0.0.1:4599?a=b", "http://127.0.0.1:4599/?a=b"],
    ["http://localhost:4599", "http://localhost:4599/"],
    ["http://[::1]:4599", "http://[::1]:4599/"],
  ])("200 %s sent as %s: no path and / are the same on a loopback address", async (asked, sent) => {
    expect((await exchangedAs(asked, sent)).status).toBe(200);
  });

  it.each([
    ["http://127.0.0.1:4599", "http://127.0.0.1:4600/"],
    ["http://127.0.0.1:4599", "http://127.0.0.1:4599//"],
    ["http://127.0.0.1:4599", "http://localhost:4599/"],
    ["http://127.0.0.1:4599/cb", "http://127.0.0.1:4599/cb/"],
    ["https://example.com", "https://example.com/"],
    ["com.example.app://", "com.example.app:///"],
  ])("400 %s sent as %s", async (asked, sent) => {
    refusedWith(await exchangedAs(asked, sent), "invalid_grant");
  });
});

describe("400, and the code still works afterwards", () => {
  it.each<[string, string, Record<string, string>, string[]]>([
    ["invalid_grant", "no code", {}, ["code"]],
    ["invalid_grant", "no redirect_uri", {}, ["redirect_uri"]],
    ["invalid_grant", "another redirect_uri", { redirect_uri: "http://127.0.0.1:4181/callback" }, []],
    ["invalid_grant", "another code", { code: "A".repeat(43) }, []],
    ["invalid_grant", "a wrong verifier", { code_verifier: pkce().verifier }, []],
    ["invalid_grant", "a short verifier", { code_verifier: "abc" }, []],
    ["invalid_grant", "a long verifier", { code_verifier: "a".repeat(129) }, []],
    ["invalid_client", "no verifier", {}, ["code_verifier"]],
    ["invalid_client", "an empty verifier", { code_verifier: "" }, []],
    ["invalid_client", "no verifier, for an unknown code", { code: "A".repeat(43) }, ["code_verifier"]],
    ["invalid_client", "no verifier and no code", {}, ["code", "code_verifier"]],
    [
      "invalid_client",
      "no verifier, for another redirect_uri",
      { redirect_uri: "https://x.example" },
      ["code_verifier"],
    ],
    ["invalid_client", "no client_id", {}, ["client_id"]],
    ["invalid_client", "an unknown client", { client_id: "client-01985f4e-7a3c-7c11-9f0e-3b1d2c4a5e6f" }, []],
    ["invalid_client", "a malformed client", { client_id: "x" }, []],
    ["invalid_client", "a secret that no public client has", { client_secret: "x" }, []],
    ["unsupported_grant_type", "no grant_type", {}, ["grant_type"]],
    ["unsupported_grant_type", "client_credentials", { grant_type: "client_credentials" }, []],
    ["unsupported_grant_type", "an inherited name", { grant_type: "constructor" }, []],
  ])("%s: %s", async (error, _what, change, without) => {
    const { exchange } = await approved(services, user);
    const fields: Record<string, string> = { ...exchange, ...change };
    for (const name of without) delete fields[name];
    refusedWith(await askToken(services, fields), error);
    refusedWith(await call(services, "POST", "/oauth/token", jsonBody(fields)), error);
    expect((await askToken(services, exchange)).status).toBe(200);
  });

  it("invalid_grant: the code of another client", async () => {
    const { exchange } = await approved(services, user);
    const other = await registerClient(services);
    refusedWith(await askToken(services, { ...exchange, client_id: other }), "invalid_grant");
    expect((await askToken(services, exchange)).status).toBe(200);
  });

  it("invalid_grant: the challenge itself as verifier (plain)", async () => {
    const { verifier, challenge } = pkce();
    const clientId = await registerClient(services);
    const asked = await askAuthorization(services, {
      client_id: clientId,
      redirect_uri: redirectUri,
      state: "x",
      code_challenge: challenge,
      code_challenge_method: "S256",
    });
    const code = new URL(await consent(services, sessionOf(asked), user)).searchParams.get("code") ?? "";
    const fields = { grant_type: "authorization_code", code, redirect_uri: redirectUri, client_id: clientId };
    refusedWith(await askToken(services, { ...fields, code_verifier: challenge }), "invalid_grant");
    expect((await askToken(services, { ...fields, code_verifier: verifier })).status).toBe(200);
  });

  it("invalid_grant: a verifier for a code that was requested without a challenge", async () => {
    const client = await confidentialClient(services);
    const asked = await askAuthorization(services, {
      client_id: client.id,
      redirect_uri: redirectUri,
      state: "x",
    });
    const code = new URL(await consent(services, sessionOf(asked), user)).searchParams.get("code") ?? "";
    const fields = { grant_type: "authorization_code", code, redirect_uri: redirectUri };
    const headers = basic(client.id, client.secret);
    refusedWith(
      await askToken(services, { ...fields, code_verifier: pkce().verifier }, headers),
      "invalid_grant",
    );
    expect((await askToken(services, fields, headers)).status).toBe(200);
  });

  it("invalid_client: a confidential client that sent a challenge and omits the verifier", async () => {
    const client = await confidentialClient(services);
    const { exchange } = await approved(services, user, { clientId: client.id });
    const { code_verifier: _, ...fields } = exchange;
    refusedWith(await askToken(services, { ...fields, client_secret: client.secret }), "invalid_client");
    expect((await askToken(services, { ...exchange, client_secret: client.secret })).status).toBe(200);
  });
});

describe("repeated parameters and odd bodies", () => {
  const post = (body: string, type = "application/x-www-form-urlencoded") =>
    call(services, "POST", "/oauth/token", { body, headers: { "content-type": type } });

  it.each([
    ["grant_type", "unsupported_grant_type"],
    ["client_id", "invalid_client"],
    ["client_secret", "invalid_client"],
    ["code", "invalid_grant"],
    ["redirect_uri", "invalid_grant"],
    ["code_verifier", "invalid_grant"],
    ["anything", "invalid_grant"],
  ])("400 %s twice is %s, in a form and in JSON", async (name, error) => {
    const { exchange } = await approved(services, user);
    const fields = new URLSearchParams(exchange);
    const value = fields.get(name) ?? "x";
    fields.set(name, value);
    fields.append(name, value);
    refusedWith(await post(fields.toString()), error);
    const json = JSON.stringify({ ...exchange, [name]: value });
    const doubled = `{${JSON.stringify(name)}: ${JSON.stringify(value)}, ${json.slice(1)}`;
    refusedWith(await post(doubled, "application/json"), error);
    const listed = JSON.stringify({ ...exchange, [name]: [value, value] });
    refusedWith(await post(listed, "application/json"), error);
    expect((await askToken(services, exchange)).status).toBe(200);
  });

  it.each([
    ["no body", "", "application/x-www-form-urlencoded"],
    ["another type", "grant_type=authorization_code", "text/plain"],
    ["multipart", "grant_type=authorization_code", "multipart/form-data"],
    ["broken JSON", "{", "application/json"],
    ["a JSON list", '["grant_type"]', "application/json"],
    ["JSON null", "null", "application/json"],
    ["a grant_type that is no string", '{"grant_type": 1}', "application/json"],
    [
      "65 KiB",
      `grant_type=authorization_code&x=${"x".repeat(65 * 1024)}`,
      "application/x-www-form-urlencoded",
    ],
    ["1 MB", `grant_type=authorization_code&x=${"x".repeat(1e6)}`, "application/x-www-form-urlencoded"],
    [
      "1 MB of JSON",
      JSON.stringify({ grant_type: "authorization_code", x: "x".repeat(1e6) }),
      "application/json",
    ],
  ])("400 unsupported_grant_type: %s", async (_what, body, type) =>
    refusedWith(await post(body, type), "unsupported_grant_type"),
  );

  it("400 unsupported_grant_type: bytes that are not UTF-8", async () => {
    const bytes = new Uint8Array([...Buffer.from("grant_type=authorization_code&x="), 0xff]);
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    refusedWith(
      await call(services, "POST", "/oauth/token", { body: bytes, headers }),
      "unsupported_grant_type",
    );
  });

  it("200 a charset beside the content type", async () => {
    const { exchange } = await approved(services, user);
    const body = String(new URLSearchParams(exchange));
    expect((await post(body, "application/x-www-form-urlencoded;charset=UTF-8")).status).toBe(200);
  });
});

describe("expiry", () => {
  it("200 in the last moment of the ten minutes", async () => {
    const { exchange } = await approved(services, user);
    clock.pass(10 * minute - 1);
    expect((await askToken(services, exchange)).status).toBe(200);
  });

  it("400 invalid_grant after ten minutes", async () => {
    const { exchange } = await approved(services, user);
    clock.pass(10 * minute);
    refusedWith(await askToken(services, exchange), "invalid_grant");
  });
});

describe("once only", () => {
  it("50 concurrent exchanges: one wins, and its tokens are valid", async () => {
    const { exchange, clientId } = await approved(services, user);
    const replies = await Promise.all(Array.from({ length: 50 }, () => askToken(services, exchange)));
    const won = replies.filter((reply) => reply.status === 200);
    expect(won).toHaveLength(1);
    for (const reply of replies) if (reply.status !== 200) refusedWith(reply, "invalid_grant");
    const tokens = won[0]?.json;
    expect((await whoIs(services, tokens.access_token)).status).toBe(200);
    expect((await refreshWith(services, tokens.refresh_token, clientId)).status).toBe(200);
    const rows = await services.db
      .select()
      .from(oauthRefreshTokens)
      .where(eq(oauthRefreshTokens.hash, sha256(tokens.refresh_token)));
    const grant = rows[0]?.grantId ?? "";
    expect(
      await services.db.select().from(oauthRefreshTokens).where(eq(oauthRefreshTokens.grantId, grant)),
    ).toHaveLength(1);
  });

  it("a replay within 5 s is only refused", async () => {
    const { exchange, clientId } = await approved(services, user);
    const { json } = await askToken(services, exchange);
    clock.pass(5 * second);
    refusedWith(await askToken(services, exchange), "invalid_grant");
    expect((await refreshWith(services, json.refresh_token, clientId)).status).toBe(200);
  });

  it.each([5 * second + 1, 20 * minute])("a replay after %i ms revokes the code's tokens", async (ms) => {
    const { exchange, clientId } = await approved(services, user);
    const { json } = await askToken(services, exchange);
    clock.pass(ms);
    refusedWith(await askToken(services, exchange), "invalid_grant");
    refusedWith(await refreshWith(services, json.refresh_token, clientId), "invalid_grant");
    expect((await whoIs(services, json.access_token)).json.error).toBe("invalid_token");
  });

  it("a late replay with a wrong binding revokes nothing", async () => {
    const { exchange, clientId } = await approved(services, user);
    const { json } = await askToken(services, exchange);
    clock.pass(minute);
    const other = await registerClient(services);
    await askToken(services, { ...exchange, client_id: other });
    await askToken(services, { ...exchange, code_verifier: pkce().verifier });
    await askToken(services, { ...exchange, redirect_uri: "http://127.0.0.1:1/callback" });
    expect((await refreshWith(services, json.refresh_token, clientId)).status).toBe(200);
  });
});

describe("400 invalid_grant when the user or the grant is gone", () => {
  it("the user was deactivated", async () => {
    const leaver = await signedInPerson(services);
    const { exchange } = await approved(services, leaver);
    await services.db.update(users).set({ status: "INACTIVE" }).where(eq(users.id, leaver.user.id));
    refusedWith(await askToken(services, exchange), "invalid_grant");
  });

  it("the grant was revoked before the exchange", async () => {
    const { exchange, code } = await approved(services, user);
    const [row] = await services.db
      .select()
      .from(oauthCodes)
      .where(eq(oauthCodes.hash, sha256(code)));
    await services.db
      .update(oauthGrants)
      .set({ revokedAt: clock() })
      .where(eq(oauthGrants.id, row?.grantId ?? ""));
    refusedWith(await askToken(services, exchange), "invalid_grant");
  });
});
