import { afterAll, beforeAll, expect, it } from "vitest";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { day } from "@/server/kernel/time/clock";
import { apiClient, type Refused, type Single } from "@/server/test/api-client";
import {
  makeKey,
  makeKeys,
  makeWorkspace,
  type TestKey,
  type TestRole,
  type TestWorkspace,
  testRoles,
} from "@/server/test/factories";
import { standingClock, testServices } from "@/server/test/services";

interface Me {
  user: { id: string; name: string; email: string };
  role: string;
  key: { id: string; masked: string; expiresAt: string | null };
  scopes: string[];
  reach: { kind: string; locationIds: string[]; departmentIds: string[]; description: string };
  limits: {
    rate: { limit: number; windowSeconds: number; remaining: number; resetSeconds: number };
    quota: { limit: number; remaining: number; resetSeconds: number; resetsAt: string };
  };
}

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

const me = (key: TestKey | string) => api.get<Single<Me>>("/v2/me", key);
const meOf = async (key: TestKey | string) => (await me(key)).body.data;

it("200 each role reads its own record, role and reach, and nothing about anyone else", async () => {
  const { locations, departments } = workspace;
  const reach = {
    admin: {
      ...{ kind: "WORKSPACE", locationIds: [], departmentIds: [] },
      description: "Everyone in the workspace.",
    },
    locationAdmin: {
      ...{ kind: "LOCATIONS", locationIds: [encodeId("location", locations.north)], departmentIds: [] },
      description: "People in the locations you manage: North.",
    },
    approver: {
      ...{ kind: "DEPARTMENTS", locationIds: [], departmentIds: [encodeId("department", departments.sales)] },
      description: "People in the departments you approve for: Sales.",
    },
    user: { ...{ kind: "SELF", locationIds: [], departmentIds: [] }, description: "Only yourself." },
  };
  const names = { admin: "ADMIN", locationAdmin: "LOCATION_ADMIN", approver: "APPROVER", user: "USER" };
  for (const role of testRoles) {
    const found = await me(keys[role]);
    const { user, key, ...rest } = found.body.data;
    expect(rest).toMatchObject({ role: names[role], reach: reach[role] });
    expect(user).toMatchObject({
      id: encodeId("user", workspace.people[role].id),
      name: workspace.people[role].name,
    });
    expect(key.masked).toBe(`svc_live_…${keys[role].plain.slice(-4)}`);
    for (const other of testRoles.filter((one) => one !== role))
      expect(found.text).not.toContain(workspace.people[other].id);
    expect(found.text).not.toContain(keys[role].plain);
  }
});

it("200 a key with any scope may call it; the scopes are those that the owner's role still allows", async () => {
  const ownerId = workspace.people.user.id;
  const one = await makeKey(services, { workspaceId: workspace.id, ownerId, scopes: ["webhooks:write"] });
  expect((await meOf(one)).scopes).toEqual(["webhooks:write"]);
  const two = await makeKey(services, {
    workspaceId: workspace.id,
    ownerId,
    scopes: ["labels:write", "leaves:read"],
    expiresAt: new Date(clock().getTime() + day),
  });
  expect(await meOf(two)).toMatchObject({
    scopes: ["leaves:read"],
    key: { expiresAt: "2026-11-21T12:00:00.000Z" },
  });
});

it("200 the remaining limits match the response's own RateLimit fields", async () => {
  const ownerId = workspace.people.approver.id;
  const key = await makeKey(services, { workspaceId: workspace.id, ownerId });
  for (let asked = 0; asked < 3; asked++) await api.get("/v2/users", key);
  clock.pass(50);
  const { headers, body } = await me(key);
  const { rate, quota } = body.data.limits;
  expect(headers.get("ratelimit")).toBe(
    `"rate";r=${rate.remaining};t=${rate.resetSeconds}, "quota";r=${quota.remaining};t=${quota.resetSeconds}`,
  );
  expect(headers.get("ratelimit-policy")).toBe(
    `"rate";q=${rate.limit};w=${rate.windowSeconds}, "quota";q=${quota.limit}`,
  );
  expect(quota).toMatchObject({ remaining: 29_996, resetsAt: "2026-12-01T00:00:00.000Z" });
});

it("401 without a key, 403 without the add-on or with an inactive owner", async () => {
  expect((await me("svc_live_nothing")).status).toBe(401);
  const free = await makeWorkspace(services, { plan: "FREE" });
  const keyOfFree = await makeKey(services, { workspaceId: free.id, ownerId: free.people.admin.id });
  const keyOfGone = await makeKey(services, {
    workspaceId: workspace.id,
    ownerId: workspace.people.inactive.id,
  });
  for (const key of [keyOfFree, keyOfGone]) {
    const { status, body } = await api.get<Refused>("/v2/me", key);
    expect([status, body.error.code]).toEqual([403, "FORBIDDEN"]);
  }
});
