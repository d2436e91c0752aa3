import { expect, it } from "vitest";
import { dayNumber } from "@/server/kernel/time/calendar-date";
import type { Period, WorkCalendar } from "@/server/modules/leave/calendars/working-days";
import { overlaps } from "./overlap";

const office: WorkCalendar = { workWeek: [1, 2, 3, 4, 5], hoursPerDay: 8, holidays: [] };
const at = dayNumber;
const span = (start: string, end: string, more: Partial<Period> = {}): Period => ({
  ...{ start: at(start), end: at(end), minutes: null },
  ...more,
});
const friday = (more: Partial<Period>) => span("2026-11-27", "2026-11-27", more);
const morning = friday({ untilNoon: true });
const afternoon = friday({ fromNoon: true });
const both = (a: Period, b: Period, calendar = office) => [
  overlaps(a, b, calendar),
  overlaps(b, a, calendar),
];

it("a morning and an afternoon of one day do not overlap; the same half twice does, and so does the whole day", () => {
  expect(both(morning, afternoon)).toEqual([false, false]);
  expect(both(morning, morning)).toEqual([true, true]);
  expect(both(friday({}), afternoon)).toEqual([true, true]);
});

it("leave that ends at noon lets leave begin on that afternoon", () => {
  const until = span("2026-11-23", "2026-11-27", { untilNoon: true });
  expect(both(until, span("2026-11-27", "2026-12-02", { fromNoon: true }))).toEqual([false, false]);
  expect(both(until, span("2026-11-27", "2026-12-02"))).toEqual([true, true]);
  expect(both(until, span("2026-11-26", "2026-11-27", { fromNoon: true }))).toEqual([true, true]);
});

it("hours overlap the half in which they lie, by the middle of the person's day", () => {
  const hours = (from: number, to: number) => friday({ minutes: { from: from * 60, to: to * 60 } });
  expect(both(morning, hours(13, 15))).toEqual([false, false]);
  expect(both(morning, hours(12, 14))).toEqual([true, true]);
  expect(both(afternoon, hours(9, 13))).toEqual([false, false]);
  const mornings = { ...office, hoursPerDay: 4 };
  expect(both(morning, hours(11, 13), mornings)).toEqual([false, false]);
  expect(both(afternoon, hours(11, 13), mornings)).toEqual([true, true]);
});
