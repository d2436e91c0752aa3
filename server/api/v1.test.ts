import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ctxFor } from "@/server/access/ctx";
import { loadActor } from "@/server/access/load-actor";
import { ApiError } from "@/server/kernel/errors";
import { newId, newRequestId } from "@/server/kernel/ids";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { deleteLegacyKey } from "@/server/modules/integrations/legacy-keys/delete";
import { getLegacyKey } from "@/server/modules/integrations/legacy-keys/get";
import { importLegacyKey } from "@/server/modules/integrations/legacy-keys/import";
import { apiClient } from "@/server/test/api-client";
import {
  type CastMember,
  makeKey,
  makeLeave,
  makeLegacyKey,
  makeWorkspace,
  type TestKey,
  type TestWorkspace,
} from "@/server/test/factories";
import { standingClock, testServices } from "@/server/test/services";

let services: Services;
let workspace: TestWorkspace;
let key: TestKey;
let api: ReturnType<typeof apiClient>;
const clock = standingClock();

interface Ok {
  status: string;
  data: Record<string, unknown>[];
  nextToken?: string;
}

beforeAll(async () => {
  services = await testServices({ clock });
  api = apiClient(services);
  workspace = await makeWorkspace(services, { plan: "FREE" });
  key = await makeLegacyKey(services, workspace.id);
  const { user, approver, northSeller } = workspace.people;
  await makeLeave(services, user, {
    startDate: "2026-03-02",
    endDate: "2026-03-06",
    approverId: approver.id,
    reason: "Secret",
    approvedLevel: 1,
  });
  await makeLeave(services, northSeller, { startDate: "2026-03-05", status: "OPEN", createdAt: null });
});
afterAll(() => services.close());

const get = (url: string, withKey: TestKey | string = key) => api.v1<Ok>(url, { key: withKey });
const names = (answer: { body: Ok }) => answer.body.data.map((item) => String(item.name).split(" ")[0]);

describe("the six endpoints", () => {
  it("200 departments", async () => {
    const answer = await get("/v1/departments");
    expect(answer.status).toBe(200);
    expect(answer.body.status).toBe("ok");
    expect(Object.keys(answer.body)).toEqual(["status", "data"]);
    expect(answer.body.data).toHaveLength(4);
    expect(answer.body.data[1]).toEqual({
      id: encodeId("department", workspace.departments.engineering),
      name: "Engineering",
      isDefault: true,
      createdAt: "2026-11-20T12:00:00.000Z",
    });
  });

  it("200 locations, with the time zone", async () => {
    expect((await get("/v1/locations")).body.data[1]).toEqual({
      id: encodeId("location", workspace.locations.north),
      name: "North",
      isDefault: true,
      createdAt: "2026-11-20T12:00:00.000Z",
      timezone: "Europe/Oslo",
    });
  });

  it("200 labels, without userCount", async () => {
    expect((await get("/v1/labels")).body.data[1]).toEqual({
      id: encodeId("label", workspace.labels.remote),
      name: "Remote",
      color: "00aa55",
    });
  });

  it("200 leave types, inactive ones too, without position and calendarStatus", async () => {
    const { data } = (await get("/v1/leave-types")).body;
    expect(data).toHaveLength(3);
    expect(data[2]).toEqual({
      id: encodeId("leaveType", workspace.leaveTypes.old),
      name: "Old",
      color: "888888",
      isActive: false,
    });
  });

  it("200 leaves, without what v2 added", async () => {
    const answer = await get("/v1/leaves?startDate=2026-03-01&endDate=2026-03-31");
    expect(answer.body.data).toEqual([
      {
        id: expect.stringMatching(/^leave-/),
        userId: encodeId("user", workspace.people.user.id),
        approverId: encodeId("user", workspace.people.approver.id),
        autoApproved: false,
        durationCalendarDays: 5,
        durationWorkingDays: 5,
        startDate: "2026-03-02",
        endDate: "2026-03-06",
        isFullDayLeave: true,
        startHour: 0,
        startMinute: 0,
        endHour: 0,
        endMinute: 0,
        leaveTypeId: encodeId("leaveType", workspace.leaveTypes.vacation),
        locationId: encodeId("location", workspace.locations.south),
        departmentId: encodeId("department", workspace.departments.sales),
        status: "APPROVED",
        createdAt: "2026-11-20T12:00:00.000Z",
      },
    ]);
    const open = await get("/v1/leaves?startDate=2026-03-01&endDate=2026-03-31&status=OPEN");
    expect(open.body.data[0]).toMatchObject({ createdAt: null, approverId: null });
  });

  it("200 leaves expanded: users carry role and teamId instead of departmentId", async () => {
    const { body } = await get(
      "/v1/leaves?startDate=2026-03-01&endDate=2026-03-31&expand=user,approver,leaveType",
    );
    expect(body.data[0]?.user).toEqual({
      id: encodeId("user", workspace.people.user.id),
      name: "Uma User",
      email: `${workspace.people.user.id}@example.com`,
      isAdmin: false,
      role: "USER",
      locationId: encodeId("location", workspace.locations.south),
      teamId: encodeId("department", workspace.departments.sales),
      labels: ["Remote"],
      status: "ACTIVE",
      employeeId: "E-7",
      startDate: "2024-02-01",
      endDate: "2027-01-31",
    });
    expect(body.data[0]?.approver).toMatchObject({ role: "APPROVER" });
    expect(body.data[0]?.leaveType).toEqual({
      id: encodeId("leaveType", workspace.leaveTypes.vacation),
      name: "Vacation",
      color: "00aa55",
      isActive: true,
    });
  });

  it("200 users: what is unset is absent", async () => {
    const { body } = await get("/v1/users");
    expect(names({ body })).toEqual(["Ada", "Lena", "Paul", "Uma", "Nils", "Pia"]);
    expect(body.data[0]).toEqual({
      id: encodeId("user", workspace.people.admin.id),
      name: "Ada Admin",
      email: `${workspace.people.admin.id}@example.com`,
      isAdmin: true,
      locationId: encodeId("location", workspace.locations.north),
      departmentId: encodeId("department", workspace.departments.engineering),
      labels: [],
      status: "ACTIVE",
    });
    expect(body.data[3]).toMatchObject({ employeeId: "E-7", startDate: "2024-02-01" });
  });

  it("200 users filtered and expanded", async () => {
    const south = encodeId("location", workspace.locations.south);
    expect(names(await get(`/v1/users?locations=${south}&status=ACTIVE,INACTIVE`))).toEqual([
      "Paul",
      "Uma",
      "Ines",
    ]);
    expect(names(await get("/v1/users?labels=Remote"))).toEqual(["Uma", "Nils"]);
    const { body } = await get("/v1/users?expand=location,department,holidays&labels=Remote");
    expect(body.data[0]).toMatchObject({
      location: { name: "South", timezone: "America/Lima" },
      department: { name: "Sales" },
      holidays: [{ year: 2026 }, { year: 2027 }],
    });
  });
});

describe("lenient parameters", () => {
  it("400 only for a missing startDate or endDate", async () => {
    const cases = {
      "": "startDate",
      "?endDate=2026-01-01": "startDate",
      "?startDate=2026-01-01": "endDate",
      "?startDate=&endDate=2026-01-01": "startDate",
    };
    for (const [query, name] of Object.entries(cases)) {
      const answer = await get(`/v1/leaves${query}`);
      expect([query, answer.status, answer.body]).toEqual([
        query,
        400,
        { status: "error", message: `"${name}" is required` },
      ]);
    }
  });

  it("200 other bad values are ignored or clamped, unknown parameters too", async () => {
    const range = "startDate=2026-03-01&endDate=2026-03-31";
    const ids = async (url: string) => (await get(url)).body.data.map(({ id }) => id);
    const plain = await ids(`/v1/leaves?${range}`);
    expect(plain).toHaveLength(1);
    for (const more of [
      "status=nonsense",
      "limit=abc",
      "limit=0",
      "limit=-9",
      "limit=99999999999999999999",
      "expand=x",
      "nextToken=x",
      "foo=bar",
      "status=APPROVED&status=OPEN",
    ])
      expect([more, await ids(`/v1/leaves?${range}&${more}`)]).toEqual([more, plain]);
    expect(await ids("/v1/leaves?startDate=soon&endDate=2026-03-04")).toEqual(plain);
    expect(await ids("/v1/leaves?startDate=2026-03-31&endDate=2026-03-01")).toEqual([]);
    expect(await ids("/v1/users?locations=x&departments=,&labels=&status=x&expand=y")).toHaveLength(6);
    expect(await ids("/v1/departments?limit=nonsense")).toHaveLength(4);
  });
});

describe("pages", () => {
  it("200 limit is clamped to 25 to 500, and nextToken goes on", async () => {
    const own = await makeWorkspace(services);
    const ownKey = await makeLegacyKey(services, own.id);
    for (let i = 0; i < 60; i++)
      await makeLeave(services, own.people.user, { startDate: "2026-03-02", status: "DENIED" });
    const seen: unknown[] = [];
    let token: string | undefined;
    const sizes: number[] = [];
    do {
      const url = `/v1/leaves?startDate=2026-01-01&endDate=2026-12-31&status=DENIED&limit=1${token ? `&nextToken=${token}` : ""}`;
      const { body } = await get(url, ownKey);
      seen.push(...body.data.map(({ id }) => id));
      sizes.push(body.data.length);
      token = body.nextToken;
    } while (token);
    expect(sizes).toEqual([25, 25, 10]);
    expect(new Set(seen).size).toBe(60);
  });

  it("200 a nextToken of another query is ignored", async () => {
    const first = await get("/v1/labels?limit=1");
    expect(names(first)).toEqual(["Night"]);
    expect(names(await get(`/v1/labels?limit=1&nextToken=${first.body.nextToken}`))).toEqual(["Remote"]);
    expect(names(await get(`/v1/locations?limit=1&nextToken=${first.body.nextToken}`))).toEqual(["Empty"]);
  });
});

describe("keys", () => {
  it("403 without a key, and with an unknown one", async () => {
    const v2Key = await makeKey(services, { workspaceId: workspace.id, ownerId: workspace.people.admin.id });
    for (const wrong of [undefined, "nonsense", v2Key.plain, "x".repeat(5000)]) {
      const answer = await api.v1("/v1/users", wrong === undefined ? {} : { key: wrong });
      expect([answer.status, answer.body]).toEqual([403, { message: "Forbidden" }]);
    }
    const bearer = await api.v1("/v1/users", { headers: { authorization: `Bearer ${key.plain}` } });
    expect(bearer.status).toBe(403);
  });

  it("401 a v1 key does not work on v2", async () => {
    expect((await api.get("/v2/users", key)).status).toBe(401);
    expect((await api.get("/v2/users", undefined, { "x-api-key": key.plain })).status).toBe(401);
  });

  it("404 an unknown path or another method, before the key", async () => {
    for (const [method, url] of [
      ["GET", "/v1/holidays"],
      ["GET", "/v1/users/"],
      ["GET", "/v1"],
      ["GET", `/v1/users/${encodeId("user", workspace.people.user.id)}`],
      ["POST", "/v1/users"],
      ["DELETE", "/v1/users"],
      ["HEAD", "/v1/users"],
      ["OPTIONS", "/v1/users"],
    ] as const) {
      const answer = await api.v1(url, { method, key });
      expect([method, url, answer.status]).toEqual([method, url, 404]);
      if (method !== "HEAD") expect(answer.body).toEqual({ message: "Not Found" });
    }
  });

  it("200 a workspace sees only its own data", async () => {
    const other = await makeWorkspace(services);
    const otherKey = await makeLegacyKey(services, other.id);
    const ids = (await get("/v1/users", otherKey)).body.data.map(({ id }) => id);
    expect(ids).toContain(encodeId("user", other.people.user.id));
    expect(ids).not.toContain(encodeId("user", workspace.people.user.id));
  });

  it("429 over the rate: 50 of 200 at once, and 10 more after a second", async () => {
    const limited = await makeLegacyKey(services, workspace.id);
    const burst = () => Promise.all(Array.from({ length: 200 }, () => get("/v1/labels", limited)));
    const first = await burst();
    expect(first.filter(({ status }) => status === 200)).toHaveLength(50);
    const refused = first.find(({ status }) => status === 429);
    expect(refused?.body).toEqual({ message: "Too Many Requests" });
    expect(refused?.headers.get("ratelimit")).toMatch(/^"rate";r=0;t=1, "quota";r=29950;t=\d+$/);
    expect(refused?.headers.get("retry-after")).toBeNull();
    clock.pass(1000);
    expect((await burst()).filter(({ status }) => status === 200)).toHaveLength(10);
  });

  it("429 over the quota", async () => {
    const spent = await makeLegacyKey(services, workspace.id);
    await services.db.execute(sql`update rate_counters set month_count = 29999 where key_id = ${spent.id}`);
    expect((await get("/v1/labels", spent)).status).toBe(200);
    expect((await get("/v1/labels", spent)).status).toBe(429);
  });

  it("500 in v1's own format", async () => {
    const broken: Services = {
      ...services,
      db: undefined as never,
      dbOf: () => undefined as never,
      log: { error: () => {} } as never,
    };
    const answer = await apiClient(broken).v1("/v1/labels", {
      key: await makeLegacyKey(services, workspace.id),
    });
    expect([answer.status, answer.body]).toEqual([
      500,
      { status: "error", message: "Internal server error" },
    ]);
  });
});

describe("importing and deleting keys", () => {
  const plain = () => `imported-${newId()}`;
  const codeOf = (work: Promise<unknown>) =>
    work.then(
      () => "done",
      (error: unknown) => (error instanceof ApiError ? error.code : error),
    );

  async function ctxOf(member: CastMember) {
    const { id } = workspace.people[member];
    const actor = await loadActor(services.db, workspace.id, id, { type: "session", sessionId: newId() });
    if (!actor) throw new Error("nobody");
    return ctxFor(services, actor, newRequestId());
  }

  it("an imported key works, and its plain text is not kept", async () => {
    const text = plain();
    const imported = await importLegacyKey(services, { workspaceId: workspace.id, key: text });
    expect((await get("/v1/labels", text)).status).toBe(200);
    const [row] = await services.db.execute(sql`select * from legacy_keys where id = ${imported.id}`);
    expect(JSON.stringify(row)).not.toContain(text);
    expect(imported).toMatchObject({ prefix: "impo", lastFour: text.slice(-4) });
  });

  it("a deleted key stops at once, is in no list, and can never come back", async () => {
    const text = plain();
    const { id } = await importLegacyKey(services, { workspaceId: workspace.id, key: text });
    await deleteLegacyKey(await ctxOf("admin"), id);
    expect((await get("/v1/labels", text)).status).toBe(403);
    expect(await codeOf(getLegacyKey(await ctxOf("admin"), id))).toBe("RESOURCE_NOT_FOUND");
    expect(await codeOf(importLegacyKey(services, { workspaceId: workspace.id, key: text }))).toBe(
      "CONFLICT",
    );
    expect(await codeOf(deleteLegacyKey(await ctxOf("admin"), id))).toBe("RESOURCE_NOT_FOUND");
    const audit = await services.db.execute(sql`
      select acting_user_id as who from audit_events where action = 'legacy_key.delete' and resource_id = ${id}`);
    expect(audit.map(({ who }) => who)).toEqual([workspace.people.admin.id]);
  });

  it("a key is imported once, in whatever workspace, under concurrent attempts", async () => {
    const other = await makeWorkspace(services);
    const text = plain();
    const tries = Array.from({ length: 10 }, (_, i) =>
      codeOf(importLegacyKey(services, { workspaceId: i % 2 ? other.id : workspace.id, key: text })),
    );
    const outcomes = await Promise.all(tries);
    expect(outcomes.filter((outcome) => outcome === "done")).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === "CONFLICT")).toHaveLength(9);
  });

  it("a text that cannot be a key, or an unknown workspace, is refused", async () => {
    for (const bad of ["short", "with a blank in the middle", "ümläut-ümläut-ümläut", "x".repeat(257)])
      expect(await codeOf(importLegacyKey(services, { workspaceId: workspace.id, key: bad }))).toBe(
        "VALIDATION_ERROR",
      );
    expect(await codeOf(importLegacyKey(services, { workspaceId: newId(), key: plain() }))).toBe(
      "RESOURCE_NOT_FOUND",
    );
  });

  it("only administrators list and delete", async () => {
    const { id } = await importLegacyKey(services, { workspaceId: workspace.id, key: plain() });
    for (const member of ["locationAdmin", "approver", "user"] as const) {
      const ctx = await ctxOf(member);
      expect(await codeOf(deleteLegacyKey(ctx, id))).toBe("FORBIDDEN");
      expect(await codeOf(getLegacyKey(ctx, id))).toBe("FORBIDDEN");
    }
    const other = await makeWorkspace(services);
    const foreign = await importLegacyKey(services, { workspaceId: other.id, key: plain() });
    expect(await codeOf(deleteLegacyKey(await ctxOf("admin"), foreign.id))).toBe("RESOURCE_NOT_FOUND");
  });

  it("the list shows last use, and the requests of today and of this month", async () => {
    const text = plain();
    const { id } = await importLegacyKey(services, { workspaceId: workspace.id, key: text });
    const evidence = async () => getLegacyKey(await ctxOf("admin"), id);
    expect(await evidence()).toMatchObject({ lastUsedAt: null, dayCount: 0, monthCount: 0 });
    await get("/v1/labels", text);
    await get("/v1/labels", text);
    expect(await evidence()).toMatchObject({ lastUsedAt: clock(), dayCount: 2, monthCount: 2 });
    clock.pass(86_400_000);
    expect(await evidence()).toMatchObject({ dayCount: 0, monthCount: 2 });
    clock.set(new Date("2026-12-01T00:00:00Z"));
    expect(await evidence()).toMatchObject({ dayCount: 0, monthCount: 0 });
  });
});
