import fc from "fast-check";
import { expect, it } from "vitest";
import { accruals, accrualTimings, firstYears, quotaRoundings, tenureStarts } from "@/drizzle/schema/values";
import { dayNumber, dayText } from "@/server/kernel/time/calendar-date";
import { ofThousandths } from "@/server/modules/leave/calendars/day-fraction";
import { type YearSettings, yearContaining } from "./accounting-year";
import { accruedOn } from "./accrual";
import { explainBalance } from "./explain-balance";
import { balanceOn, type Terms } from "./policy";

const at = dayNumber;
const thirty: Terms = {
  unlimited: false,
  yearlyQuota: 30_000,
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
const joining = (start: string, end: string | null = null): YearSettings => ({
  quotaReset: "ACCOUNTING_YEAR",
  yearStart: "01-01",
  rolloverExpiry: null,
  employment: { start: at(start), end: end === null ? null : at(end) },
  knownSince: at("2020-01-01"),
});

/** Days by a date. */
const givenBy = (date: string, terms: Terms, settings: YearSettings): number => {
  const { accrued } = balanceOn(settings, terms, [], at(date));
  return accrued / 1000;
};

it("30 days a year by month of joining, twelfths rounded to whole days", () => {
  const terms: Terms = { ...thirty, firstYear: "BY_MONTH", quotaRounding: "WHOLE" };
  const months = Array.from({ length: 12 }, (_, index) => `2026-${String(index + 1).padStart(2, "0")}-01`);
  const given = (more: Partial<Terms> = {}) =>
    months.map((start) => givenBy("2026-12-31", { ...terms, ...more }, joining(start)));
  expect(given()).toEqual([30, 28, 25, 23, 20, 18, 15, 13, 10, 8, 5, 3]);
  expect(given({ quotaRounding: "HALF" })).toEqual([30, 27.5, 25, 22.5, 20, 17.5, 15, 12.5, 10, 7.5, 5, 2.5]);
  expect(given({ quotaRounding: "UP", yearlyQuota: 25_000 })).toEqual([
    25, 23, 21, 19, 17, 15, 13, 11, 9, 7, 5, 3,
  ]);
});

it("who starts on 15 June gets 13 days in the first year, and 25 in the next", () => {
  const terms: Terms = { ...thirty, yearlyQuota: 25_000, firstYear: "BY_MONTH", quotaRounding: "WHOLE" };
  const settings = joining("2026-06-15");
  expect(givenBy("2026-06-15", terms, settings)).toBe(13);
  expect(givenBy("2027-01-01", terms, settings)).toBe(25);
  expect(givenBy("2026-06-15", { ...terms, firstYear: "BY_DAY" }, settings)).toBe(14);
  expect(givenBy("2026-06-15", { ...terms, firstYear: "FULL" }, settings)).toBe(25);
});

it("gives the quota as typed in a whole year, and rounds the last one", () => {
  const terms: Terms = { ...thirty, yearlyQuota: 27_300, quotaRounding: "HALF" };
  const settings = joining("2026-01-01", "2027-06-30");
  expect(givenBy("2026-12-31", terms, settings)).toBe(27.3);
  expect(givenBy("2027-06-30", terms, settings)).toBe(13.5);
});

it("gives twelfths until the whole quota is given after six months", () => {
  const terms: Terms = { ...thirty, firstYear: "AFTER_MONTHS", firstYearMonths: 6 };
  const spring = joining("2026-03-16");
  expect(givenBy("2026-03-31", terms, spring)).toBe(0);
  expect(givenBy("2026-04-01", terms, spring)).toBe(2.5);
  expect(givenBy("2026-09-15", terms, spring)).toBe(15);
  expect(givenBy("2026-09-16", terms, spring)).toBe(30);
  const autumn = joining("2026-10-15");
  expect(givenBy("2026-12-31", terms, autumn)).toBe(5);
  expect(givenBy("2027-04-14", terms, autumn)).toBe(10);
  expect(givenBy("2027-04-15", terms, autumn)).toBe(30);
  // Who leaves before has the twelfths of whole months only.
  expect(givenBy("2026-12-31", terms, joining("2026-03-16", "2026-07-20"))).toBe(7.5);
});

it("explains each of the twelfths, and the rest", () => {
  const terms: Terms = { ...thirty, firstYear: "AFTER_MONTHS", firstYearMonths: 6 };
  const lines = explainBalance(joining("2026-03-16"), terms, [], at("2026-12-31"));
  expect(lines.map(({ day, kind, amount }) => [dayText(day), kind, amount])).toEqual([
    ...["04", "05", "06", "07", "08", "09"].map((month) => [`2026-${month}-01`, "ACCRUED", 2500]),
    ["2026-09-16", "ACCRUED", 15_000],
  ]);
});

it("never takes days back within a year, and gives no more than the quota, by every rule", () => {
  const day = fc.integer({ min: at("2019-01-01"), max: at("2024-12-31") });
  const cases = fc.record({
    firstYear: fc.constantFrom(...firstYears),
    firstYearMonths: fc.integer({ min: 1, max: 30 }),
    quotaRounding: fc.constantFrom(...quotaRoundings),
    accrualTiming: fc.constantFrom(...accrualTimings),
    accrual: fc.constantFrom(...accruals),
    yearlyQuota: fc.integer({ min: 0, max: 60 }).map((days) => days * 1000),
    steps: fc.array(
      fc.record({ afterMonths: fc.integer({ min: 1, max: 60 }), quota: fc.integer({ min: 0, max: 60_000 }) }),
      { maxLength: 3 },
    ),
    tenureFrom: fc.constantFrom(...tenureStarts),
    extra: fc.integer({ min: 0, max: 10_000 }),
    yearStart: fc.constantFrom("01-01", "02-29", "12-30", "07-15"),
    start: fc.option(day),
    end: fc.option(day),
    asOf: day,
  });
  fc.assert(
    fc.property(cases, ({ yearStart, start, end, asOf, ...rules }) => {
      const settings = { ...joining("2020-01-01"), yearStart, employment: { start, end } };
      const terms = { ...thirty, ...rules };
      const year = yearContaining(settings, asOf);
      let before = 0;
      for (let each = year.start; each <= year.end; each++) {
        const given = accruedOn(year, terms, settings.employment, each);
        expect(given).toBeGreaterThanOrEqual(before);
        before = given;
      }
      const most = Math.max(terms.yearlyQuota, ...terms.steps.map(({ quota }) => quota));
      expect(before).toBeLessThanOrEqual(most + terms.extra);
    }),
  );
});

it("a share is given on the last day of its period where the policy says so, and within the year", () => {
  const terms: Terms = { ...thirty, accrual: "MONTHLY", accrualTiming: "END" };
  const settings = joining("2026-01-01", "2027-03-10");
  const on = (date: string) => givenBy(date, terms, settings);
  expect([on("2026-01-30"), on("2026-01-31"), on("2026-02-27"), on("2026-02-28")]).toEqual([0, 2.5, 2.5, 5]);
  expect(on("2026-12-31")).toBe(30);
  // The part of a last month is given on the last day of work.
  expect([on("2027-03-09"), on("2027-03-10")]).toEqual([5, 5.806]);
  const lines = explainBalance(settings, terms, [], at("2027-12-31"));
  expect(lines.map(({ day }) => dayText(day))).toEqual(["2027-01-31", "2027-02-28", "2027-03-10"]);
});

const yearsOf = (steps: [number, number][], more: Partial<Terms> = {}): Terms => ({
  ...thirty,
  yearlyQuota: 25_000,
  steps: steps.map(([afterMonths, days]) => ({ afterMonths, quota: days * 1000 })),
  ...more,
});
const linesOf = (date: string, terms: Terms, settings: YearSettings) =>
  explainBalance(settings, terms, [], at(date)).map(({ day, kind, amount }) => [
    dayText(day),
    kind,
    amount / 1000,
  ]);

it("a step of employment counts from the accounting year after it is reached", () => {
  const terms = yearsOf([
    [24, 27],
    [60, 30],
  ]);
  const quotas = (settings: YearSettings) =>
    ["2026", "2027", "2028", "2029", "2030", "2031", "2032"].map((year) =>
      givenBy(`${year}-12-31`, terms, settings),
    );
  expect(quotas(joining("2026-01-01"))).toEqual([25, 25, 27, 27, 27, 30, 30]);
  expect(quotas(joining("2026-07-01"))).toEqual([12.603, 25, 25, 27, 27, 27, 30]);
  // Without a first day of work, no step is reached.
  expect(quotas({ ...joining("2026-01-01"), employment: { start: null, end: null } })).toEqual(
    Array(7).fill(25),
  );
  expect(linesOf("2028-12-31", terms, joining("2026-01-01"))).toEqual([["2028-01-01", "GRANTED", 27]]);
});

it("a step that counts from its day gives more for the rest of the year, on that day", () => {
  const terms = yearsOf([[24, 27]], { tenureFrom: "DAY" });
  const settings = joining("2026-07-02");
  const on = (date: string, more: Partial<Terms> = {}) => givenBy(date, { ...terms, ...more }, settings);
  expect([on("2028-07-01"), on("2028-07-02"), on("2028-12-31"), on("2029-01-01")]).toEqual([25, 26, 26, 27]);
  expect(linesOf("2028-12-31", terms, settings)).toEqual([
    ["2028-01-01", "GRANTED", 25],
    ["2028-07-02", "TENURE", 1],
  ]);
  expect(on("2028-12-31", { steps: [{ afterMonths: 27, quota: 27_000 }] })).toBe(25.497);
  expect(on("2028-12-31", { steps: [{ afterMonths: 27, quota: 27_000 }], quotaRounding: "HALF" })).toBe(25.5);
  // Monthly, the month of the step gives the part of its days from then on.
  const monthly = yearsOf([[24, 37]], { tenureFrom: "DAY", accrual: "MONTHLY" });
  const joined = joining("2026-06-16");
  expect(givenBy("2028-06-15", monthly, joined)).toBe(12.5);
  expect(givenBy("2028-06-16", monthly, joined)).toBe(13);
  expect(givenBy("2028-12-31", monthly, joined)).toBe(31.5);
});

it("a quota of one's own takes the place of the policy's steps", () => {
  const quotas = [{ day: at("2028-03-01"), amount: 26_000, note: "" }];
  for (const tenureFrom of tenureStarts) {
    const terms = yearsOf([[6, 27]], { quotas, tenureFrom });
    const years = ["2027", "2028", "2029"].map((year) =>
      givenBy(`${year}-12-31`, terms, joining("2026-03-01")),
    );
    expect(years).toEqual([27, 26, 26]);
  }
});

it("extra days by label are a part of the year's quota, rounded with it, and a line of their own", () => {
  const terms = yearsOf([], { extra: 5000, quotaRounding: "UP" });
  const settings = joining("2026-07-01");
  // 12.603 and 2.521 are 15.123 together.
  expect(givenBy("2026-12-31", terms, settings)).toBe(16);
  expect(linesOf("2026-12-31", terms, settings)).toEqual([
    ["2026-07-01", "GRANTED", 13],
    ["2026-07-01", "EXTRA", 3],
  ]);
  expect(linesOf("2027-12-31", terms, settings)).toEqual([
    ["2027-01-01", "GRANTED", 25],
    ["2027-01-01", "EXTRA", 5],
  ]);
  const quotas = [{ day: at("2028-01-01"), amount: 28_000, note: "" }];
  expect(givenBy("2028-12-31", { ...terms, quotas }, settings)).toBe(33);
});

it("a date on which carried-over days expire neither loses nor splits the share of its period", () => {
  const carrying = { rollover: "ALL", accrual: "MONTHLY", yearlyQuota: 24_000 } as const;
  for (const accrualTiming of accrualTimings) {
    const terms = yearsOf([], { ...carrying, accrualTiming });
    const settings: YearSettings = {
      ...joining("2026-01-01"),
      rolloverExpiry: { type: "DATE", monthDay: "03-15" },
    };
    const on = (date: string) => balanceOn(settings, terms, [], at(date));
    const [before, after] = [on("2027-03-15"), on("2027-03-16")];
    expect(before.carriedOver).toBe(24_000);
    expect(after).toMatchObject({ carriedOver: 0, accrued: before.accrued });
    expect(after.remaining).toBe((before.remaining ?? 0) - 24_000);
    const shares = linesOf("2027-12-31", terms, settings).filter(([, kind]) => kind === "ACCRUED");
    expect(shares.map(([, , days]) => days)).toEqual(Array(12).fill(2));
    expect(on("2028-01-01").carriedOver).toBe(24_000);
  }
});

it("what is left grows on every day of six years without leave, by every step of employment", () => {
  const cases = fc.record({
    steps: fc.array(
      fc.record({ afterMonths: fc.integer({ min: 1, max: 72 }), quota: fc.integer({ min: 0, max: 40_000 }) }),
      { maxLength: 3 },
    ),
    tenureFrom: fc.constantFrom(...tenureStarts),
    firstYear: fc.constantFrom(...firstYears),
    quotaRounding: fc.constantFrom(...quotaRoundings),
    accrualTiming: fc.constantFrom(...accrualTimings),
    accrual: fc.constantFrom("NONE" as const, "MONTHLY" as const),
    extra: fc.constantFrom(0, 5000),
    yearStart: fc.constantFrom("01-01", "02-29", "04-06"),
    first: fc.integer({ min: at("2020-01-01"), max: at("2021-12-31") }),
    leave: fc.array(
      fc.record({ after: fc.integer({ min: 0, max: 2190 }), days: fc.integer({ min: 1, max: 20 }) }),
      {
        maxLength: 6,
      },
    ),
  });
  fc.assert(
    fc.property(cases, ({ yearStart, first, leave, ...rules }) => {
      const terms = yearsOf([], { ...rules, rollover: "ALL", firstYearMonths: 6 });
      const settings = { ...joining(dayText(first)), yearStart };
      const charges = leave.map(({ after, days }) => ({
        day: first + after,
        amount: ofThousandths(days * 1000),
        status: "APPROVED" as const,
      }));
      let before = 0;
      for (let day = first; day < first + 2190; day++) {
        const taken = charges.filter((charge) => charge.day <= day);
        const left = balanceOn(settings, terms, taken, day).remaining ?? 0;
        if (!taken.some((charge) => charge.day === day)) expect(left).toBeGreaterThanOrEqual(before);
        before = left;
      }
    }),
    { numRuns: Number(process.env.HISTORIES ?? 300) / 25 },
  );
}, 120_000);

const capped: Terms = {
  ...thirty,
  yearlyQuota: 24_000,
  accrual: "MONTHLY",
  accrualCap: 10_000,
  rollover: "ALL",
};
const took = (date: string, days: number) => ({
  day: at(date),
  amount: ofThousandths(days * 1000),
  status: "APPROVED" as const,
});

it("accrual stops at the cap, and goes on after leave", () => {
  const settings = joining("2026-01-01");
  const june = took("2026-06-17", 3);
  const on = (date: string, charges = [june]) => balanceOn(settings, capped, charges, at(date));
  const days = ["2026-05-31", "2026-06-30", "2026-07-01", "2026-08-01", "2026-12-31"];
  expect(days.map((date) => on(date).accrued / 1000)).toEqual([10, 10, 12, 13, 13]);
  expect(on("2026-12-31")).toMatchObject({ quota: 24_000, remaining: 10_000 });
  const lines = explainBalance(settings, capped, [june], at("2026-12-31"));
  expect(lines.map(({ day, kind, amount }) => `${dayText(day)} ${kind} ${amount / 1000}`)).toEqual([
    ...["01", "02", "03", "04", "05"].map((month) => `2026-${month}-01 ACCRUED 2`),
    "2026-06-17 TAKEN -3",
    "2026-07-01 ACCRUED 2",
    "2026-08-01 ACCRUED 1",
  ]);
  // Carried-over days count, and leave of the next year lets it go on there.
  expect(on("2027-03-01", [june, took("2027-02-10", 4)])).toMatchObject({
    carriedOver: 10_000,
    accrued: 2000,
  });
});

it("leave that is booked for later neither fills the cap nor makes room under it before its days", () => {
  const settings = joining("2026-01-01");
  const december = took("2026-12-10", 5);
  const on = (date: string) => balanceOn(settings, capped, [december], at(date));
  expect(on("2026-11-30")).toMatchObject({ accrued: 10_000, scheduled: 5000, remaining: 5000 });
  expect(on("2027-01-01")).toMatchObject({ carriedOver: 5000, accrued: 2000 });
});

it("extra days and steps are under the same cap", () => {
  const terms: Terms = { ...capped, extra: 12_000, accrualCap: 7000 };
  const lines = linesOf("2026-12-31", terms, joining("2026-01-01"));
  expect(lines).toEqual([
    ["2026-01-01", "ACCRUED", 2],
    ["2026-01-01", "EXTRA", 1],
    ["2026-02-01", "ACCRUED", 2],
    ["2026-02-01", "EXTRA", 1],
    ["2026-03-01", "ACCRUED", 1],
  ]);
});
