import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { leaveTypes } from "@/drizzle/schema/leaves";
import { users } from "@/drizzle/schema/people";
import { visibilities } from "@/drizzle/schema/values";
import { workspaces } from "@/drizzle/schema/workspaces";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { apiClient, type Listed } from "@/server/test/api-client";
import {
  castMembers,
  makeKeys,
  makeLeave,
  makeWorkspace,
  type TestKey,
  type TestRole,
  type TestWorkspace,
  testRoles,
} from "@/server/test/factories";
import { standingClock, testServices } from "@/server/test/services";
import { sightTable } from "@/server/test/sight-table";
import { signedInCaller } from "@/server/test/signed-in-caller";

let services: Services;
let workspace: TestWorkspace;
let keys: Record<TestRole, TestKey>;
let api: ReturnType<typeof apiClient>;
/** A Tuesday, a working day at every location. */
const day = "2026-12-08";

const setVisibility = (visibility: (typeof visibilities)[number]) =>
  services.db.update(workspaces).set({ visibility }).where(eq(workspaces.id, workspace.id));
const counts = async (startDate: string, endDate = startDate, more = "") =>
  (await api.get<Listed>(`/v2/wallchart/counts?startDate=${startDate}&endDate=${endDate}${more}`, keys.admin))
    .body.data;

beforeAll(async () => {
  services = await testServices({ clock: standingClock() });
  api = apiClient(services);
  workspace = await makeWorkspace(services);
  keys = await makeKeys(services, workspace);
  const other = await makeWorkspace(services);
  await services.db.update(workspaces).set({ visibility: "WORKSPACE" }).where(eq(workspaces.id, other.id));
  for (const { people } of [workspace, other])
    for (const member of castMembers) await makeLeave(services, people[member], { startDate: day });
});
afterAll(() => services.close());

describe.each(visibilities)("with the visibility %s", (visibility) => {
  it.each(testRoles)("counts exactly the people named in the table for the %s", async (role) => {
    await setVisibility(visibility);
    const caller = await signedInCaller(services, workspace.people[role]);
    const everybody = sightTable[visibility][role].length;
    expect(await caller.wallchart.counts({ startDate: day, endDate: day })).toEqual([
      { date: day, awayCount: everybody, pendingCount: 0, elsewhereCount: 0, userCount: everybody },
    ]);
  });

  it("counts the people that a key reaches", async () => {
    await setVisibility(visibility);
    const seen = async (role: TestRole) =>
      (await api.get<Listed>(`/v2/wallchart/counts?startDate=${day}&endDate=${day}`, keys[role])).body
        .data[0];
    expect(await seen("user")).toMatchObject({ awayCount: 1, userCount: 1 });
    expect(await seen("approver")).toMatchObject({ awayCount: 2, userCount: 2 });
    expect(await seen("locationAdmin")).toMatchObject({ awayCount: 4, userCount: 4 });
    expect(await seen("admin")).toMatchObject({ awayCount: 6, userCount: 6 });
  });
});

it("each person once a day: a part day counts, two of them as one, and an absent person is not also pending", async () => {
  const { user, northSeller } = workspace.people;
  const startDate = "2027-03-03";
  const part = (startHour: number) => ({
    startDate,
    isFullDayLeave: false,
    startHour,
    endHour: startHour + 2,
  });
  await makeLeave(services, user, part(8));
  await makeLeave(services, user, part(11));
  await makeLeave(services, user, { ...part(14), status: "OPEN" });
  await makeLeave(services, northSeller, { startDate, status: "OPEN" });
  for (const status of ["DENIED", "CANCELLED", "EXPIRED", "DELETED"] as const)
    await makeLeave(services, workspace.people.admin, { startDate, status });
  expect(await counts(startDate)).toEqual([{ date: startDate, awayCount: 1, pendingCount: 1, userCount: 6 }]);
});

it("days off and full public holidays of a location count neither way", async () => {
  const { user, northSeller } = workspace.people;
  for (const person of [user, northSeller])
    await makeLeave(services, person, { startDate: "2026-12-24", endDate: "2026-12-28" });
  // North works Monday to Friday and has the 25th off, a Friday; south works Sunday to Thursday.
  expect(await counts("2026-12-24", "2026-12-28")).toEqual([
    { date: "2026-12-24", awayCount: 2, pendingCount: 0, userCount: 6 },
    { date: "2026-12-25", awayCount: 0, pendingCount: 0, userCount: 0 },
    { date: "2026-12-26", awayCount: 0, pendingCount: 0, userCount: 0 },
    { date: "2026-12-27", awayCount: 1, pendingCount: 0, userCount: 2 },
    { date: "2026-12-28", awayCount: 2, pendingCount: 0, userCount: 6 },
  ]);
});

it("filters narrow the people counted; leave filters do not change the number of people", async () => {
  const { user, northSeller, platformer } = workspace.people;
  const startDate = "2027-04-07";
  await makeLeave(services, user, { startDate });
  await makeLeave(services, northSeller, { startDate, leaveTypeId: workspace.leaveTypes.old });
  await makeLeave(services, platformer, { startDate });
  const only = async (more: string) => {
    const [count] = await counts(startDate, startDate, more);
    return [count?.awayCount, count?.userCount];
  };
  const { departments, locations, leaveTypes } = workspace;
  expect(await only("")).toEqual([3, 6]);
  expect(await only(`&departments=${encodeId("department", departments.sales)}`)).toEqual([2, 2]);
  expect(await only(`&locations=${encodeId("location", locations.north)}`)).toEqual([2, 4]);
  expect(await only("&labels=Remote")).toEqual([2, 2]);
  expect(await only(`&leaveTypes=${encodeId("leaveType", leaveTypes.old)}`)).toEqual([1, 6]);
  expect(await only("&onlyConflicts=true")).toEqual([2, 6]);
  expect(await only(`&onlyConflicts=true&leaveTypes=${encodeId("leaveType", leaveTypes.vacation)}`)).toEqual([
    1, 6,
  ]);
});

it("a person who moves is counted at their current place", async () => {
  await setVisibility("DEPARTMENT");
  const { user, northSeller, platformer } = workspace.people;
  const seen = async () => {
    const caller = await signedInCaller(services, user);
    return (await caller.wallchart.counts({ startDate: day, endDate: day }))[0]?.awayCount;
  };
  expect(await seen()).toBe(2);
  const place = (departmentId: string) =>
    services.db.update(users).set({ departmentId }).where(eq(users.id, northSeller.id));
  await place(platformer.departmentId);
  expect(await seen()).toBe(1);
  await place(northSeller.departmentId);
});

it("who works elsewhere is counted apart on pages, not in v2; a private type and a request are not", async () => {
  const { user, northSeller, platformer } = workspace.people;
  const { sick, old, vacation } = workspace.leaveTypes;
  const startDate = "2027-06-09";
  const worksElsewhere = (id: string) =>
    services.db.update(leaveTypes).set({ calendarStatus: "WORKING_ELSEWHERE" }).where(eq(leaveTypes.id, id));
  await worksElsewhere(old);
  await worksElsewhere(sick);
  await makeLeave(services, user, { startDate, leaveTypeId: old });
  await makeLeave(services, northSeller, { startDate, leaveTypeId: sick });
  await makeLeave(services, platformer, { startDate, leaveTypeId: old, status: "OPEN" });
  const caller = await signedInCaller(services, workspace.people.admin);
  const onPage = async (day: string) => caller.wallchart.counts({ startDate: day, endDate: day });
  expect(await onPage(startDate)).toMatchObject([{ awayCount: 1, pendingCount: 1, elsewhereCount: 1 }]);
  expect(await counts(startDate)).toEqual([{ date: startDate, awayCount: 2, pendingCount: 1, userCount: 6 }]);

  const { days } = await caller.wallchart.away({ startDate, endDate: startDate, step: 1, limit: 8 });
  expect(days).toMatchObject([{ awayCount: 1, pendingCount: 1, elsewhereCount: 1 }]);
  // After those who are not at work.
  expect(days[0]?.people.at(-1)).toBe(encodeId("user", user.id));

  // Who is away for part of a day is away.
  const later = "2027-06-10";
  const part = (startHour: number, leaveTypeId: string) => ({
    ...{ startDate: later, isFullDayLeave: false, startHour, endHour: startHour + 2, leaveTypeId },
  });
  await makeLeave(services, user, part(8, old));
  expect(await onPage(later)).toMatchObject([{ awayCount: 0, pendingCount: 0, elsewhereCount: 1 }]);
  await makeLeave(services, user, part(14, vacation));
  expect(await onPage(later)).toMatchObject([{ awayCount: 1, pendingCount: 0, elsewhereCount: 0 }]);
});
