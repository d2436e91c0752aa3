import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { users } from "@/drizzle/schema/people";
import { visibilities } from "@/drizzle/schema/values";
import { workspaces } from "@/drizzle/schema/workspaces";
import { newId } from "@/server/kernel/ids";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { compareNames } from "@/server/kernel/text/folding";
import { apiClient, type Listed, type Refused } from "@/server/test/api-client";
import {
  castMembers,
  makeKey,
  makeKeys,
  makeLeave,
  makeUser,
  makeWorkspace,
  type TestKey,
  type TestPerson,
  type TestRole,
  type TestWorkspace,
  testRoles,
} from "@/server/test/factories";
import { standingClock, testServices } from "@/server/test/services";
import { activeMembers, sightTable } from "@/server/test/sight-table";
import { signedInCaller } from "@/server/test/signed-in-caller";

let services: Services;
let workspace: TestWorkspace;
let keys: Record<TestRole, TestKey>;
let api: ReturnType<typeof apiClient>;
const week = { startDate: "2026-12-07", endDate: "2026-12-13" };
const days = (startDate: string, endDate = startDate) => `startDate=${startDate}&endDate=${endDate}`;
const path = `/v2/wallchart?${days(week.startDate, week.endDate)}`;

type Visibility = (typeof visibilities)[number];
const setVisibility = (visibility: Visibility) =>
  services.db.update(workspaces).set({ visibility }).where(eq(workspaces.id, workspace.id));
const place = (person: TestPerson, departmentId: string) =>
  services.db.update(users).set({ departmentId }).where(eq(users.id, person.id));
const page = async (person: TestPerson, input: object) =>
  (await signedInCaller(services, person)).wallchart.page(input as typeof week);
const namesIn = ({ own, people }: Awaited<ReturnType<typeof page>>) =>
  [...(own ? [own] : []), ...people].map(({ name }) => name);

interface Row {
  user: { id: string; name: string };
  nonWorkingDays: string[];
  holidays?: { date: string; name: string; isHalfDay: boolean }[];
  absences: { startDate: string; leaveTypeId: string | null; leaveId: string | null }[];
}
const rows = async (url: string, key: TestKey) =>
  (await api.get<Listed>(url, key)).body.data as unknown as Row[];
const names = async (url: string, key: TestKey) => (await rows(url, key)).map(({ user }) => user.name);

/** Half of the people are absent on one day, with leave in every status; so is everyone of another workspace, which shows them all. */
beforeAll(async () => {
  services = await testServices({ clock: standingClock() });
  api = apiClient(services);
  workspace = await makeWorkspace(services);
  keys = await makeKeys(services, workspace);
  const other = await makeWorkspace(services);
  await services.db.update(workspaces).set({ visibility: "WORKSPACE" }).where(eq(workspaces.id, other.id));
  for (const member of castMembers)
    await makeLeave(services, other.people[member], { startDate: "2026-12-08" });
  for (const member of ["user", "platformer", "locationAdmin", "inactive", "deleted"] as const)
    await makeLeave(services, workspace.people[member], { startDate: "2026-12-08", reason: `why ${member}` });
});
afterAll(() => services.close());

const namesOf = (members: readonly (keyof TestWorkspace["people"])[]) =>
  members.map((member) => workspace.people[member].name).sort();

describe.each(visibilities)("with the visibility %s", (visibility) => {
  it.each(testRoles)("the %s sees exactly the people named in the table, absent or not", async (role) => {
    await setVisibility(visibility);
    const seen = await page(workspace.people[role], week);
    expect(namesIn(seen).sort()).toEqual(namesOf(sightTable[visibility][role]));
    expect(seen.own?.name).toBe(workspace.people[role].name);
    expect(seen.next).toBeNull();
    expect(JSON.stringify(seen)).not.toContain("why");
  });

  it("a key sees the people it reaches, whatever the workspace shows", async () => {
    await setVisibility(visibility);
    const seen = async (role: TestRole) => (await names(path, keys[role])).sort();
    expect(await seen("user")).toEqual(namesOf(["user"]));
    expect(await seen("approver")).toEqual(namesOf(["user", "northSeller"]));
    expect(await seen("locationAdmin")).toEqual(namesOf(sightTable.SELF.locationAdmin));
    expect(await seen("admin")).toEqual(namesOf(activeMembers));
  });
});

it("the others are sorted by department, name and id, even when names are equal, a page at a time", async () => {
  const made = await makeWorkspace(services);
  const { north } = made.locations;
  const { sales, platform } = made.departments;
  for (const departmentId of [sales, platform])
    for (const name of ["Nina New", "Nina New", "Nina New", "Zoë Ö", "ábc"])
      await makeUser(services, { workspaceId: made.id, name, locationId: north, departmentId });
  const everybody = await page(made.people.admin, week);
  const order = everybody.people.map(({ department, name, id }) => [department, name, id]);
  const inOrder = (a: string[], b: string[]) =>
    a.map((text, n) => compareNames(text, b[n] ?? "")).find((sign) => sign !== 0) ?? 0;
  expect(order).toEqual([...order].sort(inOrder));
  expect(new Set(order.map(([, , id]) => id)).size).toBe(activeMembers.length - 1 + 10);
  const found: unknown[] = [];
  let next: typeof everybody.next = null;
  do {
    const some = await page(made.people.admin, { ...week, limit: 2, ...(next && { after: next }) });
    expect(some.own === null).toBe(next !== null);
    found.push(...some.people);
    next = some.next;
  } while (next);
  expect(found).toEqual(everybody.people);
  const key = await makeKey(services, { workspaceId: made.id, ownerId: made.people.admin.id });
  const walked: Row[] = [];
  for (let token: string | null = ""; token !== null; ) {
    const { body }: { body: Listed } = await api.get<Listed>(
      `${path}&limit=3${token && `&nextToken=${token}`}`,
      key,
    );
    walked.push(...(body.data as unknown as Row[]));
    token = body.nextToken ?? null;
  }
  expect(walked).toEqual(await rows(path, key));
  expect(walked).toHaveLength(activeMembers.length + 10);
});

it("when the visibility shrinks between two pages, the next one contains only people still within sight", async () => {
  await setVisibility("WORKSPACE");
  const { user } = workspace.people;
  const first = await page(user, { ...week, limit: 1 });
  expect(first.people).toHaveLength(1);
  const same = await page(user, { ...week, limit: 1, after: first.next });
  expect(same.sightMark).toBe(first.sightMark);
  await setVisibility("SELF");
  const rest = await page(user, { ...week, limit: 100, after: first.next });
  expect(rest).toMatchObject({ people: [], next: null });
  expect(rest.sightMark).not.toBe(first.sightMark);
});

it("after a move to another department, the new colleagues see the person and the old ones no longer do", async () => {
  await setVisibility("DEPARTMENT");
  const { user, northSeller, platformer } = workspace.people;
  expect(namesIn(await page(user, week))).toContain(northSeller.name);
  await place(northSeller, platformer.departmentId);
  expect(namesIn(await page(user, week))).not.toContain(northSeller.name);
  expect(namesIn(await page(platformer, week))).toContain(northSeller.name);
  await place(northSeller, northSeller.departmentId);
});

it("days, hours, long leave that began earlier, open leave; nothing denied or over", async () => {
  const { user, northSeller } = workspace.people;
  const month = { startDate: "2027-03-01", endDate: "2027-03-31" };
  const half = { isFullDayLeave: false, startHour: 9, endHour: 13 };
  await makeLeave(services, user, { startDate: "2027-01-04", endDate: "2027-03-01" });
  await makeLeave(services, user, { startDate: "2027-03-10", status: "OPEN", ...half });
  await makeLeave(services, user, { startDate: "2027-03-31", endDate: "2027-04-02" });
  await makeLeave(services, user, { startDate: "2027-02-01", endDate: "2027-02-28" });
  await makeLeave(services, user, { startDate: "2027-04-05" });
  for (const status of ["DENIED", "CANCELLED", "EXPIRED", "DELETED"] as const)
    await makeLeave(services, user, { startDate: "2027-03-15", status });
  await setVisibility("DEPARTMENT");
  const { people } = await page(northSeller, month);
  const whole = { isFullDayLeave: true, leaveId: null, status: "APPROVED", type: { name: "Vacation" } };
  expect(people.find(({ name }) => name === user.name)?.absences).toMatchObject([
    { startDate: "2027-01-04", endDate: "2027-03-01", ...whole },
    { startDate: "2027-03-10", isFullDayLeave: false, startMinutes: 540, endMinutes: 780, status: "OPEN" },
    { startDate: "2027-03-31", endDate: "2027-04-02", ...whole },
  ]);
  const own = (await page(user, month)).own?.absences ?? [];
  expect(own.map(({ leaveId }) => typeof leaveId)).toEqual(["string", "string", "string"]);
});

it("includes each location's work week, and names its public holidays when the key may read them", async () => {
  const url = `/v2/wallchart?${days("2026-12-21", "2026-12-27")}`;
  const of = (all: Row[], name: string) => all.find(({ user }) => user.name === name);
  const all = await rows(`${url}&expand=holidays`, keys.admin);
  expect(of(all, "Ada Admin")).toMatchObject({
    nonWorkingDays: ["2026-12-26", "2026-12-27"],
    holidays: [{ date: "2026-12-25", name: "Christmas", isHalfDay: false }],
  });
  expect(of(all, "Uma User")).toMatchObject({
    nonWorkingDays: ["2026-12-25", "2026-12-26"],
    holidays: [],
  });
  expect((await rows(url, keys.admin))[0]).not.toHaveProperty("holidays");
  const seen = await page(workspace.people.user, { startDate: "2027-05-01", endDate: "2027-05-02" });
  expect(seen.calendars).toContainEqual({
    id: encodeId("location", workspace.locations.south),
    workWeek: [0, 1, 2, 3, 4],
    hoursPerDay: 7.5,
    patterns: [],
    holidays: [{ date: "2027-05-01", name: "Labour Day", isHalfDay: true }],
  });
  const ownerId = workspace.people.admin.id;
  const key = await makeKey(services, { workspaceId: workspace.id, ownerId, scopes: ["leaves:read"] });
  expect((await api.get(url, key)).status).toBe(200);
  const refused = await api.get<Refused>(`${url}&expand=holidays`, key);
  expect(refused.status).toBe(403);
  expect(JSON.stringify(refused.body)).toContain("holidays:read");
});

describe("filters", () => {
  const asked = (filter: string) => names(`${path}&${filter}`, keys.admin).then((found) => found.sort());

  it("by department, location and label, several of each, and all at once", async () => {
    const { departments, locations, labels } = workspace;
    const { sales, platform } = departments;
    const south = encodeId("location", locations.south);
    expect(await asked(`departments=${encodeId("department", sales)}`)).toEqual(
      namesOf(["user", "northSeller"]),
    );
    expect(
      await asked(`departments=${[sales, platform].map((id) => encodeId("department", id)).join()}`),
    ).toEqual(namesOf(["user", "northSeller", "platformer"]));
    expect(await asked(`locations=${south}`)).toEqual(namesOf(["approver", "user"]));
    expect(await asked("labels=Remote")).toEqual(namesOf(["user", "northSeller"]));
    expect(await asked(`labels=${encodeId("label", labels.remote)}&locations=${south}`)).toEqual(
      namesOf(["user"]),
    );
    expect(await asked(`departments=${encodeId("department", newId())}`)).toEqual([]);
  });

  it("by label reveals nothing about people within sight but beyond reach", async () => {
    await setVisibility("WORKSPACE");
    const labels = [encodeId("label", workspace.labels.remote)];
    const seen = async (role: TestRole) => {
      const { people } = await page(workspace.people[role], { ...week, labels });
      return people.map(({ name }) => name).sort();
    };
    expect(await seen("admin")).toEqual(namesOf(["user", "northSeller"]));
    expect(await seen("locationAdmin")).toEqual(namesOf(["northSeller"]));
    expect(await seen("user")).toEqual([]);
    expect(await seen("approver")).toEqual(namesOf(["user", "northSeller"]));
  });

  it("by leave type shows the people with such leave, and only that leave; oneself always", async () => {
    const { vacation, sick } = workspace.leaveTypes;
    const { user, platformer, admin } = workspace.people;
    await makeLeave(services, user, { startDate: "2026-12-10", leaveTypeId: workspace.leaveTypes.old });
    const leaveTypes = [encodeId("leaveType", vacation)];
    const seen = await page(admin, { ...week, leaveTypes });
    expect(seen.own).toMatchObject({ name: admin.name, absences: [] });
    expect(seen.people.map(({ name }) => name).sort()).toEqual(
      namesOf(["user", "platformer", "locationAdmin"]),
    );
    const own = seen.people.find(({ name }) => name === user.name);
    expect(own?.absences.map(({ startDate }) => startDate)).toEqual(["2026-12-08"]);
    expect((await page(platformer, { ...week, leaveTypes: [encodeId("leaveType", sick)] })).people).toEqual(
      [],
    );
  });

  it("by a private leave type finds only people whose type the caller may see", async () => {
    await setVisibility("WORKSPACE");
    const { user, northSeller, platformer, approver, admin } = workspace.people;
    const leaveTypeId = workspace.leaveTypes.sick;
    const day = { startDate: "2027-06-02", endDate: "2027-06-02" };
    await makeLeave(services, user, { startDate: day.startDate, leaveTypeId });
    await makeLeave(services, platformer, { startDate: day.startDate, leaveTypeId, status: "OPEN" });
    const found = async (person: TestPerson) => {
      const caller = await signedInCaller(services, person);
      const filter = { ...day, leaveTypes: [encodeId("leaveType", leaveTypeId)] };
      const { own, people } = await caller.wallchart.page(filter);
      const [count] = await caller.wallchart.counts(filter);
      const rows = [...people, ...(own?.absences.length ? [own] : [])];
      return {
        names: rows.map(({ name }) => name).sort(),
        away: count?.awayCount,
        asked: count?.pendingCount,
      };
    };
    expect(await found(northSeller)).toEqual({ names: [], away: 0, asked: 0 });
    expect(await found(user)).toEqual({ names: namesOf(["user"]), away: 1, asked: 0 });
    expect(await found(approver)).toEqual({ names: namesOf(["user"]), away: 1, asked: 0 });
    expect(await found(admin)).toEqual({ names: namesOf(["user", "platformer"]), away: 1, asked: 1 });
    const shown = await page(northSeller, day);
    const types = (name: string) => shown.people.find((row) => row.name === name)?.absences[0]?.type;
    expect([types(user.name), types(platformer.name)]).toEqual([null, null]);
  });

  it("only conflicts: people absent while half of their department is, and at least two are", async () => {
    const { admin, locationAdmin, approver, user, northSeller, platformer } = workspace.people;
    const onlyConflicts = (startDate: string, endDate = startDate) =>
      names(`/v2/wallchart?${days(startDate, endDate)}&onlyConflicts=true`, keys.admin);
    // Wednesdays, a working day for everyone.
    await makeLeave(services, platformer, { startDate: "2027-07-07" });
    await makeLeave(services, user, { startDate: "2027-07-07" });
    expect(await onlyConflicts("2027-07-07")).toEqual([]);
    await makeLeave(services, northSeller, {
      startDate: "2027-07-06",
      endDate: "2027-07-08",
      status: "OPEN",
    });
    expect(await onlyConflicts("2027-07-07")).toEqual([northSeller.name, user.name]);
    expect(await onlyConflicts("2027-07-06")).toEqual([]);
    expect(await onlyConflicts("2027-07-05", "2027-07-08")).toEqual([northSeller.name, user.name]);
    // Two of three.
    await makeLeave(services, admin, { startDate: "2027-07-14" });
    expect(await onlyConflicts("2027-07-14")).toEqual([]);
    await makeLeave(services, approver, { startDate: "2027-07-14" });
    expect(await onlyConflicts("2027-07-14")).toEqual([admin.name, approver.name]);
    // A Friday, a day off in south.
    await makeLeave(services, locationAdmin, { startDate: "2027-07-16" });
    await makeLeave(services, approver, { startDate: "2027-07-16" });
    expect(await onlyConflicts("2027-07-16")).toEqual([]);
  });

  it("only conflicts: exactly half of a department is a conflict, less is not", async () => {
    const made = await makeWorkspace(services);
    const place = { workspaceId: made.id, locationId: made.locations.north };
    const hire = async (name: string): Promise<TestPerson> => {
      const person = { ...place, name, departmentId: made.departments.empty };
      return { ...person, id: await makeUser(services, person), leaveTypeId: made.leaveTypes.vacation };
    };
    for (const name of ["A", "B"]) await makeLeave(services, await hire(name), { startDate: week.startDate });
    for (const name of ["C", "D"]) await hire(name);
    const conflicts = async () => namesIn(await page(made.people.admin, { ...week, onlyConflicts: true }));
    expect(await conflicts()).toEqual([made.people.admin.name, "A", "B"]);
    await hire("E");
    expect(await conflicts()).toEqual([made.people.admin.name]);
  });

  it("only conflicts: a department is as large as the caller's sight of it", async () => {
    const { admin, locationAdmin, approver } = workspace.people;
    const startDate = "2027-08-04";
    await makeLeave(services, admin, { startDate });
    await makeLeave(services, locationAdmin, { startDate });
    await setVisibility("LOCATION");
    const conflicts = async (person: TestPerson) =>
      namesIn(await page(person, { startDate, endDate: startDate, onlyConflicts: true }));
    expect(await conflicts(locationAdmin)).toEqual([locationAdmin.name, admin.name]);
    expect(await conflicts(approver)).toEqual([approver.name]);
  });
});

it("400 for missing days, in the wrong order, or more than 98, and for an invalid filter", async () => {
  for (const base of ["/v2/wallchart", "/v2/wallchart/counts"]) {
    for (const [query, field] of [
      ["", "startDate"],
      ["startDate=2026-12-07", "endDate"],
      [days("2026-12-07", "2026-12-06"), "endDate"],
      [days("2026-12-07", "2027-03-15"), "endDate"],
      [`${days("2026-12-07")}&onlyConflicts=yes`, "onlyConflicts"],
      [`${days("2026-12-07")}&departments=sales`, "departments"],
    ]) {
      const { status, body } = await api.get<Refused>(`${base}?${query}`, keys.admin);
      expect(status).toBe(400);
      expect(JSON.stringify(body)).toContain(`"${field}"`);
    }
    expect((await api.get(`${base}?${days("2026-12-07", "2027-03-14")}`, keys.admin)).status).toBe(200);
  }
});

it("403 without leaves:read", async () => {
  const ownerId = workspace.people.admin.id;
  const key = await makeKey(services, { workspaceId: workspace.id, ownerId, scopes: ["users:read"] });
  expect((await api.get(path, key)).status).toBe(403);
  expect((await api.get(`/v2/wallchart/counts?${days("2026-12-07")}`, key)).status).toBe(403);
});

it("offers filters for places within sight, and labels to callers who may read them", async () => {
  await setVisibility("DEPARTMENT");
  const choices = async (person: TestPerson) => (await signedInCaller(services, person)).wallchart.choices();
  const of = (all: { name: string }[]) => all.map(({ name }) => name);
  const users = await choices(workspace.people.user);
  expect(users).toMatchObject({ today: "2026-11-20", firstDayOfWeek: 0 });
  expect(of(users.departments)).toEqual(["Sales"]);
  expect(of(users.locations)).toEqual(["North", "South"]);
  expect(users.labels).toEqual([]);
  const admins = await choices(workspace.people.admin);
  expect(of(admins.departments)).toEqual(["Engineering", "Platform", "Sales"]);
  expect(of(admins.labels)).toEqual(["Night shift", "Remote", "Unused"]);
  expect(of(admins.leaveTypes)).toEqual(["Sick", "Vacation", "Old"]);
});

it("a search by name finds parts of names, whatever their case and accents, and keeps the user's own row", async () => {
  const made = await makeWorkspace(services);
  const { north } = made.locations;
  const departmentId = made.departments.sales;
  await makeUser(services, { workspaceId: made.id, name: "Zoë Márquez", locationId: north, departmentId });
  const seen = await page(made.people.admin, { ...week, text: " marQUEZ " });
  expect(seen.own?.name).toBe(made.people.admin.name);
  expect(seen.people.map(({ name }) => name)).toEqual(["Zoë Márquez"]);
  const caller = await signedInCaller(services, made.people.admin);
  const day = { startDate: "2026-12-08", endDate: "2026-12-08", text: "marquez" };
  expect(await caller.wallchart.counts(day)).toMatchObject([{ userCount: 1 }]);
  expect((await page(made.people.admin, { ...week, text: "100%" })).people).toEqual([]);
  // Beyond sight no name is found.
  expect((await page(made.people.user, { ...week, text: made.people.admin.name })).people).toEqual([]);
});

it("one's own departments come first, those where one decides too, a page at a time", async () => {
  const made = await makeWorkspace(services);
  const { platformer, approver, admin } = made.people;
  const all = async (person: TestPerson, teamFirst: boolean) => {
    const found: [string, string][] = [];
    let after: Awaited<ReturnType<typeof page>>["next"] = null;
    do {
      const some: Awaited<ReturnType<typeof page>> = await page(person, {
        ...{ ...week, limit: 1, teamFirst },
        ...(after && { after }),
      });
      found.push(...some.people.map(({ department, name }) => [department, name] as [string, string]));
      after = some.next;
    } while (after);
    return found;
  };
  await services.db.update(workspaces).set({ visibility: "WORKSPACE" }).where(eq(workspaces.id, made.id));
  for (const person of [platformer, approver, admin]) {
    const plain = await all(person, false);
    const sorted = await all(person, true);
    const { own } = await page(person, week);
    const isOwn = ([department]: [string, string]) => department === own?.department;
    const team = plain.filter(isOwn);
    expect(sorted.slice(0, team.length)).toEqual(team);
    expect([...sorted].sort()).toEqual([...plain].sort());
  }
});
