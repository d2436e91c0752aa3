import { afterAll, describe, expect, it } from "vitest";
import { call, heldClock, hosts, oauthServices } from "@/server/test/oauth-kit";

// RFC 8414, OpenID Connect Discovery, RFC 7517; CORS and unknown paths.

const services = await oauthServices(heldClock());
afterAll(() => services.close());

const document = {
  issuer: hosts.issuer,
  authorization_endpoint: `${hosts.auth}/oauth/authorize`,
  token_endpoint: `${hosts.auth}/oauth/token`,
  registration_endpoint: `${hosts.auth}/oauth/register`,
  userinfo_endpoint: `${hosts.auth}/oauth/me`,
  revocation_endpoint: `${hosts.auth}/oauth/revoke`,
  jwks_uri: `${hosts.issuer}/.well-known/jwks.json`,
  response_types_supported: ["code"],
  grant_types_supported: ["authorization_code", "refresh_token"],
  code_challenge_methods_supported: ["S256"],
  token_endpoint_auth_methods_supported: ["client_secret_basic", "client_secret_post", "none"],
  revocation_endpoint_auth_methods_supported: ["client_secret_basic", "client_secret_post", "none"],
  scopes_supported: [
    "openid",
    "email",
    "profile",
    "mcp:workspace:read",
    "mcp:users:read",
    "mcp:leaves:read",
    "zapier:webhooks",
  ],
  client_id_metadata_document_supported: true,
  subject_types_supported: ["public"],
  id_token_signing_alg_values_supported: ["RS256"],
  authorization_response_iss_parameter_supported: true,
  prompt_values_supported: ["none", "login", "consent", "select_account"],
  request_parameter_supported: false,
  request_uri_parameter_supported: false,
};

const places = [
  "/.well-known/oauth-authorization-server",
  "/.well-known/openid-configuration",
  "/.well-known/oauth-authorization-server/identity",
  "/identity/.well-known/openid-configuration",
];

describe("metadata", () => {
  it.each(places)("200 %s is the one document, whatever the Host header", async (path) => {
    const { status, json, headers } = await call(services, "GET", path, { headers: { host: "evil.test" } });
    expect(status).toBe(200);
    expect(json).toEqual(document);
    expect(headers.get("cache-control")).toMatch(/^public/);
    expect(headers.get("access-control-allow-origin")).toBe("*");
  });

  it("an issuer without a path has its documents at the root", async () => {
    const other = await oauthServices(heldClock(), { ISSUER_URL: "https://id.example.test" });
    const { json } = await call(other, "GET", "/.well-known/openid-configuration");
    expect(json.issuer).toBe("https://id.example.test");
    expect((await call(other, "GET", "/.well-known/jwks.json")).status).toBe(200);
    await other.close();
  });
});

it("200 jwks: public halves only, with kid, use and alg", async () => {
  const { status, json } = await call(services, "GET", "/identity/.well-known/jwks.json");
  expect(status).toBe(200);
  expect(json.keys).toHaveLength(4);
  for (const key of json.keys) {
    expect(key).toMatchObject({ kid: expect.stringMatching(/^[\w-]{43}$/), use: "sig" });
    expect(["RS256", "ES256"]).toContain(key.alg);
    for (const secret of ["d", "p", "q", "dp", "dq", "qi", "k"]) expect(key).not.toHaveProperty(secret);
  }
});

describe("CORS", () => {
  it.each([
    ...places,
    "/identity/.well-known/jwks.json",
    "/oauth/register",
    "/oauth/token",
    "/oauth/revoke",
    "/oauth/me",
  ])("204 preflight of %s", async (path) => {
    const { status, headers } = await call(services, "OPTIONS", path, {
      headers: { origin: "https://app.other.test", "access-control-request-method": "POST" },
    });
    expect(status).toBe(204);
    expect(headers.get("access-control-allow-origin")).toBe("*");
    expect(headers.get("access-control-allow-headers")).toBe(
      "authorization, content-type, mcp-protocol-version",
    );
    expect(headers.get("access-control-allow-credentials")).toBeNull();
  });

  it.each([
    ["POST", "/oauth/token", 400],
    ["POST", "/oauth/register", 400],
    ["POST", "/oauth/revoke", 400],
    ["GET", "/oauth/me", 401],
    ["POST", "/oauth/me", 401],
    ["PUT", "/oauth/token", 405],
  ])("errors of %s %s carry it, and are never cached", async (method, path, status) => {
    const reply = await call(services, method, path);
    expect(reply.status).toBe(status);
    expect(reply.headers.get("access-control-allow-origin")).toBe("*");
    expect(reply.headers.get("cache-control")).toBe("no-store");
    expect(reply.headers.get("pragma")).toBe("no-cache");
    expect(reply.headers.get("x-content-type-options")).toBe("nosniff");
  });

  it("authorize has none: it is a navigation", async () => {
    const { status, headers } = await call(services, "OPTIONS", "/oauth/authorize");
    expect(status).toBe(405);
    expect(headers.get("access-control-allow-origin")).toBeNull();
  });
});

describe("405 names the allowed methods", () => {
  it.each([
    ["GET", "/oauth/token", "POST, OPTIONS"],
    ["GET", "/oauth/register", "POST, OPTIONS"],
    ["DELETE", "/oauth/me", "GET, HEAD, POST, OPTIONS"],
    ["POST", "/oauth/authorize", "GET, HEAD"],
    ["POST", "/.well-known/oauth-authorization-server", "GET, HEAD, OPTIONS"],
  ])("%s %s", async (method, path, allow) => {
    const { status, headers, json } = await call(services, method, path);
    expect(status).toBe(405);
    expect(headers.get("allow")).toBe(allow);
    expect(json.error).toBe("method_not_allowed");
  });
});

it.each([
  "/oauth",
  "/oauth/",
  "/oauth/token/",
  "/oauth/tokens",
  "/oauth/TOKEN",
  "/.well-known/x",
  "/oauth//token",
])("404 %s in the protocol's format", async (path) => {
  const { status, json, headers } = await call(services, "GET", path);
  expect(status).toBe(404);
  expect(json).toEqual({ error: "not_found", error_description: expect.any(String) });
  expect(headers.get("content-type")).toBe("application/json");
});

it("200 HEAD is GET without the body", async () => {
  const { status, json, headers } = await call(services, "HEAD", places[0] ?? "");
  expect(status).toBe(200);
  expect(json).toBeNull();
  expect(headers.get("content-type")).toBe("application/json");
});

it("400 server_error on an unexpected failure: never HTML, never a stack trace", async () => {
  const broken = await oauthServices(heldClock(), { DATABASE_URL: "postgres://nobody:x@127.0.0.1:1/none" });
  const body = new URLSearchParams({ grant_type: "refresh_token", client_id: "x", refresh_token: "x" });
  const { status, json } = await call(broken, "POST", "/oauth/token", { body });
  expect(status).toBe(400);
  expect(json).toEqual({ error: "server_error", error_description: expect.stringMatching(/^[\x20-\x7e]+$/) });
  expect(JSON.stringify(json)).not.toMatch(/ECONNREFUSED|postgres/i);
  await broken.close();
});

it.each([
  ["GET", "/.well-known/openid-configuration", 200],
  ["GET", "/identity/.well-known/jwks.json", 200],
  ["GET", "/oauth/authorize", 400],
  ["GET", "/oauth/me", 401],
  ["POST", "/oauth/revoke", 400],
  ["GET", "/oauth/nothing", 404],
  ["DELETE", "/oauth/token", 405],
] as const)("%s %s answers with a request id of its own, for support", async (method, path, status) => {
  const asked = await Promise.all([1, 2].map(() => call(services, method, path)));
  const ids = asked.map(({ headers }) => headers.get("x-request-id"));
  expect(asked[0]?.status).toBe(status);
  for (const id of ids) expect(id).toMatch(/^req_/);
  expect(new Set(ids).size).toBe(2);
});
