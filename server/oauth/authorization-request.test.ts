import { eq } from "drizzle-orm";
import { afterAll, describe, expect, it } from "vitest";
import { oauthRequests } from "@/drizzle/schema/oauth";
import { second } from "@/server/kernel/time/clock";
import {
  askAuthorization,
  call,
  confidentialClient,
  consent,
  heldClock,
  hosts,
  oauthServices,
  pkce,
  type Reply,
  redirectUri,
  registerClient,
  sessionOf,
  signedInPerson,
  someAddress,
} from "@/server/test/oauth-kit";

// RFC 6749, 4.1.1; RFC 7636, 4.3; RFC 9700, 2.1. GET /oauth/authorize.

const clock = heldClock();
const services = await oauthServices(clock);
afterAll(() => services.close());

const client = await registerClient(services);
const secretive = await confidentialClient(services);
const user = await signedInPerson(services);
const { challenge } = pkce();

const good = {
  client_id: client,
  redirect_uri: redirectUri,
  state: "xyz",
  code_challenge: challenge,
  code_challenge_method: "S256",
};
const ask = (change: Record<string, string | undefined>): Promise<Reply> =>
  askAuthorization(services, { ...good, ...change });

const stored = async (reply: Reply) => {
  const id = sessionOf(reply).replace("session-", "");
  const [row] = await services.db.select().from(oauthRequests).where(eq(oauthRequests.id, id));
  return row;
};

describe("302 to the consent page", () => {
  it("with nothing but the session, uncached", async () => {
    const reply = await ask({});
    expect(reply.status).toBe(302);
    expect(reply.headers.get("location")).toMatch(
      /^https:\/\/app\.example\.test\/oauth\/authorize\?session=session-[0-9a-f-]{36}$/,
    );
    expect(reply.headers.get("cache-control")).toBe("no-store");
    expect(reply.json).toBeNull();
  });

  it("scope defaults to openid", async () =>
    expect((await stored(await ask({})))?.scopes).toEqual(["openid"]));

  it("an empty parameter counts as absent", async () => {
    const row = await stored(await ask({ scope: "", response_type: "", nonce: "" }));
    expect(row).toMatchObject({ scopes: ["openid"], nonce: null });
  });

  it("a dynamic client may ask for every offered scope, each once", async () => {
    const scope = "openid email profile mcp:workspace:read mcp:users:read mcp:leaves:read zapier:webhooks";
    expect((await stored(await ask({ scope: `${scope}  openid` })))?.scopes).toEqual(scope.split(" "));
  });

  it("a loopback redirect on another port, kept as requested", async () => {
    const other = "http://127.0.0.1:51999/callback";
    expect((await stored(await ask({ redirect_uri: other })))?.redirectUri).toBe(other);
  });

  it("a confidential client may go without PKCE", async () => {
    const reply = await ask({
      client_id: secretive.id,
      code_challenge: undefined,
      code_challenge_method: undefined,
    });
    expect((await stored(reply))?.codeChallenge).toBeNull();
  });

  it("unknown parameters are ignored", async () =>
    expect((await ask({ prompt: "x", audience: "y" })).status).toBe(302));
});

describe("400", () => {
  it.each<[string, string, Record<string, string | undefined>]>([
    ["invalid_client", "unknown client", { client_id: "client-01985f4e-7a3c-7c11-9f0e-3b1d2c4a5e6f" }],
    ["invalid_client", "malformed client", { client_id: "nobody" }],
    ["invalid_client", "another spelling of a client", { client_id: client.replaceAll("-", "") }],
    ["invalid_request", "no client_id", { client_id: undefined }],
    ["invalid_request", "no redirect_uri", { redirect_uri: undefined }],
    ["invalid_request", "unregistered redirect_uri", { redirect_uri: "https://evil.test/" }],
    ["invalid_request", "127.1", { redirect_uri: "http://127.1:4180/callback" }],
    ["invalid_request", "a longer path", { redirect_uri: `${redirectUri}/x` }],
    ["invalid_request", "no state", { state: undefined }],
    ["invalid_request", "empty state", { state: "" }],
    ["invalid_request", "no challenge", { code_challenge: undefined, code_challenge_method: undefined }],
    ["invalid_request", "no method", { code_challenge_method: undefined }],
    ["invalid_request", "plain", { code_challenge_method: "plain" }],
    ["invalid_request", "s256", { code_challenge_method: "s256" }],
    ["invalid_request", "a short challenge", { code_challenge: "abc" }],
    ["invalid_request", "a long challenge", { code_challenge: `${challenge}a` }],
    ["invalid_request", "a challenge with padding", { code_challenge: `${challenge.slice(0, 42)}=` }],
    ["invalid_request", "NUL in the nonce", { nonce: "a\0b" }],
    ["invalid_request", "a method without challenge", { client_id: secretive.id, code_challenge: undefined }],
    ["invalid_scope", "unknown scope", { scope: "openid admin" }],
    ["invalid_scope", "offline_access", { scope: "openid offline_access" }],
    [
      "invalid_scope",
      "a scope not allowed to the client",
      { client_id: secretive.id, scope: "mcp:users:read" },
    ],
    ["unsupported_response_type", "token", { response_type: "token" }],
    ["unsupported_response_type", "code id_token", { response_type: "code id_token" }],
  ])("%s: %s", async (error, _what, change) => {
    const { status, json, headers } = await ask(change);
    expect(json).toEqual({ error, error_description: expect.stringMatching(/^[\x20-\x7e]+$/) });
    expect(status).toBe(400);
    expect(headers.get("location")).toBeNull();
    expect(headers.get("cache-control")).toBe("no-store");
  });

  it.each(["client_id", "redirect_uri", "state", "scope", "code_challenge", "response_type", "x"])(
    "invalid_request: %s twice",
    async (name) => {
      const query = new URLSearchParams({ response_type: "code", scope: "openid", x: "1", ...good });
      query.append(name, query.get(name) ?? "");
      const { status, json } = await call(services, "GET", `/oauth/authorize?${query}`);
      expect([status, json.error]).toEqual([400, "invalid_request"]);
    },
  );

  it("invalid_scope names the scope, in ASCII and nothing else of the input", async () => {
    expect((await ask({ scope: "admin" })).json.error_description).toBe(
      "Scope 'admin' is not allowed for this client",
    );
    expect((await ask({ scope: 'a"<é\\' })).json.error_description).toBe(
      "Scope 'a?<??' is not allowed for this client",
    );
  });
});

describe("OpenID's own parameters are refused by a redirect, with state and iss (OpenID Connect Core, 3.1.2.6)", () => {
  const jwt = "eyJhbGciOiJub25lIn0.e30.";
  const uri = "https://app.other.test/request.jwt";
  const back = ({ status, headers }: Reply) => {
    expect(status).toBe(302);
    expect(headers.get("cache-control")).toBe("no-store");
    const location = headers.get("location") ?? "";
    expect(location.startsWith(`${redirectUri}?error=`)).toBe(true);
    return Object.fromEntries(new URL(location).searchParams);
  };
  const refusal = (error: string) => ({ error, state: "xyz", iss: hosts.issuer });

  it.each<[string, string, Record<string, string | undefined>]>([
    ["request_not_supported", "request", { request: jwt }],
    [
      "request_not_supported",
      "before what may stand in it",
      { request: jwt, scope: "x", code_challenge: "" },
    ],
    ["request_not_supported", "both", { request: jwt, request_uri: uri }],
    ["request_uri_not_supported", "request_uri", { request_uri: uri }],
    ["request_uri_not_supported", "one of a pushed request", { request_uri: "urn:ietf:params:oauth:x" }],
    ["invalid_request", "none with another", { prompt: "none login" }],
    ["invalid_request", "none with one that nobody knows", { prompt: "x none" }],
    ["invalid_request", "a negative max_age", { max_age: "-1" }],
    ["invalid_request", "a max_age that is no number", { max_age: "1e3" }],
  ])("%s: %s", async (error, _what, change) => {
    const before = await services.db.$count(oauthRequests);
    expect(back(await ask(change))).toEqual(refusal(error));
    expect(await services.db.$count(oauthRequests)).toBe(before);
  });

  it.each<[string, Record<string, string | undefined>]>([
    ["an unknown client", { client_id: "nobody" }],
    ["an unregistered redirect_uri", { redirect_uri: "https://evil.test/" }],
    ["no state", { state: undefined }],
    ["another response type", { response_type: "token" }],
  ])("400, not by a redirect, for %s", async (_what, change) => {
    for (const fault of [{ request: jwt }, { prompt: "none login" }]) {
      const { status, headers } = await ask({ ...fault, ...change });
      expect([status, headers.get("location")]).toEqual([400, null]);
    }
  });

  it("400 invalid_request: one of them twice", async () => {
    for (const name of ["prompt", "max_age", "request", "request_uri"]) {
      const query = `${new URLSearchParams(good)}&${name}=1&${name}=1`;
      const { status, json } = await call(services, "GET", `/oauth/authorize?${query}`);
      expect([status, json.error]).toEqual([400, "invalid_request"]);
    }
  });

  it("supported values are kept, an unknown prompt is ignored", async () => {
    const cases: [Record<string, string>, string[], number | null][] = [
      [{}, [], null],
      [{ prompt: "", max_age: "", request: "" }, [], null],
      [{ prompt: "consent login x login", max_age: "0" }, ["login", "consent"], 0],
      [{ prompt: "select_account", max_age: "3600" }, ["select_account"], 3600],
      [{ prompt: "none", max_age: "99999999999999999999" }, ["none"], 2 ** 31 - 1],
    ];
    for (const [change, prompts, maxAgeSeconds] of cases)
      expect(await stored(await ask(change))).toMatchObject({ prompts, maxAgeSeconds });
  });
});

describe("state comes back unchanged", () => {
  it.each([
    ["simple", "af0ifjsldkj"],
    ["with spaces as plus", "a+b+c"],
    ["encoded", "%7B%22a%22%3A1%7D%26b%3D%23"],
    ["with a NUL", "a%00b"],
    ["not UTF-8", "%FF%FE"],
    ["UTF-8", "%E2%9C%93%20%F0%9F%98%80"],
    ["base64", "eyJhIjoxfQ=="],
    ["looking like parameters", "x%26code%3Devil"],
    ["looking like a header", "x%0D%0ASet-Cookie%3A%20a%3Db"],
  ])("%s", async (_what, raw) => {
    const rest = new URLSearchParams({ ...good });
    rest.delete("state");
    const asked = await call(services, "GET", `/oauth/authorize?${rest}&state=${raw}`);
    const location = await consent(services, sessionOf(asked), user);
    expect(/[?&]state=([^&]*)/.exec(location)?.[1]).toBe(raw);
    expect(new URL(location).searchParams.getAll("code")).toHaveLength(1);
  });

  it("a stray percent sign and raw quotes cannot break out", async () => {
    const rest = new URLSearchParams({ ...good });
    rest.delete("state");
    const { headers } = await call(services, "GET", `/oauth/authorize?${rest}&state=100%"'<`);
    const location = await consent(
      services,
      (headers.get("location") ?? "").split("session=")[1] ?? "",
      user,
    );
    expect(new URL(location).searchParams.get("state")).toBe(`100%"'<`);
    expect(location).toContain("state=100%25%22");
  });
});

it("both answers carry the issuer's name (RFC 9207)", async () => {
  for (const allow of [true, false]) {
    const location = await consent(services, sessionOf(await ask({})), user, { allow });
    expect(new URL(location).searchParams.get("iss")).toBe(hosts.issuer);
  }
});

describe("HEAD", () => {
  const head = (change: Record<string, string>) =>
    call(services, "HEAD", `/oauth/authorize?${new URLSearchParams({ ...good, ...change })}`, {
      ip: someAddress(),
    });
  const count = async () => (await services.db.select({ id: oauthRequests.id }).from(oauthRequests)).length;

  it("302 stores nothing", async () => {
    const before = await count();
    const reply = await head({});
    expect([reply.status, reply.json]).toEqual([302, null]);
    expect(reply.headers.get("cache-control")).toBe("no-store");
    expect(await stored(reply)).toBeUndefined();
    expect(await count()).toBe(before);
  });

  it("400 as GET would", async () =>
    expect((await head({ redirect_uri: "https://x.example" })).status).toBe(400));
});

describe("429", () => {
  const askFrom = (ip: string | null, change: Record<string, string> = {}) =>
    call(services, "GET", `/oauth/authorize?${new URLSearchParams({ ...good, ...change })}`, { ip });

  it("after a burst of 120 from one address, two a second come back; others are unaffected; no row is left", async () => {
    const ip = someAddress();
    const before = await services.db.$count(oauthRequests);
    const replies = await Promise.all(Array.from({ length: 130 }, () => askFrom(ip)));
    expect(replies.filter((reply) => reply.status === 302)).toHaveLength(120);
    const refused = replies.filter((reply) => reply.status === 429);
    expect(refused).toHaveLength(10);
    for (const { json, headers } of refused) {
      expect(json).toEqual({ error: "too_many_requests", error_description: expect.any(String) });
      expect(Number(headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
    }
    expect((await services.db.$count(oauthRequests)) - before).toBe(120);
    expect((await askFrom(someAddress())).status).toBe(302);
    clock.pass(second);
    expect(
      await Promise.all([askFrom(ip), askFrom(ip)]).then((two) => two.map(({ status }) => status)),
    ).toEqual([302, 302]);
    expect((await askFrom(ip)).status).toBe(429);
  });

  it("requests that are refused anyway do not count", async () => {
    const ip = someAddress();
    for (let i = 0; i < 130; i++) await askFrom(ip, { code_challenge_method: "plain" });
    expect((await askFrom(ip)).status).toBe(302);
  });
});
