import { createHmac, createPublicKey, createSecretKey, sign } from "node:crypto";
import { eq } from "drizzle-orm";
import {
  decodeJwt,
  decodeProtectedHeader,
  exportSPKI,
  generateKeyPair,
  importJWK,
  SignJWT,
  UnsecuredJWT,
} from "jose";
import { afterAll, describe, expect, it } from "vitest";
import { users } from "@/drizzle/schema/people";
import { ctxFor } from "@/server/access/ctx";
import { encodeId } from "@/server/kernel/schema";
import { hour, minute } from "@/server/kernel/time/clock";
import { revokeApp } from "@/server/oauth/grants/revoke";
import { keyring } from "@/server/oauth/keys/keyring";
import { signingInput, signJwt } from "@/server/oauth/tokens/sign-jwt";
import {
  call,
  form,
  heldClock,
  hosts,
  jsonBody,
  oauthServices,
  type Reply,
  type Sent,
  signedInPerson,
  tokensOf,
  whoIs,
} from "@/server/test/oauth-kit";
import { clientUuid } from "./clients/client-id";

// RFC 6750, RFC 9068, OpenID Connect Core 5.3: GET and POST /oauth/me.

const clock = heldClock();
const services = await oauthServices(clock);
afterAll(() => services.close());
const user = await signedInPerson(services);

const me = (authorization?: string): Promise<Reply> =>
  call(services, "GET", "/oauth/me", authorization === undefined ? {} : { headers: { authorization } });

const refused = ({ status, json, headers }: Reply, error: string) => {
  expect(json).toEqual({ error, error_description: expect.stringMatching(/^[\x20-\x7e]+$/) });
  expect(status).toBe(401);
  expect(headers.get("www-authenticate")).toMatch(/^Bearer/);
  expect(headers.get("cache-control")).toBe("no-store");
};

describe("200", () => {
  it("id, sub, name and email, whatever the scopes", async () => {
    const { access } = await tokensOf(services, user, { scope: "mcp:leaves:read" });
    const { status, json, headers } = await whoIs(services, access);
    expect(status).toBe(200);
    const id = encodeId("user", user.user.id);
    expect(json).toEqual({ id, sub: id, name: "Ana Ilić", email: user.user.email });
    expect(headers.get("cache-control")).toBe("no-store");
  });

  it("the scheme in any case", async () => {
    const { access } = await tokensOf(services, user);
    expect((await me(`bearer ${access}`)).status).toBe(200);
    expect((await me(`BEARER   ${access}`)).status).toBe(200);
  });

  it("until the hour has passed", async () => {
    const { access } = await tokensOf(services, user);
    clock.pass(hour - 1000);
    expect((await whoIs(services, access)).status).toBe(200);
    clock.pass(1000);
    refused(await whoIs(services, access), "invalid_token");
  });
});

describe("POST (OpenID Connect Core, 5.3.1)", () => {
  const post = (more: Sent): Promise<Reply> => call(services, "POST", "/oauth/me", more);
  const authorization = (access: string) => ({ authorization: `Bearer ${access}` });

  it("200 with the token in the header, whatever the body", async () => {
    const { access } = await tokensOf(services, user);
    const { json } = await whoIs(services, access);
    const bodies: Sent[] = [{}, form({}), form({ other: "x" }), jsonBody({ access_token: "not looked at" })];
    for (const body of bodies) {
      const reply = await post({ ...body, headers: { ...body.headers, ...authorization(access) } });
      expect([reply.status, reply.json]).toEqual([200, json]);
    }
  });

  it("200 with the token in a form (RFC 6750, 2.2)", async () => {
    const { access } = await tokensOf(services, user);
    const reply = await post(form({ access_token: access }));
    expect([reply.status, reply.json]).toEqual([200, (await whoIs(services, access)).json]);
    const headers = { "content-type": "application/x-www-form-urlencoded; charset=UTF-8" };
    expect((await post({ headers, body: `access_token=${access}` })).status).toBe(200);
  });

  it("400 invalid_request: the token twice, in the header and the form, or in the form alone", async () => {
    const { access } = await tokensOf(services, user);
    const replies = [
      await post({ ...form({ access_token: access }), headers: authorization(access) }),
      await post({ body: new URLSearchParams(`access_token=${access}&access_token=${access}`) }),
    ];
    for (const { status, json, headers } of replies) {
      expect([status, json.error]).toEqual([400, "invalid_request"]);
      expect(headers.get("www-authenticate")).toBe('Bearer error="invalid_request"');
    }
  });

  it("401 without one, or where none is accepted", async () => {
    const { access } = await tokensOf(services, user);
    const nowhere: Sent[] = [{}, form({}), form({ token: access }), jsonBody({ access_token: access })];
    for (const body of nowhere) refused(await post(body), "unauthorized");
    refused(await call(services, "GET", `/oauth/me?access_token=${access}`), "unauthorized");
    refused(await call(services, "POST", `/oauth/me?access_token=${access}`, form({})), "unauthorized");
    refused(await post(form({ access_token: "x" })), "invalid_token");
  });
});

describe("401 unauthorized", () => {
  it.each([
    undefined,
    "",
    "Bearer",
    "Bearer ",
    "Basic eDp5",
    "Bearer a b",
    "Bearer a,b",
    "Token abc",
    "abc.def.ghi",
  ])("%s", async (header) => {
    const reply = await me(header);
    refused(reply, "unauthorized");
    expect(reply.headers.get("www-authenticate")).toBe("Bearer");
  });
});

describe("401 invalid_token", () => {
  const claimsOf = async () => {
    const { access } = await tokensOf(services, user);
    return { access, claims: decodeJwt(access), header: decodeProtectedHeader(access) };
  };
  const active = async () => (await keyring(services)).signers;

  it("garbage", async () => {
    for (const token of ["x", "a.b.c", "e30.e30.", "....", "W10.W10.AA"])
      refused(await whoIs(services, token), "invalid_token");
  });

  it("alg none", async () => {
    const { claims, access } = await claimsOf();
    refused(await whoIs(services, new UnsecuredJWT(claims).encode()), "invalid_token");
    const header = Buffer.from(JSON.stringify({ alg: "none", typ: "at+jwt" })).toString("base64url");
    refused(await whoIs(services, `${header}.${access.split(".")[1]}.`), "invalid_token");
    refused(await whoIs(services, `${header}.${access.split(".")[1]}.AA`), "invalid_token");
  });

  it("HS256 with the public key as secret", async () => {
    const { claims, header } = await claimsOf();
    const { json } = await call(services, "GET", "/identity/.well-known/jwks.json");
    const jwk = json.keys.find((key: { kid: string }) => key.kid === header.kid);
    const pem = await exportSPKI((await importJWK(jwk, "ES256", { extractable: true })) as CryptoKey);
    for (const secret of [pem, pem.trim(), JSON.stringify(jwk), jwk.x]) {
      const input = [{ ...header, alg: "HS256" }, claims]
        .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
        .join(".");
      const mac = createHmac("sha256", createSecretKey(Buffer.from(secret)))
        .update(input)
        .digest("base64url");
      refused(await whoIs(services, `${input}.${mac}`), "invalid_token");
    }
  });

  it("signed by a stranger, under our kid or their own", async () => {
    const { claims, header } = await claimsOf();
    const { privateKey } = await generateKeyPair("ES256");
    for (const kid of [header.kid ?? "", "theirs"]) {
      const forged = await new SignJWT(claims)
        .setProtectedHeader({ alg: "ES256", typ: "at+jwt", kid })
        .sign(privateKey);
      refused(await whoIs(services, forged), "invalid_token");
    }
  });

  it("a changed claim", async () => {
    const { access, claims } = await claimsOf();
    const [head, , signature] = access.split(".");
    const body = Buffer.from(
      JSON.stringify({ ...claims, sub: encodeId("user", user.actor.workspaceId) }),
    ).toString("base64url");
    refused(await whoIs(services, `${head}.${body}.${signature}`), "invalid_token");
  });

  it("our own key, but another issuer, audience, type, algorithm, or a missing claim", async () => {
    const { claims } = await claimsOf();
    const { ES256, RS256 } = await active();
    expect((await whoIs(services, signJwt(ES256, "at+jwt", claims))).status).toBe(200);
    const without = (name: string) =>
      Object.fromEntries(Object.entries(claims).filter(([key]) => key !== name));
    const forged = [
      signJwt(ES256, "at+jwt", { ...claims, iss: hosts.auth }),
      signJwt(ES256, "at+jwt", { ...claims, aud: hosts.app }),
      signJwt(ES256, "JWT", claims),
      signJwt(ES256, "rt+jwt", claims),
      signJwt(RS256, "at+jwt", claims),
      signJwt(ES256, "at+jwt", { ...claims, sub: "user-x" }),
      signJwt(ES256, "at+jwt", { ...claims, exp: "never" }),
      ...["iss", "sub", "aud", "client_id", "iat", "exp", "gid"].map((name) =>
        signJwt(ES256, "at+jwt", without(name)),
      ),
    ];
    for (const token of forged) refused(await whoIs(services, token), "invalid_token");
  });

  it.each(["HS256", "none", "ES384", "RS256", "es256"])(
    "our own key and an honest signature, but a header that says %s",
    async (alg) => {
      const { claims, header } = await claimsOf();
      const { ES256 } = await active();
      const input = signingInput({ ...header, alg }, claims);
      const key = { key: ES256.privateKey, dsaEncoding: "ieee-p1363" } as const;
      const token = `${input}.${sign("sha256", Buffer.from(input), key).toString("base64url")}`;
      refused(await whoIs(services, token), "invalid_token");
    },
  );

  it("an RSA signature under the EC key's name", async () => {
    const { claims, header } = await claimsOf();
    const { RS256 } = await active();
    const input = [{ ...header }, claims]
      .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
      .join(".");
    const signature = sign("sha256", Buffer.from(input), RS256.privateKey).toString("base64url");
    refused(await whoIs(services, `${input}.${signature}`), "invalid_token");
    expect(createPublicKey(RS256.privateKey).asymmetricKeyType).toBe("rsa");
  });

  it("an ID token, a refresh token", async () => {
    const { id, refresh } = await tokensOf(services, user);
    refused(await whoIs(services, id), "invalid_token");
    refused(await whoIs(services, refresh), "invalid_token");
  });

  it("revoked under Connected apps, at once", async () => {
    const { access, clientId } = await tokensOf(services, user);
    await revokeApp(ctxFor(services, user.actor, "req_test"), clientUuid(clientId));
    refused(await whoIs(services, access), "invalid_token");
  });

  it.each(["INACTIVE", "DELETED"] as const)("of a user who is %s", async (status) => {
    const leaver = await signedInPerson(services);
    const { access } = await tokensOf(services, leaver);
    await services.db.update(users).set({ status }).where(eq(users.id, leaver.user.id));
    refused(await whoIs(services, access), "invalid_token");
  });

  it("another installation's", async () => {
    const { access } = await tokensOf(services, user);
    clock.pass(minute);
    const other = await oauthServices(clock, { ISSUER_URL: "https://other.example.test" });
    refused(await whoIs(other, access), "invalid_token");
    await other.close();
  });
});
