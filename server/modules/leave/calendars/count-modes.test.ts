import fc from "fast-check";
import { expect, it } from "vitest";
import { wholeDay } from "@/drizzle/schema/day-counts";
import { type CountMode, countModes } from "@/drizzle/schema/values";
import { dayNumber, dayText, weekdayOf } from "@/server/kernel/time/calendar-date";
import { partsOf, sumOf, toThousandths } from "./day-fraction";
import { countDays, explainDays, type Period, type WorkCalendar, workingDays } from "./working-days";

const at = dayNumber;
const office: WorkCalendar = { workWeek: [1, 2, 3, 4, 5], hoursPerDay: 8, holidays: [] };
const by = (countMode: CountMode, more: Partial<WorkCalendar> = {}): WorkCalendar => ({
  ...office,
  ...more,
  countMode,
});
const whole = (start: string, end: string): Period => ({ start: at(start), end: at(end), minutes: null });
const off = (date: string, isHalfDay = false) => ({ day: at(date), isHalfDay, name: "Off" });

it("Monday to Saturday: 3 to 21 August 2015 with 15 August a holiday is 17", () => {
  const calendar = by("MONDAY_TO_SATURDAY", { holidays: [off("2015-08-15")] });
  expect(workingDays(whole("2015-08-03", "2015-08-21"), calendar)).toBe(17_000);
  expect(workingDays(whole("2015-08-01", "2015-08-23"), calendar)).toBe(17_000);
});

it("Monday to Saturday: the Saturday after a leave that ends on a Friday counts on that Friday", () => {
  const calendar = by("MONDAY_TO_SATURDAY");
  const friday = whole("2026-11-27", "2026-11-27");
  expect(countDays(friday, calendar).counts).toEqual([2 * wholeDay]);
  expect(explainDays(friday, calendar, countDays(friday, calendar))).toMatchObject([
    { amount: 2000, after: 1000, kind: "WORKING_DAY" },
  ]);
  expect(workingDays(whole("2026-11-26", "2026-11-26"), calendar)).toBe(1000);
  expect(workingDays(whole("2026-11-28", "2026-11-29"), calendar)).toBe(0);
});

it("Monday to Saturday: who works Monday to Thursday pays for Friday and Saturday", () => {
  const calendar = by("MONDAY_TO_SATURDAY", { workWeek: [1, 2, 3, 4] });
  expect(workingDays(whole("2026-11-26", "2026-11-26"), calendar)).toBe(3000);
  // A holiday on the Monday after delays the return, and does not count.
  const later = { ...calendar, holidays: [off("2026-11-30")] };
  expect(workingDays(whole("2026-11-26", "2026-11-26"), later)).toBe(3000);
});

it("Monday to Saturday: nothing counts after a leave without a return in sight", () => {
  const never = [{ from: at("2026-11-28"), cycleStart: at("2026-11-28"), minutes: [0, 0, 0, 0, 0, 0, 0] }];
  const calendar = by("MONDAY_TO_SATURDAY", { patterns: never });
  expect(workingDays(whole("2026-11-23", "2026-11-27"), calendar)).toBe(5000);
});

it("calendar days: each day counts, also public holidays and weekends, and says so", () => {
  const calendar = by("CALENDAR_DAYS", { holidays: [off("2026-12-25")] });
  const period = whole("2026-12-24", "2026-12-27");
  expect(workingDays(period, calendar)).toBe(4000);
  expect(explainDays(period, calendar, countDays(period, calendar))).toMatchObject([
    { kind: "WORKING_DAY", amount: 1000, after: 0 },
    { kind: "CALENDAR_DAY", amount: 1000, holiday: "Off" },
    { kind: "CALENDAR_DAY", amount: 1000, holiday: null },
    { kind: "CALENDAR_DAY", amount: 1000, holiday: null },
  ]);
});

it("a part day counts its hours on days that are worked, in each mode", () => {
  const morning = { ...whole("2026-11-27", "2026-11-29"), minutes: { from: 540, to: 780 } };
  for (const mode of countModes) expect(workingDays(morning, by(mode))).toBe(500);
});

const modes = fc.constantFrom(...countModes);
const ranges = fc
  .tuple(fc.integer({ min: at("2024-01-01"), max: at("2030-01-01") }), fc.nat(45))
  .map(([start, length]): Period => ({ start, end: start + length, minutes: null }));
const calendarsOf = ({ start, end }: Period) =>
  fc.record({
    workWeek: fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1, maxLength: 7 }),
    hoursPerDay: fc.constantFrom(4, 7.5, 8),
    holidays: fc.array(
      fc.record({ day: fc.integer({ min: start - 3, max: end + 12 }), isHalfDay: fc.boolean() }),
      { maxLength: 6 },
    ),
    countMode: modes,
  });
const cases = ranges.chain((period) => fc.tuple(fc.constant(period), calendarsOf(period)));

it("the counts of the days, of the parts of a split, and of two adjoining leaves add up to the whole", () => {
  fc.assert(
    fc.property(cases, fc.nat(45), ([period, calendar], offset) => {
      const counted = countDays(period, calendar);
      expect(toThousandths(sumOf(counted))).toBe(workingDays(period, calendar));
      const cut = Math.min(period.end, period.start + offset) + 1;
      const parts = partsOf(counted, [cut]);
      expect(parts.reduce((sum, { amount }) => sum + amount, 0)).toBe(sumOf(counted));
      const first = countDays({ ...period, end: cut - 1 }, calendar);
      const rest = cut > period.end ? 0 : sumOf(countDays({ ...period, start: cut }, calendar));
      expect(sumOf(first) + rest).toBe(sumOf(counted));
      for (const count of counted.counts.slice(0, -1)) expect(count).toBeLessThanOrEqual(wholeDay);
    }),
    { numRuns: 500 },
  );
});

/** As the rule is written: walks to both ends, then drops Sundays and holidays. */
function byTheBook({ start, end }: Period, { workWeek, holidays }: WorkCalendar): number {
  const isFree = (day: number) => holidays.some((one) => one.day === day && !one.isHalfDay);
  const isHalf = (day: number) => holidays.some((one) => one.day === day);
  const works = (day: number) => workWeek.includes(weekdayOf(day)) && !isFree(day);
  const days = Array.from({ length: end - start + 1 }, (_, place) => start + place);
  const first = days.find(works);
  if (first === undefined) return 0;
  let total = 0;
  for (let day = first; day <= end || !works(day); day++)
    if (new Date(`${dayText(day)}T00:00Z`).getUTCDay() !== 0 && !isFree(day))
      total += isHalf(day) ? 500 : 1000;
  return total;
}

it("Monday to Saturday equals a walk over a wall calendar", () => {
  fc.assert(
    fc.property(cases, ([period, calendar]) => {
      const counted = workingDays(period, { ...calendar, countMode: "MONDAY_TO_SATURDAY" });
      expect(counted).toBe(byTheBook(period, calendar));
    }),
    { numRuns: 500 },
  );
});
