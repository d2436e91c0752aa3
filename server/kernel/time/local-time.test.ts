import fc from "fast-check";
import { expect, it } from "vitest";
import { dayNumber } from "./calendar-date";
import { instantOf, instantsOf } from "./local-time";

const zones = [
  "UTC",
  "Europe/Berlin",
  "America/New_York",
  "Australia/Lord_Howe",
  "Asia/Kathmandu",
  "Africa/Casablanca",
];

it("instantsOf returns the same instants as instantOf, also on days when clocks change", () => {
  const first = dayNumber("2026-01-01");
  const time = fc.record({ hour: fc.integer({ min: 0, max: 23 }), minute: fc.integer({ min: 0, max: 59 }) });
  fc.assert(
    fc.property(
      fc.integer({ min: first, max: first + 800 }),
      fc.array(time, { minLength: 1, maxLength: 3 }),
      fc.constantFrom(...zones),
      (day, times, zone) => {
        const each = times.map(({ hour, minute }) => instantOf(day, hour, minute, zone));
        expect(instantsOf(day, times, zone)).toEqual(each);
      },
    ),
    { numRuns: 3000 },
  );
});

it("a time that daylight saving skips becomes the first instant after the gap", () => {
  const [start, end] = instantsOf(
    dayNumber("2027-03-28"),
    [
      { hour: 2, minute: 30 },
      { hour: 4, minute: 0 },
    ],
    "Europe/Berlin",
  );
  expect([start?.toISOString(), end?.toISOString()]).toEqual([
    "2027-03-28T01:00:00.000Z",
    "2027-03-28T02:00:00.000Z",
  ]);
});
