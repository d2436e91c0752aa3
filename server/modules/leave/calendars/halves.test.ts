import fc from "fast-check";
import { expect, it } from "vitest";
import { wholeDay } from "@/drizzle/schema/day-counts";
import { type CountMode, countModes } from "@/drizzle/schema/values";
import { dayNumber } from "@/server/kernel/time/calendar-date";
import { type Beside, countBeside } from "./count-beside";
import { sumOf, toThousandths } from "./day-fraction";
import { countDays, countOn, explainDays, type Period, type WorkCalendar, workingDays } from "./working-days";

const at = dayNumber;
const office: WorkCalendar = { workWeek: [1, 2, 3, 4, 5], hoursPerDay: 8, holidays: [] };
const by = (countMode: CountMode, more: Partial<WorkCalendar> = {}): WorkCalendar => ({
  ...office,
  ...more,
  countMode,
});
const off = (date: string, isHalfDay = false) => ({ day: at(date), isHalfDay, name: "Off" });
const span = (start: string, end: string, halves: Pick<Period, "fromNoon" | "untilNoon"> = {}): Period => ({
  ...{ start: at(start), end: at(end), minutes: null },
  ...halves,
});
const half = wholeDay / 2;

// 27 November 2026 is a Friday.
const fridayToTuesday = span("2026-11-27", "2026-12-01", { fromNoon: true });

it("Friday afternoon to Tuesday with a Saturday half holiday", () => {
  const holidays = [off("2026-11-28", true)];
  expect(workingDays(fridayToTuesday, { ...office, holidays })).toBe(2500);
  expect(countDays(fridayToTuesday, { ...office, holidays }).counts).toEqual([
    half,
    0,
    0,
    wholeDay,
    wholeDay,
  ]);
  // Who works on Saturdays has half of one left.
  const withSaturday = { ...office, workWeek: [1, 2, 3, 4, 5, 6], holidays };
  expect(workingDays(fridayToTuesday, withSaturday)).toBe(3000);
  const morning = { ...fridayToTuesday, untilNoon: true };
  expect(workingDays(morning, withSaturday)).toBe(2500);
  expect(workingDays(morning, by("MONDAY_TO_SATURDAY", { holidays }))).toBe(500 + 500 + 1000 + 500);
  expect(workingDays(morning, by("CALENDAR_DAYS", { holidays }))).toBe(4000);
});

it("a half takes all that a half-day holiday leaves, and nothing of a holiday or a day off", () => {
  const holidays = [off("2026-12-24", true), off("2026-12-25")];
  const calendar = { ...office, holidays };
  for (const date of ["2026-12-24", "2026-12-23"])
    expect(workingDays(span(date, date, { untilNoon: true }), calendar)).toBe(500);
  for (const date of ["2026-12-25", "2026-12-26"])
    expect(workingDays(span(date, date, { fromNoon: true }), calendar)).toBe(0);
  const period = span("2026-12-24", "2026-12-28", { fromNoon: true, untilNoon: true });
  expect(explainDays(period, calendar, countDays(period, calendar))).toMatchObject([
    { kind: "HALF_DAY_HOLIDAY", amount: 500 },
    { kind: "HOLIDAY", amount: 0 },
    { kind: "NON_WORKING_DAY", amount: 0 },
    { kind: "NON_WORKING_DAY", amount: 0 },
    { kind: "WORKING_DAY", amount: 500 },
  ]);
});

it("a half is half of the person's own day, however short it is", () => {
  const minutes = [0, 240, 240, 240, 240, 240, 0];
  const patterns = [{ from: at("2026-01-04"), cycleStart: at("2026-01-04"), minutes }];
  const mornings = { ...office, patterns };
  expect(workingDays(span("2026-11-27", "2026-11-27", { untilNoon: true }), mornings)).toBe(500);
  expect(workingDays(fridayToTuesday, mornings)).toBe(2500);
  expect(workingDays(span("2026-11-27", "2026-11-27"), mornings)).toBe(1000);
});

it("Monday to Saturday: Saturday counts after a Friday afternoon, and not after a Friday morning", () => {
  const calendar = by("MONDAY_TO_SATURDAY");
  const friday = (halves: object) => span("2026-11-27", "2026-11-27", halves);
  expect(workingDays(friday({ untilNoon: true }), calendar)).toBe(500);
  const afternoon = friday({ fromNoon: true });
  expect(explainDays(afternoon, calendar, countDays(afternoon, calendar))).toMatchObject([
    { amount: 1500, after: 1000, kind: "WORKING_DAY" },
  ]);
});

const ends = fc.record({ fromNoon: fc.boolean(), untilNoon: fc.boolean() });
const days = { min: at("2026-06-01"), max: at("2026-07-20") };
const periods = fc.tuple(fc.integer(days), fc.nat(9), ends).map(
  ([start, length, { fromNoon, untilNoon }]): Period => ({
    ...{ start, end: start + length, minutes: null, fromNoon },
    untilNoon: untilNoon && !(fromNoon && length === 0),
  }),
);
const calendars = fc
  .record({
    countMode: fc.constantFrom(...countModes),
    workWeek: fc.subarray([0, 1, 2, 3, 4, 5, 6], { minLength: 1 }),
    hoursPerDay: fc.constantFrom(4, 7.5, 8),
    holidays: fc.array(
      fc.record({
        day: fc.integer({ ...days, max: days.max + 40 }),
        isHalfDay: fc.boolean(),
        name: fc.constant("Off"),
      }),
      { maxLength: 12 },
    ),
  })
  .map(
    (calendar): WorkCalendar => ({
      ...calendar,
      holidays: calendar.holidays.sort((a, b) => a.day - b.day),
    }),
  );

it("the sum of the days is the length, and each half is what two halves of a day make", () => {
  fc.assert(
    fc.property(periods, calendars, (period, calendar) => {
      const counted = countDays(period, calendar);
      expect(toThousandths(sumOf(counted))).toBe(workingDays(period, calendar));
      const whole = { ...period, fromNoon: false, untilNoon: false };
      for (let day = period.start; day <= period.end; day++) {
        const [own, all] = [countOn(period, calendar, day), countOn(whole, calendar, day)];
        const isHalf = (period.fromNoon && day === period.start) || (period.untilNoon && day === period.end);
        expect(own).toBe(isHalf ? Math.min(all, half) : all);
      }
    }),
    { numRuns: 400 },
  );
});

it("no date costs more than it has, for leave in any halves of it, booked in any order", () => {
  const part = fc.constantFrom<Partial<Period>>(
    { untilNoon: true },
    { fromNoon: true },
    { minutes: { from: 540, to: 660 } },
  );
  fc.assert(
    fc.property(
      calendars,
      fc.array(fc.tuple(part, fc.constantFrom(...countModes)), { maxLength: 4 }),
      fc.integer(days),
      (calendar, parts, day) => {
        const booked: Beside[] = [];
        for (const [halves, countMode] of parts) {
          const period: Period = { start: day, end: day, minutes: null, ...halves };
          const counts = countBeside(period, { ...calendar, countMode }, booked);
          expect(counts.counts.every((count) => count >= 0)).toBe(true);
          booked.push({ period, counts });
        }
        // Days after the leave are no part of its date.
        const ofDate = booked.map(({ period, counts }, place) => {
          const mode = { ...calendar, countMode: parts[place]?.[1] ?? "WORKING_DAYS" };
          const alone = sumOf(countDays(period, mode));
          return sumOf(counts) - (alone - Math.min(alone, countOn(period, mode, day)));
        });
        expect(ofDate.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(wholeDay);
      },
    ),
    { numRuns: 400 },
  );
});

it("sick for half of a day gives back what leave takes of that half", () => {
  const morning = { untilNoon: true };
  const afternoon = { fromNoon: true };
  const hours = { minutes: { from: 11 * 60, to: 15 * 60 } };
  const day = "2027-02-03";
  const left = (own: Partial<Period>, sick: Partial<Period>, holidays: WorkCalendar["holidays"] = []) => {
    const calendar = { ...office, holidays, interruptions: [{ ...span(day, day), ...sick }] };
    return countDays({ ...span(day, day), ...own }, calendar).counts[0];
  };
  expect(left({}, {})).toBe(0);
  expect(left({}, afternoon)).toBe(half);
  expect(left(morning, {})).toBe(0);
  expect(left(morning, morning)).toBe(0);
  expect(left(morning, afternoon)).toBe(half);
  // Eight hours from 9:00: noon is 13:00, and two of the four hours lie in each half.
  expect(left({}, hours)).toBe(half);
  expect(left(afternoon, hours)).toBe(half / 2);
  expect(left(hours, morning)).toBe(half / 2);
  expect(left({}, morning, [off(day, true)])).toBe(0);
});
