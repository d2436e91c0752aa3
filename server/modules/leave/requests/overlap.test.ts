import fc from "fast-check";
import { expect, it } from "vitest";
import { dayNumber } from "@/server/kernel/time/calendar-date";
import type { Period, WorkCalendar } from "@/server/modules/leave/calendars/working-days";
import * as overlap from "./overlap";

const office: WorkCalendar = { workWeek: [1, 2, 3, 4, 5], hoursPerDay: 8, holidays: [] };
const overlaps = (a: Period, b: Period, calendar = office): boolean => overlap.overlaps(a, b, calendar);
const at = dayNumber;
const whole = (start: string, end = start): Period => ({ start: at(start), end: at(end), minutes: null });
const part = (date: string, from: number, to: number): Period => ({
  start: at(date),
  end: at(date),
  minutes: { from: from * 60, to: to * 60 },
});

it("overlap means a shared minute, and is symmetric", () => {
  const start = at("2026-11-16");
  const periods = fc.record({
    start: fc.integer({ min: start, max: start + 6 }),
    length: fc.integer({ min: 0, max: 3 }),
    minutes: fc.option(
      fc
        .tuple(fc.integer({ min: 0, max: 1300 }), fc.integer({ min: 1, max: 139 }))
        .map(([from, length]) => ({ from, to: from + length })),
    ),
  });
  const toPeriod = (p: { start: number; length: number; minutes: Period["minutes"] }): Period => ({
    start: p.start,
    end: p.start + p.length,
    minutes: p.minutes,
  });
  const claimed = (period: Period): Set<number> => {
    const found = new Set<number>();
    for (let day = period.start; day <= period.end; day++)
      for (let m = period.minutes?.from ?? 0; m < (period.minutes?.to ?? 1440); m++)
        found.add(day * 1440 + m);
    return found;
  };
  fc.assert(
    fc.property(periods, periods, (first, second) => {
      const [a, b] = [toPeriod(first), toPeriod(second)];
      const minutes = claimed(b);
      const shared = [...claimed(a)].some((minute) => minutes.has(minute));
      expect(overlaps(a, b)).toBe(shared);
      expect(overlaps(b, a)).toBe(shared);
    }),
    { numRuns: 150 },
  );
});

it("adjacent part days do not overlap, a full day overlaps all of them", () => {
  expect(overlaps(part("2026-11-16", 8, 12), part("2026-11-16", 12, 16))).toBe(false);
  expect(overlaps(part("2026-11-16", 12, 16), part("2026-11-16", 8, 12))).toBe(false);
  expect(overlaps(part("2026-11-16", 8, 12), part("2026-11-16", 11, 16))).toBe(true);
  expect(overlaps(part("2026-11-16", 8, 12), whole("2026-11-16"))).toBe(true);
  expect(overlaps(part("2026-11-16", 8, 12), part("2026-11-17", 8, 12))).toBe(false);
});

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
