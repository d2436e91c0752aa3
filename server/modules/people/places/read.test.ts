import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { apiClient, type Listed, type Refused, type Single } from "@/server/test/api-client";
import {
  makeKey,
  makeKeys,
  makeWorkspace,
  type TestKey,
  type TestRole,
  type TestWorkspace,
} from "@/server/test/factories";
import { standingClock, testServices } from "@/server/test/services";

let services: Services;
let workspace: TestWorkspace;
let other: TestWorkspace;
let keys: Record<TestRole, TestKey>;
let api: ReturnType<typeof apiClient>;
const clock = standingClock();

beforeAll(async () => {
  services = await testServices({ clock });
  api = apiClient(services);
  workspace = await makeWorkspace(services);
  other = await makeWorkspace(services);
  keys = await makeKeys(services, workspace);
});
afterAll(() => services.close());

const names = (answer: { body: Listed }) => answer.body.data.map((item) => item.name);
const unknownUuid = "01985f4e-7a3c-7c11-9f0e-3b1d2c4a5e6f";

async function expectNotFound(url: string, key: TestKey) {
  const answer = await api.get<Refused>(url, key);
  expect([answer.status, answer.body.error.code]).toEqual([404, "RESOURCE_NOT_FOUND"]);
}

async function expectScopeRefused(url: string, key: TestKey, scope: string) {
  const answer = await api.get<Refused>(url, key);
  expect([answer.status, answer.body.error.code]).toEqual([403, "INSUFFICIENT_SCOPE"]);
  expect(answer.body.error.details?.requiredScopes).toEqual([scope]);
}

describe("departments", () => {
  it("200 an administrator sees every department, by name", async () => {
    const answer = await api.get<Listed>("/v2/departments", keys.admin);
    expect(names(answer)).toEqual(["Empty", "Engineering", "Platform", "Sales"]);
    expect(answer.body.data[1]).toEqual({
      id: encodeId("department", workspace.departments.engineering),
      name: "Engineering",
      isDefault: true,
      createdAt: "2026-11-20T12:00:00.000Z",
    });
    expect(answer.body.nextToken).toBeUndefined();
  });

  it("200 a location admin sees departments with an active member of their locations", async () => {
    expect(names(await api.get<Listed>("/v2/departments", keys.locationAdmin))).toEqual([
      "Engineering",
      "Platform",
      "Sales",
    ]);
  });

  it("200 limit is accepted and has no effect", async () => {
    expect(names(await api.get<Listed>("/v2/departments?limit=1", keys.admin))).toHaveLength(4);
  });

  it("400 an invalid limit", async () => {
    for (const limit of ["0", "1001", "-1", "1.5", "ten", "", "1e2", " 5"]) {
      const answer = await api.get<Refused>(`/v2/departments?limit=${encodeURIComponent(limit)}`, keys.admin);
      expect([limit, answer.status, answer.body.error.code]).toEqual([limit, 400, "VALIDATION_ERROR"]);
      expect(answer.body.error.details?.fields?.[0]?.path).toBe("limit");
    }
  });

  it("403 an approver and a user cannot read them", async () => {
    for (const key of [keys.approver, keys.user]) {
      await expectScopeRefused("/v2/departments", key, "departments:read");
      await expectScopeRefused(
        `/v2/departments/${encodeId("department", workspace.departments.sales)}`,
        key,
        "departments:read",
      );
    }
  });

  it("200 a single department adds parentId and approvers", async () => {
    const answer = await api.get<Single>(
      `/v2/departments/${encodeId("department", workspace.departments.sales)}`,
      keys.admin,
    );
    expect(answer.body.data).toMatchObject({
      parentId: null,
      approvers: [
        { userId: encodeId("user", workspace.people.approver.id), level: 1 },
        { userId: encodeId("user", workspace.people.admin.id), level: 2 },
      ],
    });
    const child = await api.get<Single>(
      `/v2/departments/${encodeId("department", workspace.departments.platform)}`,
      keys.locationAdmin,
    );
    expect(child.body.data.parentId).toBe(encodeId("department", workspace.departments.engineering));
  });

  it("404 out of reach, of another workspace, unknown, or malformed", async () => {
    await expectNotFound(
      `/v2/departments/${encodeId("department", workspace.departments.empty)}`,
      keys.locationAdmin,
    );
    await expectNotFound(`/v2/departments/${encodeId("department", other.departments.sales)}`, keys.admin);
    await expectNotFound(`/v2/departments/department-${unknownUuid}`, keys.admin);
    await expectNotFound("/v2/departments/sales", keys.admin);
    await expectNotFound(`/v2/departments/${workspace.departments.sales}`, keys.admin);
  });
});

describe("locations", () => {
  it("200 an administrator sees every location, by name", async () => {
    const answer = await api.get<Listed>("/v2/locations", keys.admin);
    expect(names(answer)).toEqual(["Empty", "North", "South"]);
    expect(answer.body.data[1]).toEqual({
      id: encodeId("location", workspace.locations.north),
      name: "North",
      timezone: "Europe/Oslo",
      isDefault: true,
      createdAt: "2026-11-20T12:00:00.000Z",
    });
  });

  it("200 a location admin sees the locations that they manage", async () => {
    expect(names(await api.get<Listed>("/v2/locations", keys.locationAdmin))).toEqual(["North"]);
  });

  it("200 in pages", async () => {
    const first = await api.get<Listed>("/v2/locations?limit=2", keys.admin);
    expect(names(first)).toEqual(["Empty", "North"]);
    const second = await api.get<Listed>(
      `/v2/locations?limit=2&nextToken=${first.body.nextToken}`,
      keys.admin,
    );
    expect(names(second)).toEqual(["South"]);
    expect(second.body.nextToken).toBeUndefined();
  });

  it("200 a single location adds year start, first day of the week, quota reset and rollover expiry", async () => {
    const south = await api.get<Single>(
      `/v2/locations/${encodeId("location", workspace.locations.south)}`,
      keys.admin,
    );
    expect(south.body.data).toMatchObject({
      name: "South",
      yearStart: "04-01",
      firstDayOfWeek: 0,
      workWeek: [0, 1, 2, 3, 4],
      hoursPerDay: 7.5,
      quotaReset: "EMPLOYMENT_DATE",
      rolloverExpiry: { type: "DAYS_AFTER_RESET", days: 90 },
    });
    const north = await api.get<Single>(
      `/v2/locations/${encodeId("location", workspace.locations.north)}`,
      keys.locationAdmin,
    );
    expect(north.body.data).toMatchObject({ quotaReset: "ACCOUNTING_YEAR", rolloverExpiry: null });
  });

  it("403 an approver and a user cannot read them", async () => {
    await expectScopeRefused("/v2/locations", keys.approver, "locations:read");
    await expectScopeRefused("/v2/locations", keys.user, "locations:read");
  });

  it("404 out of reach, or of another workspace", async () => {
    await expectNotFound(
      `/v2/locations/${encodeId("location", workspace.locations.south)}`,
      keys.locationAdmin,
    );
    await expectNotFound(`/v2/locations/${encodeId("location", other.locations.north)}`, keys.admin);
    await expectNotFound(`/v2/locations/location-${unknownUuid}`, keys.admin);
  });
});

describe("labels", () => {
  const counts = (answer: { body: Listed }) =>
    Object.fromEntries(answer.body.data.map((label) => [label.name, label.userCount]));

  it("200 every label, by name, with the number of its active people", async () => {
    const answer = await api.get<Listed>("/v2/labels", keys.admin);
    expect(counts(answer)).toEqual({ "Night shift": 0, Remote: 2, Unused: 0 });
    expect(names(answer)).toEqual(["Night shift", "Remote", "Unused"]);
    expect(answer.body.data[0]).toMatchObject({ color: "112233" });
  });

  it("200 userCount covers people within reach", async () => {
    expect(counts(await api.get<Listed>("/v2/labels", keys.locationAdmin))).toEqual({
      "Night shift": 0,
      Remote: 1,
      Unused: 0,
    });
    const one = await api.get<Single>(
      `/v2/labels/${encodeId("label", workspace.labels.remote)}`,
      keys.locationAdmin,
    );
    expect(one.body.data).toMatchObject({ name: "Remote", userCount: 1 });
  });

  it("200 in pages", async () => {
    const first = await api.get<Listed>("/v2/labels?limit=1", keys.admin);
    const rest = await api.get<Listed>(`/v2/labels?nextToken=${first.body.nextToken}`, keys.admin);
    expect([...names(first), ...names(rest)]).toEqual(["Night shift", "Remote", "Unused"]);
  });

  it("403 an approver and a user cannot read them", async () => {
    await expectScopeRefused("/v2/labels", keys.approver, "labels:read");
    await expectScopeRefused(
      `/v2/labels/${encodeId("label", workspace.labels.remote)}`,
      keys.user,
      "labels:read",
    );
  });

  it("404 unknown, or of another workspace", async () => {
    await expectNotFound(`/v2/labels/${encodeId("label", other.labels.remote)}`, keys.admin);
    await expectNotFound(`/v2/labels/label-${unknownUuid}`, keys.admin);
  });
});

describe("holidays", () => {
  const dates = (answer: { body: Listed }) => answer.body.data.map((item) => item.date);
  const all = ["2026-01-01", "2026-05-01", "2026-12-25", "2027-05-01"];

  it("200 an administrator sees every holiday, by date", async () => {
    const answer = await api.get<Listed>("/v2/holidays", keys.admin);
    expect(dates(answer)).toEqual(all);
    expect(answer.body.data[3]).toEqual({
      id: encodeId("holiday", workspace.holidays.southNextLabour),
      locationId: encodeId("location", workspace.locations.south),
      date: "2027-05-01",
      name: "Labour Day",
      isHalfDay: true,
    });
  });

  it("200 other roles see the holidays of locations within reach", async () => {
    const north = ["2026-01-01", "2026-12-25"];
    expect(dates(await api.get<Listed>("/v2/holidays", keys.locationAdmin))).toEqual(north);
    expect(dates(await api.get<Listed>("/v2/holidays", keys.user))).toEqual(["2026-05-01", "2027-05-01"]);
    // The approver's department has people in both locations.
    expect(dates(await api.get<Listed>("/v2/holidays", keys.approver))).toEqual(all);
  });

  it("200 of one location in one year", async () => {
    const south = encodeId("location", workspace.locations.south);
    const get = (query: string, key = keys.admin) => api.get<Listed>(`/v2/holidays?${query}`, key);
    expect(dates(await get(`locationId=${south}`))).toEqual(["2026-05-01", "2027-05-01"]);
    expect(dates(await get("year=2026"))).toEqual(["2026-01-01", "2026-05-01", "2026-12-25"]);
    expect(dates(await get(`locationId=${south}&year=2027`))).toEqual(["2027-05-01"]);
    expect(dates(await get(`locationId=${south}`, keys.locationAdmin))).toEqual([]);
    expect(dates(await get("year=1999"))).toEqual([]);
  });

  it("200 in pages of one year", async () => {
    const first = await api.get<Listed>("/v2/holidays?year=2026&limit=2", keys.admin);
    const rest = await api.get<Listed>(
      `/v2/holidays?year=2026&limit=2&nextToken=${first.body.nextToken}`,
      keys.admin,
    );
    expect([...dates(first), ...dates(rest)]).toEqual(["2026-01-01", "2026-05-01", "2026-12-25"]);
    expect(rest.body.nextToken).toBeUndefined();
  });

  it("400 an invalid year or location", async () => {
    for (const query of ["year=26", "year=0000", "year=20260", "year=", "locationId=north", "locationId="]) {
      const answer = await api.get<Refused>(`/v2/holidays?${query}`, keys.admin);
      expect([query, answer.status, answer.body.error.code]).toEqual([query, 400, "VALIDATION_ERROR"]);
      expect(answer.body.error.details?.fields?.[0]?.path).toBe(query.split("=")[0]);
    }
  });

  it("403 without the scope", async () => {
    const scopes = ["users:read"] as const;
    const key = await makeKey(services, {
      workspaceId: workspace.id,
      ownerId: workspace.people.admin.id,
      scopes,
    });
    await expectScopeRefused("/v2/holidays", key, "holidays:read");
  });

  it("200 a single holiday, and 404 out of reach", async () => {
    const url = `/v2/holidays/${encodeId("holiday", workspace.holidays.southLabour)}`;
    expect((await api.get<Single>(url, keys.user)).body.data.name).toBe("Labour Day");
    await expectNotFound(url, keys.locationAdmin);
    await expectNotFound(`/v2/holidays/${encodeId("holiday", other.holidays.southLabour)}`, keys.admin);
  });
});
