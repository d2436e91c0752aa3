import { eq } from "drizzle-orm";
import { decodeJwt } from "jose";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { oauthClients, oauthGrants } from "@/drizzle/schema/oauth";
import { ctxFor } from "@/server/access/ctx";
import { day, hour, minute, second } from "@/server/kernel/time/clock";
import { createSender } from "@/server/modules/integrations/webhooks/sender";
import { documentRedirectUri, json, startDocuments } from "@/server/test/document-stand-in";
import {
  approved,
  askAuthorization,
  askToken,
  call,
  form,
  heldClock,
  oauthServices,
  pkce,
  type Reply,
  refreshWith,
  sessionOf,
  signedInPerson,
  someAddress,
  viewConsent,
  whoIs,
} from "@/server/test/oauth-kit";
import { cleanUpOauth, unusedMs } from "./clean-up";
import { clientUuid } from "./clients/client-id";
import { listApps } from "./grants/list-apps";
import { revokeApp } from "./grants/revoke";
import { describedClient } from "./metadata-document/described-client";
import { freshForMs } from "./metadata-document/fresh-for";
import { registrationBurst } from "./register/limit-registrations";

// Decision 13.3: clients that describe themselves in a document at their client_id.

const clock = heldClock();
const services = await oauthServices(clock);
const site = await startDocuments(services);
afterAll(async () => {
  await services.close();
  await site.close();
});
const user = await signedInPerson(services);
const ctx = ctxFor(services, user.actor, "req_test");

let number = 0;
const somePath = () => `/clients/${++number}.json`;

function ask(clientId: string, redirectUri = documentRedirectUri, ip = someAddress()): Promise<Reply> {
  const query = new URLSearchParams({
    client_id: clientId,
    redirect_uri: redirectUri,
    state: "s",
    code_challenge: pkce().challenge,
    code_challenge_method: "S256",
  });
  return call(services, "GET", `/oauth/authorize?${query}`, { ip });
}

const rowOf = async (url: string) =>
  (await services.db.select().from(oauthClients).where(eq(oauthClients.metadataUrl, url)))[0];

const refused = async (url: string, why: RegExp) => {
  const { status, json: body } = await ask(url);
  expect(body).toEqual({ error: "invalid_client", error_description: expect.stringMatching(why) });
  expect(body.error_description).toMatch(/^[\x20-\x7e]+$/);
  expect(status).toBe(400);
  expect(await rowOf(url)).toBeUndefined();
};

async function tokens(url: string): Promise<{ refresh: string; access: string }> {
  const { exchange } = await approved(services, user, { clientId: url, redirectUri: documentRedirectUri });
  const { json: body } = await askToken(services, exchange);
  return { refresh: String(body.refresh_token), access: String(body.access_token) };
}

beforeEach(() => {
  site.requests.length = 0;
});

describe("a client that was never registered", () => {
  it("goes from its document to tokens, refresh, Connected apps and revocation", async () => {
    const url = site.describe(somePath());
    const granted = await approved(services, user, { clientId: url, redirectUri: documentRedirectUri });
    const exchanged = await askToken(services, granted.exchange);
    expect(exchanged.status).toBe(200);
    const { access_token: access, refresh_token: refresh, id_token: id } = exchanged.json;
    expect([decodeJwt(access).client_id, decodeJwt(id).aud]).toEqual([url, url]);
    expect((await refreshWith(services, refresh, url)).status).toBe(200);
    expect((await whoIs(services, access)).status).toBe(200);
    expect((await listApps(ctx)).connected).toMatchObject([
      { clientId: url, name: "Assistant", host: new URL(url).host, isConfidential: false },
    ]);
    expect(
      (await call(services, "POST", "/oauth/revoke", form({ token: refresh, client_id: url }))).status,
    ).toBe(200);
    expect((await refreshWith(services, refresh, url)).json.error).toBe("invalid_grant");
    expect(site.requests).toHaveLength(1);
    expect(site.requests[0]?.headers).toMatchObject({
      accept: "application/json",
      "user-agent": "Timeaway/2",
    });
  });

  it("is shown with its own host beside that of its redirect URI", async () => {
    const url = site.describe(somePath(), { client_name: "Your bank" });
    expect(await viewConsent(services, sessionOf(await ask(url)), user)).toMatchObject({
      request: {
        client: { id: url, name: "Your bank", host: new URL(url).host },
        target: { kind: "web", host: "client.example.com" },
      },
    });
  });

  it("is called by its host when its document gives no name", async () => {
    const url = site.describe(somePath(), { client_name: undefined });
    expect((await ask(url)).status).toBe(302);
    expect((await rowOf(url))?.name).toBe(new URL(url).host);
  });

  it("is disconnected as any other is, and cannot be addressed by its row's id", async () => {
    const url = site.describe(somePath());
    const { refresh } = await tokens(url);
    expect((await refreshWith(services, refresh, `client-${clientUuid(url)}`)).json.error).toBe(
      "invalid_client",
    );
    await revokeApp(ctx, clientUuid(url));
    expect((await refreshWith(services, refresh, url)).json.error).toBe("invalid_grant");
  });

  it("listens at any free port, where its document has localhost without one", async () => {
    const registered = ["http://localhost/callback", "http://127.0.0.1/callback", "http://[::1]/callback"];
    const url = site.describe(somePath(), { redirect_uris: registered });
    for (const uri of registered) {
      expect((await ask(url, uri)).status).toBe(302);
      expect((await ask(url, uri.replace("/callback", ":51763/callback"))).status).toBe(302);
    }
    const others = [
      "https://localhost/callback",
      "http://localhost.evil.test/callback",
      "http://localhost:x/callback",
    ];
    for (const uri of [...others, "http://localhost:51763/other", "http://localhost@evil.test/callback"])
      expect((await ask(url, uri)).json.error).toBe("invalid_request");
    const withPort = site.describe(somePath(), { redirect_uris: ["http://localhost:3000/callback"] });
    expect((await ask(withPort, "http://localhost:3001/callback")).json.error).toBe("invalid_request");
  });
});

describe("302 a document that", () => {
  it.each<[string, Record<string, unknown>]>([
    ["says none", { token_endpoint_auth_method: "none" }],
    [
      "prefers a signature, but can do without",
      {
        token_endpoint_auth_method: "private_key_jwt",
        token_endpoint_auth_methods_supported: ["none", "private_key_jwt"],
        jwks_uri: "https://client.example.com/jwks.json",
      },
    ],
    ["publishes public keys", { jwks: { keys: [{ kty: "EC", crv: "P-256", x: "x", y: "y" }] } }],
    ["lists grants that are unknown here", { grant_types: ["authorization_code", "urn:x", "refresh_token"] }],
    ["lists response types that are unknown here", { response_types: ["code", "code id_token"] }],
    ["says what nobody knows", { logo_uri: 7, software_id: null }],
  ])("%s", async (_, more) => expect((await ask(site.describe(somePath(), more))).status).toBe(302));

  it.each(["application/json; charset=utf-8", "application/client+json", "APPLICATION/JSON"])(
    "is %s",
    async (type) =>
      expect((await ask(site.describe(somePath(), {}, { "content-type": type }))).status).toBe(302),
  );

  it("is of exactly 16 KiB", async () => {
    const path = somePath();
    const own = { client_id: site.origin + path, redirect_uris: [documentRedirectUri], x: "" };
    own.x = "x".repeat(16 * 1024 - JSON.stringify(own).length);
    expect((await ask(site.put(path, json(own)))).status).toBe(302);
  });
});

describe("400 invalid_client: a document that", () => {
  it.each<[string, Record<string, unknown>, RegExp]>([
    ["names another client_id", { client_id: "https://other.example.com/c" }, /its own URL/],
    ["spells its client_id differently", { client_id: site.origin.toUpperCase() }, /its own URL/],
    ["names none", { client_id: undefined }, /its own URL/],
    ["has a client_secret", { client_secret: "s" }, /client_secret/],
    ["has an expiry of one", { client_secret_expires_at: 0 }, /client_secret/],
    ["prefers a secret", { token_endpoint_auth_method: "client_secret_post" }, /needs a secret/],
    [
      "prefers a secret, though it can do without",
      { token_endpoint_auth_method: "client_secret_basic", token_endpoint_auth_methods_supported: ["none"] },
      /needs a secret/,
    ],
    ["can only sign", { token_endpoint_auth_method: "private_key_jwt" }, /isn't none/],
    ["has a method that is no text", { token_endpoint_auth_method: ["none"] }, /needs a secret/],
    ["publishes a private key", { jwks: { keys: [{ kty: "EC", d: "x" }] } }, /private key/],
    ["publishes a shared key", { jwks: { keys: [{ kty: "oct", k: "x" }] } }, /private key/],
    ["has no redirect URI", { redirect_uris: undefined }, /redirect_uris/],
    ["has an empty list of them", { redirect_uris: [] }, /redirect_uris/],
    ["has eleven", { redirect_uris: Array.from({ length: 11 }, (_, i) => `https://a.test/${i}`) }, /10/],
    ["has one that is no text", { redirect_uris: [7] }, /string/],
    ["has one that would run", { redirect_uris: ["javascript:alert(1)"] }, /scheme/],
    ["has plain http to a site", { redirect_uris: ["http://a.test/"] }, /https/],
    ["has a name that is no text", { client_name: { en: "x" } }, /client_name/],
    ["has a name that turns the text around it", { client_name: "a\u202eb" }, /client_name/],
    ["has no authorization code", { grant_types: ["refresh_token"] }, /grant_types/],
    ["has grants that are no list", { grant_types: "authorization_code" }, /grant_types/],
    ["has another response type", { response_types: ["token"] }, /response_types/],
  ])("%s", (_, more, why) => refused(site.describe(somePath(), more), why));

  it.each<[string, Parameters<typeof site.put>[1], RegExp]>([
    ["is not there", json({}, {}, 404), /status/],
    ["was created", json({}, {}, 201), /status/],
    ["redirects", json({}, { location: `${site.origin}/elsewhere` }, 302), /status/],
    ["is HTML", json("<h1>Hello</h1>", { "content-type": "text/html" }), /type/],
    ["has no type", (_request, response) => void response.end("{}"), /type/],
    ["is no JSON", json("{"), /JSON/],
    ["is a list", json([]), /object/],
    ["is null", json("null"), /object/],
    [
      "is not UTF-8",
      (_, r) =>
        void r.writeHead(200, { "content-type": "application/json" }).end(Buffer.from([0x22, 0xff, 0x22])),
      /JSON/,
    ],
    ["is longer than 16 KiB", json(`{"x":"${"x".repeat(16 * 1024)}"}`), /large/],
    [
      "is followed by endless space",
      (_, r) => r.writeHead(200, { "content-type": "application/json" }) && pour(r),
      /large/,
    ],
    [
      "breaks off",
      (_, r) =>
        r.writeHead(200, { "content-type": "application/json", "content-length": "99" }) &&
        r.write("{") &&
        setImmediate(() => r.destroy()),
      /large or too slow/,
    ],
    ["is compressed", json("\u001f\u008b", { "content-encoding": "gzip" }), /JSON/],
  ])("%s", (_, serve, why) => refused(site.put(somePath(), serve), why));

  function pour(response: {
    write(text: string): boolean;
    once(event: "drain", more: () => void): unknown;
    destroyed: boolean;
  }): void {
    while (!response.destroyed && response.write(" ".repeat(65_536)));
    if (!response.destroyed) response.once("drain", () => pour(response));
  }

  it("drips: after two seconds of its body the fetch times out, whatever it still promises", async () => {
    const url = site.put(somePath(), (_, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      const timer = setInterval(() => response.write(" "), 100);
      response.on("close", () => clearInterval(timer));
    });
    const start = performance.now();
    await refused(url, /large or too slow/);
    expect(performance.now() - start).toBeLessThan(4000);
  });

  it("never begins: timeout after five seconds", async () => {
    const url = site.put(somePath(), () => undefined);
    const start = performance.now();
    await refused(url, /couldn't be fetched/);
    expect(performance.now() - start).toBeGreaterThan(4900);
    expect(performance.now() - start).toBeLessThan(7000);
  });
});

describe("400 invalid_client: an address", () => {
  it.each([
    "https://example.com",
    "https://example.com/",
    "https://user@example.com/c",
    "https://user:pw@example.com/c",
    "https://example.com/c#x",
    "https://example.com/a/../c",
    "https://example.com/./c",
    "https://example.com/a/%2E%2e/c",
    "https://example.com/c/..",
    "https://exam ple.com/c",
    "https://example.com/c d",
    "https://example.com\\@evil.test/c",
    "https://example.com/\u00e4",
    "https://127.0.0.1/c",
    "https://[::1]/c",
    "https://2130706433/c",
    "https://10.0.0.7/c",
    "https://169.254.169.254/latest",
    "https://localhost/c",
    "https://metadata.internal/c",
    `https://example.com/${"c".repeat(2048)}`,
    "http://example.com/c",
    "HTTPS://example.com/c",
  ])("%s", async (url) => {
    expect((await ask(url)).json.error).toBe("invalid_client");
    expect(await rowOf(url)).toBeUndefined();
    expect(site.requests).toEqual([]);
  });

  it("whose name resolves to a private address", async () => {
    const sender = createSender({ allowHosts: [], resolve: async () => ["93.184.216.34", "10.0.0.7"] });
    expect(await sender.fetch("https://client.example.com/c")).toMatchObject({
      httpStatus: null,
      error: "BLOCKED_ADDRESS",
    });
    await sender.close();
  });
});

describe("a document is fetched", () => {
  it("once for any number of concurrent requests", async () => {
    const url = site.describe(somePath());
    const replies = await Promise.all(Array.from({ length: 20 }, () => ask(url)));
    expect(replies.every(({ status }) => status === 302)).toBe(true);
    expect(site.requests).toHaveLength(1);
  });

  it("once, also when a request that found it stale comes after another's fetch", async () => {
    const url = site.describe(somePath());
    const late = describedClient(services, url, async () => {
      await ask(url);
    });
    expect((await late).name).toBe("Assistant");
    expect(site.requests).toHaveLength(1);
  });

  it("again when it is stale, and its new content applies", async () => {
    const path = somePath();
    const url = site.describe(path, { client_name: "First" }, { "cache-control": "public, max-age=3600" });
    await ask(url);
    site.describe(path, { client_name: "Second" });
    clock.pass(hour - 1);
    await ask(url);
    expect([(await rowOf(url))?.name, site.requests.length]).toEqual(["First", 1]);
    clock.pass(1);
    await ask(url);
    expect([(await rowOf(url))?.name, site.requests.length]).toEqual(["Second", 2]);
  });

  it("again at once after a failure, which is never cached", async () => {
    const path = somePath();
    const url = site.put(path, json({}, {}, 500));
    await refused(url, /status/);
    site.describe(path);
    expect((await ask(url)).status).toBe(302);
  });

  it("by another process, too, no sooner: the database caches it", async () => {
    const url = site.describe(somePath());
    await ask(url);
    const other = await oauthServices(clock);
    expect(
      (
        await askAuthorization(other, {
          client_id: url,
          redirect_uri: documentRedirectUri,
          state: "s",
          code_challenge: pkce().challenge,
          code_challenge_method: "S256",
        })
      ).status,
    ).toBe(302);
    expect(site.requests).toHaveLength(1);
    await other.close();
  });

  it("429 beyond the registration limit of an address", async () => {
    const ip = someAddress();
    const asked = () => ask(`${site.origin}${somePath()}`, documentRedirectUri, ip);
    const replies = await Promise.all(Array.from({ length: registrationBurst + 1 }, asked));
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(1);
    const known = site.describe(somePath());
    expect((await ask(known)).status).toBe(302);
    expect((await ask(known, documentRedirectUri, ip)).status).toBe(302);
  });

  it.each([
    [undefined, 5 * minute],
    ["max-age=1", 5 * minute],
    ["max-age=600", 10 * minute],
    ['Public , Max-Age="7200"', 2 * hour],
    ["max-age=99999999", day],
    ["max-age=-5", 5 * minute],
    ["no-store, max-age=7200", 5 * minute],
    ["s-maxage=7200", 5 * minute],
  ])("%s: fresh for %i ms", (header, ms) => expect(freshForMs(header)).toBe(ms));
});

describe("a document that changes", () => {
  it("its redirect URIs between request and exchange breaks nothing, and lets no other in", async () => {
    const path = somePath();
    const url = site.describe(path);
    const { exchange } = await approved(services, user, { clientId: url, redirectUri: documentRedirectUri });
    const elsewhere = "https://elsewhere.example.com/cb";
    site.describe(path, { redirect_uris: [elsewhere] });
    clock.pass(6 * minute);
    expect((await ask(url, elsewhere)).status).toBe(302);
    expect((await ask(url)).json.error).toBe("invalid_request");
    expect((await askToken(services, { ...exchange, redirect_uri: elsewhere })).json.error).toBe(
      "invalid_grant",
    );
    expect((await askToken(services, exchange)).status).toBe(200);
  });

  it("them before the user answers leaves the request without its client", async () => {
    const path = somePath();
    const url = site.describe(path);
    const session = sessionOf(await ask(url));
    site.describe(path, { redirect_uris: ["https://elsewhere.example.com/cb"] });
    clock.pass(6 * minute);
    await ask(url, "https://elsewhere.example.com/cb");
    expect(await viewConsent(services, session, user)).toEqual({ state: "client-gone" });
  });

  it("or disappears ends no grant; only new requests need it", async () => {
    const path = somePath();
    const url = site.describe(path);
    const { refresh, access } = await tokens(url);
    site.put(path, json({}, {}, 410));
    clock.pass(6 * minute);
    expect((await ask(url)).json.error).toBe("invalid_client");
    expect((await refreshWith(services, refresh, url)).status).toBe(200);
    expect((await whoIs(services, access)).status).toBe(200);
    expect(
      (
        await services.db
          .select()
          .from(oauthGrants)
          .where(eq(oauthGrants.clientId, clientUuid(url)))
      ).length,
    ).toBe(1);
  });
});

it("a client that was never allowed is deleted seven days after its document was last valid; one that was allowed stays", async () => {
  const [unused, used] = [site.describe(somePath()), site.describe(somePath())];
  await ask(unused);
  await approved(services, user, { clientId: used, redirectUri: documentRedirectUri });
  clock.pass(unusedMs - second);
  await ask(unused);
  clock.pass(minute);
  await cleanUpOauth(services);
  expect([await rowOf(unused), await rowOf(used)].map(Boolean)).toEqual([true, true]);
  clock.pass(unusedMs + 6 * minute);
  await cleanUpOauth(services);
  expect([await rowOf(unused), await rowOf(used)].map(Boolean)).toEqual([false, true]);
  expect((await ask(unused)).status).toBe(302);
});
