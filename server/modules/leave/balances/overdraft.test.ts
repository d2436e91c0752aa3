import fc from "fast-check";
import { expect, it } from "vitest";
import { dayNumber } from "@/server/kernel/time/calendar-date";
import { ofThousandths } from "@/server/modules/leave/calendars/day-fraction";
import type { YearSettings } from "./accounting-year";
import { overdraws, shortfall } from "./overdraft";
import { balanceOn, type Charge, type Terms } from "./policy";

const at = dayNumber;
const settings: YearSettings = {
  quotaReset: "ACCOUNTING_YEAR",
  yearStart: "01-01",
  rolloverExpiry: null,
  employment: { start: null, end: null },
  knownSince: at("2026-01-01"),
};
const terms: Terms = {
  unlimited: false,
  yearlyQuota: 12_000,
  accrual: "NONE",
  accrualTiming: "START",
  firstYear: "BY_DAY",
  firstYearMonths: null,
  quotaRounding: "NONE",
  steps: [],
  tenureFrom: "NEXT_YEAR",
  extra: 0,
  accrualCap: null,
  rollover: "NONE",
  rolloverMaximum: null,
  carryExpiry: null,
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
  status: "OPEN",
});
const adding = (before: Charge[], date: string, amount: number) => ({
  before,
  after: [...before, charge(date, amount)],
  from: at(date),
});

it("the last thousandth fits, one more does not", () => {
  const before = [charge("2026-03-02", 11_000)];
  expect(overdraws(settings, terms, adding(before, "2026-08-03", 1000))).toBe(false);
  expect(overdraws(settings, terms, adding(before, "2026-08-03", 1001))).toBe(true);
  expect(overdraws(settings, terms, adding(before, "2026-01-05", 1001))).toBe(true);
});

it("leave may be booked against days that accrue until then, in any order of booking", () => {
  const monthly: Terms = { ...terms, accrual: "MONTHLY" };
  expect(overdraws(settings, monthly, adding([], "2026-06-15", 6000))).toBe(false);
  expect(overdraws(settings, monthly, adding([], "2026-05-31", 6000))).toBe(true);
  const december = [charge("2026-12-15", 6000)];
  expect(overdraws(settings, monthly, adding(december, "2026-06-15", 6000))).toBe(false);
  expect(overdraws(settings, monthly, adding(december, "2026-06-15", 6001))).toBe(true);
});

it("days against which next year's leave was booked are not given away this year", () => {
  const all: Terms = { ...terms, rollover: "ALL" };
  const nextYear = [charge("2027-02-01", 20_000)];
  expect(overdraws(settings, all, adding(nextYear, "2026-11-02", 4000))).toBe(false);
  expect(overdraws(settings, all, adding(nextYear, "2026-11-02", 5000))).toBe(true);
});

it("carried-over days cannot be used after they expire", () => {
  const lapsing: YearSettings = { ...settings, rolloverExpiry: { type: "DATE", monthDay: "03-31" } };
  const all: Terms = { ...terms, rollover: "ALL" };
  expect(overdraws(lapsing, all, adding([charge("2027-03-31", 12_000)], "2027-10-01", 12_000))).toBe(false);
  expect(overdraws(lapsing, all, adding([charge("2027-04-01", 12_000)], "2027-10-01", 1000))).toBe(true);
  const moved = {
    before: [charge("2027-03-31", 12_000), charge("2027-10-01", 12_000)],
    from: at("2027-03-31"),
  };
  const after = [charge("2027-05-03", 12_000), charge("2027-10-01", 12_000)];
  expect(overdraws(lapsing, all, { ...moved, after })).toBe(true);
});

it("an overdrawn balance may improve, and never gets worse", () => {
  const over = [charge("2026-05-04", 14_000)];
  const shorter = { before: over, after: [charge("2026-05-04", 13_000)], from: at("2026-05-04") };
  expect(overdraws(settings, terms, shorter)).toBe(false);
  expect(overdraws(settings, terms, adding(over, "2026-05-11", 1))).toBe(true);
  expect(overdraws(settings, terms, adding(over, "2027-05-11", 1000))).toBe(false);
});

it("an overdrawn leave may move within a year with the whole quota up front, not before its days accrue", () => {
  const moved = {
    before: [charge("2026-08-10", 14_000)],
    after: [charge("2026-07-06", 14_000)],
    from: at("2026-07-06"),
  };
  expect(overdraws(settings, terms, moved)).toBe(false);
  expect(overdraws(settings, { ...terms, accrual: "MONTHLY" }, moved)).toBe(true);
});

it("unlimited leave never overdraws", () => {
  expect(overdraws(settings, { ...terms, unlimited: true }, adding([], "2026-05-04", 900_000))).toBe(false);
});

it("adjustments cover leave from their day on, and so does one's own quota", () => {
  const given = (date: string, amount: number) => ({ day: at(date), amount, note: "" });
  const more: Terms = { ...terms, adjustments: [given("2026-06-01", 3000)] };
  expect(overdraws(settings, more, adding([], "2026-06-01", 15_000))).toBe(false);
  expect(overdraws(settings, more, adding([], "2026-05-29", 12_001))).toBe(true);
  const own: Terms = { ...terms, quotas: [given("2027-01-01", 20_000)] };
  expect(overdraws(settings, own, adding([], "2027-06-01", 20_000))).toBe(false);
  expect(overdraws(settings, own, adding([], "2026-06-01", 12_001))).toBe(true);
});

it("days are not taken away from leave booked before or after, nor below zero", () => {
  const less = (date: string, amount: number): Terms => ({
    ...terms,
    adjustments: [{ day: at(date), amount: -amount, note: "" }],
  });
  const missing = (charges: Charge[], after: Terms) =>
    shortfall(settings, after, { before: charges, after: charges, from: at("2026-01-01") }, terms);
  const booked = [charge("2026-05-04", 6000), charge("2026-11-02", 4000)];
  expect(missing(booked, less("2026-07-01", 2000))).toBe(0);
  expect(missing(booked, less("2026-07-01", 3000))).toBe(1000);
  expect(missing(booked, less("2026-12-01", 3000))).toBe(1000);
  expect(missing([], less("2026-07-01", 12_500))).toBe(500);
  expect(missing([], less("2027-07-01", 12_000))).toBe(0);
});

it("after any sequence of bookings, a balance without accrual never falls below zero", () => {
  const bookings = fc.array(
    fc.record({
      day: fc.integer({ min: at("2026-01-01"), max: at("2029-12-31") }),
      amount: fc.integer({ min: 1, max: 9000 }),
    }),
    { maxLength: 25 },
  );
  const rules = fc.record({
    rollover: fc.constantFrom("NONE" as const, "LIMITED" as const, "ALL" as const),
    expiryDays: fc.option(fc.integer({ min: 0, max: 400 })),
  });
  fc.assert(
    fc.property(bookings, rules, (wanted, { rollover, expiryDays }) => {
      const rolloverExpiry =
        expiryDays === null ? null : { type: "DAYS_AFTER_RESET" as const, days: expiryDays };
      const own = { ...settings, rolloverExpiry };
      const limited: Terms = { ...terms, rollover, rolloverMaximum: 4000 };
      let booked: Charge[] = [];
      for (const { day, amount } of wanted) {
        const after = [...booked, { day, amount: ofThousandths(amount), status: "APPROVED" as const }];
        if (!overdraws(own, limited, { before: booked, after, from: day })) booked = after;
      }
      for (const year of [2026, 2027, 2028, 2029]) {
        const { remaining } = balanceOn(own, limited, booked, at(`${year}-12-31`));
        expect(remaining).toBeGreaterThanOrEqual(0);
      }
    }),
    { numRuns: 300 },
  );
});

it("after any sequence of bookings and cancellations, a balance that accrues up to a cap never falls below zero", () => {
  const bookings = fc.array(
    fc.record({
      day: fc.integer({ min: at("2026-01-01"), max: at("2028-12-31") }),
      amount: fc.integer({ min: 1, max: 9000 }),
      isCancelled: fc.boolean(),
    }),
    { maxLength: 20 },
  );
  const rules = fc.record({
    rollover: fc.constantFrom("NONE" as const, "LIMITED" as const, "ALL" as const),
    accrualTiming: fc.constantFrom("START" as const, "END" as const),
    accrualCap: fc.integer({ min: 0, max: 15_000 }),
    expiryDays: fc.option(fc.integer({ min: 0, max: 400 })),
  });
  fc.assert(
    fc.property(bookings, rules, (wanted, { expiryDays, ...rule }) => {
      const rolloverExpiry =
        expiryDays === null ? null : { type: "DAYS_AFTER_RESET" as const, days: expiryDays };
      const own = { ...settings, rolloverExpiry };
      const limited: Terms = { ...terms, accrual: "MONTHLY", rolloverMaximum: 4000, ...rule };
      let booked: Charge[] = [];
      const leftIsCovered = () => {
        for (const { day } of booked) {
          const taken = booked.filter((each) => each.day <= day);
          expect(balanceOn(own, limited, taken, day).remaining).toBeGreaterThanOrEqual(0);
        }
      };
      for (const { day, amount, isCancelled } of wanted) {
        const one = { day, amount: ofThousandths(amount), status: "APPROVED" as const };
        if (overdraws(own, limited, { before: booked, after: [...booked, one], from: day })) continue;
        booked = [...booked, one];
        leftIsCovered();
        // What is taken back never takes days from other leave: less is held back by the cap.
        if (isCancelled) booked = booked.filter((_, place) => place !== 0);
        leftIsCovered();
      }
    }),
    { numRuns: 200 },
  );
});
