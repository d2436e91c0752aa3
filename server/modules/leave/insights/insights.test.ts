import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { wholeDay } from "@/drizzle/schema/day-counts";
import { leaveTypes } from "@/drizzle/schema/leaves";
import type { Services } from "@/server/kernel/services";
import { dayNumber } from "@/server/kernel/time/calendar-date";
import { balancesOf } from "@/server/modules/leave/balances/list-balances";
import { findLapses } from "@/server/modules/leave/lapses/find-lapses";
import { setWorkPattern } from "@/server/modules/people/patterns/set-work-pattern";
import { makeLeave, type TestPerson, type TestWorkspace } from "@/server/test/factories";
import { as, makeLeaveWorkspace, makePerson, setPolicy } from "@/server/test/leave-kit";
import { standingClock, testNow, testServices } from "@/server/test/services";
import { findChoices } from "./find-choices";
import { findCoverage } from "./find-coverage";
import { findDaysAway } from "./find-days-away";
import { findShownMonths, findSickRate } from "./find-sick-rate";
import { findYearEnd } from "./find-year-end";

let services: Services;
let workspace: TestWorkspace;
beforeAll(async () => {
  services = await testServices({ clock: standingClock() });
});
afterAll(() => services.close());
beforeEach(async () => {
  workspace = await makeLeaveWorkspace(services, { rollover: "LIMITED", rolloverMaximum: 5 });
  await services.db
    .update(leaveTypes)
    .set({ interrupts: true })
    .where(eq(leaveTypes.id, workspace.leaveTypes.sick));
});

const people = (count: number, more: object): Promise<TestPerson[]> =>
  Promise.all(Array.from({ length: count }, () => makePerson(services, workspace, more)));
const inEmpty = () => ({
  locationId: workspace.locations.empty,
  departmentId: workspace.departments.empty,
  startDate: "2026-03-01",
});
const ofSick = () => ({ leaveTypeId: workspace.leaveTypes.sick });

it("the sick rate is sick days by working days of those employed, and counts no weekend", async () => {
  const [one, two] = (await people(6, inEmpty())) as [TestPerson, TestPerson];
  await people(4, { locationId: workspace.locations.south, startDate: "2020-01-01" });
  await makeLeave(services, one, { ...ofSick(), startDate: "2026-06-01", endDate: "2026-06-03" });
  // Counted by calendar days: Friday to Monday.
  await makeLeave(services, two, {
    ...{ ...ofSick(), startDate: "2026-05-29", endDate: "2026-06-01" },
    dayCounts: { start: dayNumber("2026-05-29"), counts: Array(4).fill(wholeDay) },
  });
  await makeLeave(services, two, { ...ofSick(), startDate: "2026-06-10", status: "OPEN" });
  await makeLeave(services, two, { startDate: "2026-06-11" });
  const admin = await as(services, workspace.people.admin);
  const ratesOf = async (group: object) =>
    new Map(
      (await findSickRate(admin, { year: 2026, ...group })).months.map(({ month, rate }) => [
        month.slice(5),
        rate,
      ]),
    );
  const own = await ratesOf({ departmentId: workspace.departments.empty });
  expect([own.get("02"), own.get("03")]).toEqual([null, 0]);
  expect(own.get("05")).toBeCloseTo(1 / (6 * 21), 12);
  expect(own.get("06")).toBeCloseTo(4 / (6 * 22), 12);
  // Not yet.
  expect(own.get("12")).toBeNull();
  const all = await ratesOf({});
  // The six, the four, and the one of the cast who was employed.
  expect(all.get("06")).toBeCloseTo(4 / (11 * 22), 12);
  expect(all.get("02")).toBe(0);
  const { months } = await findSickRate(admin, { year: 2027 });
  expect(months[5]).toMatchObject({ month: "2027-06", rate: null, rateBefore: all.get("06") });
});

it("no rate of fewer than five people is shown, nor of others where theirs would follow", async () => {
  await people(6, inEmpty());
  const admin = await as(services, workspace.people.admin);
  const june = async (group: object) => {
    const isShown = (await findSickRate(admin, { year: 2026, ...group })).months[5]?.rate !== null;
    // Days away are shown by the same months.
    expect((await findShownMonths(admin, { year: 2026, ...group })).has("2026-06")).toBe(isShown);
    return isShown;
  };
  expect(await june({})).toBe(true);
  // One person is in sales at south: everyone less the six.
  expect(await june({ locationId: workspace.locations.south })).toBe(false);
  expect(await june({ locationId: workspace.locations.empty })).toBe(false);
  expect(await june({ departmentId: workspace.departments.sales })).toBe(false);
});

it("403 the sick rate for anyone but administrators, insights for anyone but those who lead locations", async () => {
  const { locationAdmin, approver, user } = workspace.people;
  await expect(findSickRate(await as(services, locationAdmin), { year: 2026 })).rejects.toMatchObject({
    code: "FORBIDDEN",
  });
  for (const person of [approver, user]) {
    const ctx = await as(services, person);
    const calls = [
      findSickRate(ctx, { year: 2026 }),
      findDaysAway(ctx, { year: 2026 }),
      findYearEnd(ctx, { year: 2026, leaveTypeId: workspace.leaveTypes.vacation }),
      findChoices(ctx),
      findCoverage(ctx, {}),
    ];
    for (const call of calls) await expect(call).rejects.toMatchObject({ code: "FORBIDDEN" });
  }
});

it("days away are counted in their months; sickness and private types are not for location admins", async () => {
  const north = await makePerson(services, workspace, { startDate: "2020-01-01" });
  const south = await makePerson(services, workspace, {
    locationId: workspace.locations.south,
    startDate: "2020-01-01",
  });
  await makeLeave(services, north, {
    ...{ startDate: "2026-04-29", endDate: "2026-05-01" },
    dayCounts: { start: dayNumber("2026-04-29"), counts: [wholeDay, wholeDay / 2, wholeDay] },
    durationWorkingDays: 2.5,
  });
  await makeLeave(services, north, {
    ...{ startDate: "2025-12-31", endDate: "2026-01-02" },
    dayCounts: { start: dayNumber("2025-12-31"), counts: [wholeDay, 0, wholeDay] },
  });
  await makeLeave(services, north, { startDate: "2026-04-01", status: "OPEN" });
  await makeLeave(services, south, { startDate: "2026-05-04", endDate: "2026-05-05" });
  await makeLeave(services, north, { ...ofSick(), startDate: "2026-05-06" });
  const shown = async (person: TestPerson, more = {}) => {
    const { types } = await findDaysAway(await as(services, person), { year: 2026, ...more });
    return types.map(({ name, days }) => [name, days[0], days[3], days[4]]);
  };
  expect(await shown(workspace.people.locationAdmin)).toEqual([["Vacation", 1000, 1500, 1000]]);
  // Three people were employed in May: too few for sickness.
  expect(await shown(workspace.people.admin)).toEqual([["Vacation", 1000, 1500, 3000]]);
  await people(4, { startDate: "2020-01-01" });
  expect(await shown(workspace.people.admin)).toEqual([
    ["Sick", 0, 0, 1000],
    ["Vacation", 1000, 1500, 3000],
  ]);
  expect(await shown(workspace.people.admin, { locationId: workspace.locations.south })).toEqual([
    ["Vacation", 0, 0, 2000],
  ]);
});

it("days on which people work elsewhere are no days away", async () => {
  const person = await makePerson(services, workspace, { startDate: "2020-01-01" });
  await makeLeave(services, person, { startDate: "2026-05-04" });
  const admin = await as(services, workspace.people.admin);
  const shown = async () => (await findDaysAway(admin, { year: 2026 })).types.map(({ name }) => name);
  expect(await shown()).toEqual(["Vacation"]);
  await services.db
    .update(leaveTypes)
    .set({ calendarStatus: "WORKING_ELSEWHERE" })
    .where(eq(leaveTypes.id, workspace.leaveTypes.vacation));
  expect(await shown()).toEqual([]);
});

it("what is left and lapses by the end of the year are the sums of the balances and of the lapses", async () => {
  const some = await people(3, { startDate: "2020-01-01" });
  await makeLeave(services, some[0] as TestPerson, { startDate: "2026-12-07", endDate: "2026-12-16" });
  await setPolicy(services, workspace, { rollover: "LIMITED", rolloverMaximum: 5, accrual: "MONTHLY" });
  const { vacation } = workspace.leaveTypes;
  const { sales } = workspace.departments;
  for (const [person, count] of [
    [workspace.people.admin, 5],
    // Without the one at south.
    [workspace.people.locationAdmin, 4],
  ] as const) {
    const ctx = await as(services, person);
    const found = await findYearEnd(ctx, { year: 2026, leaveTypeId: vacation, departmentId: sales });
    const ids = [...some, workspace.people.northSeller, ...(count === 5 ? [workspace.people.user] : [])].map(
      ({ id }) => id,
    );
    const balances = await balancesOf(ctx, ids, { asOf: "2026-12-31", leaveTypeId: vacation });
    const remaining = balances.flatMap((one) => one.balances).map((one) => one.remaining ?? 0);
    const lapses = (await findLapses(ctx, ids, 41)).filter(({ leaveTypeId }) => leaveTypeId === vacation);
    const total = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0);
    expect(found.departments).toEqual([
      {
        id: sales,
        name: "Sales",
        people: count,
        remaining: total(remaining),
        lapsing: total(lapses.map(({ amount }) => amount)),
      },
    ]);
    expect(found.people.map(({ lapsing }) => lapsing)).toEqual(
      [...found.people.map(({ lapsing }) => lapsing)].sort((a, b) => b - a),
    );
    expect(found.people[0]).toMatchObject({ lapsing: 25_000, remaining: 30_000 });
    expect(found.lapsingCount).toBe(new Set(lapses.map(({ employee }) => employee.id)).size);
  }
});

describe("coverage", () => {
  const team = async (count: number, more: object = {}) => people(count, { ...inEmpty(), ...more });
  const coverage = async (person: TestPerson, group = {}) => findCoverage(await as(services, person), group);
  /** Of the department `empty`. */
  const weeksOf = async (person: TestPerson, group = {}) =>
    (await coverage(person, group)).departments.find(({ id }) => id === workspace.departments.empty)?.weeks;
  const on = (day: string, count: number, of: number) => ({ day: dayNumber(day), in: count, of });

  it("is of the day of each week on which the smallest part is in, from today on", async () => {
    const [one, two, three] = (await team(6)) as [TestPerson, TestPerson, TestPerson];
    const { admin } = workspace.people;
    const { weeks } = await coverage(admin);
    const today = testNow.toISOString().slice(0, 10);
    expect(weeks.map(({ start, end }) => end - start)).toEqual([
      dayNumber("2026-11-22") - dayNumber(today),
      ...Array(7).fill(6),
    ]);
    expect(weeks.at(0)?.start).toBe(dayNumber(today));
    expect(weeks.map(({ end }) => new Date(end * 86_400_000).getUTCDay())).toEqual(Array(8).fill(0));
    // 2026-12-07 is a Monday.
    await makeLeave(services, one, { startDate: "2026-12-07", endDate: "2026-12-09" });
    await makeLeave(services, two, { startDate: "2026-12-09", endDate: "2026-12-11" });
    // Twice away on one day, by halves, they are away once.
    await makeLeave(services, three, { startDate: "2026-12-09", endPart: "MORNING" });
    await makeLeave(services, three, { startDate: "2026-12-09", startPart: "AFTERNOON", ...ofSick() });
    // Neither a request nor a weekend makes anyone absent.
    await makeLeave(services, three, { startDate: "2026-12-14", status: "OPEN" });
    await makeLeave(services, three, { startDate: "2026-12-19", endDate: "2026-12-20" });
    const found = await weeksOf(admin);
    const at = weeks.findIndex(({ start }) => start === dayNumber("2026-12-07"));
    expect(found?.slice(at, at + 2)).toEqual([on("2026-12-09", 3, 6), on("2026-12-14", 6, 6)]);
  });

  it("counts who works elsewhere as in, and no one before their first or after their last day", async () => {
    const [one] = (await team(6)) as [TestPerson];
    await team(1, { startDate: "2026-12-16" });
    await team(1, { endDate: "2026-12-08" });
    await services.db
      .update(leaveTypes)
      .set({ calendarStatus: "WORKING_ELSEWHERE" })
      .where(eq(leaveTypes.id, workspace.leaveTypes.sick));
    await makeLeave(services, one, { ...ofSick(), startDate: "2026-12-07", endDate: "2026-12-11" });
    const { weeks } = await coverage(workspace.people.admin);
    const found = await weeksOf(workspace.people.admin);
    const at = weeks.findIndex(({ start }) => start === dayNumber("2026-12-07"));
    expect(found?.slice(at, at + 3)).toEqual([
      on("2026-12-07", 7, 7),
      on("2026-12-14", 6, 6),
      on("2026-12-21", 7, 7),
    ]);
  });

  it("shows no department of fewer than five, nor days on which fewer work", async () => {
    await team(4);
    const { admin } = workspace.people;
    expect(await weeksOf(admin)).toBeUndefined();
    const [one, two] = (await team(2)) as [TestPerson, TestPerson];
    expect(await weeksOf(admin)).toHaveLength(8);
    const ctx = await as(services, admin);
    // Not on Wednesdays, from Sunday on.
    const minutes = [[0], [480], [480], [0], [480], [480], [0]];
    for (const { id } of [one, two]) await setWorkPattern(ctx, id, { from: "2026-11-01", minutes });
    const [other] = (await team(1)) as [TestPerson];
    await makeLeave(services, other, { startDate: "2026-12-09" });
    expect((await weeksOf(admin))?.at(3)).toEqual(on("2026-12-09", 4, 5));
    await setWorkPattern(ctx, other.id, { from: "2026-11-01", minutes });
    expect((await weeksOf(admin))?.at(3)).toEqual(on("2026-12-07", 7, 7));
  });

  it("403 for users; a location admin has their people alone", async () => {
    await team(6);
    await expect(coverage(workspace.people.user)).rejects.toMatchObject({ code: "FORBIDDEN" });
    const { locationAdmin } = workspace.people;
    expect(await weeksOf(locationAdmin)).toBeUndefined();
    expect(await weeksOf(workspace.people.admin, { locationId: workspace.locations.south })).toBeUndefined();
    expect(await weeksOf(workspace.people.admin, { locationId: workspace.locations.empty })).toHaveLength(8);
  });
});
