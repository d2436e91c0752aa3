import fc from "fast-check";
import { expect, it } from "vitest";
import type { CarryExpiry, RolloverExpiry } from "@/drizzle/schema/values";
import { dayNumber, dayText, monthDayIn, yearOf } from "@/server/kernel/time/calendar-date";
import {
  type DayFraction,
  ofThousandths,
  toThousandths,
} from "@/server/modules/leave/calendars/day-fraction";
import { type AccountingYear, type YearSettings, yearContaining, yearsUntil } from "./accounting-year";
import { accruedOn } from "./accrual";
import { explainBalance } from "./explain-balance";
import { expiryIn } from "./lots";
import { overdraws } from "./overdraft";
import { balanceOn, type Charge, type Credit, cutsAsOf, type Terms } from "./policy";
import { adjustedOn, between, sum } from "./sums";

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
  rollover: "ALL",
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
  status: "APPROVED",
});
/** A working day on each of the days. */
const each = (first: string, last: string, free: readonly string[] = []): Charge[] =>
  Array.from({ length: at(last) - at(first) + 1 }, (_, index) => dayText(at(first) + index))
    .filter((date) => !free.includes(date))
    .map((date) => charge(date, 1000));
const shown = (terms: Terms, charges: readonly Charge[], date: string, settings = january) => {
  const {
    carriedOver,
    carriedOverExpiresOn: until,
    remaining,
  } = balanceOn(settings, terms, charges, at(date));
  return { carriedOver, until: until && dayText(until), remaining };
};
const linesOf = (terms: Terms, charges: readonly Charge[], date: string) =>
  explainBalance(january, terms, charges, at(date)).map(
    ({ day, kind, amount }) => `${dayText(day)} ${kind} ${amount}`,
  );

/* The carry-over as it was before policies had an expiry of their own. */

function formerEnd(expiry: RolloverExpiry | null, { start, end, anchor }: AccountingYear): number | null {
  if (expiry === null) return null;
  if (expiry.type === "DAYS_AFTER_RESET") return Math.min(start + expiry.days, end);
  const year = expiry.monthDay < anchor ? yearOf(start) + 1 : yearOf(start);
  return Math.min(monthDayIn(year, expiry.monthDay), end);
}

function formerBalance(settings: YearSettings, terms: Terms, charges: readonly Charge[], asOf: number) {
  const unexpired = (year: AccountingYear, carried: DayFraction, day: number) => {
    const last = formerEnd(settings.rolloverExpiry, year);
    if (last === null || day <= last) return carried;
    return Math.min(carried, sum(between(charges, year.start, last)));
  };
  const givenBy = (year: AccountingYear, day: number) =>
    accruedOn(year, terms, settings.employment, day) + adjustedOn(year, terms, day);
  const most = terms.rollover === "LIMITED" ? ofThousandths(terms.rolloverMaximum ?? 0) : Number.MAX_VALUE;
  let next = 0;
  let carried = 0;
  for (const year of yearsUntil(settings, asOf)) {
    carried = terms.openings.some((day) => day >= year.start && day <= year.end) ? 0 : next;
    const left =
      ofThousandths(givenBy(year, year.end)) +
      unexpired(year, carried, year.end + 1) -
      sum(between(charges, year.start, year.end));
    next = terms.rollover === "NONE" ? 0 : Math.min(Math.max(0, left), most);
  }
  const year = yearContaining(settings, asOf);
  const kept = unexpired(year, carried, asOf);
  const own = sum(between(charges, year.start, year.end));
  return {
    carriedOver: toThousandths(kept),
    carriedOverExpiresOn: toThousandths(kept) > 0 ? formerEnd(settings.rolloverExpiry, year) : null,
    remaining: toThousandths(ofThousandths(givenBy(year, asOf)) + kept - own),
  };
}

/* Any history. */

const anyDay = fc.integer({ min: at("2024-01-01"), max: at("2028-12-31") });
const chargesOf: fc.Arbitrary<Charge[]> = fc.array(
  fc
    .tuple(anyDay, fc.integer({ min: 1, max: 9000 }))
    .map(([day, amount]) => ({ day, amount: ofThousandths(amount), status: "APPROVED" as const })),
  { maxLength: 25 },
);
const rollovers = fc.constantFrom("NONE" as const, "LIMITED" as const, "ALL" as const);
const givenOf = fc
  .array(
    fc.record({ day: anyDay, amount: fc.integer({ min: -15_000, max: 15_000 }), note: fc.constant("") }),
    {
      maxLength: 4,
    },
  )
  .map((all) => all.sort((a, b) => a.day - b.day));
const monthDay = fc
  .integer({ min: at("2024-01-01"), max: at("2024-12-31") })
  .map((day) => dayText(day).slice(5));
const common: fc.Arbitrary<RolloverExpiry> = fc.oneof(
  monthDay.map((date) => ({ type: "DATE" as const, monthDay: date })),
  fc.integer({ min: 0, max: 400 }).map((days) => ({ type: "DAYS_AFTER_RESET" as const, days })),
);
const own: fc.Arbitrary<CarryExpiry | null> = fc.oneof(
  common,
  fc.constantFrom(null, { type: "NEVER" as const }),
  fc.integer({ min: 1, max: 60 }).map((months) => ({ type: "MONTHS" as const, months })),
);
const creditsOf: fc.Arbitrary<Credit[]> = fc.array(
  fc
    .record({
      day: anyDay,
      amount: fc.integer({ min: 1, max: 9000 }),
      days: fc.integer({ min: 0, max: 700 }),
    })
    .map(({ day, amount, days }) => ({ day, amount, note: "", creditId: "", expiresOn: day + days })),
  { maxLength: 3 },
);
const ownExpiries: fc.Arbitrary<Terms["carryExpiries"]> = fc.array(
  fc
    .record({ day: anyDay, days: fc.option(fc.integer({ min: 0, max: 700 })) })
    .map(({ day, days }) => ({ day, note: "", expiresOn: days === null ? null : day + days })),
  { maxLength: 3 },
);
const accruals = fc.constantFrom("NONE" as const, "MONTHLY" as const, "WEEKLY" as const);

it("with the location's expiry, used first, every figure is as before policies had their own", () => {
  const cases = fc.record({
    charges: chargesOf,
    rules: fc.record({
      rollover: rollovers,
      accrual: accruals,
      rolloverMaximum: fc.integer({ min: 0, max: 20_000 }),
      adjustments: givenOf,
      openings: fc.array(anyDay, { maxLength: 1 }),
    }),
    place: fc.record({ rolloverExpiry: fc.option(common), yearStart: monthDay }),
    asOf: anyDay,
    isOfPolicy: fc.boolean(),
  });
  fc.assert(
    fc.property(cases, ({ charges, rules, place, asOf, isOfPolicy }) => {
      const settings = { ...january, ...place };
      const terms = { ...twenty, ...rules };
      const { carriedOver, carriedOverExpiresOn, remaining } = isOfPolicy
        ? balanceOn(
            { ...settings, rolloverExpiry: { type: "DATE", monthDay: "05-05" } },
            { ...terms, carryExpiry: place.rolloverExpiry ?? { type: "NEVER" } },
            charges,
            asOf,
          )
        : balanceOn(settings, terms, charges, asOf);
      expect({ carriedOver, carriedOverExpiresOn, remaining }).toEqual(
        formerBalance(settings, terms, charges, asOf),
      );
    }),
    { numRuns: 2000 },
  );
}, 120_000);

it("after any sequence of bookings no leave is ever uncovered, however days are carried over or credited, and leave taken back and more credits uncover none", () => {
  const rules = fc.record({
    rollover: rollovers,
    accrual: accruals,
    accrualCap: fc.option(fc.integer({ min: 0, max: 15_000 })),
    rolloverMaximum: fc.integer({ min: 0, max: 20_000 }),
    carryExpiry: own,
    carryUse: fc.constantFrom("FIRST" as const, "LAST" as const),
    credits: creditsOf,
    carryExpiries: ownExpiries,
  });
  fc.assert(
    fc.property(chargesOf, rules, creditsOf, (wanted, rule, more) => {
      let terms: Terms = { ...twenty, ...rule, accrualCap: rule.accrual === "NONE" ? null : rule.accrualCap };
      let booked: Charge[] = [];
      const isCovered = () => {
        for (const { day } of booked)
          for (const date of [day, yearContaining(january, day).end]) {
            const taken = booked.filter((one) => one.day <= date);
            expect(balanceOn(january, terms, taken, date).remaining).toBeGreaterThanOrEqual(0);
          }
      };
      for (const one of wanted) {
        if (overdraws(january, terms, { before: booked, after: [...booked, one], from: one.day })) continue;
        booked = [...booked, one];
      }
      isCovered();
      // Some carried-over days count under a cap and others do not: leave taken back or a credit can then change which (decision 16.27).
      if (terms.accrualCap !== null && terms.carryExpiries.length > 0) return;
      booked = booked.filter((_, place) => place % 2 === 1);
      isCovered();
      terms = { ...terms, credits: [...rule.credits, ...more] };
      isCovered();
    }),
    { numRuns: 600 },
  );
}, 120_000);

it("a person's own expiry of every year is as a policy with it: balance and explanation", () => {
  const cases = fc.record({ charges: chargesOf, credits: creditsOf, expiry: own, other: own, asOf: anyDay });
  fc.assert(
    fc.property(cases, rollovers, ({ charges, credits, expiry, other, asOf }, rollover) => {
      const terms: Terms = { ...twenty, rollover, rolloverMaximum: 6000, credits };
      const policy: Terms = { ...terms, carryExpiry: expiry };
      const carryExpiries = yearsUntil(january, asOf).map((year) => ({
        ...{ day: year.start, note: "", expiresOn: expiryIn(year, policy, january) },
      }));
      const theirs: Terms = { ...terms, carryExpiry: other, carryExpiries };
      expect(balanceOn(january, theirs, charges, asOf)).toEqual(balanceOn(january, policy, charges, asOf));
      const last = explainBalance(january, theirs, charges, asOf).at(-1)?.balanceAfter ?? 0;
      expect(last).toBe(balanceOn(january, theirs, charges, asOf).remaining);
    }),
    { numRuns: 1000 },
  );
}, 120_000);

it("a person's own expiry is of one year, the last one counts, and charges are cut at it", () => {
  const terms: Terms = { ...twenty, carryExpiry: { type: "DATE", monthDay: "03-31" } };
  const day = at("2025-01-01");
  const longer: Terms = {
    ...terms,
    carryExpiries: [
      { day, note: "", expiresOn: at("2025-05-31") },
      { day, note: "", expiresOn: at("2026-02-28") },
    ],
  };
  expect(shown(terms, [], "2025-04-01").carriedOver).toBe(0);
  expect(shown(longer, [], "2025-04-01")).toMatchObject({ carriedOver: 20_000, until: "2026-02-28" });
  // What 2025 leaves expires as the policy says.
  expect(shown(longer, [], "2026-03-01")).toMatchObject({ carriedOver: 20_000, until: "2026-03-31" });
  expect(cutsAsOf(january, [longer], at("2026-06-01")).map(dayText)).toContain("2026-03-01");
});

it("24 to 31 December with two free days, when two carried days lapse on the 31st, takes four days, the two carried first", () => {
  const terms: Terms = { ...twenty, rollover: "LIMITED", rolloverMaximum: 2000 };
  const lapsing: Terms = { ...terms, carryExpiry: { type: "DATE", monthDay: "12-31" } };
  const leave = each("2025-12-24", "2025-12-31", ["2025-12-25", "2025-12-26", "2025-12-27", "2025-12-28"]);
  expect(shown(lapsing, leave, "2025-12-31")).toEqual({
    ...{ carriedOver: 2000, until: "2025-12-31", remaining: 18_000 },
  });
  // Eighteen are left, of which two are carried; the two carried ones were taken, and none of them twice.
  expect(shown(lapsing, leave, "2026-01-01")).toEqual({
    ...{ carriedOver: 2000, until: "2026-12-31", remaining: 22_000 },
  });
  expect(linesOf(lapsing, leave, "2025-12-31")).toEqual([
    "2025-01-01 CARRIED_OVER 2000",
    "2025-01-01 GRANTED 20000",
    "2025-12-31 TAKEN -4000",
  ]);
});

it("a carry-over date inside an accrual period neither loses nor splits its share", () => {
  const terms: Terms = {
    ...{ ...twenty, yearlyQuota: 24_000, accrual: "MONTHLY" },
    ...{ rollover: "LIMITED", rolloverMaximum: 5000, carryExpiry: { type: "DATE", monthDay: "03-15" } },
  };
  const on = (date: string) => balanceOn(january, terms, [], at(date));
  expect(on("2025-03-15")).toMatchObject({ accrued: 6000, carriedOver: 5000, remaining: 11_000 });
  expect(on("2025-03-16")).toMatchObject({ accrued: 6000, carriedOver: 0, remaining: 6000 });
  expect(on("2025-04-01")).toMatchObject({ accrued: 8000, remaining: 8000 });
  expect(on("2025-12-31")).toMatchObject({ accrued: 24_000, remaining: 24_000 });
});

it("an accruing balance carries over what was earned, minus what was taken", () => {
  const terms: Terms = { ...twenty, yearlyQuota: 24_000, accrual: "MONTHLY", accrualTiming: "END" };
  const leave = [charge("2024-06-03", 7000), charge("2024-12-30", 1500)];
  expect(shown(terms, leave, "2025-01-01")).toEqual({ carriedOver: 15_500, until: null, remaining: 15_500 });
});

it("one and a half carried days stay one and a half", () => {
  const terms: Terms = { ...twenty, carryExpiry: { type: "MONTHS", months: 15 } };
  const leave = [charge("2024-06-03", 18_500)];
  expect(shown(terms, leave, "2025-01-01").carriedOver).toBe(1500);
  expect(shown(terms, [...leave, charge("2025-02-03", 500)], "2025-12-31").carriedOver).toBe(1500);
  expect(shown(terms, [...leave, charge("2025-02-03", 20_500)], "2026-01-01").carriedOver).toBe(1000);
});

it("months count from the first day of the year, and reach beyond it: each lot keeps its own expiry", () => {
  const terms: Terms = { ...twenty, carryExpiry: { type: "MONTHS", months: 15 } };
  const leave = [charge("2024-06-03", 17_000), charge("2025-06-03", 18_000)];
  // The three days of 2024 were used in June; of 2025 five are left.
  expect(shown(terms, leave, "2026-01-01")).toEqual({
    ...{ carriedOver: 5000, until: "2027-03-31", remaining: 25_000 },
  });
  const idle = [charge("2024-06-03", 17_000)];
  expect(shown(terms, idle, "2026-03-31")).toEqual({
    ...{ carriedOver: 23_000, until: "2026-03-31", remaining: 43_000 },
  });
  expect(shown(terms, idle, "2026-04-01")).toEqual({
    ...{ carriedOver: 20_000, until: "2027-03-31", remaining: 40_000 },
  });
  expect(linesOf(terms, idle, "2026-04-01")).toEqual([
    ...["2026-01-01 CARRIED_OVER 3000", "2026-01-01 CARRIED_OVER 20000", "2026-01-01 GRANTED 20000"],
    "2026-04-01 EXPIRED -3000",
  ]);
  // What expires first is over the limit first.
  const limited: Terms = { ...terms, rollover: "LIMITED", rolloverMaximum: 21_000 };
  expect(shown(limited, idle, "2026-04-01")).toMatchObject({ carriedOver: 20_000 });
  expect(shown(limited, idle, "2026-03-31")).toMatchObject({ carriedOver: 21_000 });
});

it("a policy's expiry stands in place of the location's, also never", () => {
  const march: YearSettings = { ...january, rolloverExpiry: { type: "DATE", monthDay: "03-31" } };
  const [first, after] = ["2025-03-31", "2025-04-01"];
  expect(shown(twenty, [], after, march).carriedOver).toBe(0);
  expect(shown({ ...twenty, carryExpiry: { type: "NEVER" } }, [], after, march)).toMatchObject({
    ...{ carriedOver: 20_000, until: null },
  });
  const days: Terms = { ...twenty, carryExpiry: { type: "DAYS_AFTER_RESET", days: 89 } };
  expect(shown(days, [], first)).toMatchObject({ carriedOver: 20_000, until: first });
  expect(shown(days, [], after).carriedOver).toBe(0);
});

it("used last, carried days serve only leave beyond what the year has given by their last day", () => {
  const terms: Terms = { ...twenty, carryUse: "LAST", carryExpiry: { type: "DATE", monthDay: "06-30" } };
  const leave = [charge("2024-05-06", 15_000), charge("2025-05-06", 12_000)];
  expect(shown(terms, leave, "2025-06-30")).toMatchObject({ carriedOver: 5000, remaining: 13_000 });
  expect(shown(terms, leave, "2025-07-01")).toMatchObject({ carriedOver: 0, remaining: 8000 });
  expect(shown({ ...terms, carryUse: "FIRST" }, leave, "2025-07-01")).toMatchObject({
    ...{ carriedOver: 5000, remaining: 13_000 },
  });
  const more = [...leave, charge("2025-06-02", 11_000)];
  expect(shown(terms, more, "2025-07-01")).toMatchObject({ carriedOver: 3000, remaining: 0 });
  const monthly: Terms = { ...terms, accrual: "MONTHLY", yearlyQuota: 24_000 };
  // Twelve are given by the end of June: the two beyond them are carried ones, and the balance stays above zero.
  const early = [charge("2024-05-06", 19_000), charge("2025-05-06", 14_000)];
  expect(shown(monthly, early, "2025-07-01")).toMatchObject({ carriedOver: 2000, remaining: 2000 });
});

it("charges are cut on the day after each expiry of each policy, within the years", () => {
  const cuts = cutsAsOf(
    { ...january, rolloverExpiry: { type: "DATE", monthDay: "04-30" } },
    [twenty, { ...twenty, carryExpiry: { type: "MONTHS", months: 14 } }],
    at("2025-06-01"),
  ).map(dayText);
  expect(cuts).toEqual([
    ...["2024-01-01", "2024-05-01", "2025-01-01", "2025-03-01", "2025-05-01", "2025-06-02", "2026-01-01"],
  ]);
});
