import { afterAll, describe, expect, it } from "vitest";
import { hour, second } from "@/server/kernel/time/clock";
import { call, heldClock, jsonBody, oauthServices, type Reply, someAddress } from "@/server/test/oauth-kit";

// RFC 7591, dynamic client registration.

const clock = heldClock();
const services = await oauthServices(clock);
afterAll(() => services.close());

const register = (body: unknown, ip: string | null = someAddress()): Promise<Reply> =>
  call(services, "POST", "/oauth/register", { ...jsonBody(body), ip });

const valid = { client_name: "Claude Desktop", redirect_uris: ["http://127.0.0.1:3000/callback"] };

const refusedWith = (reply: Reply, error: string) => {
  expect(reply.json).toEqual({ error, error_description: expect.stringMatching(/^[\x20-\x7e]+$/) });
  expect(reply.status).toBe(400);
};

it("201 the record, without a secret", async () => {
  const { status, json, headers } = await register(valid);
  expect(status).toBe(201);
  expect(json).toEqual({
    client_id: expect.stringMatching(/^client-[0-9a-f-]{36}$/),
    client_name: "Claude Desktop",
    redirect_uris: ["http://127.0.0.1:3000/callback"],
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    token_endpoint_auth_method: "none",
  });
  expect(headers.get("cache-control")).toBe("no-store");
  expect(headers.get("access-control-allow-origin")).toBe("*");
});

it("201 unknown members are ignored, script in the name is text", async () => {
  const name = '<script>alert("x")</script>';
  const { status, json } = await register({
    ...valid,
    client_name: name,
    logo_uri: "javascript:alert(1)",
    x: {},
  });
  expect(status).toBe(201);
  expect(json.client_name).toBe(name);
  expect(json).not.toHaveProperty("logo_uri");
});

it("201 a client may omit the refresh grant", async () => {
  const { json } = await register({ ...valid, grant_types: ["authorization_code"] });
  expect(json.grant_types).toEqual(["authorization_code"]);
});

describe("400 invalid_client_metadata", () => {
  it.each([
    ["no name", { redirect_uris: valid.redirect_uris }],
    ["empty name", { ...valid, client_name: " " }],
    ["a number as name", { ...valid, client_name: 5 }],
    ["NUL in the name", { ...valid, client_name: "a\0b" }],
    ["a lone surrogate in the name", { ...valid, client_name: "a\ud800" }],
    ["a line break in the name", { ...valid, client_name: "Claude\nDesktop" }],
    ["a tab in the name", { ...valid, client_name: "Claude\tDesktop" }],
    ["a C1 control in the name", { ...valid, client_name: "Claude\u0085" }],
    ["a line separator in the name", { ...valid, client_name: "Claude\u2028Desktop" }],
    ["a right-to-left override in the name", { ...valid, client_name: "Claude \u202epotkseD" }],
    ["an embedding in the name", { ...valid, client_name: "\u202aClaude\u202c" }],
    ["an isolate in the name", { ...valid, client_name: "\u2066Claude\u2069" }],
    ["an unsupported grant type", { ...valid, grant_types: ["authorization_code", "client_credentials"] }],
    ["grant types that are not a list", { ...valid, grant_types: "authorization_code" }],
    ["only the refresh grant", { ...valid, grant_types: ["refresh_token"] }],
    ["no grant type", { ...valid, grant_types: [] }],
    ["an unsupported response type", { ...valid, response_types: ["token"] }],
    ["an array as body", [valid]],
    ["null as body", null],
    ["a string as body", "x"],
  ])("%s", async (_what, body) => refusedWith(await register(body), "invalid_client_metadata"));

  it.each([
    ["no JSON", "{", "application/json"],
    ["another content type", JSON.stringify(valid), "text/plain"],
    ["an empty body", "", "application/json"],
    ["17 KiB", JSON.stringify({ ...valid, x: "x".repeat(17 * 1024) }), "application/json"],
    ["1 MB", JSON.stringify({ ...valid, x: "x".repeat(1024 * 1024) }), "application/json"],
  ])("%s", async (_what, body, type) => {
    const reply = await call(services, "POST", "/oauth/register", {
      body,
      headers: { "content-type": type },
      ip: someAddress(),
    });
    refusedWith(reply, "invalid_client_metadata");
  });
});

it.each(["Ağıl Çalışma 🗓️", "👩‍💻 Ferias", "תוכנת חופשות", "تطبيق الإجازات", "O’Brien & Söhne <GmbH>"])(
  "201 %s: a name in any language",
  async (client_name) =>
    expect((await register({ ...valid, client_name })).json).toMatchObject({ client_name }),
);

describe("400 invalid_redirect_uri", () => {
  it.each<[string, unknown]>([
    ["absent", undefined],
    ["empty", []],
    ["a string", "https://example.com/cb"],
    ["a number inside", [5]],
    ["eleven", Array.from({ length: 11 }, (_, i) => `https://example.com/${i}`)],
    ["2049 characters", [`https://example.com/${"a".repeat(2049 - 20)}`]],
    ["relative", ["/callback"]],
    ["empty text", [""]],
    ["a fragment", ["https://example.com/cb#x"]],
    ["userinfo", ["https://user@example.com/cb"]],
    ["userinfo that looks like the host", ["https://example.com:pw@evil.test/cb"]],
    ["wildcard host", ["https://*.example.com/cb"]],
    ["wildcard path", ["https://example.com/*"]],
    ["http elsewhere", ["http://example.com/cb"]],
    ["http on a look-alike", ["http://127.0.0.1.evil.test/cb"]],
    ["http on 127.1", ["http://127.1/cb"]],
    ["http on a decimal host", ["http://2130706433/cb"]],
    ["http on a full-width host", ["http://１２７.０.０.１/cb"]],
    ["https without host", ["https:///cb"]],
    ["https without slashes", ["https:example.com"]],
    ["https with an impossible port", ["https://example.com:99999/"]],
    ["a space", ["https://example.com/a b"]],
    ["a tab", ["java\tscript:alert(1)"]],
    ["a backslash", ["https://example.com\\@evil.test/"]],
    ["a bad escape", ["https://example.com/%zz"]],
    ...[
      "javascript:alert(1)",
      "JavaScript:alert(1)",
      "data:text/html,x",
      "vbscript:x",
      "file:///etc/passwd",
      "blob:https://example.com/x",
      "about:blank",
      "filesystem:http://x/y",
      "ws://example.com/",
      "wss://example.com/",
      "ftp://example.com/",
      "mailto:a@example.com",
    ].map((uri) => [uri, [uri]] as [string, unknown]),
  ])("%s", async (_what, uris) =>
    refusedWith(await register({ ...valid, redirect_uris: uris }), "invalid_redirect_uri"),
  );
});

it.each([
  "https://example.com",
  "https://example.com:8443/cb?x=1&y=%20",
  "https://sub.example-site.co.uk/a/b;c",
  "https://[2001:db8::1]/cb",
  "http://127.0.0.1",
  "http://127.0.0.1:8080/cb",
  "http://[::1]:8080/cb",
  "http://localhost:6274/oauth/callback",
  "cursor://anysphere.cursor-deeplink/mcp/callback",
  "com.example.app:/oauth2redirect",
  `https://example.com/${"a".repeat(2048 - 20)}`,
])("201 %s", async (uri) => {
  const { status, json } = await register({ ...valid, redirect_uris: [uri] });
  expect(status).toBe(201);
  expect(json.redirect_uris).toEqual([uri]);
});

it.each(["client_secret_basic", "client_secret_post", "private_key_jwt", "", 5, null])(
  "400 invalid_token_endpoint_auth_method %s",
  async (method) =>
    refusedWith(
      await register({ ...valid, token_endpoint_auth_method: method }),
      "invalid_token_endpoint_auth_method",
    ),
);

describe("429", () => {
  it("after a burst of 60 from one address; one a second comes back; others are unaffected", async () => {
    const ip = "192.0.2.1";
    const replies = await Promise.all(Array.from({ length: 70 }, () => register(valid, ip)));
    const refused = replies.filter((reply) => reply.status === 429);
    expect(replies.filter((reply) => reply.status === 201)).toHaveLength(60);
    expect(refused).toHaveLength(10);
    for (const { json, headers } of refused) {
      expect(json).toEqual({ error: "too_many_requests", error_description: expect.any(String) });
      expect(Number(headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
    }
    expect((await register(valid, "192.0.2.2")).status).toBe(201);
    clock.pass(second);
    expect((await register(valid, ip)).status).toBe(201);
    expect((await register(valid, ip)).status).toBe(429);
  });

  it("counts malformed attempts, and an IPv6 /64 as one source", async () => {
    clock.pass(hour);
    for (let i = 0; i < 60; i++) await register({}, `2001:db8:1:2::${i.toString(16)}`);
    expect((await register(valid, "2001:db8:1:2:ffff::1")).status).toBe(429);
    expect((await register(valid, "2001:db8:1:3::1")).status).toBe(201);
  });

  it("all callers without a known address share one bucket", async () => {
    for (let i = 0; i < 60; i++) await register(valid, null);
    expect((await register(valid, null)).status).toBe(429);
  });
});
