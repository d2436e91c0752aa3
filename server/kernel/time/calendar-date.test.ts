import fc from "fast-check";
import { expect, it } from "vitest";
import { dayNumber, dayOfMonth, dayText, localDate, monthDayIn, weekdayOf } from "./calendar-date";

it("a day number and its text are the same day in any process time zone", () => {
  const days = fc.integer({ min: dayNumber("0001-01-01"), max: dayNumber("9999-12-31") });
  fc.assert(
    fc.property(days, (day) => {
      expect(dayNumber(dayText(day))).toBe(day);
      expect(weekdayOf(day)).toBe(new Date(`${dayText(day)}T12:00:00Z`).getUTCDay());
    }),
  );
});

it("29 February becomes 28 February in a common year", () => {
  expect(dayText(monthDayIn(2027, "02-29"))).toBe("2027-02-28");
  expect(dayText(monthDayIn(2028, "02-29"))).toBe("2028-02-29");
  expect(dayText(monthDayIn(1900, "02-29"))).toBe("1900-02-28");
  expect(dayText(monthDayIn(99, "12-31"))).toBe("0099-12-31");
});

it("months outside 1 to 12 continue into adjacent years", () => {
  expect(dayText(dayOfMonth(2026, 14, 31))).toBe("2027-02-28");
  expect(dayText(dayOfMonth(2026, 0, 31))).toBe("2025-12-31");
});

it("dayOfMonth matches Date, and returns the last day of a shorter month", () => {
  const month = fc.record({
    year: fc.integer({ min: 2, max: 9997 }),
    month: fc.integer({ min: -11, max: 24 }),
    day: fc.integer({ min: 1, max: 31 }),
  });
  fc.assert(
    fc.property(month, ({ year, month: number, day }) => {
      const last = new Date(0);
      last.setUTCFullYear(year, number, 0);
      const found = dayText(dayOfMonth(year, number, day));
      expect(found.slice(0, 7)).toBe(last.toISOString().slice(0, 7));
      expect(Number(found.slice(8))).toBe(Math.min(day, last.getUTCDate()));
    }),
    { numRuns: 2_000 },
  );
});

it("localDate returns the date in the given time zone", () => {
  const at = new Date("2026-11-20T11:00:00Z");
  expect(localDate(at, "Pacific/Kiritimati")).toBe("2026-11-21");
  expect(localDate(at, "Pacific/Pago_Pago")).toBe("2026-11-20");
  expect(localDate(new Date("2026-11-20T10:59:00Z"), "Pacific/Pago_Pago")).toBe("2026-11-19");
});
