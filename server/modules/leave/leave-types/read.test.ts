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
  testRoles,
} from "@/server/test/factories";
import { testServices } from "@/server/test/services";

let services: Services;
let workspace: TestWorkspace;
let keys: Record<TestRole, TestKey>;
let api: ReturnType<typeof apiClient>;

beforeAll(async () => {
  services = await testServices();
  api = apiClient(services);
  workspace = await makeWorkspace(services);
  keys = await makeKeys(services, workspace);
});
afterAll(() => services.close());

const names = (answer: { body: Listed }) => answer.body.data.map((item) => item.name);

describe("leave types", () => {
  it("200 every role sees all, including inactive ones, by position", async () => {
    for (const role of testRoles)
      expect(names(await api.get<Listed>("/v2/leave-types", keys[role]))).toEqual([
        "Sick",
        "Vacation",
        "Old",
      ]);
    const { body } = await api.get<Listed>("/v2/leave-types", keys.user);
    expect(body.data[0]).toEqual({
      id: encodeId("leaveType", workspace.leaveTypes.sick),
      name: "Sick",
      names: {},
      color: "aa0000",
      isActive: true,
      position: 1,
      calendarStatus: "OUT_OF_OFFICE",
      isPrivate: true,
      interrupts: false,
      interruptible: false,
      approversSeeFiles: false,
      unit: "DAYS",
      isRequestable: true,
    });
    expect(body.data[2]).toMatchObject({ isActive: false });
  });

  it("200 in pages", async () => {
    const first = await api.get<Listed>("/v2/leave-types?limit=2", keys.admin);
    const rest = await api.get<Listed>(
      `/v2/leave-types?limit=2&nextToken=${first.body.nextToken}`,
      keys.admin,
    );
    expect([names(first), names(rest)]).toEqual([["Sick", "Vacation"], ["Old"]]);
  });

  it("200 one adds the policies of the locations within reach", async () => {
    const url = `/v2/leave-types/${encodeId("leaveType", workspace.leaveTypes.vacation)}`;
    const placesSeenBy = async (role: TestRole) => {
      const { body } = await api.get<Single<{ policies: { locationId: string }[] }>>(url, keys[role]);
      return body.data.policies.map(({ locationId }) => locationId);
    };
    const north = encodeId("location", workspace.locations.north);
    const south = encodeId("location", workspace.locations.south);
    expect(await placesSeenBy("admin")).toEqual([north, south]);
    expect(await placesSeenBy("locationAdmin")).toEqual([north]);
    expect(await placesSeenBy("approver")).toEqual([north, south]);
    expect(await placesSeenBy("user")).toEqual([south]);
  });

  it("200 a policy has all its rules", async () => {
    const url = `/v2/leave-types/${encodeId("leaveType", workspace.leaveTypes.vacation)}`;
    const { body } = await api.get<Single<{ policies: unknown[] }>>(url, keys.admin);
    expect(body.data.policies).toEqual([
      {
        locationId: encodeId("location", workspace.locations.north),
        approvalRequired: true,
        allowNegativeBalance: false,
        unlimited: false,
        yearlyQuota: 25,
        accrual: "NONE",
        accrualTiming: "START",
        firstYear: "BY_DAY",
        firstYearMonths: null,
        quotaRounding: "NONE",
        tenureSteps: [],
        tenureFrom: "NEXT_YEAR",
        labelDays: [],
        accrualCap: null,
        rollover: "LIMITED",
        rolloverMaximum: 5,
        carryExpiry: null,
        carryUse: "FIRST",
        hoursWorkedRate: null,
        creditsRequestable: false,
        creditValidDays: null,
        lapseNotices: "NONE",
        shortestDuration: "FULL_DAY",
        reasonRequired: false,
        countMode: "WORKING_DAYS",
        approvalLevels: 2,
        decidedBy: "DEPARTMENT",
        changesNeedConsent: false,
      },
      expect.objectContaining({ yearlyQuota: 20.5, accrual: "MONTHLY", rolloverMaximum: null }),
    ]);
  });

  it("403 without the scope", async () => {
    const ownerId = workspace.people.admin.id;
    const key = await makeKey(services, { workspaceId: workspace.id, ownerId, scopes: ["leaves:read"] });
    const answer = await api.get<Refused>("/v2/leave-types", key);
    expect([answer.status, answer.body.error.details?.requiredScopes]).toEqual([403, ["leave-types:read"]]);
  });

  it("404 unknown, or of another workspace", async () => {
    const other = await makeWorkspace(services);
    for (const id of [encodeId("leaveType", other.leaveTypes.sick), "leaveType-1", "leave-types"]) {
      const answer = await api.get<Refused>(`/v2/leave-types/${id}`, keys.admin);
      expect([answer.status, answer.body.error.code]).toEqual([404, "RESOURCE_NOT_FOUND"]);
    }
  });
});
