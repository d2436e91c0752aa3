import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { leaveStatuses } from "@/drizzle/schema/values";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { apiClient, type Listed, type Refused, type Single } from "@/server/test/api-client";
import {
  type CastMember,
  castMembers,
  makeKey,
  makeKeys,
  makeLeave,
  makeUser,
  makeWorkspace,
  type TestKey,
  type TestRole,
  type TestWorkspace,
  testRoles,
} from "@/server/test/factories";
import { standingClock, testServices } from "@/server/test/services";

let services: Services;
let workspace: TestWorkspace;
let keys: Record<TestRole, TestKey>;
let api: ReturnType<typeof apiClient>;
const clock = standingClock();

/** Named by person, status and first day. */
const book: [CastMember, (typeof leaveStatuses)[number], string, string][] = [
  ["user", "APPROVED", "2026-01-05", "2026-01-09"],
  ["northSeller", "APPROVED", "2026-03-02", "2026-03-31"],
  ["platformer", "OPEN", "2026-03-10", "2026-03-10"],
  ["user", "OPEN", "2026-04-01", "2026-04-02"],
  ["locationAdmin", "APPROVED", "2026-05-04", "2026-05-04"],
  ["admin", "DENIED", "2026-06-01", "2026-06-05"],
  ["deleted", "APPROVED", "2026-07-01", "2026-07-10"],
  ["user", "DELETED", "2026-08-03", "2026-08-07"],
  ["northSeller", "CANCELLED", "2026-09-01", "2026-09-02"],
  ["approver", "APPROVED", "2026-12-21", "2027-01-08"],
];

beforeAll(async () => {
  services = await testServices({ clock });
  api = apiClient(services);
  workspace = await makeWorkspace(services);
  keys = await makeKeys(services, workspace);
  for (const [member, status, startDate, endDate] of book)
    await makeLeave(services, workspace.people[member], {
      status,
      startDate,
      endDate,
      ...(status === "APPROVED" && { approverId: workspace.people.approver.id, approvedLevel: 1 }),
      ...(status === "DENIED" && { reason: "Wedding", statusReason: "Too many away" }),
    });
});
afterAll(() => services.close());

const starts = (answer: { body: Listed }) => answer.body.data.map((item) => item.startDate);
const list = (query: string, key = keys.admin) => api.get<Listed>(`/v2/leaves${query}`, key);

describe("GET /v2/leaves", () => {
  it("200 an administrator sees every approved leave, by start date", async () => {
    const answer = await list("");
    expect(starts(answer)).toEqual(["2026-01-05", "2026-03-02", "2026-05-04", "2026-07-01", "2026-12-21"]);
    expect(answer.body.data[0]).toEqual({
      id: expect.stringMatching(/^leave-/),
      userId: encodeId("user", workspace.people.user.id),
      approverId: encodeId("user", workspace.people.approver.id),
      autoApproved: false,
      durationCalendarDays: 5,
      durationWorkingDays: 5,
      durationHours: null,
      startDate: "2026-01-05",
      endDate: "2026-01-09",
      isFullDayLeave: true,
      startHour: 0,
      startMinute: 0,
      endHour: 0,
      endMinute: 0,
      startPart: "FULL_DAY",
      endPart: "FULL_DAY",
      leaveTypeId: encodeId("leaveType", workspace.leaveTypes.vacation),
      locationId: encodeId("location", workspace.locations.south),
      departmentId: encodeId("department", workspace.departments.sales),
      companyLeaveId: null,
      status: "APPROVED",
      reason: null,
      statusReason: null,
      cancellationRequestedAt: null,
      changeRequestedAt: null,
      requestedChange: null,
      approvedLevel: 1,
      createdAt: "2026-11-20T12:00:00.000Z",
      updatedAt: expect.stringMatching(/^\d{4}-.*Z$/),
    });
  });

  it("200 other roles see the leaves of people within their reach", async () => {
    expect(starts(await list("", keys.locationAdmin))).toEqual(["2026-03-02", "2026-05-04"]);
    expect(starts(await list("", keys.approver))).toEqual(["2026-01-05", "2026-03-02", "2026-07-01"]);
    expect(starts(await list("", keys.user))).toEqual(["2026-01-05"]);
  });

  it("200 by status, one or several", async () => {
    expect(starts(await list("?status=OPEN"))).toEqual(["2026-03-10", "2026-04-01"]);
    expect(starts(await list("?status=CANCELLED,DENIED,OPEN"))).toEqual([
      "2026-03-10",
      "2026-04-01",
      "2026-06-01",
      "2026-09-01",
    ]);
    expect(starts(await list("?status=OPEN,OPEN"))).toEqual(["2026-03-10", "2026-04-01"]);
    expect(starts(await list("?status=DELETED,OPEN", keys.user))).toEqual(["2026-04-01", "2026-08-03"]);
  });

  it("200 startDate and endDate mean overlap, each alone and together", async () => {
    expect(starts(await list("?startDate=2026-03-31"))).toEqual([
      "2026-03-02",
      "2026-05-04",
      "2026-07-01",
      "2026-12-21",
    ]);
    expect(starts(await list("?startDate=2026-04-01"))).toEqual(["2026-05-04", "2026-07-01", "2026-12-21"]);
    expect(starts(await list("?endDate=2026-03-02"))).toEqual(["2026-01-05", "2026-03-02"]);
    expect(starts(await list("?endDate=2026-03-01"))).toEqual(["2026-01-05"]);
    expect(starts(await list("?startDate=2026-03-15&endDate=2026-03-15"))).toEqual(["2026-03-02"]);
    expect(starts(await list("?startDate=2027-01-08&endDate=2027-12-31"))).toEqual(["2026-12-21"]);
    expect(starts(await list("?startDate=2027-01-09"))).toEqual([]);
  });

  it("200 expanded by user, approver and leaveType", async () => {
    const { body } = await list("?expand=user,approver,leaveType&limit=1");
    expect(body.data[0]).toMatchObject({
      user: { name: "Uma User", labels: ["Remote"], departmentId: expect.stringMatching(/^department-/) },
      approver: { name: "Paul Approver" },
      leaveType: { name: "Vacation", position: 2 },
    });
    expect(body.data[0]?.user).not.toHaveProperty("role");
    expect(body.data[0]?.user).not.toHaveProperty("teamId");
    const open = (await list("?status=OPEN&expand=approver&limit=1")).body.data[0];
    expect(open).toMatchObject({ approverId: null, approver: null });
    expect(open).not.toHaveProperty("user");
  });

  it("200 an approver outside the key's reach is not shown", async () => {
    const { body } = await list("?expand=user,approver", keys.user);
    expect(body.data[0]).toMatchObject({
      approverId: encodeId("user", workspace.people.approver.id),
      approver: null,
      user: { name: "Uma User" },
    });
  });

  it("400 for invalid values", async () => {
    const cases = {
      startDate: ["2026-02-30", "2026-1-1", "2026-01-01T00:00:00Z", "01/02/2026", ""],
      endDate: ["tomorrow", "2026-13-01"],
      status: ["approved", "APPROVED,", "ALL"],
      expand: ["location", "user,,approver"],
      limit: ["0", "1001", "x"],
      nextToken: ["x", "AAAA"],
    };
    for (const [name, values] of Object.entries(cases))
      for (const value of values) {
        const answer = await api.get<Refused>(`/v2/leaves?${name}=${encodeURIComponent(value)}`, keys.admin);
        expect([name, value, answer.status, answer.body.error.code]).toEqual([
          name,
          value,
          400,
          "VALIDATION_ERROR",
        ]);
        expect(answer.body.error.details?.fields?.[0]?.path.split(".")[0]).toBe(name);
      }
  });

  it("400 endDate before startDate", async () => {
    const answer = await api.get<Refused>("/v2/leaves?startDate=2026-03-02&endDate=2026-03-01", keys.admin);
    expect([answer.status, answer.body.error.code]).toEqual([400, "VALIDATION_ERROR"]);
    expect(answer.body.error.details?.fields?.map(({ path }) => path)).toEqual(["endDate"]);
  });

  it("403 without the scope", async () => {
    const ownerId = workspace.people.user.id;
    const key = await makeKey(services, { workspaceId: workspace.id, ownerId, scopes: ["users:read"] });
    const answer = await api.get<Refused>("/v2/leaves", key);
    expect([answer.status, answer.body.error.details?.requiredScopes]).toEqual([403, ["leaves:read"]]);
  });
});

describe("GET /v2/leaves/{id}", () => {
  it("200 in any status, expanded", async () => {
    const id = (await list("?status=DENIED")).body.data[0]?.id;
    const { body } = await api.get<Single>(`/v2/leaves/${id}?expand=user`, keys.admin);
    expect(body.data).toMatchObject({
      status: "DENIED",
      reason: "Wedding",
      statusReason: "Too many away",
      user: { name: "Ada Admin" },
    });
  });

  it("200 createdAt is filled in when the record has none", async () => {
    const id = await makeLeave(services, workspace.people.platformer, {
      id: "01938a4e-7a3c-7c11-9f0e-3b1d2c4a5e6f",
      startDate: "2020-01-01",
      status: "EXPIRED",
      createdAt: null,
    });
    const { body } = await api.get<Single>(`/v2/leaves/${encodeId("leave", id)}`, keys.admin);
    expect(body.data.createdAt).toBe("2024-12-03T02:16:59.196Z");
  });

  it("404 out of reach, of another workspace, or malformed", async () => {
    const mine = (await list("", keys.user)).body.data[0]?.id;
    const other = await makeWorkspace(services);
    const otherId = await makeLeave(services, other.people.user, { startDate: "2026-01-01" });
    const cases: [string, TestKey][] = [
      [`/v2/leaves/${mine}`, keys.locationAdmin],
      [`/v2/leaves/${encodeId("leave", otherId)}`, keys.admin],
      ["/v2/leaves/leave-1", keys.admin],
      ["/v2/leaves/today", keys.admin],
    ];
    for (const [url, key] of cases) {
      const answer = await api.get<Refused>(url, key);
      expect([url, answer.status, answer.body.error.code]).toEqual([url, 404, "RESOURCE_NOT_FOUND"]);
    }
  });
});

describe("pages of leaves", () => {
  async function pages(query: string, key: TestKey): Promise<string[]> {
    const seen: string[] = [];
    let token: string | undefined;
    do {
      const { body } = await list(`?${query}${token ? `&nextToken=${token}` : ""}`, key);
      seen.push(...body.data.map(({ id }) => String(id)));
      token = body.nextToken;
    } while (token);
    return seen;
  }

  it("200 contain every leave once for every role, filter and page size, like a plain filter", async () => {
    clock.pass(60_000);
    const all = await everyLeave();
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...testRoles),
        fc.subarray([...leaveStatuses], { minLength: 1 }),
        fc.option(fc.constantFrom("2026-01-09", "2026-03-10", "2026-07-05", "2026-12-31", "2027-02-01")),
        fc.option(fc.constantFrom("2026-01-05", "2026-03-31", "2026-08-03", "2027-03-01")),
        fc.integer({ min: 1, max: 6 }),
        async (role, status, startDate, endDate, limit) => {
          clock.pass(60_000);
          if (startDate && endDate && endDate < startDate) return;
          const query = `status=${status}&limit=${limit}${startDate ? `&startDate=${startDate}` : ""}${endDate ? `&endDate=${endDate}` : ""}`;
          const expected = all.filter(
            (leave) =>
              reachedBy[role].includes(leave.member) &&
              status.includes(leave.status) &&
              (!startDate || leave.endDate >= startDate) &&
              (!endDate || leave.startDate <= endDate),
          );
          expect(await pages(query, keys[role])).toEqual(expected.map(({ id }) => id));
        },
      ),
      { numRuns: 150 },
    );
  });

  const reachedBy: Record<TestRole, CastMember[]> = {
    admin: castMembers,
    locationAdmin: ["admin", "locationAdmin", "northSeller", "platformer"],
    approver: ["user", "northSeller", "inactive", "deleted"],
    user: ["user"],
  };

  async function everyLeave() {
    const members = new Map(
      castMembers.map((member) => [encodeId("user", workspace.people[member].id), member]),
    );
    const { body } = await list(`?status=${leaveStatuses}&limit=1000`);
    return body.data
      .map((leave) => ({
        id: String(leave.id),
        member: members.get(String(leave.userId)) as CastMember,
        status: leave.status as (typeof leaveStatuses)[number],
        startDate: String(leave.startDate),
        endDate: String(leave.endDate),
      }))
      .sort((a, b) => (a.startDate + a.id < b.startDate + b.id ? -1 : 1));
  }

  it("200 a large reach is listed in the same order as a small one", async () => {
    const own = await makeWorkspace(services);
    const { locationAdmin, approver, user } = own.people;
    for (let i = 0; i < 110; i++) {
      const id = await makeUser(services, {
        workspaceId: own.id,
        name: `Seller ${i}`,
        locationId: own.locations.north,
        departmentId: own.departments.sales,
      });
      const person = { ...own.people.northSeller, id };
      for (const status of ["APPROVED", "OPEN"] as const)
        await makeLeave(services, person, {
          status,
          startDate: `2026-${String((i % 12) + 1).padStart(2, "0")}-10`,
          endDate: `2026-${String((i % 12) + 1).padStart(2, "0")}-20`,
        });
    }
    await makeLeave(services, own.people.platformer, { startDate: "2026-02-02" });
    await makeLeave(services, user, { startDate: "2026-02-02" });
    for (const [owner, hidden] of [
      [locationAdmin, user],
      [approver, own.people.platformer],
    ] as const) {
      const key = await makeKey(services, { workspaceId: own.id, ownerId: owner.id });
      for (const query of [
        "limit=7",
        "limit=7&status=APPROVED,OPEN",
        "limit=7&startDate=2026-03-15&endDate=2026-06-01",
        "limit=7&startDate=2026-03-10&endDate=2026-06-01",
      ]) {
        clock.pass(60_000);
        const paged = await pages(query, key);
        const whole = await list(`?${query.replace("limit=7", "limit=1000")}`, key);
        expect(paged).toEqual(whole.body.data.map(({ id }) => id));
        expect(new Set(paged).size).toBe(paged.length);
        expect(whole.body.data.map(({ userId }) => userId)).not.toContain(encodeId("user", hidden.id));
      }
    }
  });
});
