import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "@/server/kernel/ids";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { apiClient, type Refused } from "@/server/test/api-client";
import { makeKey, makeWorkspace, type TestKey, type TestWorkspace } from "@/server/test/factories";
import { plainWrites } from "@/server/test/plain-writes";
import { standingClock, testServices } from "@/server/test/services";

let services: Services;
let other: TestWorkspace;
let key: TestKey;
let api: ReturnType<typeof apiClient>;
const clock = standingClock();

beforeAll(async () => {
  services = await testServices({ clock });
  api = apiClient(services);
  const workspace = await makeWorkspace(services);
  other = await makeWorkspace(services);
  key = await makeKey(services, { workspaceId: workspace.id, ownerId: workspace.people.admin.id });
});
afterAll(() => services.close());

const pattern = { from: "2027-01-04", minutes: null };

/** Required fields of an endpoint's body beyond a new name. */
const bodies: Record<string, object> = {
  "/v2/users/{id}/balance-adjustments": {
    kind: "REVERSAL",
    reverses: `adjustment-${newId()}`,
    note: "Stolen",
  },
  "/v2/leave-types/{id}/policies/preview": { policies: [{ locationId: `location-${newId()}` }] },
  "/v2/locations/{id}/close": { through: "2026-10-31" },
  "/v2/locations/{id}/reopen": { through: null, reason: "Late" },
  "/v2/users/{id}/hand-over": { approverId: null },
  "/v2/users/{id}/work-patterns": pattern,
  "/v2/users/{id}/work-patterns/preview": pattern,
};

it("404 for ids of another workspace in every path", async () => {
  const foreign: Record<string, string> = {
    department: other.departments.empty,
    location: other.locations.empty,
    label: other.labels.unused,
    leaveType: other.leaveTypes.old,
    holiday: other.holidays.northNewYear,
    user: other.people.northSeller.id,
  };
  for (const { method, path, params = {}, body } of plainWrites) {
    const kinds = Object.entries(params).filter(([, kind]) => kind in foreign);
    if (kinds.length === 0) continue;
    clock.pass(1000);
    const url = kinds.reduce<string>(
      (text, [name, kind]) => text.replace(`{${name}}`, encodeId(kind, foreign[kind] ?? "")),
      path,
    );
    const answer = await api.v2(method, url, {
      key,
      ...(body && { json: bodies[path] ?? { name: "Stolen" } }),
    });
    expect([method, path, answer.status]).toEqual([method, path, 404]);
  }
});

describe("references to another workspace are reported together with faults of form", () => {
  const foreign = () => ({
    user: encodeId("user", other.people.northSeller.id),
    location: encodeId("location", other.locations.empty),
    department: encodeId("department", other.departments.empty),
    leaveType: encodeId("leaveType", other.leaveTypes.old),
    label: encodeId("label", other.labels.unused),
  });
  type Foreign = ReturnType<typeof foreign>;
  const creates: [path: string, of: (ids: Foreign) => object, paths: string[]][] = [
    [
      "leaves",
      ({ user, leaveType }) => ({ userId: user, leaveTypeId: leaveType }),
      ["userId", "leaveTypeId"],
    ],
    [
      "users",
      ({ location, department, label }) => ({
        locationId: location,
        departmentId: department,
        labels: [label],
        managedLocationIds: [location],
      }),
      ["locationId", "departmentId", "labels.0", "managedLocationIds.0"],
    ],
    [
      "departments",
      ({ department, user }) => ({ parentId: department, approvers: [{ userId: user, level: 1 }] }),
      ["parentId", "approvers.0.userId"],
    ],
    ["holidays", ({ location }) => ({ locationId: location }), ["locationId"]],
    ["leave-types", ({ location }) => ({ policies: [{ locationId: location }] }), ["policies.0.locationId"]],
  ];

  it.each(creates)("400 POST /v2/%s", async (name, of, paths) => {
    clock.pass(1000);
    const json = { ...of(foreign()), surelyUnknown: 1 };
    const answer = await api.v2<Refused>("POST", `/v2/${name}`, { key, json });
    expect(answer.status).toBe(400);
    const fields = answer.body.error.details?.fields ?? [];
    const found = fields.map(({ path }) => path);
    expect(found).toEqual(expect.arrayContaining(["surelyUnknown", ...paths]));
  });
});
