import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { userLabels } from "@/drizzle/schema/directory";
import { leavePolicies, leaveTypes } from "@/drizzle/schema/leaves";
import { users } from "@/drizzle/schema/people";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { apiClient, type Listed, type Refused } from "@/server/test/api-client";
import {
  makeKey,
  makeKeys,
  makeLeave,
  type TestKey,
  type TestRole,
  type TestWorkspace,
  testRoles,
} from "@/server/test/factories";
import { makeLeaveWorkspace, makePerson, setPolicy } from "@/server/test/leave-kit";
import { standingClock, testServices } from "@/server/test/services";
import { activeMembers } from "@/server/test/sight-table";

interface BalancesOfUser {
  userId: string;
  asOf: string;
  balances: { leaveTypeId: string | null; taken: number }[];
}

let services: Services;
let workspace: TestWorkspace;
let keys: Record<TestRole, TestKey>;
let api: ReturnType<typeof apiClient>;
const clock = standingClock();
const statements: string[] = [];

beforeAll(async () => {
  services = await testServices({ clock, onStatement: (_, text) => void statements.push(text) });
  api = apiClient(services);
});
afterAll(() => services.close());
beforeEach(async () => {
  workspace = await makeLeaveWorkspace(services);
  const { sick } = workspace.leaveTypes;
  const { north, south } = workspace.locations;
  for (const locationId of [north, south])
    await setPolicy(services, workspace, { leaveTypeId: sick, locationId });
  keys = await makeKeys(services, workspace);
});

const list = async (key: TestKey, query = "") =>
  (await api.get<Listed<BalancesOfUser>>(`/v2/balances${query}`, key)).body;
const userOf = (id: string) => encodeId("user", id);
const whoOf = async (key: TestKey, query = "") => (await list(key, query)).data.map(({ userId }) => userId);
/** The balances from a single read. */
const single = async (key: TestKey, userId: string, query = "") =>
  (await api.get<Listed<BalancesOfUser["balances"][number]>>(`/v2/users/${userId}/balances${query}`, key))
    .body.data;

/** Leave of every kind that a balance counts, across the turn of a year. */
async function fill(): Promise<void> {
  await services.db
    .update(leavePolicies)
    .set({ rollover: "LIMITED", rolloverMaximum: 5 })
    .where(
      and(
        eq(leavePolicies.workspaceId, workspace.id),
        eq(leavePolicies.leaveTypeId, workspace.leaveTypes.vacation),
      ),
    );
  await services.db
    .update(users)
    .set({ createdAt: new Date("2024-03-01") })
    .where(eq(users.workspaceId, workspace.id));
  for (const [n, member] of activeMembers.entries()) {
    const person = workspace.people[member];
    await makeLeave(services, person, { startDate: `2025-0${n + 1}-03`, endDate: `2025-0${n + 1}-07` });
    await makeLeave(services, person, { startDate: "2025-12-29", endDate: "2026-01-09" });
    await makeLeave(services, person, { startDate: "2026-11-23", status: "OPEN" });
    await makeLeave(services, person, {
      startDate: `2026-12-${10 + n}`,
      leaveTypeId: workspace.leaveTypes.sick,
    });
  }
}

it("200 for each role the people within its reach, each with the balances of a single read", async () => {
  await fill();
  const reached = {
    admin: activeMembers,
    locationAdmin: ["admin", "locationAdmin", "northSeller", "platformer"],
    approver: ["user", "northSeller"],
    user: ["user"],
  } as const;
  for (const role of testRoles)
    for (const query of ["", "?asOf=2026-01-15"]) {
      const { data } = await list(keys[role], query);
      const expected = reached[role].map((member) => userOf(workspace.people[member].id));
      expect([role, data.map(({ userId }) => userId).sort()]).toEqual([role, [...expected].sort()]);
      for (const { userId, balances } of data) {
        expect(balances.length).toBeGreaterThan(1);
        expect(balances).toEqual(await single(keys[role], userId, query));
        clock.pass(1000);
      }
    }
});

it("200 a page takes the same number of statements for two people as for thirty", async () => {
  const ids: string[] = [];
  for (let n = 0; n < 30; n++) {
    const person = await makePerson(services, workspace);
    await makeLeave(services, person, { startDate: "2025-12-29", endDate: "2026-01-09" });
    ids.push(userOf(person.id));
  }
  const asked: number[] = [];
  for (const count of [2, 30]) {
    statements.length = 0;
    expect((await list(keys.admin, `?userIds=${ids.slice(0, count)}`)).data).toHaveLength(count);
    asked.push(statements.length);
  }
  expect(asked[1]).toBe(asked[0]);
  expect(asked[1]).toBeLessThanOrEqual(8);
});

it("200 combines filters", async () => {
  const { people, locations, departments, labels } = workspace;
  const id = (member: keyof typeof people) => userOf(people[member].id);
  const north = encodeId("location", locations.north);
  const sales = encodeId("department", departments.sales);
  expect(await whoOf(keys.admin, `?locations=${north}&departments=${sales}`)).toEqual([id("northSeller")]);
  expect(await whoOf(keys.admin, `?userIds=${id("user")},${id("admin")}&locations=${north}`)).toEqual([
    id("admin"),
  ]);
  const remote = await services.db.select().from(userLabels).where(eq(userLabels.labelId, labels.remote));
  expect((await whoOf(keys.admin, `?labels=${encodeId("label", labels.remote)}`)).sort()).toEqual(
    remote.map(({ userId }) => userOf(userId)).sort(),
  );
  expect(await whoOf(keys.admin, "?status=INACTIVE")).toEqual([id("inactive")]);
  // People beyond reach are left out, whatever the filter.
  expect(await whoOf(keys.user, `?userIds=${id("user")},${id("admin")}`)).toEqual([id("user")]);
});

it("200 one leave type; filtering by a private one does not reveal it", async () => {
  const { sick } = workspace.leaveTypes;
  const query = `?leaveTypeId=${encodeId("leaveType", sick)}`;
  for (const { balances } of (await list(keys.admin, query)).data)
    expect(balances.map(({ leaveTypeId }) => leaveTypeId)).toEqual([encodeId("leaveType", sick)]);
  await services.db.update(leaveTypes).set({ isPrivate: true }).where(eq(leaveTypes.id, sick));
  // The location admin reaches the administrator, but does not manage them.
  const admin = `&userIds=${userOf(workspace.people.admin.id)}`;
  expect((await list(keys.locationAdmin, query + admin)).data[0]?.balances).toEqual([]);
  const all = await list(keys.locationAdmin, `?userIds=${userOf(workspace.people.admin.id)}`);
  expect(all.data[0]?.balances.map(({ leaveTypeId }) => leaveTypeId)).toContain(null);
  expect(JSON.stringify(all)).not.toContain(sick);
});

it("200 pages contain each person once", async () => {
  const found: string[] = [];
  let token: string | undefined;
  do {
    const page = await list(keys.admin, `?limit=4${token ? `&nextToken=${token}` : ""}`);
    found.push(...page.data.map(({ userId }) => userId));
    token = page.nextToken;
  } while (token);
  expect([...found].sort()).toEqual(
    activeMembers.map((member) => userOf(workspace.people[member].id)).sort(),
  );
  expect(new Set(found).size).toBe(found.length);
});

it("400 for an invalid id, day or status; 403 without leaves:read", async () => {
  for (const query of ["userIds=user-1", "asOf=2026-02-30", "status=GONE", "limit=301", "leaveTypeId=x"])
    expect([query, (await api.get(`/v2/balances?${query}`, keys.admin)).status]).toEqual([query, 400]);
  const ownerId = workspace.people.admin.id;
  const key = await makeKey(services, { workspaceId: workspace.id, ownerId, scopes: ["users:read"] });
  const { status, body } = await api.get<Refused>("/v2/balances", key);
  expect([status, body.error.details?.requiredScopes]).toEqual([403, ["leaves:read"]]);
});
