import { like } from "drizzle-orm";
import { afterAll, describe, expect, it } from "vitest";
import { throttles } from "@/drizzle/schema/signin";
import { newId } from "@/server/kernel/ids";
import { minute, second } from "@/server/kernel/time/clock";
import { clientIdOf } from "@/server/oauth/clients/client-id";
import { operator } from "@/server/oauth/clients/keeper";
import { dropPreviousSecret, rotateClientSecret } from "@/server/oauth/clients/rotate-client-secret";
import { ratioInTurns } from "@/server/test/in-turns";
import {
  approved,
  askToken,
  basic,
  call,
  confidentialClient,
  form,
  heldClock,
  oauthServices,
  type Reply,
  registerClient,
  signedInPerson,
  someAddress,
} from "@/server/test/oauth-kit";

// RFC 6749, 2.3.1: Basic, body, and their limits.

const clock = heldClock();
const services = await oauthServices(clock);
afterAll(() => services.close());
const statements: string[] = [];
/** Excludes the driver's own query for types, which it sends once per connection. */
const isOwn = (text: string) => !text.includes("pg_catalog");
const watched = await oauthServices(
  clock,
  {},
  { onStatement: (_pool, text) => void (isOwn(text) && statements.push(text)) },
);
afterAll(() => watched.close());
const user = await signedInPerson(services);
const client = await confidentialClient(services);

async function withoutClient(): Promise<Record<string, string>> {
  const { exchange } = await approved(services, user, { clientId: client.id });
  const { client_id: _, ...fields } = exchange;
  return fields;
}

const refused = ({ status, json, headers }: Reply) => {
  expect([status, json.error]).toEqual([400, "invalid_client"]);
  expect(headers.get("www-authenticate")).toBeNull();
};

it("id and secret are alphanumeric, the secret of 256 bits", () => {
  expect(client.id).toMatch(/^[A-Za-z0-9]+$/);
  expect(client.secret).toMatch(/^[A-Za-z0-9]{43}$/);
});

describe("200", () => {
  it("Basic", async () => {
    expect((await askToken(services, await withoutClient(), basic(client.id, client.secret))).status).toBe(
      200,
    );
  });

  it("Basic, with more form-encoding than needed", async () => {
    const encode = (text: string) => [...text].map((c) => `%${c.charCodeAt(0).toString(16)}`).join("");
    const headers = basic(encode(client.id), encode(client.secret));
    expect((await askToken(services, await withoutClient(), headers)).status).toBe(200);
  });

  it("basic in another case", async () => {
    const { authorization = "" } = basic(client.id, client.secret);
    const headers = { authorization: authorization.replace("Basic", "bAsIc") };
    expect((await askToken(services, await withoutClient(), headers)).status).toBe(200);
  });

  it("body", async () => {
    const body = { ...(await withoutClient()), client_id: client.id, client_secret: client.secret };
    expect((await askToken(services, body)).status).toBe(200);
  });

  it("both, when they agree", async () => {
    const body = { ...(await withoutClient()), client_id: client.id, client_secret: client.secret };
    expect((await askToken(services, body, basic(client.id, client.secret))).status).toBe(200);
  });

  it("a public client that sends Basic without a secret", async () => {
    const { exchange, clientId } = await approved(services, user);
    expect((await askToken(services, exchange, basic(clientId, ""))).status).toBe(200);
  });
});

describe("400 invalid_client", () => {
  const secret = client.secret;
  it.each<[string, Record<string, string>, Record<string, string>]>([
    ["no secret", { client_id: client.id }, {}],
    ["an empty secret", { client_id: client.id, client_secret: "" }, {}],
    ["a wrong secret", { client_id: client.id, client_secret: `${secret}x` }, {}],
    ["a wrong secret in Basic", {}, basic(client.id, "wrong")],
    ["a secret without id", { client_secret: secret }, {}],
    ["an unknown client with a secret", {}, basic("client01985f4e7a3c7c119f0e3b1d2c4a5e6f", secret)],
    ["another spelling of the id", {}, basic(client.id.toUpperCase(), secret)],
    ["ids that disagree", { client_id: "other" }, basic(client.id, secret)],
    ["secrets that disagree", { client_secret: "other" }, basic(client.id, secret)],
    ["a Bearer header", { client_id: client.id, client_secret: secret }, { authorization: "Bearer x" }],
    ["Basic without base64", {}, { authorization: "Basic ???" }],
    ["Basic without a colon", {}, { authorization: `Basic ${Buffer.from(client.id).toString("base64")}` }],
    ["Basic without an id", {}, basic("", secret)],
  ])("%s, and the code still works", async (_what, change, headers) => {
    const fields = await withoutClient();
    refused(await askToken(services, { ...fields, ...change }, headers));
    expect((await askToken(services, fields, basic(client.id, secret))).status).toBe(200);
  });

  it("comes before any error about the code", async () => {
    refused(
      await askToken(services, { grant_type: "authorization_code", code: "x" }, basic(client.id, "wrong")),
    );
    refused(await askToken(services, { grant_type: "refresh_token" }, basic("nobody", "wrong")));
  });
});

describe("an unknown client and a wrong secret are indistinguishable", () => {
  const fields = { grant_type: "refresh_token", refresh_token: "x" };
  const unknownId = "client01985f4e7a3c7c119f0e3b1d2c4a5e6f";
  const asUnknown = () =>
    call(watched, "POST", "/oauth/token", {
      ...form(fields),
      headers: basic(unknownId, client.secret),
      ip: someAddress(),
    });
  const asWrong = () =>
    call(watched, "POST", "/oauth/token", {
      ...form(fields),
      headers: basic(client.id, "wrong"),
      ip: someAddress(),
    });

  it("by words or by the database's work", async () => {
    statements.length = 0;
    const unknown = await asUnknown();
    const ofUnknown = statements.splice(0);
    const wrong = await asWrong();
    expect(unknown.json).toEqual(wrong.json);
    expect(statements).toEqual(ofUnknown);
    expect(ofUnknown).toHaveLength(2);
  });

  it("by time", async () => {
    const ratio = await ratioInTurns(asUnknown, asWrong, 300);
    expect(ratio).toBeGreaterThan(0.75);
    expect(ratio).toBeLessThan(1.33);
  });
});

describe("rotation", () => {
  it("two secrets are live side by side, never three", async () => {
    const one = await confidentialClient(services);
    const works = async (secret: string) => {
      const { exchange } = await approved(services, user, { clientId: one.id });
      return (await askToken(services, { ...exchange, client_secret: secret })).status === 200;
    };
    const { secret: second } = await rotateClientSecret(operator(services), one.id);
    expect([await works(one.secret), await works(second)]).toEqual([true, true]);
    const { secret: third } = await rotateClientSecret(operator(services), one.id);
    expect([await works(one.secret), await works(second), await works(third)]).toEqual([false, true, true]);
    await dropPreviousSecret(operator(services), one.id);
    expect([await works(second), await works(third)]).toEqual([false, true]);
    const { secret: fourth } = await rotateClientSecret(operator(services), one.id, { keepPrevious: false });
    expect([await works(third), await works(fourth)]).toEqual([false, true]);
  });
});

describe("429 too_many_requests", () => {
  const fail = (ip: string, id: string) =>
    call(services, "POST", "/oauth/token", {
      ...form({ grant_type: "refresh_token", client_id: id, client_secret: "wrong", refresh_token: "x" }),
      ip,
    });

  it("after 100 failures of one client from one address; success and other clients are unaffected", async () => {
    const ip = someAddress();
    const replies = await Promise.all(Array.from({ length: 110 }, () => fail(ip, client.id)));
    expect(replies.filter((reply) => reply.status === 400)).toHaveLength(100);
    const limited = replies.filter((reply) => reply.status === 429);
    expect(limited).toHaveLength(10);
    expect(limited[0]?.json).toEqual({ error: "too_many_requests", error_description: expect.any(String) });
    expect(Number(limited[0]?.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
    refused(await fail(ip, (await confidentialClient(services)).id));
    refused(await fail(someAddress(), client.id));
    const fields = { ...(await withoutClient()), client_id: client.id, client_secret: client.secret };
    expect((await call(services, "POST", "/oauth/token", { ...form(fields), ip })).status).toBe(200);
    clock.pass(second);
    refused(await fail(ip, client.id));
    clock.pass(3 * minute);
  });

  it("counts failed grants of a public client, too", async () => {
    const ip = someAddress();
    const id = await registerClient(services);
    const fields = { grant_type: "refresh_token", client_id: id, refresh_token: "x" };
    const send = () => call(services, "POST", "/oauth/token", { ...form(fields), ip });
    const replies = await Promise.all(Array.from({ length: 101 }, send));
    expect(replies.filter((reply) => reply.json.error === "invalid_grant")).toHaveLength(100);
    expect(replies.filter((reply) => reply.status === 429)).toHaveLength(1);
  });

  it("made-up clients share one bucket for their address, and leave one row", async () => {
    const ip = someAddress();
    const replies = await Promise.all(
      Array.from({ length: 110 }, () =>
        fail(ip, clientIdOf({ id: newId(), isConfidential: true, metadataUrl: null })),
      ),
    );
    expect(replies.filter((reply) => reply.status === 400)).toHaveLength(100);
    expect(replies.filter((reply) => reply.status === 429)).toHaveLength(10);
    const revocations = await call(services, "POST", "/oauth/revoke", {
      ...form({
        token: "x",
        client_id: clientIdOf({ id: newId(), isConfidential: false, metadataUrl: null }),
      }),
      ip,
    });
    expect(revocations.status).toBe(429);
    refused(await fail(ip, client.id));
    refused(await fail(someAddress(), clientIdOf({ id: newId(), isConfidential: true, metadataUrl: null })));
    const rows = await services.db
      .select()
      .from(throttles)
      .where(like(throttles.key, `token:${ip}:%`));
    expect(rows).toHaveLength(2);
  });
});
