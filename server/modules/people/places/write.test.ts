import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { auditEvents } from "@/drizzle/schema/audit";
import { departments, holidays, locations } from "@/drizzle/schema/directory";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { apiClient, type Listed, type Refused, type Single } from "@/server/test/api-client";
import {
  makeKeys,
  makeWorkspace,
  type TestKey,
  type TestRole,
  type TestWorkspace,
} from "@/server/test/factories";
import { atTheSameTime } from "@/server/test/lock-table";
import { standingClock, testServices } from "@/server/test/services";

let services: Services;
let workspace: TestWorkspace;
let keys: Record<TestRole, TestKey>;
let api: ReturnType<typeof apiClient>;
const clock = standingClock();

beforeAll(async () => {
  services = await testServices({ clock });
  api = apiClient(services);
});
afterAll(() => services.close());
beforeEach(async () => {
  workspace = await makeWorkspace(services);
  keys = await makeKeys(services, workspace);
});

const department = (name: keyof TestWorkspace["departments"]) =>
  encodeId("department", workspace.departments[name]);
const location = (name: keyof TestWorkspace["locations"]) => encodeId("location", workspace.locations[name]);
const holiday = (name: keyof TestWorkspace["holidays"]) => encodeId("holiday", workspace.holidays[name]);
const person = (name: keyof TestWorkspace["people"]) => encodeId("user", workspace.people[name].id);

const send = <T = Single>(method: string, path: string, json?: unknown, key: TestKey = keys.admin) =>
  api.v2<T>(method, path, { key, ...(json !== undefined && { json }) });
const faultsOf = (body: unknown) =>
  ((body as Refused).error.details?.fields ?? []).map(({ path }) => path).sort();
const codeOf = (body: unknown) => (body as Refused).error.code;

const departmentRow = async (id: string) =>
  (
    await services.db
      .select()
      .from(departments)
      .where(and(eq(departments.workspaceId, workspace.id), eq(departments.id, id)))
  )[0];
const defaultsOf = async (table: typeof departments | typeof locations) =>
  (
    await services.db
      .select({ id: table.id })
      .from(table)
      .where(and(eq(table.workspaceId, workspace.id), eq(table.isDefault, true)))
  ).map(({ id }) => id);

describe("departments", () => {
  it("201 a department with parent and approvers, and an audit line", async () => {
    const body = {
      name: "  Research ",
      parentId: department("engineering"),
      approvers: [{ userId: person("approver") }, { userId: person("admin"), level: 2 }],
    };
    const made = await send<Single<Record<string, unknown>>>("POST", "/v2/departments", body);
    expect(made.status).toBe(201);
    expect(made.body.data).toMatchObject({
      name: "Research",
      isDefault: false,
      parentId: department("engineering"),
      approvers: [
        { userId: person("approver"), level: 1 },
        { userId: person("admin"), level: 2 },
      ],
    });
    const lines = await services.db
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.workspaceId, workspace.id));
    expect(lines).toMatchObject([
      {
        action: "department.create",
        actingUserId: workspace.people.admin.id,
        ownerId: workspace.people.admin.id,
        keyId: keys.admin.id,
        requestId: made.headers.get("x-request-id"),
      },
    ]);
  });

  it("403 for anyone but administrators", async () => {
    for (const role of ["locationAdmin", "approver", "user"] as const) {
      const refused = await send("POST", "/v2/departments", { name: "Mine" }, keys[role]);
      expect(refused.status).toBe(403);
      expect(codeOf(refused.body)).toBe("INSUFFICIENT_SCOPE");
    }
  });

  it("403 when an administrator's key acts for a user without the right", async () => {
    const refused = await api.v2("POST", "/v2/departments", {
      key: keys.admin,
      json: { name: "Theirs" },
      headers: { "x-on-behalf-of": person("user") },
    });
    expect(codeOf(refused.body)).toBe("FORBIDDEN");
  });

  it("409 a taken name, on create and update", async () => {
    expect(codeOf((await send("POST", "/v2/departments", { name: "Sales" })).body)).toBe("CONFLICT");
    const renamed = await send("PATCH", `/v2/departments/${department("sales")}`, { name: "Platform" });
    expect(codeOf(renamed.body)).toBe("CONFLICT");
  });

  it("400 every invalid reference at once", async () => {
    const other = await makeWorkspace(services);
    const refused = await send("POST", "/v2/departments", {
      name: "Bad",
      parentId: encodeId("department", other.departments.sales),
      approvers: [
        { userId: person("inactive") },
        { userId: person("admin") },
        { userId: person("admin"), level: 2 },
        { userId: encodeId("user", other.people.admin.id) },
      ],
    });
    expect(refused.status).toBe(400);
    expect(faultsOf(refused.body)).toEqual([
      "approvers.0.userId",
      "approvers.2.userId",
      "approvers.3.userId",
      "parentId",
    ]);
  });

  it("400 a second level below the Complete plan", async () => {
    const core = await makeWorkspace(services, { plan: "CORE" });
    const { admin } = await makeKeys(services, core);
    const approvers = [{ userId: encodeId("user", core.people.admin.id), level: 2 }];
    const refused = await send("POST", "/v2/departments", { name: "Two", approvers }, admin);
    expect(faultsOf(refused.body)).toEqual(["approvers.0.level"]);
  });

  it("200 replaces approvers and keeps unsent fields", async () => {
    const path = `/v2/departments/${department("sales")}`;
    const changed = await send("PATCH", path, { approvers: [{ userId: person("user"), level: 1 }] });
    expect(changed.status).toBe(200);
    expect(changed.body.data).toMatchObject({
      name: "Sales",
      approvers: [{ userId: person("user"), level: 1 }],
    });
  });

  it("400 a cycle of parents", async () => {
    for (const parentId of [department("engineering"), department("platform")]) {
      const refused = await send("PATCH", `/v2/departments/${department("engineering")}`, { parentId });
      expect(faultsOf(refused.body)).toEqual(["parentId"]);
    }
  });

  it("one of two concurrent moves that would close a cycle is refused", async () => {
    const answers = await atTheSameTime([
      () => send("PATCH", `/v2/departments/${department("sales")}`, { parentId: department("empty") }),
      () => send("PATCH", `/v2/departments/${department("empty")}`, { parentId: department("sales") }),
    ]);
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, 400]);
  });

  it("the default moves, and there is always exactly one", async () => {
    const paths = ["sales", "platform", "empty"] as const;
    const moved = await atTheSameTime(
      paths.map((name) => () => send("PATCH", `/v2/departments/${department(name)}`, { isDefault: true })),
    );
    expect(moved.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await defaultsOf(departments)).toHaveLength(1);
    const made = await send<Single<{ id: string }>>("POST", "/v2/departments", {
      name: "New",
      isDefault: true,
    });
    expect((await defaultsOf(departments)).map((id) => encodeId("department", id))).toEqual([
      made.body.data.id,
    ]);
  });

  it("409 unsetting or deleting the default", async () => {
    const path = `/v2/departments/${department("engineering")}`;
    expect(codeOf((await send("PATCH", path, { isDefault: false })).body)).toBe("CONFLICT");
    expect(codeOf((await send("DELETE", path)).body)).toBe("CONFLICT");
  });

  it("409 deleting one with people, or with departments below it", async () => {
    expect(codeOf((await send("DELETE", `/v2/departments/${department("sales")}`)).body)).toBe("CONFLICT");
    await send("PATCH", `/v2/departments/${department("platform")}`, { parentId: department("empty") });
    expect(codeOf((await send("DELETE", `/v2/departments/${department("empty")}`)).body)).toBe("CONFLICT");
  });

  it("204 deletes an unused one, once", async () => {
    const path = `/v2/departments/${department("empty")}`;
    expect((await send("DELETE", path)).status).toBe(204);
    expect(await departmentRow(workspace.departments.empty)).toBeUndefined();
    expect(codeOf((await send("DELETE", path)).body)).toBe("RESOURCE_NOT_FOUND");
  });

  it("404 another workspace's department", async () => {
    const other = await makeWorkspace(services);
    const path = `/v2/departments/${encodeId("department", other.departments.empty)}`;
    expect((await send("PATCH", path, { name: "Stolen" })).status).toBe(404);
    expect((await send("DELETE", path)).status).toBe(404);
  });
});

describe("locations", () => {
  it("201 a location with defaults for missing fields", async () => {
    const made = await send("POST", "/v2/locations", { name: "Kyiv", timezone: "Europe/Kyiv" });
    expect(made.status).toBe(201);
    expect(made.body.data).toMatchObject({
      name: "Kyiv",
      timezone: "Europe/Kyiv",
      isDefault: false,
      yearStart: "01-01",
      firstDayOfWeek: 1,
      workWeek: [1, 2, 3, 4, 5],
      hoursPerDay: 8,
      quotaReset: "ACCOUNTING_YEAR",
      rolloverExpiry: null,
    });
  });

  it("400 lists every fault of a body", async () => {
    const refused = await send("POST", "/v2/locations", {
      name: "a\u0000b",
      timezone: "+01:00",
      yearStart: "02-30",
      firstDayOfWeek: 7,
      workWeek: [1, 1],
      hoursPerDay: 7.123,
      quotaReset: "NEVER",
      rolloverExpiry: { type: "DATE", monthDay: "13-01" },
      extra: 1,
    });
    expect(refused.status).toBe(400);
    expect(faultsOf(refused.body)).toEqual([
      "extra",
      "firstDayOfWeek",
      "hoursPerDay",
      "name",
      "quotaReset",
      "rolloverExpiry.monthDay",
      "timezone",
      "workWeek",
      "yearStart",
    ]);
  });

  it("200 changes settings and clears the rollover expiry", async () => {
    const path = `/v2/locations/${location("south")}`;
    const changed = await send("PATCH", path, { rolloverExpiry: null, workWeek: [5, 1], hoursPerDay: 6.5 });
    expect(changed.body.data).toMatchObject({
      rolloverExpiry: null,
      workWeek: [1, 5],
      hoursPerDay: 6.5,
      name: "South",
    });
  });

  it("400 an empty PATCH", async () => {
    const refused = await send("PATCH", `/v2/locations/${location("south")}`, {});
    expect([refused.status, codeOf(refused.body)]).toEqual([400, "VALIDATION_ERROR"]);
  });

  it("409 deleting the default or one with people", async () => {
    for (const name of ["north", "south"] as const)
      expect(codeOf((await send("DELETE", `/v2/locations/${location(name)}`)).body)).toBe("CONFLICT");
    expect(await defaultsOf(locations)).toEqual([workspace.locations.north]);
    const left = await services.db.select().from(holidays).where(eq(holidays.workspaceId, workspace.id));
    expect(left).toHaveLength(4);
  });

  it("204 deletes one with its holidays", async () => {
    await send("POST", "/v2/holidays", { locationId: location("empty"), date: "2026-06-01", name: "June" });
    expect((await send("DELETE", `/v2/locations/${location("empty")}`)).status).toBe(204);
    const left = await services.db.select().from(holidays).where(eq(holidays.workspaceId, workspace.id));
    expect(left).toHaveLength(4);
  });
});

describe("holidays", () => {
  it("201 by a location admin in their location, 400 elsewhere", async () => {
    const body = { locationId: location("north"), date: "2026-02-06", name: "Sámi Day", isHalfDay: true };
    const made = await send("POST", "/v2/holidays", body, keys.locationAdmin);
    expect(made.status).toBe(201);
    expect(made.body.data).toMatchObject(body);
    const elsewhere = { ...body, locationId: location("south") };
    const refused = await send("POST", "/v2/holidays", elsewhere, keys.locationAdmin);
    expect(faultsOf(refused.body)).toEqual(["locationId"]);
  });

  it("404 for a location admin outside their locations", async () => {
    const path = `/v2/holidays/${holiday("southLabour")}`;
    expect((await send("PATCH", path, { name: "Mine" }, keys.locationAdmin)).status).toBe(404);
    expect((await send("DELETE", path, undefined, keys.locationAdmin)).status).toBe(404);
  });

  it("409 the same day and name twice", async () => {
    const body = { locationId: location("north"), date: "2026-12-25", name: "Christmas" };
    expect(codeOf((await send("POST", "/v2/holidays", body)).body)).toBe("CONFLICT");
  });

  it("400 an invalid date", async () => {
    const body = { locationId: location("north"), date: "2026-02-30", name: "Never" };
    expect(faultsOf((await send("POST", "/v2/holidays", body)).body)).toEqual(["date"]);
  });

  it("200 changes and 204 deletes", async () => {
    const path = `/v2/holidays/${holiday("northChristmas")}`;
    const changed = await send("PATCH", path, { isHalfDay: true, date: "2026-12-24" }, keys.locationAdmin);
    expect(changed.body.data).toMatchObject({ isHalfDay: true, date: "2026-12-24", name: "Christmas" });
    expect((await send("DELETE", path, undefined, keys.locationAdmin)).status).toBe(204);
    const listed = await send<Listed>("GET", "/v2/holidays");
    expect(listed.body.data).toHaveLength(3);
  });

  it("403 when acting for a user without the right, with any owner's key", async () => {
    const body = { locationId: location("north"), date: "2026-03-01", name: "March" };
    const refused = await api.v2("POST", "/v2/holidays", {
      key: keys.admin,
      json: body,
      headers: { "x-on-behalf-of": person("northSeller") },
    });
    expect(codeOf(refused.body)).toBe("FORBIDDEN");
  });
});

describe("labels", () => {
  it("201, 200, 409 and 204", async () => {
    const made = await send<Single<{ id: string }>>("POST", "/v2/labels", { name: "Blue", color: "0000FF" });
    expect(made.body.data).toMatchObject({ name: "Blue", color: "0000ff", userCount: 0 });
    const path = `/v2/labels/${made.body.data.id}`;
    expect(codeOf((await send("PATCH", path, { name: "Remote" })).body)).toBe("CONFLICT");
    expect((await send("PATCH", path, { color: "123456" })).body.data).toMatchObject({ color: "123456" });
    expect((await send("DELETE", path)).status).toBe(204);
    expect((await send("DELETE", path)).status).toBe(404);
  });
});
