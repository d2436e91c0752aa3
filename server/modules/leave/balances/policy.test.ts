import fc from "fast-check";
import { expect, it } from "vitest";
import {
  accruals,
  accrualTimings,
  type CarryExpiry,
  carryUses,
  firstYears,
  type QuotaReset,
  quotaResets,
  quotaRoundings,
  type RolloverExpiry,
  rollovers,
  tenureStarts,
} from "@/drizzle/schema/values";
import { dayNumber, dayText, weekdayOf } from "@/server/kernel/time/calendar-date";
import { ofThousandths, partsOf, toThousandths } from "@/server/modules/leave/calendars/day-fraction";
import { countDays, type WorkCalendar } from "@/server/modules/leave/calendars/working-days";
import { type AccountingYear, firstDayIn, type YearSettings, yearContaining } from "./accounting-year";
import { accruedOn, periodStarts } from "./accrual";
import { curveOf, cutsOfCurve } from "./curve";
import { explainBalance } from "./explain-balance";
import { expiryIn } from "./lots";
import {
  type Balance,
  balanceOn,
  type Charge,
  type Credit,
  cutsAsOf,
  type Given,
  type Terms,
  type Worked,
} from "./policy";

const at = dayNumber;
const noEmployment = { start: null, end: null };
const january: YearSettings = {
  quotaReset: "ACCOUNTING_YEAR",
  yearStart: "01-01",
  rolloverExpiry: null,
  employment: noEmployment,
  knownSince: at("2024-03-01"),
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
const charge = (date: string, amount: number, status: Charge["status"] = "APPROVED"): Charge => ({
  day: at(date),
  amount: ofThousandths(amount),
  status,
});

interface Leave {
  start: number;
  end: number;
  status: Charge["status"];
}

/* ---- The recount: one step a day, two pots, shares only the date functions with the code under test. ---- */

function isResetDay(day: number, anchor: string): boolean {
  const text = dayText(day);
  if (text.slice(5) === anchor) return true;
  return anchor === "02-29" && text.slice(5) === "02-28" && dayText(day + 1).slice(5) === "03-01";
}

const lastOfMonth = (day: number): boolean => dayText(day + 1).slice(8) === "01";

function isMonthStart(day: number, anchor: string): boolean {
  const date = Number(dayText(day).slice(8));
  return date === Number(anchor.slice(3)) || (lastOfMonth(day) && date < Number(anchor.slice(3)));
}

/** The first days of the year's accrual periods, found by walking through the year. */
function naivePeriods(start: number, end: number, anchor: string, accrual: Terms["accrual"]): number[] {
  const found: number[] = [];
  for (let day = start; day <= end; day++) {
    const offset = day - start;
    if (accrual === "NONE" && offset === 0) found.push(day);
    if (accrual === "MONTHLY" && isMonthStart(day, anchor)) found.push(day);
    if (accrual === "SEMIMONTHLY" && (isMonthStart(day, anchor) || isMonthStart(day - 15, anchor)))
      found.push(day);
    if (accrual === "BIWEEKLY" && offset % 14 === 0 && found.length < 26) found.push(day);
    if (accrual === "WEEKLY" && offset % 7 === 0 && found.length < 52) found.push(day);
  }
  return found;
}

interface Share {
  from: number;
  /** As a fraction of the yearly quota, scaled. */
  part: bigint;
}
const scale = 10n ** 30n;

function naiveShares(
  start: number,
  end: number,
  anchor: string,
  terms: Terms,
  settings: YearSettings,
): Share[] {
  const periods = naivePeriods(start, end, anchor, terms.accrual);
  return periods.map((from, index) => {
    const to = (periods[index + 1] ?? end + 1) - 1;
    let employed = 0n;
    for (let day = from; day <= to; day++) {
      const { start: first, end: last } = settings.employment;
      if ((first === null || day >= first) && (last === null || day <= last)) employed += 1n;
    }
    const { end: left } = settings.employment;
    const last = left !== null && left >= from && left < to ? left : to;
    const isLate = terms.accrualTiming === "END" && terms.accrual !== "NONE";
    return {
      from: isLate ? last : from,
      part: (scale * employed) / BigInt(to - from + 1) / BigInt(periods.length),
    };
  });
}

/** The last own quota set by the end of a year. */
function naiveOwn({ quotas }: Terms, end: number): number | null {
  let own: number | null = null;
  for (const { day, amount } of quotas) if (day <= end) own = amount;
  return own;
}

/** The day after so many months, counted one by one. */
function naiveAfter(joined: number, months: number): number {
  let day = joined;
  for (let count = 0; count < months; ) if (isMonthStart(++day, dayText(joined).slice(5))) count++;
  return day;
}

/** The highest quota of the steps reached by a day. */
function naiveStep(terms: Terms, joined: number | null, day: number): number {
  let quota = terms.yearlyQuota;
  for (const step of terms.steps)
    if (joined !== null && naiveAfter(joined, step.afterMonths) <= day) quota = Math.max(quota, step.quota);
  return quota;
}

function naiveAccrued(shares: Share[], quota: number, day: number): number {
  const part = shares.filter(({ from }) => from <= day).reduce((total, share) => total + share.part, 0n);
  // The scale truncates; slightly more than half keeps an exact half rounding up.
  return Number((BigInt(quota) * part + scale / 2n + 10n ** 12n) / scale);
}

/** A fraction of a quota, in thousandths, rounded to a unit. */
function naiveRounded(quota: number, part: bigint, rounding: Terms["quotaRounding"]): number {
  const exact = BigInt(quota) * part;
  // The parts of a whole year differ from one by no more than what the scale truncates.
  const isWhole = part > scale - 10n ** 6n;
  const unit = rounding === "NONE" || isWhole ? 1n : rounding === "HALF" ? 500n : 1000n;
  const more = rounding === "UP" && !isWhole ? unit * scale - 10n ** 12n : (unit * scale) / 2n + 10n ** 12n;
  return Math.min(quota, Number(((exact + more) / (unit * scale)) * unit));
}

/** What a year gives by a day, with the rule of the first year. */
function naiveEarned(start: number, end: number, anchor: string, terms: Terms, settings: YearSettings) {
  const { start: joined, end: left } = settings.employment;
  const quota = (naiveOwn(terms, end) ?? naiveStep(terms, joined, start)) + terms.extra;
  const sharesFrom = (from: number | null) =>
    naiveShares(start, end, anchor, terms, { ...settings, employment: { start: from, end: left } });
  const partOf = (shares: Share[], day: number) =>
    shares.filter(({ from }) => from <= day).reduce((total, { part }) => total + part, 0n);
  const spread = (total: number, shares: Share[], day: number) => {
    const all = partOf(shares, end);
    return all === 0n
      ? 0
      : Number((2n * BigInt(total) * partOf(shares, day) + all + 10n ** 12n) / (2n * all));
  };
  const twelfths = (day: number) => {
    const months = naivePeriods(start, end, anchor, "MONTHLY");
    let whole = 0n;
    for (const [index, from] of months.entries()) {
      const to = (months[index + 1] ?? end + 1) - 1;
      const given = terms.accrualTiming === "END" && terms.accrual !== "NONE" ? to : from;
      if (given <= day && (joined ?? from) <= from && (left ?? to) >= to) whole += 1n;
    }
    return (whole * scale) / 12n;
  };
  let until: number | null = null;
  if (terms.firstYear === "AFTER_MONTHS" && joined !== null) {
    until = naiveAfter(joined, terms.firstYearMonths ?? 0);
  }
  const { quotaRounding: rounding } = terms;
  const raises: ((day: number) => number)[] = [];
  if (terms.tenureFrom === "DAY" && naiveOwn(terms, end) === null)
    for (const { afterMonths } of terms.steps) {
      const from = joined === null ? start : naiveAfter(joined, afterMonths);
      if (from <= start || from > end) continue;
      const by = naiveStep(terms, joined, from) - naiveStep(terms, joined, from - 1);
      const shares = sharesFrom(from).map((share) => ({ ...share, from: Math.max(share.from, from) }));
      const whole = naiveRounded(by, partOf(shares, end), rounding);
      raises.push((day) =>
        rounding === "NONE" ? naiveAccrued(shares, by, day) : spread(whole, shares, day),
      );
    }
  const ofQuota = (day: number): number => {
    if (until !== null && joined !== null && joined <= end && until > start) {
      const waiting = naiveRounded(quota, twelfths(day), rounding);
      if (day < until || (left !== null && left < until)) return waiting;
      const worked = sharesFrom(null);
      return Math.max(waiting, spread(naiveRounded(quota, partOf(worked, end), rounding), worked, day));
    }
    const shares = sharesFrom(joined);
    if (joined === null || joined <= start || joined > end || terms.firstYear === "BY_DAY")
      if (rounding === "NONE") return naiveAccrued(shares, quota, day);
    const isFirst = joined !== null && joined > start && joined <= end;
    let part = partOf(shares, end);
    if (isFirst && terms.firstYear === "BY_MONTH") part = twelfths(end);
    if (isFirst && (terms.firstYear === "FULL" || terms.firstYear === "AFTER_MONTHS"))
      part = partOf(sharesFrom(null), end);
    return spread(naiveRounded(quota, part, rounding), shares, day);
  };
  return (day: number): number =>
    raises.reduce((sum, raised) => sum + raised(day), ofQuota(day)) + naiveWorked(start, day, terms);
}

/** Hours worked with the length of the person's day, by which they are days. */
type Measured = Worked & { minutes: number };

/** What the hours of a year give by a day, in whole numbers. */
function naiveWorked(start: number, day: number, terms: Terms): number {
  let given = 0n;
  for (const { day: on, hours, rate, minutes } of terms.worked as readonly Measured[])
    if (on >= start && on <= day)
      given +=
        (scale * BigInt(Math.round(hours * 100)) * BigInt(Math.round(rate * 1000)) * 6n) /
        BigInt(1000 * minutes);
  return Number((given + scale / 2n + 10n ** 12n) / scale);
}

/** The last valid day, found by walking through the year; at the latest the year's last day, unless months are counted. */
function naiveExpiry(start: number, end: number, anchor: string, expiry: CarryExpiry | null): number | null {
  if (!expiry || expiry.type === "NEVER") return null;
  if (expiry.type === "MONTHS") {
    let day = start;
    for (let months = 0; months < expiry.months; months++) {
      day++;
      while (!isMonthStart(day, anchor)) day++;
    }
    return day - 1;
  }
  if (expiry.type === "DAYS_AFTER_RESET") return start + expiry.days > end ? end : start + expiry.days;
  const isLate = expiry.monthDay < anchor;
  for (let day = start; day < end; day++) {
    // A reset of 29 February that falls on the 28th is not the 28 February of its year.
    if (isLate && dayText(day).slice(0, 4) === dayText(start).slice(0, 4)) continue;
    if (isResetDay(day, expiry.monthDay)) return day;
  }
  return end;
}

function naiveUse(leave: Leave, calendar: WorkCalendar, day: number): number {
  if (day < leave.start || day > leave.end || !calendar.workWeek.includes(weekdayOf(day))) return 0;
  const holidays = calendar.holidays.filter((holiday) => holiday.day === day);
  if (holidays.some((holiday) => !holiday.isHalfDay)) return 0;
  return holidays.length > 0 ? 500 : 1000;
}

/** Walks from the first reset on: carried-over days are pots that lapse, this year's days another. */
function recount(
  settings: YearSettings,
  terms: Terms,
  leaves: Leave[],
  calendar: WorkCalendar,
  asOf: number,
) {
  const { start: employed } = settings.employment;
  const anchor =
    settings.quotaReset === "EMPLOYMENT_DATE" && employed !== null
      ? dayText(employed).slice(5)
      : settings.yearStart;
  let start = Math.min(employed ?? settings.knownSince, asOf);
  while (!isResetDay(start, anchor)) start--;
  let pots: { amount: number; left: number; until: number | null; from?: number }[] = [];
  let isFirst = true;
  for (;;) {
    let end = start + 1;
    while (!isResetDay(end + 1, anchor)) end++;
    if (terms.openings.some((day) => start <= day && day <= end))
      pots = pots.filter(({ from }) => from !== undefined);
    const begins = (day: number) =>
      terms.credits.filter((one) =>
        isFirst && day === start ? one.day <= day && one.expiresOn >= day : one.day === day,
      );
    const earned = naiveEarned(start, end, anchor, terms, settings);
    const used = { taken: 0, scheduled: 0, pending: 0 };
    let ofYear = 0;
    let adjustedSoFar = 0;
    let adjusted = 0;
    const capped = new Map<number, number>();
    let given = 0;
    const givenBy = (day: number) => capped.get(day) ?? earned(day);
    const valid = (day: number) => pots.filter(({ until }) => until === null || until >= day);
    // Used last: a pot covers what the year has not given by its last day.
    const cover = (pot: { left: number }, last: number) => {
      const debt = ofYear - Math.max(0, givenBy(last) + adjustedSoFar);
      const covered = terms.carryUse === "LAST" ? Math.max(0, Math.min(pot.left, debt)) : 0;
      pot.left -= covered;
      ofYear -= covered;
    };
    let uncapped = 0;
    for (let day = start; day <= end; day++) {
      for (const one of begins(day))
        pots.push({ amount: one.amount, left: one.amount, until: one.expiresOn, from: one.day });
      pots.sort((a, b) => (a.until ?? 1e9) - (b.until ?? 1e9));
      for (const pot of pots)
        if (pot.from === undefined && pot.until !== null && pot.until + 1 === day) cover(pot, day - 1);
      if (terms.accrualCap !== null) {
        const now = earned(day);
        const share = now - uncapped;
        uncapped = now;
        // Of days that will expire, only those count that serve leave.
        const carried = valid(day).filter(({ from }) => from === undefined);
        const expiring = carried.reduce((sum, { left, until }) => sum + (until === null ? 0 : left), 0);
        const lasting = carried.reduce((sum, { left, until }) => sum + (until === null ? left : 0), 0);
        const debt = ofYear - Math.max(0, given + adjustedSoFar);
        const serving = terms.carryUse === "LAST" ? Math.max(0, Math.min(expiring, debt)) : 0;
        const left = lasting + serving + adjustedSoFar - ofYear + given;
        given += Math.min(share, Math.max(0, terms.accrualCap - left));
        capped.set(day, given);
      }
      for (const each of terms.adjustments) {
        if (each.day !== day) continue;
        adjustedSoFar += each.amount;
        if (day <= asOf) adjusted += each.amount;
      }
      for (const leave of leaves) {
        let use = naiveUse(leave, calendar, day);
        if (leave.status === "OPEN") used.pending += use;
        else if (day <= asOf) used.taken += use;
        else used.scheduled += use;
        for (const pot of valid(day)) {
          if (terms.carryUse === "LAST" && pot.from === undefined) continue;
          const fromPot = Math.min(pot.left, use);
          pot.left -= fromPot;
          use -= fromPot;
        }
        ofYear += use;
      }
    }
    for (const pot of valid(end)) if (pot.from === undefined) cover(pot, end);
    if (asOf <= end) {
      const kept = (some: typeof pots) =>
        some.reduce(
          (sum, { amount, left, until }) => sum + (until === null || asOf <= until ? amount : amount - left),
          0,
        );
      const carriedOver = kept(pots.filter(({ from }) => from === undefined));
      const credited = kept(pots.filter(({ from }) => from !== undefined && from <= asOf));
      const accrued = givenBy(asOf);
      const remaining =
        accrued + adjusted + carriedOver + credited - used.taken - used.scheduled - used.pending;
      return { start, end, quota: earned(end), accrued, adjusted, credited, carriedOver, ...used, remaining };
    }
    // Days valid until the last day of the year are not carried on.
    pots = valid(end + 1).map((pot) => ({ ...pot, amount: pot.left }));
    isFirst = false;
    let own = givenBy(end) + adjustedSoFar - ofYear;
    for (const pot of pots) {
      const owed = Math.min(pot.left, Math.max(0, -own));
      pot.left -= owed;
      pot.amount = pot.left;
      own += owed;
    }
    start = end + 1;
    for (end = start + 1; !isResetDay(end + 1, anchor); ) end++;
    let until = naiveExpiry(start, end, anchor, terms.carryExpiry ?? settings.rolloverExpiry);
    for (const { day, expiresOn } of terms.carryExpiries) if (day >= start && day <= end) until = expiresOn;
    const same = pots.find((pot) => pot.until === until && pot.from === undefined);
    if (same) same.left += Math.max(0, own);
    else pots.push({ amount: 0, left: Math.max(0, own), until });
    pots.sort((a, b) => (a.until ?? 1e9) - (b.until ?? 1e9));
    const most = { NONE: 0, LIMITED: terms.rolloverMaximum ?? 0, ALL: Number.POSITIVE_INFINITY }[
      terms.rollover
    ];
    let over = pots.reduce((sum, { left, from }) => sum + (from === undefined ? left : 0), 0) - most;
    pots = pots.flatMap((pot) => {
      if (pot.from !== undefined) return [pot];
      const cut = Math.min(pot.left, Math.max(0, over));
      over -= cut;
      const left = pot.left - cut;
      return left > 0 ? [{ ...pot, amount: left, left }] : [];
    });
  }
}

const shown = ({
  year,
  quota,
  accrued,
  adjusted,
  credited,
  carriedOver,
  taken,
  scheduled,
  pending,
  remaining,
}: Balance) => ({
  start: year.start,
  end: year.end,
  quota,
  accrued,
  adjusted,
  credited,
  carriedOver,
  taken,
  scheduled,
  pending,
  remaining,
});

const noHolidays: WorkCalendar = { workWeek: [1, 2, 3, 4, 5], hoursPerDay: 8, holidays: [] };

/* ---- Any case ---- */

/** More than 2,000; `npm test -- --thorough` runs five times as many. */
const histories = Number(process.env.HISTORIES ?? 300) * 7;

const first = at("2019-01-01");
const monthDay = fc
  .integer({ min: at("2020-01-01"), max: at("2020-12-31") })
  .map((day) => dayText(day).slice(5));
const anyDay = fc.oneof(
  fc.integer({ min: first, max: first + 2200 }),
  fc.constantFrom(at("2020-02-29"), at("2024-02-29"), at("2020-12-31"), at("2021-01-01")),
);
const expiries: fc.Arbitrary<RolloverExpiry | null> = fc.oneof(
  fc.constant(null),
  monthDay.map((date) => ({ type: "DATE" as const, monthDay: date })),
  fc.integer({ min: 0, max: 500 }).map((days) => ({ type: "DAYS_AFTER_RESET" as const, days })),
);
const policyExpiries: fc.Arbitrary<CarryExpiry | null> = fc.oneof(
  expiries,
  fc.constant({ type: "NEVER" as const }),
  fc.integer({ min: 1, max: 60 }).map((months) => ({ type: "MONTHS" as const, months })),
);
const settingsOf = fc.record({
  quotaReset: fc.constantFrom<QuotaReset>(...quotaResets),
  yearStart: fc.oneof(monthDay, fc.constantFrom("01-01", "02-29", "12-31", "08-31")),
  rolloverExpiry: expiries,
  employment: fc.record({ start: fc.option(anyDay), end: fc.option(anyDay) }),
  knownSince: anyDay,
});
const givenOf = (amount: fc.Arbitrary<number>, maxLength: number): fc.Arbitrary<Given[]> =>
  fc
    .array(fc.record({ day: anyDay, amount, note: fc.constant("") }), { maxLength })
    .map((all) => all.sort((a, b) => a.day - b.day));
/** Several may be reached within one year. */
const stepsOf = fc
  .array(
    fc.record({ afterMonths: fc.integer({ min: 1, max: 60 }), quota: fc.integer({ min: 0, max: 90_000 }) }),
    { maxLength: 4 },
  )
  .map((steps) =>
    steps
      .sort((a, b) => a.afterMonths - b.afterMonths)
      .filter(({ afterMonths }, place) => afterMonths !== steps[place - 1]?.afterMonths),
  );
/** Half of the histories have none. */
const creditsOf: fc.Arbitrary<Credit[]> = fc
  .array(
    fc.record({
      day: anyDay,
      amount: fc.integer({ min: 1, max: 15_000 }),
      days: fc.integer({ min: 0, max: 800 }),
    }),
    { maxLength: 4 },
  )
  .chain((some) => fc.constantFrom(some, []))
  .map((some) =>
    some
      .map(({ day, amount, days }, place) => ({
        ...{ day, amount, note: "", creditId: `credit ${place}` },
        expiresOn: day + days,
      }))
      .sort((a, b) => a.day - b.day),
  );
/** A person's own expiries, in half of the cases. */
const carryExpiriesOf: fc.Arbitrary<Terms["carryExpiries"]> = fc
  .array(fc.record({ day: anyDay, days: fc.option(fc.integer({ min: 0, max: 900 })) }), { maxLength: 4 })
  .chain((some) => fc.constantFrom(some, []))
  .map((some) =>
    some
      .map(({ day, days }) => ({ day, note: "", expiresOn: days === null ? null : day + days }))
      .sort((a, b) => a.day - b.day),
  );
/** Hours worked, in half of the cases. */
const workedOf: fc.Arbitrary<Measured[]> = fc
  .tuple(
    fc.uniqueArray(anyDay, { maxLength: 40 }),
    fc.integer({ min: 1, max: 100_000 }),
    fc.array(
      fc.record({ hundredths: fc.integer({ min: 0, max: 20_000 }), minutes: fc.constantFrom(450, 480, 437) }),
      {
        minLength: 40,
        maxLength: 40,
      },
    ),
    fc.boolean(),
  )
  .map(([days, permille, given, has]) =>
    (has ? days.sort((a, b) => a - b) : []).map((day, place) => {
      const { hundredths = 0, minutes = 480 } = given[place] ?? {};
      const [hours, rate] = [hundredths / 100, permille / 1000];
      return { day, hours, rate, minutes, exact: (hours * 60 * rate * 10) / minutes };
    }),
  );
const termsOf: fc.Arbitrary<Terms> = fc
  .record({
    worked: workedOf,
    lapses: fc.constant(null),
    accrualTiming: fc.constantFrom(...accrualTimings),
    firstYear: fc.constantFrom(...firstYears),
    firstYearMonths: fc.integer({ min: 1, max: 30 }),
    quotaRounding: fc.constantFrom(...quotaRoundings),
    unlimited: fc.constant(false),
    begins: fc.constant(null),
    yearlyQuota: fc.integer({ min: 0, max: 60_000 }),
    accrual: fc.constantFrom(...accruals),
    rollover: fc.constantFrom(...rollovers),
    rolloverMaximum: fc.integer({ min: 0, max: 20_000 }),
    carryExpiry: policyExpiries,
    carryExpiries: carryExpiriesOf,
    carryUse: fc.constantFrom(...carryUses),
    quotas: givenOf(fc.integer({ min: 0, max: 60_000 }), 2),
    adjustments: givenOf(fc.integer({ min: -20_000, max: 20_000 }), 6),
    openings: fc.array(anyDay, { maxLength: 1 }),
    credits: creditsOf,
    steps: stepsOf,
    tenureFrom: fc.constantFrom(...tenureStarts),
    extra: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 10_000 })),
    // A fourth of them: the recount of a cap looks at each day.
    accrualCap: fc.integer({ min: -150_000, max: 50_000 }).map((cap) => (cap < 0 ? null : cap)),
  })
  .map((terms) =>
    terms.accrual === "NONE" && terms.worked.length === 0 ? { ...terms, accrualCap: null } : terms,
  )
  .map((terms) => (terms.firstYear === "AFTER_MONTHS" ? terms : { ...terms, firstYearMonths: null }));
/** Leaves one after another, as the overlap rule guarantees. */
const leavesOf: fc.Arbitrary<Leave[]> = fc
  .array(
    fc.record({
      gap: fc.integer({ min: 1, max: 120 }),
      length: fc.integer({ min: 0, max: 30 }),
      status: fc.constantFrom<Charge["status"]>("OPEN", "APPROVED"),
    }),
    { maxLength: 30 },
  )
  .map((steps) => {
    let day = first;
    return steps.map(({ gap, length, status }) => {
      const start = day + gap;
      day = start + length;
      return { start, end: day, status };
    });
  });
const calendarOf: fc.Arbitrary<WorkCalendar> = fc.record({
  workWeek: fc.constantFrom([1, 2, 3, 4, 5], [0, 1, 2, 3, 4], [2, 4], [], [0, 1, 2, 3, 4, 5, 6]),
  hoursPerDay: fc.constant(8),
  holidays: fc.array(fc.record({ day: anyDay, isHalfDay: fc.boolean() }), { maxLength: 20 }),
});

const splitLeave = (leave: Leave, calendar: WorkCalendar, cuts: number[]) =>
  partsOf(countDays({ ...leave, minutes: null }, calendar), cuts);

/** Sums of leave between cuts, as the database returns them: few charges for any number of leaves. */
function summed(leaves: Leave[], calendar: WorkCalendar, cuts: number[]): Charge[] {
  const sums = new Map<string, Charge>();
  for (const leave of leaves)
    for (const part of splitLeave(leave, calendar, cuts)) {
      const segment = cuts.filter((cut) => cut <= part.end).at(-1) ?? first - 5000;
      const key = `${segment} ${leave.status}`;
      const sum = sums.get(key) ?? { day: segment, amount: 0, status: leave.status };
      sums.set(key, { ...sum, amount: sum.amount + part.amount });
    }
  return [...sums.values()];
}

/** Any day, and often one at which something changes. */
const turns = fc.constantFrom(
  ...["any", "start", "end", "carryEnd", "lapsed", "earned", "creditLapsed", "worked"],
);
function turnOf(settings: YearSettings, terms: Terms, day: number, turn: string): number {
  const year = yearContaining(settings, day);
  const { start, end } = year;
  const lapse = expiryIn(year, terms, settings) ?? day;
  const { day: earned = day, expiresOn = day } = terms.credits[0] ?? {};
  const ofCredit = { earned, creditLapsed: expiresOn + 1, worked: terms.worked[0]?.day };
  return { start, end, carryEnd: lapse, lapsed: lapse + 1, ...ofCredit }[turn] ?? day;
}

it("a balance from sums equals a day-by-day recount", () => {
  const cases = fc.record({
    settings: settingsOf,
    terms: termsOf,
    leaves: leavesOf,
    calendar: calendarOf,
    day: anyDay,
    turn: turns,
  });
  fc.assert(
    fc.property(cases, ({ settings, terms, leaves, calendar, day, turn }) => {
      const asOf = turnOf(settings, terms, day, turn);
      const cuts = cutsAsOf(settings, [terms], asOf);
      const balance = balanceOn(settings, terms, summed(leaves, calendar, cuts), asOf);
      expect(shown(balance)).toEqual(recount(settings, terms, leaves, calendar, asOf));
    }),
    { numRuns: histories },
  );
}, 600_000);

/** Every leave separately, cut. */
const singles = (leaves: Leave[], calendar: WorkCalendar, cuts: number[]): Charge[] =>
  leaves.flatMap((leave, index) =>
    splitLeave(leave, calendar, cuts).map(({ end, amount }) => ({
      day: end,
      amount,
      status: leave.status,
      leaveId: String(index),
    })),
  );

it("the explanation ends with the remaining balance, its lines add up to the balance's figures, and each leave occurs once", () => {
  const cases = fc.record({
    settings: settingsOf,
    terms: fc.tuple(termsOf, fc.boolean()).map(([terms, unlimited]) => ({ ...terms, unlimited })),
    leaves: leavesOf,
    calendar: calendarOf,
    day: anyDay,
    turn: turns,
  });
  fc.assert(
    fc.property(cases, ({ settings, terms, leaves, calendar, day, turn }) => {
      const asOf = turnOf(settings, terms, day, turn);
      const cuts = cutsAsOf(settings, [terms], asOf);
      const charges = singles(leaves, calendar, cuts);
      const balance = balanceOn(settings, terms, charges, asOf);
      const lines = explainBalance(settings, terms, charges, asOf);
      const total = (...kinds: string[]) =>
        lines
          .filter(({ kind, creditId }) => creditId === null && kinds.includes(kind))
          .reduce((sum, { amount }) => sum + amount, 0);
      const credited = lines.filter(({ creditId }) => creditId !== null);
      expect({
        carriedOver: total("CARRIED_OVER", "EXPIRED"),
        credited: credited.reduce((sum, { amount }) => sum + amount, 0),
        accrued: total("GRANTED", "ACCRUED", "WORKED", "TENURE", "EXTRA"),
        adjusted: total("ADJUSTED"),
        taken: -total("TAKEN") + 0,
        scheduled: -total("SCHEDULED") + 0,
        pending: -total("PENDING") + 0,
      }).toEqual({
        carriedOver: balance.carriedOver,
        credited: balance.credited,
        accrued: balance.accrued,
        adjusted: balance.adjusted,
        taken: balance.taken,
        scheduled: balance.scheduled,
        pending: balance.pending,
      });
      if (lines.length > 0) expect(lines.at(-1)?.balanceAfter).toBe(balance.remaining);
      expect(lines.map((line) => line.day)).toEqual(lines.map((line) => line.day).sort((a, b) => a - b));
      const listed = lines.flatMap(({ kind, leaveId }) => (leaveId === null ? [] : [`${kind} ${leaveId}`]));
      expect(new Set(listed).size).toBe(listed.length);
    }),
    { numRuns: histories },
  );
}, 600_000);

it("the curve of a year is on each day the balance as of that day, and its changes are what makes the difference", () => {
  const cases = fc.record({
    settings: settingsOf,
    terms: termsOf,
    leaves: leavesOf,
    calendar: calendarOf,
    day: anyDay,
    today: anyDay,
  });
  fc.assert(
    fc.property(cases, ({ settings, terms, leaves, calendar, day, today }) => {
      const year = yearContaining(settings, day);
      const charges = summed(leaves, calendar, cutsOfCurve(settings, terms, year));
      const points = curveOf(settings, terms, charges, { year, today });
      const first = firstDayIn(year, settings.employment);
      expect(points[0]?.day).toBe(first);
      for (let asOf = first; asOf <= year.end; asOf++) {
        const cuts = cutsAsOf(settings, [terms], asOf);
        const own = singles(leaves, calendar, cuts);
        const balance = balanceOn(settings, terms, own, asOf);
        const waiting = own.filter(
          (charge) => charge.status === "OPEN" && charge.day >= year.start && charge.day <= asOf,
        );
        const point = points.findLast((one) => one.day <= asOf);
        const given = balance.accrued + balance.adjusted + balance.credited + balance.carriedOver;
        expect(point).toMatchObject({
          given,
          taken: balance.taken,
          left: given - balance.taken,
          waiting: toThousandths(waiting.reduce((sum, { amount }) => sum + amount, 0)),
          remaining: balance.remaining,
        });
      }
      for (const [place, { left, waiting, changes }] of points.entries()) {
        const before = points[place - 1] ?? { left: 0, waiting: 0 };
        const changed = changes.reduce((sum, { amount }) => sum + amount, 0);
        // Each figure is rounded separately.
        expect(Math.abs(left - waiting - (before.left - before.waiting) - changed)).toBeLessThanOrEqual(4);
        expect(changes.filter(({ amount }) => amount === 0)).toEqual([]);
      }
    }),
    { numRuns: Math.ceil(histories / 14) },
  );
}, 600_000);

it("the ledger and the curve begin with the first day of work, also where the year's days are given before it", () => {
  const employment = { start: at("2026-12-01"), end: null };
  const settings = { ...january, employment };
  const terms = { ...twenty, firstYear: "FULL" as const };
  const year = yearContaining(settings, at("2026-11-30"));
  const points = curveOf(settings, terms, [], { year, today: at("2026-11-30") });
  expect(points.map(({ day, left }) => [dayText(day), left])).toEqual([["2026-12-01", 20_000]]);
  const lines = explainBalance(settings, terms, [], at("2026-11-30"));
  expect(lines.map(({ day, kind, amount }) => [dayText(day), kind, amount])).toEqual([
    ["2026-12-01", "GRANTED", 20_000],
  ]);
  expect(balanceOn(settings, terms, [], at("2026-11-30")).remaining).toBe(20_000);
});

it("a curve tells booked from taken leave by today, and what waits is beside it", () => {
  const charges = [
    { day: at("2025-03-03"), amount: ofThousandths(1000), status: "APPROVED" as const },
    { day: at("2025-06-02"), amount: ofThousandths(2000), status: "APPROVED" as const },
    { day: at("2025-07-01"), amount: ofThousandths(4000), status: "OPEN" as const },
  ];
  const settings = { ...january, knownSince: at("2025-01-01") };
  const year = yearContaining(settings, at("2025-05-01"));
  const points = curveOf(settings, twenty, charges, { year, today: at("2025-06-01") });
  expect(points.map(({ day, left, waiting, remaining }) => [dayText(day), left, waiting, remaining])).toEqual(
    [
      ["2025-01-01", 20_000, 0, 13_000],
      ["2025-03-03", 19_000, 0, 13_000],
      ["2025-06-02", 17_000, 0, 13_000],
      ["2025-07-01", 17_000, 4000, 13_000],
    ],
  );
  expect(points.map(({ changes }) => changes)).toEqual([
    [{ kind: "EARNED", amount: 20_000 }],
    [{ kind: "TAKEN", amount: -1000 }],
    [{ kind: "BOOKED", amount: -2000 }],
    [{ kind: "WAITING", amount: -4000 }],
  ]);
  expect(curveOf(settings, { ...twenty, unlimited: true }, charges, { year, today: year.end })).toEqual([]);
});

/** Every anchor and expiry at an edge of the year, and any other. */
const edges = ["01-01", "12-31", "12-30", "12-29", "02-28", "02-29", "03-01", "03-31"];
const anyMonthDay = fc.oneof(monthDay, fc.constantFrom(...edges));
const edgeSettings = fc
  .record({
    yearStart: anyMonthDay,
    rolloverExpiry: fc.oneof(
      fc.constant(null),
      anyMonthDay.map((date) => ({ type: "DATE" as const, monthDay: date })),
      fc.oneof(fc.integer({ min: 0, max: 366 }), fc.constantFrom(0, 363, 364, 365, 366)).map((count) => ({
        ...{ type: "DAYS_AFTER_RESET" as const, days: count },
      })),
    ),
    employed: fc.option(anyMonthDay.map((date) => at(`2020-${date}`))),
  })
  .map(
    ({ employed, ...rest }): YearSettings => ({
      ...{ ...january, ...rest, quotaReset: employed === null ? "ACCOUNTING_YEAR" : "EMPLOYMENT_DATE" },
      employment: { start: employed, end: null },
    }),
  );

it("each day of four years has the right year, expiry and carry-over", () => {
  const all: Terms = { ...twenty, rollover: "ALL" };
  fc.assert(
    fc.property(edgeSettings, (settings) => {
      const anchor =
        settings.employment.start === null ? settings.yearStart : dayText(settings.employment.start).slice(5);
      let start = at("2024-01-01");
      while (!isResetDay(start, anchor)) start--;
      let end = start + 1;
      while (!isResetDay(end + 1, anchor)) end++;
      for (let day = at("2024-01-01"); day <= at("2027-12-31"); day++) {
        if (day > end) {
          start = day;
          for (end = start + 1; !isResetDay(end + 1, anchor); ) end++;
        }
        const carryEnd = naiveExpiry(start, end, anchor, settings.rolloverExpiry);
        expect(yearContaining(settings, day)).toEqual({ start, end, anchor });
        expect(expiryIn({ start, end, anchor }, all, settings)).toBe(carryEnd);
        if (day !== start && day !== end && day !== carryEnd && day - 1 !== carryEnd) continue;
        const balance = balanceOn(settings, all, [], day);
        expect(shown(balance)).toEqual(recount(settings, all, [], noHolidays, day));
        // Expired days are never carried again.
        if (carryEnd !== null) expect(balance.remaining).toBeLessThanOrEqual(40_000);
      }
    }),
    { numRuns: 60 },
  );
}, 120_000);

it.each([
  { type: "DATE" as const, monthDay: "12-31" },
  { type: "DAYS_AFTER_RESET" as const, days: 364 },
  { type: "DAYS_AFTER_RESET" as const, days: 366 },
])("days valid until the last day of the year expire with it: %j", (rolloverExpiry) => {
  const terms: Terms = { ...twenty, rollover: "LIMITED", rolloverMaximum: 10_000 };
  const settings = { ...january, rolloverExpiry, knownSince: at("2025-01-01") };
  const remaining = (rules: Terms) =>
    ["2025-12-31", "2026-12-31", "2027-12-31"].map(
      (date) => balanceOn(settings, rules, [], at(date)).remaining,
    );
  expect(remaining(terms)).toEqual([20_000, 30_000, 30_000]);
  expect(remaining({ ...terms, rollover: "ALL" })).toEqual([20_000, 40_000, 40_000]);
  const half = [charge("2026-12-31", 15_000)];
  expect(balanceOn(settings, terms, half, at("2026-12-31"))).toMatchObject({
    carriedOver: 10_000,
    carriedOverExpiresOn: at("2026-12-31"),
    remaining: 15_000,
  });
  expect(balanceOn(settings, terms, half, at("2027-01-01")).carriedOver).toBe(10_000);
});

it("accounting years are contiguous, without gap or overlap", () => {
  fc.assert(
    fc.property(settingsOf, anyDay, (settings, day) => {
      const year = yearContaining(settings, day);
      expect(day).toBeGreaterThanOrEqual(year.start);
      expect(day).toBeLessThanOrEqual(year.end);
      expect(yearContaining(settings, year.end + 1).start).toBe(year.end + 1);
      expect(yearContaining(settings, year.start - 1).end).toBe(year.start - 1);
    }),
  );
});

it("accrual never decreases within a year, and ends at the quota", () => {
  fc.assert(
    fc.property(settingsOf, termsOf, anyDay, (settings, given, day) => {
      const terms = { ...given, worked: [] };
      const year = yearContaining(settings, day);
      const onDay = accruedOn(year, terms, settings.employment, day);
      expect(
        accruedOn(year, terms, settings.employment, day + 1 > year.end ? day : day + 1),
      ).toBeGreaterThanOrEqual(onDay);
      const quota = naiveOwn(terms, year.end) ?? terms.yearlyQuota;
      expect(accruedOn(year, terms, noEmployment, year.end)).toBe(quota + terms.extra);
      const highest = naiveOwn(terms, year.end) ?? naiveStep(terms, settings.employment.start, year.end);
      expect(onDay).toBeLessThanOrEqual(highest + terms.extra);
    }),
  );
});

const yearOf2026: AccountingYear = yearContaining(january, at("2026-06-01"));

it("accrual has 12, 24, 26 or 52 shares", () => {
  const counts = accruals.map((accrual) => periodStarts(yearOf2026, accrual).length);
  expect(counts).toEqual([1, 12, 24, 26, 52]);
});

it("a share is given on the first day of its period", () => {
  const on = (date: string) =>
    accruedOn(yearOf2026, { ...twenty, accrual: "MONTHLY", yearlyQuota: 24_000 }, noEmployment, at(date));
  expect([on("2026-01-01"), on("2026-01-31"), on("2026-02-01"), on("2026-12-01")]).toEqual([
    2000, 2000, 4000, 24_000,
  ]);
});

it("the first and the last year of employment are pro rata by days", () => {
  const employment = { start: at("2026-07-01"), end: null };
  expect(accruedOn(yearOf2026, twenty, employment, yearOf2026.end)).toBe(Math.round((20_000 * 184) / 365));
  expect(accruedOn(yearOf2026, twenty, { start: null, end: at("2026-01-31") }, yearOf2026.end)).toBe(
    Math.round((20_000 * 31) / 365),
  );
  const monthly = { ...twenty, accrual: "MONTHLY" as const, yearlyQuota: 24_000 };
  expect(accruedOn(yearOf2026, monthly, { start: at("2026-06-16"), end: null }, at("2026-07-31"))).toBe(3000);
});

it("an employment that began on 29 February resets on the 28th in common years", () => {
  const settings: YearSettings = {
    ...january,
    quotaReset: "EMPLOYMENT_DATE",
    employment: { start: at("2024-02-29"), end: null },
  };
  expect(dayText(yearContaining(settings, at("2025-02-28")).start)).toBe("2025-02-28");
  expect(dayText(yearContaining(settings, at("2028-02-28")).start)).toBe("2027-02-28");
  expect(dayText(yearContaining(settings, at("2028-02-29")).start)).toBe("2028-02-29");
});

it("carried-over days are used first and expire after their last day", () => {
  const settings: YearSettings = { ...january, rolloverExpiry: { type: "DATE", monthDay: "03-31" } };
  const terms: Terms = { ...twenty, rollover: "LIMITED", rolloverMaximum: 5000 };
  const charges = [charge("2025-06-02", 12_000), charge("2026-02-02", 3000)];
  const on = (date: string) => {
    const { carriedOver, taken, remaining, carriedOverExpiresOn } = balanceOn(
      settings,
      terms,
      charges,
      at(date),
    );
    return { carriedOver, taken, remaining, until: carriedOverExpiresOn && dayText(carriedOverExpiresOn) };
  };
  expect(on("2026-03-31")).toEqual({
    carriedOver: 5000,
    taken: 3000,
    remaining: 22_000,
    until: "2026-03-31",
  });
  expect(on("2026-04-01")).toEqual({
    carriedOver: 3000,
    taken: 3000,
    remaining: 20_000,
    until: "2026-03-31",
  });
});

it("a year that ends below zero leaves no debt", () => {
  const terms: Terms = { ...twenty, rollover: "ALL" };
  expect(balanceOn(january, terms, [charge("2025-05-05", 50_000)], at("2026-01-01")).remaining).toBe(20_000);
});

it("days after a year boundary are charged to the next year", () => {
  const calendar: WorkCalendar = { workWeek: [1, 2, 3, 4, 5], hoursPerDay: 8, holidays: [] };
  const leaves: Leave[] = [{ start: at("2026-12-28"), end: at("2027-01-08"), status: "APPROVED" }];
  const on = (date: string) => {
    const cuts = cutsAsOf(january, [twenty], at(date));
    return balanceOn(january, twenty, summed(leaves, calendar, cuts), at(date));
  };
  expect(on("2026-12-29")).toMatchObject({ taken: 2000, scheduled: 2000, remaining: 16_000 });
  expect(on("2027-01-01")).toMatchObject({ taken: 1000, scheduled: 5000, remaining: 14_000 });
});

it("an unlimited type has no remaining balance, but counts what is used", () => {
  const balance = balanceOn(
    january,
    { ...twenty, unlimited: true },
    [charge("2026-01-05", 2000, "OPEN")],
    at("2026-01-05"),
  );
  expect(balance).toMatchObject({ unlimited: true, remaining: null, pending: 2000 });
});
