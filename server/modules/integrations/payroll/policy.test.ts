import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { PayPeriod } from "@/drizzle/schema/values";
import { dayNumber, dayText, weekdayOf } from "@/server/kernel/time/calendar-date";
import { lastEnded, type PeriodDays, periodContaining } from "./policy";

const days = fc.integer({ min: dayNumber("1990-01-01"), max: dayNumber("2090-12-31") });
const periods: fc.Arbitrary<PayPeriod> = fc.oneof(
  fc.record({ type: fc.constant("MONTHLY" as const), endsOn: fc.integer({ min: 1, max: 31 }) }),
  fc.record({ type: fc.constant("WEEKLY" as const), endsOn: fc.integer({ min: 0, max: 6 }) }),
  fc.record({ type: fc.constant("FORTNIGHTLY" as const), endsOn: days.map(dayText) }),
);
const shown = ({ start, end }: PeriodDays) => `${dayText(start)} to ${dayText(end)}`;

describe("a pay period", () => {
  it.each<[PayPeriod, string, string]>([
    [{ type: "MONTHLY", endsOn: 31 }, "2026-11-15", "2026-11-01 to 2026-11-30"],
    [{ type: "MONTHLY", endsOn: 31 }, "2028-02-29", "2028-02-01 to 2028-02-29"],
    [{ type: "MONTHLY", endsOn: 20 }, "2026-11-20", "2026-10-21 to 2026-11-20"],
    [{ type: "MONTHLY", endsOn: 20 }, "2026-12-21", "2026-12-21 to 2027-01-20"],
    [{ type: "MONTHLY", endsOn: 30 }, "2027-02-28", "2027-01-31 to 2027-02-28"],
    [{ type: "MONTHLY", endsOn: 30 }, "2027-03-01", "2027-03-01 to 2027-03-30"],
    [{ type: "WEEKLY", endsOn: 0 }, "2026-11-29", "2026-11-23 to 2026-11-29"],
    [{ type: "WEEKLY", endsOn: 5 }, "2026-11-28", "2026-11-28 to 2026-12-04"],
    [{ type: "FORTNIGHTLY", endsOn: "2026-11-27" }, "2026-11-27", "2026-11-14 to 2026-11-27"],
    [{ type: "FORTNIGHTLY", endsOn: "2026-11-27" }, "2026-11-28", "2026-11-28 to 2026-12-11"],
    [{ type: "FORTNIGHTLY", endsOn: "2026-11-27" }, "2024-11-27", "2024-11-16 to 2024-11-29"],
  ])("%o contains %s: %s", (period, date, expected) => {
    expect(shown(periodContaining(period, dayNumber(date)))).toBe(expected);
  });

  it("contains the day, and is the period of each of its days", () => {
    fc.assert(
      fc.property(periods, days, (period, day) => {
        const { start, end } = periodContaining(period, day);
        expect(start <= day && day <= end).toBe(true);
        for (const other of [start, end]) expect(periodContaining(period, other)).toEqual({ start, end });
      }),
    );
  });

  it("follows the one before without a gap", () => {
    fc.assert(
      fc.property(periods, days, (period, day) => {
        const { start, end } = periodContaining(period, day);
        expect(periodContaining(period, start - 1).end).toBe(start - 1);
        expect(periodContaining(period, end + 1).start).toBe(end + 1);
      }),
    );
  });

  it("ends as it says", () => {
    fc.assert(
      fc.property(periods, days, (period, day) => {
        const { end } = periodContaining(period, day);
        if (period.type === "WEEKLY") expect(weekdayOf(end)).toBe(period.endsOn);
        if (period.type === "FORTNIGHTLY") expect(Math.abs((end - dayNumber(period.endsOn)) % 14)).toBe(0);
        if (period.type === "MONTHLY") {
          const isLast = dayText(end + 1).endsWith("-01");
          expect(isLast || Number(dayText(end).slice(8)) === period.endsOn).toBe(true);
        }
      }),
    );
  });

  it("that is over is the last one that ends before today", () => {
    fc.assert(
      fc.property(periods, days, (period, today) => {
        const { end } = lastEnded(period, today);
        expect(end < today && periodContaining(period, end + 1).end >= today).toBe(true);
      }),
    );
  });
});
