import fc from "fast-check";
import { expect, it } from "vitest";
import { dayNumber, dayText, weekdayOf } from "@/server/kernel/time/calendar-date";
import { partsOf, sumOf, toThousandths } from "./day-fraction";
import {
  calendarDays,
  countDays,
  type Period,
  type WorkCalendar,
  type WorkPattern,
  workingDays,
} from "./working-days";

const at = dayNumber;
const office: WorkCalendar = { workWeek: [1, 2, 3, 4, 5], hoursPerDay: 8, holidays: [] };
const whole = (start: string, end: string): Period => ({ start: at(start), end: at(end), minutes: null });

/** By the latest pattern, otherwise by the work week. */
function hoursOn({ workWeek, hoursPerDay, patterns = [] }: WorkCalendar, day: number): number {
  let inForce: WorkPattern | undefined;
  for (const pattern of patterns) if (pattern.from <= day) inForce = pattern;
  if (!inForce?.minutes) return workWeek.includes(weekdayOf(day)) ? hoursPerDay : 0;
  let place = 0;
  for (let at = inForce.cycleStart; at < day; at++) place = (place + 1) % inForce.minutes.length;
  return (inForce.minutes[place] ?? 0) / 60;
}

/** A number of days as a fraction of integers, which never rounds. */
type Exact = readonly [numerator: bigint, denominator: bigint];
const plus = ([a, b]: Exact, [c, d]: Exact): Exact => reduced(a * d + c * b, b * d);
const divisor = (a: bigint, b: bigint): bigint => (b === 0n ? a : divisor(b, a % b));
function reduced(numerator: bigint, denominator: bigint): Exact {
  const by = divisor(numerator, denominator);
  return [numerator / by, denominator / by];
}
const least = (a: Exact, b: Exact): Exact => (a[0] * b[1] < b[0] * a[1] ? a : b);

/** One step for each day, as a person would count on a wall calendar; in thousandths. */
function naive(period: Period, calendar: WorkCalendar): number {
  let total: Exact = [0n, 1n];
  for (let day = period.start; day <= period.end; day++) {
    const hours = hoursOn(calendar, day);
    if (hours === 0) continue;
    const holidays = calendar.holidays.filter((holiday) => holiday.day === day);
    if (holidays.some((holiday) => !holiday.isHalfDay)) continue;
    const open: Exact = holidays.length > 0 ? [1n, 2n] : [1n, 1n];
    const { from, to } = period.minutes ?? { from: 0, to: 1440 };
    const wanted = reduced(BigInt(to - from) * 100n, BigInt(Math.round(hours * 6000)));
    total = plus(total, period.minutes ? least(open, wanted) : open);
  }
  return Number((total[0] * 10n ** 12n) / total[1]) / 1e9;
}

const days = fc.integer({ min: at("1968-01-01"), max: at("2110-01-01") });
const hours = fc
  .tuple(fc.integer({ min: 0, max: 1438 }), fc.integer({ min: 1, max: 1439 }))
  .map(([from, length]) => ({ from, to: Math.min(1439, from + length) }));
const periods = fc
  .record({ start: days, length: fc.integer({ min: 0, max: 900 }), minutes: fc.option(hours) })
  .map(({ start, length, minutes }) => ({ start, end: start + length, minutes }));
const dayMinutes = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 1440 }));
const patternsAround = (period: Period) =>
  fc
    .record({
      from: fc.integer({ min: period.start - 20, max: period.end + 5 }),
      back: fc.nat(6),
      minutes: fc.option(
        fc
          .constantFrom(7, 14)
          .chain((length) => fc.array(dayMinutes, { minLength: length, maxLength: length })),
      ),
    })
    .map(({ from, back, minutes }): WorkPattern => ({ from, cycleStart: from - back, minutes }));
const calendarsAround = (period: Period) =>
  fc.record({
    workWeek: fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { maxLength: 7 }),
    hoursPerDay: fc.integer({ min: 25, max: 2400 }).map((hundredths) => hundredths / 100),
    holidays: fc.array(
      fc.record({
        day: fc.integer({ min: period.start - 5, max: period.end + 5 }),
        isHalfDay: fc.boolean(),
      }),
      { maxLength: 12 },
    ),
    patterns: fc
      .array(patternsAround(period), { maxLength: 3 })
      .map((some) =>
        some.sort((a, b) => a.from - b.from).filter(({ from }, index) => from !== some[index - 1]?.from),
      ),
  });
const cases = periods.chain((period) => fc.tuple(fc.constant(period), calendarsAround(period)));

it("equals a day-by-day count, never less than zero", () => {
  fc.assert(
    fc.property(cases, ([period, calendar]) => {
      const counted = workingDays(period, calendar);
      // Rounded once; for odd lengths, a value next to a half may be rounded either way.
      expect(Math.abs(counted - naive(period, calendar))).toBeLessThanOrEqual(0.5003);
      expect(Number.isInteger(counted)).toBe(true);
      expect(counted).toBeGreaterThanOrEqual(0);
      expect(counted).toBeLessThanOrEqual(calendarDays(period) * 1000);
    }),
    { numRuns: 500 },
  );
});

it("parts add up to the whole, wherever it is cut", () => {
  const withCuts = fc.tuple(cases, fc.uniqueArray(fc.integer({ min: -10, max: 950 }), { maxLength: 6 }));
  fc.assert(
    fc.property(withCuts, ([[period, calendar], offsets]) => {
      const cuts = offsets.map((offset) => period.start + offset).sort((a, b) => a - b);
      const counted = countDays(period, calendar);
      expect(toThousandths(sumOf(counted))).toBe(workingDays(period, calendar));
      const parts = partsOf(counted, cuts);
      expect(parts.reduce((sum, part) => sum + part.amount, 0)).toBe(sumOf(counted));
      expect(parts.at(-1)?.end).toBe(period.end);
      for (const [index, { end, amount }] of parts.entries()) {
        const start = (parts[index - 1]?.end ?? period.start - 1) + 1;
        expect(cuts.some((cut) => cut > start && cut <= end)).toBe(false);
        expect(amount).toBe(sumOf(countDays({ ...period, start, end }, calendar)));
      }
    }),
    { numRuns: 300 },
  );
});

it("a week is its five working days", () => {
  expect(workingDays(whole("2026-11-16", "2026-11-22"), office)).toBe(5000);
});

it("a leap day is worked like any other", () => {
  expect(workingDays(whole("2028-02-28", "2028-03-01"), office)).toBe(3000);
  expect(workingDays(whole("2027-02-26", "2027-03-01"), office)).toBe(2000);
  expect(dayText(at("2028-02-28") + 1)).toBe("2028-02-29");
});

it("a half-day holiday counts half, a full one not at all, and one at a weekend changes nothing", () => {
  const holidays = [
    { day: at("2026-12-24"), isHalfDay: true },
    { day: at("2026-12-25"), isHalfDay: false },
    { day: at("2026-12-26"), isHalfDay: false },
  ];
  expect(workingDays(whole("2026-12-21", "2026-12-31"), { ...office, holidays })).toBe(7500);
});

it("a full holiday wins over a half-day one on the same day", () => {
  const day = at("2026-12-24");
  const holidays = [
    { day, isHalfDay: false },
    { day, isHalfDay: true },
  ];
  expect(workingDays(whole("2026-12-24", "2026-12-24"), { ...office, holidays })).toBe(0);
});

it("a part day counts its hours over hoursPerDay, at most the day", () => {
  const monday = { start: at("2026-11-16"), end: at("2026-11-16") };
  const count = (from: number, to: number, hoursPerDay = 8) =>
    workingDays({ ...monday, minutes: { from: from * 60, to: to * 60 } }, { ...office, hoursPerDay });
  expect(count(9, 10)).toBe(125);
  expect(count(9, 12, 7.5)).toBe(400);
  expect(count(0, 12)).toBe(1000);
});

it("an own pattern counts from its first day until the next, also in a two-week cycle", () => {
  // Mondays to Thursdays, and every other Friday for half of the hours.
  const long = [480, 480, 480, 480, 0, 0, 0];
  const patterns: WorkPattern[] = [
    { from: at("2026-11-18"), cycleStart: at("2026-11-16"), minutes: [...long, ...long.with(4, 240)] },
    { from: at("2027-01-04"), cycleStart: at("2027-01-04"), minutes: null },
  ];
  const own = { ...office, patterns };
  expect(workingDays(whole("2026-11-16", "2026-11-22"), own)).toBe(4000);
  expect(workingDays(whole("2026-11-23", "2026-11-29"), own)).toBe(5000);
  expect(workingDays(whole("2026-11-30", "2026-12-06"), own)).toBe(4000);
  expect(workingDays(whole("2027-01-04", "2027-01-10"), own)).toBe(5000);
  const twoHours = (date: string) => ({ ...whole(date, date), minutes: { from: 540, to: 660 } });
  expect(workingDays(twoHours("2026-11-26"), own)).toBe(250);
  expect(workingDays(twoHours("2026-11-27"), own)).toBe(500);
  const holidays = [
    { day: at("2026-11-20"), isHalfDay: false },
    { day: at("2026-11-27"), isHalfDay: true },
  ];
  expect(workingDays(whole("2026-11-16", "2026-11-29"), { ...own, holidays })).toBe(8500);
});

it("a weekend, an empty work week and a holiday have no working days", () => {
  expect(workingDays(whole("2026-11-21", "2026-11-22"), office)).toBe(0);
  expect(workingDays(whole("2026-01-01", "2026-12-31"), { ...office, workWeek: [] })).toBe(0);
});

it("hours are summed exactly, and rounded once", () => {
  const day = whole("2026-11-16", "2026-11-16");
  const sumOfHours = (hours: number, times: number, hoursPerDay: number) =>
    toThousandths(
      times * sumOf(countDays({ ...day, minutes: { from: 0, to: hours * 60 } }, { ...office, hoursPerDay })),
    );
  expect(sumOfHours(4, 3, 6)).toBe(2000);
  expect(sumOfHours(0.25, 32, 8)).toBe(1000);
  expect(sumOfHours(0.25, 31, 7.75)).toBe(1000);
  expect(sumOfHours(0.1, 74, 7.4)).toBe(1000);
});

it("a century costs no more time than a week", () => {
  expect(workingDays(whole("0001-01-01", "9999-12-31"), office)).toBe(naiveWeeks());
});

/** 3,652,059 days from a Monday: whole weeks and five days more. */
function naiveWeeks(): number {
  const total = at("9999-12-31") - at("0001-01-01") + 1;
  return (Math.floor(total / 7) * 5 + Math.min(5, total % 7)) * 1000;
}
