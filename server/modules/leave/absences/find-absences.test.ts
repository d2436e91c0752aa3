import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { leaveTypes } from "@/drizzle/schema/leaves";
import { users } from "@/drizzle/schema/people";
import { visibilities } from "@/drizzle/schema/values";
import { workspaces } from "@/drizzle/schema/workspaces";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { apiClient, type Listed, type Refused } from "@/server/test/api-client";
import {
  makeKey,
  makeKeys,
  makeLeave,
  makeWorkspace,
  type TestKey,
  type TestRole,
  type TestWorkspace,
  testRoles,
} from "@/server/test/factories";
import { as } from "@/server/test/leave-kit";
import { standingClock, testServices } from "@/server/test/services";
import { activeMembers, sightTable } from "@/server/test/sight-table";
import { findAbsences } from "./find-absences";
import { absenceView } from "./present";

let services: Services;
let workspace: TestWorkspace;
let keys: Record<TestRole, TestKey>;
let api: ReturnType<typeof apiClient>;
const week = { startDate: "2026-12-07", endDate: "2026-12-13" };
const path = `/v2/away?startDate=${week.startDate}&endDate=${week.endDate}`;

const setVisibility = (visibility: (typeof visibilities)[number]) =>
  services.db.update(workspaces).set({ visibility }).where(eq(workspaces.id, workspace.id));

/** Everyone is absent on one day, with leave in every status; so is a user of another workspace. */
beforeAll(async () => {
  services = await testServices({ clock: standingClock() });
  api = apiClient(services);
  workspace = await makeWorkspace(services);
  keys = await makeKeys(services, workspace);
  const other = await makeWorkspace(services);
  await services.db.update(workspaces).set({ visibility: "WORKSPACE" }).where(eq(workspaces.id, other.id));
  for (const { people } of [workspace, other])
    for (const member of [...activeMembers, "inactive", "deleted"] as const)
      await makeLeave(services, people[member], { startDate: "2026-12-08", reason: `why ${member}` });
});
afterAll(() => services.close());

/** What a person sees of these days, as pages show it. */
const seenBy = async (person: TestWorkspace["people"]["user"], days: typeof week) => {
  const page = await findAbsences(await as(services, person), { ...days, limit: 100, after: null });
  expect(page.next).toBeNull();
  return page.items.map(absenceView);
};

const namesOf = (members: readonly (keyof TestWorkspace["people"])[]) =>
  members.map((member) => workspace.people[member].name).sort();

describe.each(visibilities)("with the visibility %s", (visibility) => {
  it.each(testRoles)("the %s sees exactly the people named in the table", async (role) => {
    await setVisibility(visibility);
    const items = await seenBy(workspace.people[role], week);
    expect(items.map(({ name }) => name).sort()).toEqual(namesOf(sightTable[visibility][role]));
    expect(JSON.stringify(items)).not.toContain("why");
  });

  it("a key sees the people it reaches, whatever the workspace shows", async () => {
    await setVisibility(visibility);
    const seen = async (role: TestRole) =>
      (await api.get<Listed>(path, keys[role])).body.data
        .map(({ user }) => (user as { name: string }).name)
        .sort();
    expect(await seen("user")).toEqual(namesOf(["user"]));
    expect(await seen("approver")).toEqual(namesOf(["user", "northSeller"]));
    expect(await seen("locationAdmin")).toEqual(namesOf(sightTable.SELF.locationAdmin));
    expect(await seen("admin")).toEqual(namesOf(activeMembers));
  });
});

it("after a move to another department, the new colleagues see the person and the old ones no longer do", async () => {
  await setVisibility("DEPARTMENT");
  const { user, northSeller, platformer } = workspace.people;
  const seen = async (person: typeof user) => (await seenBy(person, week)).map(({ name }) => name);
  expect(await seen(user)).toContain(northSeller.name);
  const place = (departmentId: string) =>
    services.db.update(users).set({ departmentId }).where(eq(users.id, northSeller.id));
  await place(platformer.departmentId);
  expect(await seen(user)).not.toContain(northSeller.name);
  expect(await seen(platformer)).toContain(northSeller.name);
  await place(northSeller.departmentId);
});

it("open leave is shown as requested; denied, cancelled, expired and deleted leave is not shown", async () => {
  const { user } = workspace.people;
  const startDate = "2027-03-01";
  for (const status of ["OPEN", "DENIED", "CANCELLED", "EXPIRED", "DELETED"] as const)
    await makeLeave(services, user, { startDate, status });
  const items = await seenBy(workspace.people.northSeller, { startDate, endDate: startDate });
  expect(items).toMatchObject([
    { name: user.name, status: "OPEN", leaveId: null, type: { name: "Vacation" } },
  ]);
});

it("a private type is Away to colleagues, and visible to the person and to their managers", async () => {
  const { user, northSeller, approver, admin } = workspace.people;
  const startDate = "2027-03-03";
  const leaveTypeId = workspace.leaveTypes.sick;
  const id = encodeId("leave", await makeLeave(services, user, { startDate, leaveTypeId }));
  const typeFor = async (person: typeof user) => {
    const items = await seenBy(person, { startDate, endDate: startDate });
    return items.map(({ leaveId, type }) => [leaveId, type?.name ?? null]);
  };
  expect(await typeFor(northSeller)).toEqual([[null, null]]);
  for (const person of [user, approver, admin]) expect(await typeFor(person)).toEqual([[id, "Sick"]]);
});

it("who works elsewhere is not away, unless the type is hidden from the caller", async () => {
  const { user, northSeller } = workspace.people;
  const startDate = "2027-03-10";
  const leaveTypeId = workspace.leaveTypes.sick;
  await makeLeave(services, user, { startDate, leaveTypeId });
  await makeLeave(services, northSeller, { startDate });
  const statuses = (calendarStatus: "WORKING_ELSEWHERE" | "OUT_OF_OFFICE") =>
    services.db.update(leaveTypes).set({ calendarStatus }).where(eq(leaveTypes.id, leaveTypeId));
  await statuses("WORKING_ELSEWHERE");
  const awayFor = async (person: typeof user) => {
    const items = await seenBy(person, { startDate, endDate: startDate });
    return Object.fromEntries(items.map(({ name, isAway }) => [name, isAway]));
  };
  expect(await awayFor(user)).toEqual({ [user.name]: false, [northSeller.name]: true });
  expect(await awayFor(northSeller)).toEqual({ [user.name]: true, [northSeller.name]: true });
  await statuses("OUT_OF_OFFICE");
  expect(await awayFor(user)).toEqual({ [user.name]: true, [northSeller.name]: true });
});

it("pages continue where the last one ended, in order of start dates", async () => {
  const all = await api.get<Listed>(path, keys.admin);
  const found: unknown[] = [];
  for (let token: string | null = ""; token !== null; ) {
    const page: Listed = (
      await api.get<Listed>(`${path}&limit=2${token && `&nextToken=${token}`}`, keys.admin)
    ).body;
    found.push(...page.data);
    token = page.nextToken ?? null;
  }
  expect(found).toEqual(all.body.data);
});

it("400 without both dates, in the wrong order, or for more than 92 days", async () => {
  for (const [query, field] of [
    ["", "startDate"],
    ["startDate=2026-12-07", "endDate"],
    ["startDate=2026-12-07&endDate=2026-12-06", "endDate"],
    ["startDate=2026-12-07&endDate=2027-03-09", "endDate"],
  ]) {
    const { status, body } = await api.get<Refused>(`/v2/away?${query}`, keys.admin);
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toContain(`"${field}"`);
  }
  expect((await api.get(`/v2/away?startDate=2026-12-07&endDate=2027-03-08`, keys.admin)).status).toBe(200);
});

it("403 without leaves:read", async () => {
  const ownerId = workspace.people.admin.id;
  const key = await makeKey(services, { workspaceId: workspace.id, ownerId, scopes: ["users:read"] });
  expect((await api.get(path, key)).status).toBe(403);
});
