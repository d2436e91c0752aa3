import { randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { encodeId } from "@/server/kernel/schema";
import { checksum } from "@/server/kernel/secrets";
import type { Services } from "@/server/kernel/services";
import { day } from "@/server/kernel/time/clock";
import { type ApiAnswer, apiClient, apiDocument, type Listed, type Refused } from "@/server/test/api-client";
import {
  makeKey,
  makeKeys,
  makeWorkspace,
  type TestKey,
  type TestRole,
  type TestWorkspace,
} from "@/server/test/factories";
import { standingClock, testServices } from "@/server/test/services";
import { v2Endpoints } from "./endpoints";
import { openApiDocument } from "./openapi";

let services: Services;
let workspace: TestWorkspace;
let keys: Record<TestRole, TestKey>;
let api: ReturnType<typeof apiClient>;
const clock = standingClock();

beforeAll(async () => {
  services = await testServices({ clock });
  api = apiClient(services);
  workspace = await makeWorkspace(services);
  keys = await makeKeys(services, workspace);
});
afterAll(() => services.close());

const codeOf = (answer: ApiAnswer<unknown>) => (answer.body as Refused | undefined)?.error?.code;
const newAdminKey = (more: { expiresAt?: Date; revokedAt?: Date } = {}) =>
  makeKey(services, { workspaceId: workspace.id, ownerId: workspace.people.admin.id, ...more });

describe("routes", () => {
  it("404 an unknown path, whatever the method and without a key", async () => {
    for (const [method, url] of [
      ["GET", "/v2"],
      ["GET", "/v2/"],
      ["GET", "/v2/users/"],
      ["GET", "/v2//users"],
      ["GET", "/v2/Users"],
      ["POST", "/v2/nothing"],
      ["GET", "/v2/users/%E0%A4%A"],
      ["GET", `/v2/users/${encodeId("user", workspace.people.user.id)}/secrets`],
    ] as const) {
      const answer = await api.v2(method, url);
      // A malformed id names nothing, but the path is known: the key comes first.
      const expected = url.includes("%E0") ? [401, "UNAUTHORIZED"] : [404, "RESOURCE_NOT_FOUND"];
      expect([url, answer.status, codeOf(answer)]).toEqual([url, ...expected]);
    }
  });

  it("404 below one webhook has the webhook's code", async () => {
    const answer = await api.v2("GET", "/v2/webhooks/webhook-1/nothing/at/all");
    expect([answer.status, codeOf(answer)]).toEqual([404, "WEBHOOK_NOT_FOUND"]);
  });

  it("404 for an unknown path points at the path, not at ids", async () => {
    for (const url of ["/v2/webhooks/webhook-1/nothing", "/v2/webhooks/deliveries/x/y/z", "/v2/nothing"]) {
      const { body } = await api.v2<Refused & { error: { resolution: string } }>("GET", url);
      expect(body.error.resolution).toBe("Check the path and the method in the API reference.");
    }
  });

  it("405 for another method, with Allow, without a key", async () => {
    const others = ["PUT", "DELETE", "PROPFIND"].flatMap((method) => [
      [method, "/v2/openapi.json", "GET, HEAD, OPTIONS"] as const,
      [method, "/v2/me", "GET, HEAD"] as const,
    ]);
    for (const [method, path, allow] of [...others, ["OPTIONS", "/v2/me", "GET, HEAD"] as const]) {
      const answer = await api.v2(method, path);
      const found = [answer.status, codeOf(answer), answer.headers.get("allow")];
      expect(found).toEqual([405, "METHOD_NOT_ALLOWED", allow]);
    }
  });

  it("200 HEAD is GET without a body", async () => {
    const answer = await api.v2("HEAD", "/v2/users", { key: keys.admin });
    expect([answer.status, answer.text]).toEqual([200, ""]);
    expect(answer.headers.get("ratelimit")).toBeTruthy();
    expect((await api.v2("HEAD", "/v2/users")).status).toBe(401);
  });
});

describe("the document", () => {
  it("200 GET /v2/openapi.json needs no key and stands outside the envelope", async () => {
    const answer = await api.get<typeof apiDocument>("/v2/openapi.json");
    expect(answer.status).toBe(200);
    expect(answer.body.openapi).toBe("3.1.0");
    expect(answer.body.servers?.[0]?.variables?.baseUrl?.default).toBe(services.settings.baseUrl);
    const { paths } = openApiDocument(v2Endpoints, services.settings);
    expect(answer.body.paths).toEqual(JSON.parse(JSON.stringify(paths)));
    expect(answer.headers.get("ratelimit")).toBeNull();
  });
});

describe("keys", () => {
  const wrongChecksum = `svc_live_${"a".repeat(38)}`;
  const unknown = () => {
    const body = `svc_live_${randomBytes(16).toString("hex")}`;
    return body + checksum(body);
  };

  it("401 when missing, malformed and unknown", async () => {
    const headers: (string | undefined)[] = [
      undefined,
      "",
      "Bearer",
      "Bearer ",
      keys.admin.plain,
      `Basic ${Buffer.from(`${keys.admin.plain}:`).toString("base64")}`,
      `Bearer ${keys.admin.plain}x`,
      `Bearer ${keys.admin.plain} ${keys.admin.plain}`,
      `Bearer ${keys.admin.plain.toUpperCase()}`,
      `Bearer ${wrongChecksum}`,
      `Bearer ${unknown()}`,
      `Bearer ${"x".repeat(10_000)}`,
      "Bearer eyJhbGciOiJFUzI1NiJ9.e30.x",
    ];
    for (const authorization of headers) {
      const answer = await api.v2("GET", "/v2/users", {
        headers: authorization === undefined ? {} : { authorization },
      });
      expect([authorization, answer.status, codeOf(answer)]).toEqual([authorization, 401, "UNAUTHORIZED"]);
      expect(answer.headers.get("www-authenticate")).toBe("Bearer");
      expect(answer.headers.get("ratelimit")).toBeNull();
    }
  });

  it("200 the scheme's case and extra blanks do not matter", async () => {
    const authorization = `bEARER   ${keys.admin.plain}`;
    expect((await api.v2("GET", "/v2/users", { headers: { authorization } })).status).toBe(200);
  });

  it("401 revoked", async () => {
    const key = await newAdminKey({ revokedAt: clock() });
    expect((await api.get("/v2/users", key)).status).toBe(401);
  });

  it("401 from the instant at which it expires", async () => {
    const key = await newAdminKey({ expiresAt: new Date(clock().getTime() + 1000) });
    expect((await api.get("/v2/users", key)).status).toBe(200);
    clock.pass(1000);
    expect((await api.get("/v2/users", key)).status).toBe(401);
  });

  it("403 when the owner is inactive or deleted", async () => {
    for (const member of ["inactive", "deleted"] as const) {
      const key = await makeKey(services, {
        workspaceId: workspace.id,
        ownerId: workspace.people[member].id,
      });
      const answer = await api.get<Refused>("/v2/users", key);
      expect([answer.status, codeOf(answer)]).toEqual([403, "FORBIDDEN"]);
      expect(answer.body.error.description).toContain("key owner no longer exists");
    }
  });

  it("403 on the FREE plan and with the add-on off", async () => {
    for (const options of [{ plan: "FREE" }, { openApiEnabled: false }] as const) {
      const own = await makeWorkspace(services, options);
      const key = await makeKey(services, { workspaceId: own.id, ownerId: own.people.admin.id });
      const answer = await api.get("/v2/users", key);
      expect([answer.status, codeOf(answer)]).toEqual([403, "FORBIDDEN"]);
    }
    const core = await makeWorkspace(services, { plan: "CORE" });
    const key = await makeKey(services, { workspaceId: core.id, ownerId: core.people.admin.id });
    expect((await api.get("/v2/users", key)).status).toBe(200);
  });

  it("403 a scope that the owner's role has lost is out of force", async () => {
    const own = await makeWorkspace(services);
    const key = await makeKey(services, {
      workspaceId: own.id,
      ownerId: own.people.locationAdmin.id,
      scopes: ["locations:read"],
    });
    expect((await api.get("/v2/locations", key)).status).toBe(200);
    await services.db.execute(
      sql`delete from location_admins where user_id = ${own.people.locationAdmin.id}`,
    );
    const answer = await api.get<Refused>("/v2/locations", key);
    expect([answer.status, answer.body.error.details?.requiredScopes]).toEqual([403, ["locations:read"]]);
  });

  it("every read needs its own scope", async () => {
    const reads = Object.entries(apiDocument.paths ?? {}).filter(([path]) => !path.includes("{"));
    const ownerId = workspace.people.admin.id;
    for (const [path, item] of reads) {
      const scope = (item as { get?: { "x-required-scope": string } }).get?.["x-required-scope"];
      if (!scope?.endsWith(":read")) continue;
      const without = await makeKey(services, {
        workspaceId: workspace.id,
        ownerId,
        scopes: ["users:act-on-behalf"],
      });
      const answer = await api.get<Refused>(path, without);
      expect([path, answer.status, answer.body.error.details?.requiredScopes]).toEqual([path, 403, [scope]]);
    }
  });
});

describe("queries", () => {
  it("200 unknown parameters are ignored", async () => {
    expect((await api.get("/v2/users?foo=1&foo=2&__proto__=x&constructor=y", keys.admin)).status).toBe(200);
  });

  it("400 a known parameter given twice", async () => {
    const answer = await api.get<Refused>(
      "/v2/users?limit=5&limit=5&status=ACTIVE&status=ACTIVE",
      keys.admin,
    );
    expect([answer.status, codeOf(answer)]).toEqual([400, "VALIDATION_ERROR"]);
    expect(answer.body.error.details?.fields?.map(({ path }) => path)).toEqual(["limit", "status"]);
  });

  it("200 the bounds of limit", async () => {
    clock.pass(10_000);
    for (const limit of ["1", "1000", "300"])
      expect((await api.get(`/v2/users?limit=${limit}`, keys.admin)).status).toBe(200);
  });
});

describe("page tokens", () => {
  const first = async (query = "limit=2", key = keys.admin) => {
    clock.pass(10_000);
    const { body } = await api.get<Listed>(`/v2/users?${query}`, key);
    if (!body.nextToken) throw new Error("one page only");
    return body.nextToken;
  };
  async function expectRefused(url: string, key: TestKey = keys.admin) {
    const answer = await api.get<Refused>(url, key);
    expect([url, answer.status, codeOf(answer)]).toEqual([url, 400, "VALIDATION_ERROR"]);
    expect(answer.body.error.details?.fields?.[0]?.path).toBe("nextToken");
  }

  it("400 tampered: every single character matters", async () => {
    const token = await first();
    for (let i = 0; i < token.length; i += 3) {
      clock.pass(1000);
      const changed = token.slice(0, i) + (token[i] === "A" ? "B" : "A") + token.slice(i + 1);
      const bytes = (text: string) => Buffer.from(text, "base64url");
      if (bytes(changed).equals(bytes(token))) continue;
      await expectRefused(`/v2/users?limit=2&nextToken=${changed}`);
    }
    await expectRefused(`/v2/users?limit=2&nextToken=${token.slice(0, -4)}`);
    await expectRefused(`/v2/users?limit=2&nextToken=${"A".repeat(40)}`);
  });

  it("400 with other filters, another resource, another owner or workspace", async () => {
    const token = await first("limit=2&status=ACTIVE");
    await expectRefused(`/v2/users?limit=2&nextToken=${token}`);
    await expectRefused(`/v2/users?limit=2&status=ACTIVE,INACTIVE&nextToken=${token}`);
    await expectRefused(`/v2/users?limit=2&status=ACTIVE&expand=location&nextToken=${token}`);
    await expectRefused(`/v2/leaves?nextToken=${token}`);
    await expectRefused(`/v2/users?limit=2&status=ACTIVE&nextToken=${token}`, keys.locationAdmin);
    const other = await makeWorkspace(services);
    const otherKey = await makeKey(services, { workspaceId: other.id, ownerId: other.people.admin.id });
    await expectRefused(`/v2/users?limit=2&status=ACTIVE&nextToken=${token}`, otherKey);
  });

  it("200 with another limit, and with another key of the same owner", async () => {
    const token = await first();
    const more = await api.get<Listed>(`/v2/users?limit=3&nextToken=${token}`, keys.admin);
    expect(more.body.data).toHaveLength(3);
    expect((await api.get(`/v2/users?nextToken=${token}`, await newAdminKey())).status).toBe(200);
  });

  it("200 a token never widens reach", async () => {
    const own = await makeWorkspace(services);
    const key = await makeKey(services, { workspaceId: own.id, ownerId: own.people.admin.id });
    const token = await first("limit=2", key);
    await services.db.execute(sql`update users set is_admin = false where id = ${own.people.admin.id}`);
    await services.db.execute(sql`delete from department_approvers where user_id = ${own.people.admin.id}`);
    const rest = await api.get<Listed>(`/v2/users?limit=2&nextToken=${token}`, key);
    expect(rest.body.data).toEqual([]);
  });

  it("400 after three days", async () => {
    const token = await first();
    clock.pass(3 * day);
    expect((await api.get(`/v2/users?limit=2&nextToken=${token}`, keys.admin)).status).toBe(200);
    clock.pass(1);
    await expectRefused(`/v2/users?limit=2&nextToken=${token}`);
  });
});

describe("rate and quota", () => {
  const statuses = async (key: TestKey, count: number) => {
    const answers = await Promise.all(Array.from({ length: count }, () => api.get("/v2/labels", key)));
    const of = (wanted: number) => answers.filter(({ status }) => status === wanted).length;
    return { ok: of(200), refused: of(429), answers };
  };
  const usedOf = async (key: TestKey): Promise<number> => {
    const [row] = await services.db.execute<{ count: number }>(sql`
      select month_count as count from rate_counters where key_id = ${key.id}`);
    return row?.count ?? -1;
  };
  const spend = (key: TestKey, count: number) =>
    services.db.execute(sql`update rate_counters set month_count = ${count} where key_id = ${key.id}`);

  it("429 RATE_LIMITED: of 200 at once 50 pass, after one second 10 more, after five a full bucket", async () => {
    const key = await newAdminKey();
    const first = await statuses(key, 200);
    expect([first.ok, first.refused]).toEqual([50, 150]);
    const refused = first.answers.find(({ status }) => status === 429);
    expect(refused && codeOf(refused)).toBe("RATE_LIMITED");
    expect(refused?.headers.get("retry-after")).toBeNull();
    clock.pass(1000);
    expect((await statuses(key, 200)).ok).toBe(10);
    clock.pass(99);
    expect((await statuses(key, 5)).ok).toBe(0);
    clock.pass(1);
    expect((await statuses(key, 5)).ok).toBe(1);
    clock.pass(5000);
    expect((await statuses(key, 60)).ok).toBe(50);
    // A refused request uses no quota.
    expect(await usedOf(key)).toBe(50 + 10 + 1 + 50);
  });

  it("every key has its own bucket", async () => {
    const [one, two] = [await newAdminKey(), await newAdminKey()];
    expect((await statuses(one, 60)).ok).toBe(50);
    expect((await statuses(two, 60)).ok).toBe(50);
  });

  it("200 reports the policy and the remaining calls", async () => {
    const key = await newAdminKey();
    const { headers } = await api.get("/v2/labels", key);
    expect(headers.get("ratelimit-policy")).toBe('"rate";q=50;w=5, "quota";q=30000');
    expect(headers.get("ratelimit")).toMatch(/^"rate";r=49;t=1, "quota";r=29999;t=\d+$/);
    await statuses(key, 60);
    const refused = await api.get<Refused>("/v2/labels", key);
    expect(refused.headers.get("ratelimit")).toMatch(/^"rate";r=0;t=1, "quota";r=29950;t=\d+$/);
    expect(refused.body.error.details).toEqual({
      policy: "rate",
      resetAt: new Date(clock().getTime() + 100).toISOString(),
    });
  });

  it("429 QUOTA_EXCEEDED: of 40 at 29,995 five pass", async () => {
    const key = await newAdminKey();
    await spend(key, 29_995);
    const all = await statuses(key, 40);
    expect([all.ok, all.refused]).toEqual([5, 35]);
    const refused = all.answers.find(({ status }) => status === 429) as ApiAnswer<Refused>;
    expect(codeOf(refused)).toBe("QUOTA_EXCEEDED");
    expect(refused.headers.get("ratelimit")).toMatch(/"quota";r=0;t=\d+$/);
    expect(refused.body.error.details).toEqual({ policy: "quota", resetAt: "2026-12-01T00:00:00.000Z" });
    expect(await usedOf(key)).toBe(30_000);
  });

  it("429 QUOTA_EXCEEDED wins when both limits are exhausted", async () => {
    const key = await newAdminKey();
    await spend(key, 29_950);
    const all = await statuses(key, 80);
    expect(all.ok).toBe(50);
    const codes = all.answers.filter(({ status }) => status === 429).map(codeOf);
    expect(new Set(codes)).toEqual(new Set(["QUOTA_EXCEEDED"]));
  });

  it("200 the quota resets with the UTC month, in whatever zone the process runs", async () => {
    const key = await newAdminKey();
    await spend(key, 30_000);
    clock.set(new Date("2026-11-30T23:59:59.999Z"));
    expect((await statuses(key, 1)).refused).toBe(1);
    clock.set(new Date("2026-12-01T00:00:00.000Z"));
    expect((await statuses(key, 40)).ok).toBe(40);
    expect(await usedOf(key)).toBe(40);
  });

  it("a refusal for scope, input or reach is counted, an unknown path is not", async () => {
    const key = await newAdminKey();
    await api.get("/v2/labels?limit=0", key);
    await api.get("/v2/labels/label-1", key);
    await api.get("/v2/nothing", key);
    expect(await usedOf(key)).toBe(2);
  });
});

describe("faults", () => {
  it("500 reveals nothing about the failure", async () => {
    const logged: unknown[] = [];
    const log = { error: (...line: unknown[]) => logged.push(line) } as never;
    const answer = await apiClient({
      ...services,
      db: undefined as never,
      dbOf: () => undefined as never,
      log,
    }).get<Refused>("/v2/labels", await newAdminKey());
    expect([answer.status, codeOf(answer)]).toEqual([500, "INTERNAL_ERROR"]);
    expect(answer.text).not.toMatch(/undefined|TypeError|at /);
    expect(JSON.stringify(logged)).toContain(answer.body.error.requestId);
  });
});
