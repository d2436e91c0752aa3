import { auth as mcpAuth } from "@modelcontextprotocol/sdk/client/auth.js";
import type { NextApiRequest, NextApiResponse } from "next";
import NextAuth from "next-auth";
import * as oauth4 from "oauth4webapi";
import * as openid from "openid-client";
import { AuthorizationCode } from "simple-oauth2";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SignedIn } from "@/server/access/signed-in";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { AppMemory } from "@/server/test/mcp-oauth-kit";
import { allowInBrowser, confidentialClient, signedInPerson } from "@/server/test/oauth-kit";
import { type Served, serve } from "@/server/test/served";

// Unmodified real clients, over real HTTP: register, authorize, exchange, refresh, userinfo, revoke.

let served: Served;
let services: Services;
let user: SignedIn;
/** The auth host, and the issuer, which strict clients start from. */
let authHost: string;
let issuer: string;

beforeAll(async () => {
  served = await serve();
  services = served.services;
  authHost = served.url;
  issuer = services.settings.issuerUrl;
  user = await signedInPerson(services);
});
afterAll(() => served.close());

const browse = (url: string | URL) => allowInBrowser(services, user, url);

const callback = "http://127.0.0.1:4180/callback";
const metadata = {
  client_name: "A real client",
  redirect_uris: [callback],
  token_endpoint_auth_method: "none",
};
const subject = () => encodeId("user", user.user.id);

describe("openid-client 6, from the issuer", () => {
  const insecure = { execute: [openid.allowInsecureRequests] };

  it.each(["oidc", "oauth2"] as const)("as a public client, discovering by %s", async (algorithm) => {
    const config = await openid.dynamicClientRegistration(new URL(issuer), metadata, openid.None(), {
      ...insecure,
      algorithm,
    });
    expect(config.serverMetadata().issuer).toBe(issuer);
    const pkceCodeVerifier = openid.randomPKCECodeVerifier();
    const [expectedState, expectedNonce] = [openid.randomState(), openid.randomNonce()];
    const url = openid.buildAuthorizationUrl(config, {
      redirect_uri: callback,
      scope: "openid profile email",
      code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: "S256",
      state: expectedState,
      nonce: expectedNonce,
    });
    openid.enableNonRepudiationChecks(config);
    const tokens = await openid.authorizationCodeGrant(config, await browse(url), {
      pkceCodeVerifier,
      expectedState,
      expectedNonce,
      idTokenExpected: true,
    });
    expect(tokens.claims()).toMatchObject({ sub: subject(), name: user.user.name, email: user.user.email });
    const fresh = await openid.refreshTokenGrant(config, tokens.refresh_token ?? "");
    expect(fresh.refresh_token).toBe(tokens.refresh_token);
    const profile = await openid.fetchUserInfo(config, fresh.access_token, subject());
    expect(profile).toMatchObject({ sub: subject(), email: user.user.email });
    await openid.tokenRevocation(config, fresh.refresh_token ?? "");
    await expect(openid.refreshTokenGrant(config, tokens.refresh_token ?? "")).rejects.toMatchObject({
      error: "invalid_grant",
    });
  });

  it("with max_age, whose auth_time it checks", async () => {
    const config = await openid.dynamicClientRegistration(new URL(issuer), metadata, openid.None(), insecure);
    expect(config.serverMetadata().request_uri_parameter_supported).toBe(false);
    const pkceCodeVerifier = openid.randomPKCECodeVerifier();
    const url = openid.buildAuthorizationUrl(config, {
      ...{ redirect_uri: callback, scope: "openid", state: "a state", max_age: "3600" },
      code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: "S256",
    });
    const tokens = await openid.authorizationCodeGrant(config, await browse(url), {
      ...{ pkceCodeVerifier, expectedState: "a state", maxAge: 3600, idTokenExpected: true },
    });
    expect(tokens.claims()?.auth_time).toEqual(expect.any(Number));
  });

  it("reads the refusal of a request object correctly", async () => {
    const config = await openid.dynamicClientRegistration(new URL(issuer), metadata, openid.None(), insecure);
    const url = openid.buildAuthorizationUrl(config, {
      ...{ redirect_uri: callback, scope: "openid", state: "a state", request: "eyJhbGciOiJub25lIn0.e30." },
      ...{ code_challenge: "x".repeat(43), code_challenge_method: "S256" },
    });
    const { headers } = await fetch(url, { redirect: "manual" });
    const returned = new URL(headers.get("location") ?? "");
    await expect(
      openid.authorizationCodeGrant(config, returned, { expectedState: "a state" }),
    ).rejects.toMatchObject({ error: "request_not_supported" });
  });

  it("as a public client whose redirect is a bare loopback address, which it sends with a slash", async () => {
    const bare = "http://127.0.0.1:4599";
    const registered = { ...metadata, redirect_uris: [bare] };
    const config = await openid.dynamicClientRegistration(
      new URL(issuer),
      registered,
      openid.None(),
      insecure,
    );
    const pkceCodeVerifier = openid.randomPKCECodeVerifier();
    const url = openid.buildAuthorizationUrl(config, {
      redirect_uri: bare,
      scope: "openid",
      state: "a state",
      code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: "S256",
    });
    const checks = { pkceCodeVerifier, expectedState: "a state" };
    const tokens = await openid.authorizationCodeGrant(config, await browse(url), checks);
    expect(tokens.claims()?.sub).toBe(subject());
    const narrow = await openid.refreshTokenGrant(config, tokens.refresh_token ?? "", { scope: "openid" });
    expect(narrow.token_type).toBe("bearer");
  });

  it.each([
    ["client_secret_basic", openid.ClientSecretBasic],
    ["client_secret_post", openid.ClientSecretPost],
  ] as const)("as a confidential client with %s", async (_name, method) => {
    const { id, secret } = await confidentialClient(services);
    const config = await openid.discovery(new URL(issuer), id, undefined, method(secret), insecure);
    const pkceCodeVerifier = openid.randomPKCECodeVerifier();
    const url = openid.buildAuthorizationUrl(config, {
      redirect_uri: callback,
      scope: "openid",
      state: "a state",
      code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: "S256",
    });
    const tokens = await openid.authorizationCodeGrant(config, await browse(url), {
      pkceCodeVerifier,
      expectedState: "a state",
    });
    expect(tokens.claims()?.sub).toBe(subject());
    expect((await openid.refreshTokenGrant(config, tokens.refresh_token ?? "")).token_type).toBe("bearer");
  });
});

describe("oauth4webapi 3", () => {
  const insecure = { [oauth4.allowInsecureRequests]: true };

  async function discover(from: "issuer" | "auth host", algorithm: "oidc" | "oauth2") {
    const start = new URL(from === "issuer" ? issuer : authHost);
    const response = await oauth4.discoveryRequest(start, { algorithm, ...insecure });
    // From the auth host the document names the issuer, as the requirement demands; a client that starts there must expect it.
    return oauth4.processDiscoveryResponse(new URL(issuer), response);
  }

  it.each([
    ["issuer", "oidc"],
    ["issuer", "oauth2"],
    ["auth host", "oauth2"],
    ["auth host", "oidc"],
  ] as const)("from the %s by %s, end to end", async (from, algorithm) => {
    const as = await discover(from, algorithm);
    const registration = await oauth4.dynamicClientRegistrationRequest(as, metadata, insecure);
    const client = await oauth4.processDynamicClientRegistrationResponse(registration);
    const verifier = oauth4.generateRandomCodeVerifier();
    const nonce = oauth4.generateRandomNonce();
    const url = new URL(as.authorization_endpoint ?? "");
    url.search = new URLSearchParams({
      client_id: client.client_id,
      redirect_uri: callback,
      response_type: "code",
      scope: "openid email",
      state: "s",
      nonce,
      code_challenge: await oauth4.calculatePKCECodeChallenge(verifier),
      code_challenge_method: "S256",
    }).toString();
    const parameters = oauth4.validateAuthResponse(as, client, await browse(url), "s");
    const none = oauth4.None();
    const exchanged = await oauth4.authorizationCodeGrantRequest(
      as,
      client,
      none,
      parameters,
      callback,
      verifier,
      insecure,
    );
    const tokens = await oauth4.processAuthorizationCodeResponse(as, client, exchanged, {
      expectedNonce: nonce,
      requireIdToken: true,
    });
    await oauth4.validateApplicationLevelSignature(as, exchanged, insecure);
    const refreshed = await oauth4.refreshTokenGrantRequest(
      as,
      client,
      none,
      tokens.refresh_token ?? "",
      insecure,
    );
    const { access_token } = await oauth4.processRefreshTokenResponse(as, client, refreshed);
    const userinfo = await oauth4.userInfoRequest(as, client, access_token, insecure);
    expect(await oauth4.processUserInfoResponse(as, client, subject(), userinfo)).toMatchObject({
      sub: subject(),
    });
    await oauth4.processRevocationResponse(
      await oauth4.revocationRequest(as, client, none, access_token, insecure),
    );
    const after = await oauth4
      .userInfoRequest(as, client, access_token, insecure)
      .catch((error: unknown) => error);
    await expect(
      oauth4.processUserInfoResponse(as, client, subject(), after as Response),
    ).rejects.toBeInstanceOf(oauth4.WWWAuthenticateChallengeError);
  });

  it("its access token passes RFC 9068 validation as an API would do it", async () => {
    const as = await discover("issuer", "oidc");
    const { id, secret } = await confidentialClient(services);
    const url = `${as.authorization_endpoint}?${new URLSearchParams({ client_id: id, redirect_uri: callback, state: "s" })}`;
    const code = (await browse(url)).searchParams.get("code") ?? "";
    const response = await fetch(as.token_endpoint ?? "", {
      method: "POST",
      headers: { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}` },
      body: new URLSearchParams({ grant_type: "authorization_code", code, redirect_uri: callback }),
    });
    const { access_token } = (await response.json()) as { access_token: string };
    const request = new Request(authHost, { headers: { authorization: `Bearer ${access_token}` } });
    const claims = await oauth4.validateJwtAccessToken(as, request, authHost, {
      signingAlgorithms: ["ES256"],
      ...insecure,
    });
    expect(claims).toMatchObject({ sub: subject(), client_id: id });
  });
});

describe("the MCP SDK", () => {
  it.each(["auth host", "issuer"])("from the %s", async (start) => {
    const provider = new AppMemory("openid mcp:leaves:read");
    const serverUrl = start === "issuer" ? issuer : authHost;
    expect(await mcpAuth(provider, { serverUrl })).toBe("REDIRECT");
    const returned = await browse(provider.asked ?? "");
    expect(returned.searchParams.get("state")).toBe("a state of the client");
    const authorizationCode = returned.searchParams.get("code") ?? "";
    expect(await mcpAuth(provider, { serverUrl, authorizationCode })).toBe("AUTHORIZED");
    const before = provider.tokens();
    expect(await mcpAuth(provider, { serverUrl })).toBe("AUTHORIZED");
    const after = provider.tokens();
    expect(after?.refresh_token).toBe(before?.refresh_token);
    expect(after?.access_token).not.toBe(before?.access_token);
    const headers = { authorization: `Bearer ${after?.access_token}` };
    expect((await fetch(`${authHost}/oauth/me`, { headers })).status).toBe(200);
  });
});

describe("simple-oauth2", () => {
  it.each([
    ["header", "form"],
    ["header", "json"],
    ["body", "form"],
    ["body", "json"],
  ] as const)("credentials in the %s, %s bodies", async (authorizationMethod, bodyFormat) => {
    const { id, secret } = await confidentialClient(services);
    const client = new AuthorizationCode({
      client: { id, secret },
      auth: { tokenHost: authHost },
      options: { authorizationMethod, bodyFormat },
    });
    const url = client.authorizeURL({ redirect_uri: callback, scope: ["openid", "email"], state: "s" });
    const code = (await browse(url)).searchParams.get("code") ?? "";
    const token = await client.getToken({ code, redirect_uri: callback });
    expect(token.expired()).toBe(false);
    const fresh = await token.refresh();
    expect(fresh.token.refresh_token).toBe(token.token.refresh_token);
    await fresh.revokeAll();
    await expect(token.refresh()).rejects.toMatchObject({ data: { payload: { error: "invalid_grant" } } });
  });
});

describe("next-auth as a client", () => {
  const appUrl = "http://127.0.0.1:4180";

  /** Runs next-auth's plain Node interface; cookies are kept as a browser would. */
  function application(id: string, secret: string) {
    const cookies: Record<string, string> = {};
    return async (method: string, segments: string[], query: Record<string, string>, body = {}) => {
      const seen = { location: "", profile: undefined as unknown, json: undefined as unknown };
      const keepJson = (value: unknown) => {
        seen.json = value;
      };
      const response = {
        status: () => response,
        getHeader: () => undefined,
        setHeader(name: string, value: string | string[]) {
          if (name === "Location") seen.location = String(value);
          if (name !== "Set-Cookie") return response;
          for (const one of [value].flat()) {
            const [pair = ""] = one.split(";");
            cookies[pair.slice(0, pair.indexOf("="))] = decodeURIComponent(pair.slice(pair.indexOf("=") + 1));
          }
          return response;
        },
        end: () => response,
        json: keepJson,
        send: keepJson,
      };
      process.env.NEXTAUTH_URL = appUrl;
      const request = {
        method,
        headers: {},
        cookies: { ...cookies },
        body,
        query: { ...query, nextauth: segments },
      };
      await NextAuth(request as unknown as NextApiRequest, response as unknown as NextApiResponse, {
        secret: "a secret of the application",
        logger: { error: () => undefined, warn: () => undefined },
        providers: [
          {
            id: "timeaway",
            name: "Timeaway",
            type: "oauth",
            wellKnown: `${issuer}/.well-known/openid-configuration`,
            authorization: { params: { scope: "openid email profile" } },
            idToken: true,
            checks: ["pkce", "state", "nonce"],
            clientId: id,
            clientSecret: secret,
            profile: (claims: { sub: string; name: string; email: string }) => ({
              id: claims.sub,
              name: claims.name,
              email: claims.email,
            }),
          },
        ],
        callbacks: {
          signIn({ profile }) {
            seen.profile = profile;
            return true;
          },
        },
      });
      return seen;
    };
  }

  it("signs a user in", async () => {
    const redirect = `${appUrl}/api/auth/callback/timeaway`;
    const { id, secret } = await confidentialClient(services, { redirectUris: [redirect] });
    const run = application(id, secret);
    const { json } = await run("GET", ["csrf"], {});
    const csrfToken = (json as { csrfToken: string }).csrfToken;
    const started = await run("POST", ["signin", "timeaway"], {}, { csrfToken, json: "true" });
    const returned = await browse((started.json as { url: string }).url);
    const finished = await run("GET", ["callback", "timeaway"], Object.fromEntries(returned.searchParams));
    expect(finished.profile).toMatchObject({ sub: subject(), name: user.user.name, email: user.user.email });
    expect(finished.location).not.toContain("error");
  });
});
