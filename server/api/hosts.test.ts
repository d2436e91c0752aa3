import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Services } from "@/server/kernel/services";
import { keyring } from "@/server/oauth/keys/keyring";
import { testServices } from "@/server/test/services";
import { dispatchWith } from "./dispatch";

const urls = {
  APP_URL: "https://app.example.com",
  AUTH_URL: "https://auth.example.com",
  LEGACY_AUTH_URL: "https://old.example.com/auth",
  BASE_URL: "https://api.example.com:8443",
};

let apart: Services;
let single: Services;

beforeAll(async () => {
  apart = await testServices({}, urls);
  single = await testServices();
  // The first process of a new database makes the keys, and is not ready meanwhile: a key of 2,048 bits may take seconds.
  await keyring(apart);
});

afterAll(() => Promise.all([apart.close(), single.close()]));

const ask = (services: Services, host: string, path: string) =>
  dispatchWith(services, new Request(`http://internal.invalid${path}`), { ip: null, host });

/** `page` when the request falls through to the pages, else status and format. */
async function answer(services: Services, host: string, path: string): Promise<string> {
  const response = await ask(services, host, path);
  if (!response) return "page";
  const text = await response.text();
  const body = text.startsWith("{") ? (JSON.parse(text) as Record<string, unknown>) : {};
  const format =
    typeof body.error === "object" ? "v2" : "error" in body ? "oauth" : "message" in body ? "v1" : "other";
  return `${response.status} ${format}`;
}

describe("with separate hosts, each serves only its own paths", () => {
  const cases: [host: string, path: string, expected: string][] = [
    ["api.example.com:8443", "/v2/departments", "401 v2"],
    ["API.example.com:8443", "/v2/departments", "401 v2"],
    ["api.example.com:8443", "/v1/departments", "403 v1"],
    ["api.example.com:8443", "/hooks/me", "401 v2"],
    ["api.example.com:8443", "/hooks/unknown", "405 v2"],
    ["app.example.com", "/hooks/me", "404 other"],
    ["auth.example.com", "/hooks/me", "404 oauth"],
    ["api.example.com:8443", "/oauth/me", "404 v2"],
    ["api.example.com:8443", "/login", "404 v2"],
    ["api.example.com", "/v2/departments", "404 other"],
    ["auth.example.com", "/oauth/me", "401 oauth"],
    ["auth.example.com:443", "/oauth/me", "401 oauth"],
    ["auth.example.com", "/.well-known/oauth-authorization-server", "200 other"],
    ["auth.example.com", "/.well-known/openid-configuration", "200 other"],
    ["auth.example.com", "/.well-known/jwks.json", "404 oauth"],
    ["auth.example.com", "/v2/departments", "404 oauth"],
    ["auth.example.com", "/login", "404 oauth"],
    ["auth.example.com", "/identity/.well-known/jwks.json", "404 oauth"],
    ["old.example.com", "/auth/oauth/me", "401 oauth"],
    ["old.example.com", "/oauth/me", "404 oauth"],
    ["old.example.com", "/auth/.well-known/oauth-authorization-server", "200 other"],
    ["old.example.com", "/auth/.well-known/openid-configuration", "200 other"],
    ["old.example.com", "/.well-known/openid-configuration", "404 oauth"],
    ["app.example.com", "/.well-known/openid-configuration", "404 other"],
    ["api.example.com:8443", "/.well-known/openid-configuration", "404 v2"],
    ["app.example.com", "/login", "page"],
    ["app.example.com", "/oauth/authorize?session=x", "page"],
    ["app.example.com", "/oauth/error", "page"],
    ["app.example.com", "/oauth/token", "404 other"],
    ["app.example.com", "/v2/departments", "404 other"],
    ["app.example.com", "/identity/.well-known/openid-configuration", "200 other"],
    ["app.example.com", "/.well-known/oauth-authorization-server/identity", "200 other"],
    ["unknown.example.com", "/login", "404 other"],
    ["unknown.example.com", "/v2/departments", "404 other"],
    ["unknown.example.com", "/api/health", "200 other"],
    ["unknown.example.com", "/api/ready", "200 other"],
  ];
  test.each(cases)("%s%s: %s", async (host, path, expected) => {
    expect(await answer(apart, host, path)).toBe(expected);
  });
});

test("the metadata names the canonical host on both auth hosts, whatever the request says", async () => {
  const read = async (host: string, path: string) => (await (await ask(apart, host, path))?.json()) as object;
  const canonical = await read("auth.example.com", "/.well-known/oauth-authorization-server");
  for (const [host, path] of [
    ["old.example.com", "/auth/.well-known/oauth-authorization-server"],
    ["auth.example.com", "/.well-known/openid-configuration"],
    ["old.example.com", "/auth/.well-known/openid-configuration"],
  ] as const)
    expect(await read(host, path)).toEqual(canonical);
  expect(canonical).toMatchObject({
    issuer: "https://app.example.com/identity",
    token_endpoint: "https://auth.example.com/oauth/token",
  });
});

describe("with one origin, the Host header does not matter", () => {
  test.each(["localhost:3000", "127.0.0.1:3000", "evil.example"])("%s", async (host) => {
    expect(await answer(single, host, "/v2/departments")).toBe("401 v2");
    expect(await answer(single, host, "/oauth/me")).toBe("401 oauth");
    expect(await answer(single, host, "/login")).toBe("page");
    expect(await answer(single, host, "/oauth/authorize?session=x")).toBe("page");
    expect(await answer(single, host, "/oauth/authorize?session=x&client_id=y")).toBe("400 oauth");
    expect(await answer(single, host, "/oauth/authorize?session=")).toBe("400 oauth");
  });
});

test.each([
  ["/v2/%64epartments", "/v2/departments"],
  ["/%762/departments/%2e", "/v2/departments/."],
  ["/v1/departm%65nts", "/v1/departments"],
  ["/%6Fauth/m%65", "/oauth/me"],
  ["/.well%2Dknown/openid%2dconfiguration", "/.well-known/openid-configuration"],
  ["/.well-known/oauth-protected-resource/%6dcp", "/.well-known/oauth-protected-resource/mcp"],
  ["/%6Dcp", "/mcp"],
  ["/hooks/%6De", "/hooks/me"],
  ["/api/h%65alth", "/api/health"],
])("%s is %s: nothing in it needs encoding (RFC 3986, 6.2.2.2)", async (encoded, plain) => {
  const [one, other] = await Promise.all([answer(single, "x", encoded), answer(single, "x", plain)]);
  expect(one).toBe(other);
  expect(one).not.toBe("page");
});

test.each(["/v2%2Fdepartments", "/oauth%2Fme", "/v2/departments%3Flimit=1", "/%2576%32/departments"])(
  "%s is another path: decoding it would change its meaning",
  async (path) => expect(await answer(single, "x", path)).toMatch(/^(?:page|404 )/),
);
