import { and, eq, isNull, sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type DayCounts, wholeDay } from "@/drizzle/schema/day-counts";
import { holidays, locations } from "@/drizzle/schema/directory";
import { leaves } from "@/drizzle/schema/leaves";
import type { RolloverExpiry } from "@/drizzle/schema/values";
import { workPatterns } from "@/drizzle/schema/work-patterns";
import { newId } from "@/server/kernel/ids";
import type { Services } from "@/server/kernel/services";
import { dayNumber, dayText, weekStart } from "@/server/kernel/time/calendar-date";
import { readBalances } from "@/server/modules/leave/balances/read";
import { readExplanation } from "@/server/modules/leave/balances/read-explanation";
import { ofThousandths } from "@/server/modules/leave/calendars/day-fraction";
import { periodOf } from "@/server/modules/leave/calendars/period";
import { readCalendar } from "@/server/modules/leave/calendars/read-calendar";
import { readEmployee } from "@/server/modules/leave/calendars/read-employee";
import { countDays } from "@/server/modules/leave/calendars/working-days";
import { makeLeave, type TestPerson, type TestWorkspace } from "@/server/test/factories";
import { as, days, leaveRow, makeLeaveWorkspace, makePerson, setPolicy } from "@/server/test/leave-kit";
import { standingClock, testServices } from "@/server/test/services";
import { editLeave } from "./edit";
import { getLeaveDetails } from "./get-leave-details";
import { requestLeave } from "./request";
import { storeDayCounts } from "./store-day-counts";

let services: Services;
let workspace: TestWorkspace;
const clock = standingClock();

beforeAll(async () => {
  services = await testServices({ clock });
  workspace = await makeLeaveWorkspace(services);
});
afterAll(() => services.close());

const holiday = (date: string, isHalfDay = false, locationId = workspace.locations.north) =>
  services.db
    .insert(holidays)
    .values({ workspaceId: workspace.id, id: newId(), locationId, date, name: `Off ${newId()}`, isHalfDay });
const noHolidays = () => services.db.delete(holidays).where(eq(holidays.workspaceId, workspace.id));
const expiry = (rolloverExpiry: RolloverExpiry | null) =>
  services.db.update(locations).set({ rolloverExpiry }).where(eq(locations.id, workspace.locations.north));

async function vacationOf(person: TestPerson, asOf: string) {
  const rows = await readBalances(await as(services, person), { userId: person.id, asOf });
  const found = rows.find(({ leaveTypeId }) => leaveTypeId === workspace.leaveTypes.vacation);
  if (!found) throw new Error("There is no vacation");
  return found;
}
async function ledgerOf(person: TestPerson, asOf: string) {
  const { vacation: leaveTypeId } = workspace.leaveTypes;
  return readExplanation(await as(services, person), { userId: person.id, leaveTypeId, asOf });
}
async function book(person: TestPerson, start: string, end: string, more = {}) {
  return requestLeave(await as(services, person), days(person, start, end, more));
}
const hours = (startHour: number, endHour: number, endMinute = 0) => ({
  ...{ isFullDayLeave: false, startHour, startMinute: 0, endHour, endMinute },
});

it("a public holiday added later changes no day count of booked leave, in either year", async () => {
  await noHolidays();
  await setPolicy(services, workspace, { approvalRequired: false, yearlyQuota: 6 });
  const person = await makePerson(services, workspace);
  const leave = await book(person, "2026-12-28", "2027-01-08");
  expect(leave.durationWorkingDays).toBe(10);
  expect(await vacationOf(person, "2026-12-31")).toMatchObject({ taken: 4000, remaining: 2000 });
  expect(await vacationOf(person, "2027-12-31")).toMatchObject({ taken: 6000, remaining: 0 });
  await holiday("2026-12-30");
  await holiday("2026-12-31");
  expect(await vacationOf(person, "2026-12-31")).toMatchObject({ taken: 4000, remaining: 2000 });
  expect(await vacationOf(person, "2027-12-31")).toMatchObject({ taken: 6000, remaining: 0 });
  expect((await ledgerOf(person, "2026-12-31")).at(-1)).toMatchObject({ amount: -4000, balanceAfter: 2000 });
  expect((await ledgerOf(person, "2027-12-31")).at(-1)).toMatchObject({ amount: -6000, balanceAfter: 0 });
  const shown = await getLeaveDetails(await as(services, person), leave.id);
  expect(shown.leave.durationWorkingDays).toBe(10);
  expect(shown.days.reduce((sum, { amount }) => sum + amount, 0)).toBe(10_000);
  expect(shown.days[2]).toMatchObject({ amount: 1000, kind: "WORKING_DAY", holiday: null });
});

it("nor when carried-over days expire", async () => {
  await noHolidays();
  await setPolicy(services, workspace, {
    ...{ approvalRequired: false, yearlyQuota: 20, rollover: "LIMITED", rolloverMaximum: 5 },
  });
  await expiry({ type: "DATE", monthDay: "03-31" });
  const person = await makePerson(services, workspace, { startDate: "2026-01-01" });
  await book(person, "2027-03-29", "2027-04-02");
  const before = await vacationOf(person, "2027-12-31");
  expect(before).toMatchObject({ carriedOver: 3000, taken: 5000, remaining: 18_000 });
  await holiday("2027-03-29");
  expect(await vacationOf(person, "2027-12-31")).toEqual(before);
  await expiry(null);
});

it("an edit of the reason alone recounts nothing; an edit of dates, hours or type does", async () => {
  await noHolidays();
  await setPolicy(services, workspace, { approvalRequired: false, shortestDuration: "HOUR" });
  const person = await makePerson(services, workspace);
  const { id } = await book(person, "2027-05-03", "2027-05-07");
  await holiday("2027-05-04");
  const ctx = await as(services, person);
  expect(await editLeave(ctx, id, { reason: "Painting" })).toMatchObject({ durationWorkingDays: 5 });
  const kept = await leaveRow(services, id);
  expect(kept.dayCounts?.counts).toEqual(Array(5).fill(wholeDay));
  expect(await editLeave(ctx, id, { endDate: "2027-05-06" })).toMatchObject({ durationWorkingDays: 3 });
  expect((await leaveRow(services, id)).dayCounts).toEqual({
    start: dayNumber("2027-05-03"),
    counts: [wholeDay, 0, wholeDay, wholeDay],
  });
  const whole = await book(person, "2027-05-10", "2027-05-10");
  await holiday("2027-05-10");
  expect(await editLeave(ctx, whole.id, { reason: "All of it is off by now" })).toMatchObject({
    durationWorkingDays: 1,
  });
});

it("hours add up to whole days: the third absence of four of six hours is the last one that fits", async () => {
  await noHolidays();
  await setPolicy(services, workspace, {
    ...{ approvalRequired: false, shortestDuration: "QUARTER_HOUR", yearlyQuota: 2 },
  });
  await services.db
    .update(locations)
    .set({ hoursPerDay: 6 })
    .where(eq(locations.id, workspace.locations.north));
  const person = await makePerson(services, workspace);
  for (const date of ["2027-06-01", "2027-06-02", "2027-06-03"])
    expect(await book(person, date, date, hours(8, 12))).toMatchObject({ durationWorkingDays: 0.667 });
  expect(await vacationOf(person, "2027-06-01")).toMatchObject({ taken: 667, scheduled: 1333, remaining: 0 });
  expect(await vacationOf(person, "2027-12-31")).toMatchObject({ taken: 2000, remaining: 0 });
  expect((await ledgerOf(person, "2027-12-31")).at(-1)).toMatchObject({ balanceAfter: 0 });
  await expect(book(person, "2027-06-04", "2027-06-04", hours(8, 9))).rejects.toMatchObject({
    code: "LEAVE_NEGATIVE_BALANCE",
  });
  await services.db
    .update(locations)
    .set({ hoursPerDay: 8 })
    .where(eq(locations.id, workspace.locations.north));
  const other = await makePerson(services, workspace);
  for (let place = 0; place < 32; place++) {
    const date = dayText(dayNumber("2027-06-07") + Math.floor(place / 5) * 7 + (place % 5));
    await book(other, date, date, hours(8, 8, 15));
  }
  expect(await vacationOf(other, "2027-12-31")).toMatchObject({ taken: 1000, remaining: 1000 });
});

/** Writes like the previous version, which does not know the column. */
const asBefore = (id: string, change: Partial<typeof leaves.$inferInsert>) =>
  services.db.update(leaves).set(change).where(eq(leaves.id, id));
const fill = async () => {
  await storeDayCounts(services);
  return services.db
    .select({ id: leaves.id })
    .from(leaves)
    .where(and(isNull(leaves.dayCounts), sql`${leaves.status} in ('OPEN', 'APPROVED')`));
};

it("rows written by the previous version keep their count, are backfilled once, and then stay", async () => {
  await noHolidays();
  await setPolicy(services, workspace, { approvalRequired: false, yearlyQuota: 10 });
  const person = await makePerson(services, workspace);
  const id = await makeLeave(services, person, {
    ...{ startDate: "2026-12-28", endDate: "2027-01-08", durationWorkingDays: 10 },
  });
  const balances = async () => [
    (await vacationOf(person, "2026-12-31")).taken,
    (await vacationOf(person, "2027-12-31")).taken,
  ];
  expect((await leaveRow(services, id)).dayCounts).toBeNull();
  expect(await balances()).toEqual([4000, 6000]);
  const { writtenAt, version } = await leaveRow(services, id);
  expect(await fill()).toEqual([]);
  await holiday("2026-12-30");
  expect(await balances()).toEqual([4000, 6000]);
  expect(await leaveRow(services, id)).toMatchObject({ writtenAt, version });
  // Moved, or recounted, by a process that does not know the column.
  await asBefore(id, { startDate: "2026-12-29", durationWorkingDays: 8, version: version + 1 });
  expect((await leaveRow(services, id)).dayCounts).toBeNull();
  expect(await balances()).toEqual([2000, 6000]);
  expect((await leaveRow(services, id)).writtenAt).not.toEqual(writtenAt);
  expect(await fill()).toEqual([]);
  await asBefore(id, { reason: "Later", version: version + 2 });
  expect((await leaveRow(services, id)).dayCounts?.start).toBe(dayNumber("2026-12-29"));
});

it("the database backfills with the same counts as this process, up to the recorded sum", async () => {
  await noHolidays();
  const minutes = (weeks: number) =>
    fc.array(fc.array(fc.constantFrom(0, 240, 450, 480), { minLength: weeks, maxLength: weeks }), {
      minLength: 7,
      maxLength: 7,
    });
  const cases = fc.record({
    start: fc.integer({ min: dayNumber("2027-01-01"), max: dayNumber("2027-12-31") }),
    length: fc.integer({ min: 0, max: 25 }),
    part: fc.option(
      fc.record({ from: fc.integer({ min: 0, max: 12 }), length: fc.integer({ min: 1, max: 11 }) }),
    ),
    off: fc.array(fc.record({ after: fc.integer({ min: 0, max: 25 }), isHalfDay: fc.boolean() }), {
      maxLength: 4,
    }),
    pattern: fc.option(fc.record({ after: fc.integer({ min: -9, max: 9 }), minutes: fc.option(minutes(1)) })),
    weeks: minutes(2),
    isShort: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(cases, async ({ start, length, part, off, pattern, weeks, isShort }) => {
      await noHolidays();
      const person = await makePerson(services, workspace);
      for (const { after, isHalfDay } of off) await holiday(dayText(start + after), isHalfDay);
      if (pattern)
        await services.db.insert(workPatterns).values({
          ...{ workspaceId: workspace.id, id: newId(), userId: person.id, createdAt: clock() },
          startsOn: dayText(start + pattern.after),
          cycleStart: dayText(weekStart(start + pattern.after, 1)),
          minutes: isShort ? pattern.minutes : weeks,
        });
      const time = {
        startDate: dayText(start),
        endDate: dayText(start + length),
        ...(part ? hours(part.from, part.from + part.length) : { isFullDayLeave: true }),
      };
      const ctx = await as(services, person);
      const employee = await readEmployee(ctx, person.id);
      const wholeDays = { startPart: "FULL_DAY", endPart: "FULL_DAY" } as const;
      const period = periodOf({
        ...{ startHour: 0, startMinute: 0, endHour: 0, endMinute: 0, ...wholeDays },
        ...time,
      });
      const calendar = await readCalendar(
        ctx,
        person.locationId,
        { from: period.start, to: period.end },
        employee ?? {},
      );
      const counted = countDays(period, calendar);
      const total = counted.counts.reduce((sum, count) => sum + count, 0);
      const recorded = Math.round((total / wholeDay) * 1000) / 1000;
      const id = await makeLeave(services, person, { ...time, durationWorkingDays: recorded });
      await storeDayCounts(services);
      const filled = (await leaveRow(services, id)).dayCounts as DayCounts;
      expect(filled.counts.reduce((sum, count) => sum + count, 0)).toBe(
        ofThousandths(Math.round(recorded * 1000)),
      );
      expect(filled.start).toBe(start);
      for (const [place, count] of filled.counts.entries())
        expect(Math.abs(count - (counted.counts[place] ?? 0))).toBeLessThanOrEqual(ofThousandths(0.5));
    }),
    { numRuns: 60 },
  );
}, 120_000);
