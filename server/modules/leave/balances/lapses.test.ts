import fc from "fast-check";
import { expect, it } from "vitest";
import { carryUses } from "@/drizzle/schema/values";
import { type DayNumber, dayNumber, dayText } from "@/server/kernel/time/calendar-date";
import { ofThousandths } from "@/server/modules/leave/calendars/day-fraction";
import type { YearSettings } from "./accounting-year";
import { lapsesIn, mayLapse } from "./lapses";
import { balanceOn, type Charge, type Terms } from "./policy";

const at = dayNumber;
const january: YearSettings = {
  quotaReset: "ACCOUNTING_YEAR",
  yearStart: "01-01",
  rolloverExpiry: null,
  employment: { start: at("2024-01-01"), end: null },
  knownSince: at("2024-01-01"),
};
const twenty: Terms = {
  unlimited: false,
  yearlyQuota: 20_000,
  accrual: "NONE",
  accrualTiming: "START",
  firstYear: "BY_DAY",
  firstYearMonths: null,
  quotaRounding: "NONE",
  steps: [],
  tenureFrom: "NEXT_YEAR",
  extra: 0,
  accrualCap: null,
  rollover: "LIMITED",
  rolloverMaximum: 5000,
  carryExpiry: { type: "DATE", monthDay: "03-31" },
  carryUse: "FIRST",
  lapses: null,
  quotas: [],
  adjustments: [],
  openings: [],
  carryExpiries: [],
  worked: [],
  credits: [],
  begins: null,
};
const charge = (date: string, amount: number): Charge => ({
  day: at(date),
  amount: ofThousandths(amount),
  status: "APPROVED",
});
const shown = (terms: Terms, charges: readonly Charge[], from: string, until: string, settings = january) =>
  lapsesIn(settings, terms, charges, { from: at(from), until: at(until) }).map(
    ({ day, amount }) => `${dayText(day)} ${amount}`,
  );

it("carried-over days lapse on their last day, and what is not carried over at the end of the year", () => {
  expect(shown(twenty, [], "2025-01-01", "2025-12-31")).toEqual(["2025-03-31 5000", "2025-12-31 15000"]);
  const leave = [charge("2025-02-03", 2000), charge("2025-07-01", 12_000)];
  expect(shown(twenty, leave, "2025-01-01", "2025-12-31")).toEqual(["2025-03-31 3000", "2025-12-31 3000"]);
  expect(shown({ ...twenty, rollover: "NONE" }, leave, "2025-01-01", "2025-12-31")).toEqual([
    "2025-12-31 6000",
  ]);
  expect(shown({ ...twenty, rollover: "ALL", carryExpiry: null }, leave, "2025-01-01", "2026-12-31")).toEqual(
    [],
  );
  expect(shown(twenty, leave, "2025-04-01", "2025-12-30")).toEqual([]);
});

it("a credit lapses on its last day; who leaves before loses nothing", () => {
  const credit = {
    day: at("2025-02-01"),
    amount: 1500,
    note: "",
    creditId: "c",
    expiresOn: at("2025-05-31"),
  };
  const terms: Terms = { ...twenty, rollover: "ALL", carryExpiry: null, credits: [credit] };
  expect(shown(terms, [], "2025-01-01", "2025-12-31")).toEqual(["2025-05-31 1500"]);
  expect(shown(terms, [charge("2025-03-03", 1000)], "2025-01-01", "2025-12-31")).toEqual(["2025-05-31 500"]);
  const leaving = { ...january, employment: { start: at("2024-01-01"), end: at("2025-05-31") } };
  expect(shown(terms, [], "2025-01-01", "2025-12-31", leaving)).toEqual([]);
});

it("without the notice that a policy requires, days stay and are carried over; with it they lapse", () => {
  const required = (today: string, ...noticed: string[]): Terms => ({
    ...twenty,
    lapses: { since: at("2024-01-01"), today: at(today), noticed: noticed.map(at) },
  });
  const left = (terms: Terms, date: string) => balanceOn(january, terms, [], at(date)).remaining;
  // Before its day, everything is as if the notice came.
  expect(left(required("2025-03-31", "2024-12-31"), "2025-04-01")).toBe(20_000);
  expect(left(required("2025-04-01", "2024-12-31"), "2025-04-01")).toBe(25_000);
  expect(left(required("2025-04-01", "2024-12-31", "2025-03-31"), "2025-04-01")).toBe(20_000);
  // A policy that requires it since then changes nothing of before.
  expect(
    left(
      { ...twenty, lapses: { since: at("2025-02-01"), today: at("2025-02-01"), noticed: [] } },
      "2025-02-01",
    ),
  ).toBe(25_000);
  // All of the year before is carried, also beyond the limit.
  expect(left(required("2025-02-01"), "2025-02-01")).toBe(40_000);
  // They are carried into the year after like days of the year, with its expiry.
  expect(left(required("2026-01-01", "2024-12-31", "2025-12-31"), "2026-01-01")).toBe(25_000);
  expect(left(required("2026-01-01"), "2026-03-01")).toBe(60_000);
  expect(balanceOn(january, required("2026-01-01"), [], at("2026-03-01")).carriedOverExpiresOn).toBe(
    at("2026-03-31"),
  );
});

it("what lapses on a day is what the balance is less on the next", () => {
  const days = fc.integer({ min: at("2024-01-01"), max: at("2026-12-31") });
  const given = fc.record({
    rollover: fc.constantFrom("NONE" as const, "LIMITED" as const, "ALL" as const),
    carryUse: fc.constantFrom(...carryUses),
    carryExpiry: fc.constantFrom(
      null,
      { type: "DATE" as const, monthDay: "06-30" },
      { type: "MONTHS" as const, months: 15 },
      { type: "DAYS_AFTER_RESET" as const, days: 40 },
    ),
    carryExpiries: fc.array(
      fc
        .record({ day: days, length: fc.option(fc.integer({ min: 0, max: 500 })) })
        .map(({ day, length }) => ({ day, note: "", expiresOn: length === null ? null : day + length })),
      { maxLength: 2 },
    ),
    lapses: fc.option(
      fc.record({
        since: days,
        today: days,
        noticed: fc.array(fc.constantFrom(at("2024-12-31"), at("2025-06-30"), at("2026-03-31"))),
      }),
    ),
    credits: fc.array(
      fc.record({
        day: days,
        length: fc.integer({ min: 0, max: 500 }),
        amount: fc.integer({ min: 1, max: 4000 }),
      }),
      { maxLength: 3 },
    ),
  });
  const leave = fc.array(fc.record({ day: days, amount: fc.integer({ min: 1, max: 6000 }) }), {
    maxLength: 8,
  });
  fc.assert(
    fc.property(given, leave, fc.tuple(days, days), ({ credits, ...rule }, taken, ends) => {
      const terms: Terms = {
        ...{ ...twenty, ...rule },
        credits: credits.map(({ day, length, amount }, place) => ({
          ...{ day, amount, note: "", creditId: String(place), expiresOn: day + length },
        })),
      };
      const charges = taken.map(
        ({ day, amount }): Charge => ({ day, amount: ofThousandths(amount), status: "APPROVED" }),
      );
      const range = { from: at("2024-01-01"), until: at("2026-12-31") };
      const lapses = new Map(
        lapsesIn(january, terms, charges, range).map(({ day, amount }) => [day, amount]),
      );
      const leftOn = (day: DayNumber) => balanceOn(january, terms, charges, day);
      const expiries = [...terms.credits.map(({ expiresOn }) => expiresOn)].filter(
        (day) => day < at("2026-12-31"),
      );
      for (const day of [
        ...expiries,
        at("2025-06-30"),
        at("2025-02-10"),
        at("2026-03-31"),
        at("2026-02-10"),
      ]) {
        if (dayText(day).endsWith("12-31")) continue;
        const begun = terms.credits
          .filter((credit) => credit.day === day + 1)
          .reduce((sum, { amount }) => sum + amount, 0);
        const less = (leftOn(day).remaining ?? 0) - (leftOn(day + 1).remaining ?? 0) + begun;
        expect(Math.abs(less - (lapses.get(day) ?? 0))).toBeLessThanOrEqual(2);
      }
      expect([...lapses.values()].every((amount) => amount > 0)).toBe(true);
      // Of fewer days, and of fewer years, the same.
      const part = { from: Math.min(...ends), until: Math.max(...ends) };
      const inPart = [...lapses].filter(([day]) => day >= part.from && day <= part.until);
      expect(lapsesIn(january, terms, charges, part)).toEqual(
        inPart.map(([day, amount]) => ({ day, amount })),
      );
      if (!mayLapse(january, terms, part)) expect(inPart).toEqual([]);
    }),
    { numRuns: 500 },
  );
});
