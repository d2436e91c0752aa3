import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";
import { expect, test } from "../fixtures";
import type { ServerBeside } from "../support/beside";
import { startNextMount } from "../support/next-mount";
import { createKey, importLegacyKey } from "../support/operator";

/** One kind of answer, and its request. */
interface Question {
  name: string;
  path: string;
  init?: RequestInit;
}

let next: ServerBeside;

test.beforeAll(async ({ baseURL }) => {
  next = await startNextMount(baseURL ?? "");
});

test.afterAll(async () => {
  await next?.stop();
});

/** Headers from HTTP itself, the connection or Next's router, and the content coding, which the host decides; everything else is ours. */
const notOurs = new Set([
  ...["date", "connection", "keep-alive", "transfer-encoding", "content-length", "content-encoding", "vary"],
]);
/** Headers that differ between requests even on one mount. */
const perRequest = new Set(["x-request-id", "ratelimit"]);

async function answerOf(origin: string, { path, init }: Question) {
  const response = await fetch(origin + path, { redirect: "manual", ...init });
  const headers = [...response.headers].filter(
    ([name]) => !notOurs.has(name) && !name.startsWith("x-nextjs"),
  );
  const body = (await response.text())
    .replaceAll(/req_[0-9A-Z]{26}/g, "req_…")
    .replaceAll(/"nextToken":"[^"]+"/g, '"nextToken":"…"');
  return {
    status: response.status,
    headers: Object.fromEntries(
      headers.map(([name, value]) => [
        name,
        perRequest.has(name) ? "…" : value.replace(/session=[\w-]+/, "session=…"),
      ]),
    ),
    body,
  };
}

const form = (fields: Record<string, string>): RequestInit => ({
  method: "POST",
  body: new URLSearchParams(fields),
});

const json = (body: unknown, headers: Record<string, string> = {}): RequestInit => ({
  method: "POST",
  headers: { "content-type": "application/json", ...headers },
  body: typeof body === "string" ? body : JSON.stringify(body),
});

/** Sends headers unchanged: fetch would join duplicates. @returns the status and the error's code */
async function postRaw(url: string, body: string, headers: string[]): Promise<[number, string | undefined]> {
  const own = ["host", new URL(url).host, "content-length", String(body.length)];
  const sending = request(url, { method: "POST", headers: [...own, ...headers] });
  sending.end(body);
  const [answer] = (await once(sending, "response")) as [IncomingMessage];
  const { error } = JSON.parse(await text(answer)) as { error?: { code: string } };
  return [answer.statusCode ?? 0, error?.code];
}

const anonymous: Question[] = [
  { name: "401 without a key", path: "/v2/departments" },
  { name: "404 unknown path", path: "/v2/nothing" },
  { name: "404 the root of v2", path: "/v2" },
  { name: "404 with a trailing slash", path: "/v2/departments/" },
  { name: "405 with Allow", path: "/v2/departments", init: { method: "PUT" } },
  { name: "200 OpenAPI", path: "/v2/openapi.json" },
  { name: "403 v1 without a key", path: "/v1/departments" },
  { name: "404 unknown path of v1", path: "/v1/nothing" },
  { name: "200 server metadata", path: "/.well-known/oauth-authorization-server" },
  { name: "200 issuer's metadata", path: "/.well-known/oauth-authorization-server/identity" },
  { name: "200 OpenID discovery", path: "/identity/.well-known/openid-configuration" },
  { name: "200 JWKS", path: "/identity/.well-known/jwks.json" },
  { name: "400 authorize without a client", path: "/oauth/authorize" },
  { name: "400 token without a grant", path: "/oauth/token", init: form({}) },
  {
    name: "400 token with an unknown client",
    path: "/oauth/token",
    init: form({ grant_type: "refresh_token", client_id: "x" }),
  },
  { name: "400 registration without metadata", path: "/oauth/register", init: json({}) },
  { name: "401 userinfo without a token", path: "/oauth/me" },
  { name: "405 token by GET", path: "/oauth/token" },
  { name: "404 unknown path of OAuth", path: "/oauth/nothing" },
  {
    name: "204 preflight",
    path: "/oauth/token",
    init: {
      method: "OPTIONS",
      headers: { origin: "https://a.example", "access-control-request-method": "POST" },
    },
  },
  {
    name: "400 a page's form without a boundary",
    path: "/login",
    init: { method: "POST", headers: { "content-type": "multipart/form-data; boundary=" }, body: "x" },
  },
  {
    name: "400 a call of a page that is none",
    path: "/consent",
    init: {
      method: "POST",
      headers: { "content-type": "text/plain", "next-action": "4".repeat(42) },
      body: "{",
    },
  },
  {
    name: "404 a form for an unknown path of the pages' API",
    path: "/api/nothing",
    init: { method: "POST", headers: { "content-type": "multipart/form-data; boundary=" }, body: "x" },
  },
  { name: "405 a password by GET", path: "/api/auth/callback/credentials" },
  { name: "200 next-auth with a bad address to go back to", path: "/api/auth/providers?callbackUrl=http://" },
  { name: "200 health", path: "/api/health" },
  { name: "200 ready", path: "/api/ready" },
  { name: "401 cron without its secret", path: "/api/cron" },
];

test("both mounts answer alike: every kind of answer without a key", async ({ baseURL }) => {
  for (const question of anonymous) {
    const [lean, plain] = [await answerOf(baseURL ?? "", question), await answerOf(next.url, question)];
    expect(plain, question.name).toEqual(lean);
  }
});

test("both mounts answer alike: every kind of answer with a key", async ({ baseURL, workspace }) => {
  const { plain: key } = await createKey(workspace.admin, "Mounts");
  const weak = await createKey(workspace.admin, "Weak", "labels:read");
  const legacy = await importLegacyKey(workspace);
  const authorization = { authorization: `Bearer ${key}` };
  const questions: Question[] = [
    { name: "200 list", path: "/v2/departments", init: { headers: authorization } },
    { name: "200 page", path: "/v2/users?limit=1", init: { headers: authorization } },
    { name: "200 HEAD", path: "/v2/departments", init: { method: "HEAD", headers: authorization } },
    { name: "400 query", path: "/v2/leaves?limit=0", init: { headers: authorization } },
    { name: "404 id", path: "/v2/departments/department-x", init: { headers: authorization } },
    { name: "403 scope", path: "/v2/users", init: { headers: { authorization: `Bearer ${weak.plain}` } } },
    { name: "400 body", path: "/v2/labels", init: json("{", authorization) },
    { name: "400 field", path: "/v2/labels", init: json({ name: "", color: "x" }, authorization) },
    { name: "200 v1", path: "/v1/departments", init: { headers: { "x-api-key": legacy } } },
    { name: "400 v1", path: "/v1/leaves", init: { headers: { "x-api-key": legacy } } },
  ];
  for (const question of questions) {
    const [lean, plain] = [await answerOf(baseURL ?? "", question), await answerOf(next.url, question)];
    expect(plain, question.name).toEqual(lean);
  }
});

test("both mounts answer alike: the reference for language models", async ({ baseURL }) => {
  const root = "/dashboard/open-api/reference";
  for (const path of ["/llms.txt", `${root}/errors.md`, `${root}/create-webhook.md`, `${root}/nothing.md`]) {
    const question = { name: path, path };
    const [lean, plain] = [await answerOf(baseURL ?? "", question), await answerOf(next.url, question)];
    expect(plain.body, path).toBe(lean.body);
    expect([plain.status, plain.headers["content-type"]]).toEqual([
      lean.status,
      lean.headers["content-type"],
    ]);
  }
});

test("a write on one mount is replayed on the other", async ({ baseURL, workspace }) => {
  const { plain: key } = await createKey(workspace.admin, "Replay");
  const headers = { authorization: `Bearer ${key}`, "idempotency-key": "one" };
  const init = json({ name: "Remote", color: "3b82f6" }, headers);
  const first = await answerOf(baseURL ?? "", { name: "write", path: "/v2/labels", init });
  const second = await answerOf(next.url, { name: "replay", path: "/v2/labels", init });
  expect(first.status).toBe(201);
  expect(second.headers["idempotent-replayed"]).toBe("true");
  expect(second.body).toBe(first.body);
});

test("400 two Idempotency-Keys on either mount; a key with a comma is accepted", async ({
  baseURL,
  workspace,
}) => {
  const { plain: key } = await createKey(workspace.admin, "Twice");
  for (const [at, origin] of [baseURL ?? "", next.url].entries()) {
    const post = (name: string, ...keys: string[]) =>
      postRaw(`${origin}/v2/labels`, JSON.stringify({ name, color: "3b82f6" }), [
        ...["authorization", `Bearer ${key}`, "content-type", "application/json"],
        ...keys.flatMap((one) => ["Idempotency-Key", one]),
      ]);
    expect(await post(`Twice ${at}`, "a", "b"), origin).toEqual([400, "INVALID_IDEMPOTENCY_KEY"]);
    expect(await post(`Same ${at}`, "a", "a"), origin).toEqual([400, "INVALID_IDEMPOTENCY_KEY"]);
    expect(await post(`Comma ${at}`, `a, b ${at}`), origin).toEqual([201, undefined]);
  }
});

test("only the lean mount can keep the envelope where Next answers first, and it does", async ({
  baseURL,
}) => {
  for (const path of ["/v2//departments", "/v2/%E0%A4%A", "/v2/..%2fx"]) {
    const answer = await answerOf(baseURL ?? "", { name: path, path });
    expect(answer.status, path).toBe(404);
    expect(JSON.parse(answer.body).error.code, path).toBe("RESOURCE_NOT_FOUND");
  }
});
