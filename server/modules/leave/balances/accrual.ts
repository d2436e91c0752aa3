import type { Accrual, QuotaRounding } from "@/drizzle/schema/values";
import { type DayNumber, dayOfMonth, dayText } from "@/server/kernel/time/calendar-date";
import type { Thousandths } from "@/server/modules/leave/calendars/working-days";
import { type AccountingYear, type Employment, monthStarts } from "./accounting-year";
import type { Terms } from "./policy";

/** Days from the first of a month to its second half. */
const halfMonthDays = 15;

const every = (year: AccountingYear, days: number, count: number): DayNumber[] =>
  Array.from({ length: count }, (_, index) => year.start + index * days);

/**
 * The first days of the periods in which a year's quota accrues in equal shares: 12 months, 24 half-months (from a month's first day and 15
 * days later), 26 fortnights or 52 weeks from the year's first day. The last fortnight or week includes the remaining day or two. With NONE
 * the whole year is one period.
 */
export function periodStarts(year: AccountingYear, accrual: Accrual): DayNumber[] {
  switch (accrual) {
    case "NONE":
      return [year.start];
    case "MONTHLY":
      return monthStarts(year);
    case "SEMIMONTHLY":
      return monthStarts(year).flatMap((start) => [start, start + halfMonthDays]);
    case "BIWEEKLY":
      return every(year, 14, 26);
    case "WEEKLY":
      return every(year, 7, 52);
  }
}

/** The terms that decide what a year gives. */
type Earning = Pick<
  Terms,
  "accrual" | "accrualTiming" | "yearlyQuota" | "quotas" | "firstYear" | "firstYearMonths" | "quotaRounding"
>;

/** How the periods of a year give their shares. */
type Sharing = Pick<Terms, "accrual" | "accrualTiming">;

/** A period of a year, and the day on which it gives its share: its first, or its last that is employed. */
interface Period {
  start: DayNumber;
  end: DayNumber;
  givenOn: DayNumber;
}

function periodsOf(
  year: AccountingYear,
  starts: readonly DayNumber[],
  { accrual, accrualTiming }: Sharing,
  employment: Employment,
): Period[] {
  const isAtEnd = accrual !== "NONE" && accrualTiming === "END";
  return starts.map((start, index) => {
    const end = (starts[index + 1] ?? year.end + 1) - 1;
    const last = employment.end !== null && employment.end >= start ? Math.min(end, employment.end) : end;
    return { start, end, givenOn: isAtEnd ? last : start };
  });
}

/** Whether a year's quota is given on its first day. */
export const isGivenAtOnce = ({ accrual, firstYear }: Pick<Terms, "accrual" | "firstYear">): boolean =>
  accrual === "NONE" && firstYear !== "AFTER_MONTHS";

/** The employed days within a period. */
function employedDays(start: DayNumber, end: DayNumber, employment: Employment): number {
  const from = Math.max(start, employment.start ?? start);
  const to = Math.min(end, employment.end ?? end);
  return Math.max(0, to - from + 1);
}

/** A part of a year's quota, as a fraction of integers. */
interface Part {
  numerator: number;
  denominator: number;
}

/** The quotient of two non-negative integers, rounded half up. */
const roundedQuotient = (numerator: number, denominator: number): number =>
  Math.floor((2 * numerator + denominator) / (2 * denominator));

/** The quota of the whole year: the person's own, the latest set for this year or an earlier one, otherwise the policy's. */
const quotaIn = (year: AccountingYear, { yearlyQuota, quotas }: Pick<Terms, "yearlyQuota" | "quotas">) =>
  quotas.findLast(({ day }) => day <= year.end)?.amount ?? yearlyQuota;

/**
 * The part of the quota that periods have given by a day. A period with only some employed days counts by days; with NONE, that is the whole
 * year by days.
 */
function partByDays(year: AccountingYear, sharing: Sharing, employment: Employment, day: DayNumber): Part {
  const periods = periodsOf(year, periodStarts(year, sharing.accrual), sharing, employment);
  // At most the periods of the first and the last day of employment are partial: their lengths form the denominator.
  let whole = 0;
  let numerator = 0;
  let denominator = 1;
  for (const { start, end, givenOn } of periods) {
    if (givenOn > day) break;
    const length = end - start + 1;
    const employed = employedDays(start, end, employment);
    if (employed === length) whole += 1;
    else if (employed > 0) {
      numerator = numerator * length + employed * denominator;
      denominator *= length;
    }
  }
  return { numerator: whole * denominator + numerator, denominator: periods.length * denominator };
}

/** Twelfths: the year's months that have given theirs by a day and that the person is employed on all days of. */
function partByMonths(year: AccountingYear, sharing: Sharing, employment: Employment, day: DayNumber): Part {
  const months = periodsOf(year, monthStarts(year), sharing, employment);
  const whole = months.filter(
    ({ start, end, givenOn }) => givenOn <= day && employedDays(start, end, employment) === end - start + 1,
  );
  return { numerator: whole.length, denominator: months.length };
}

/** A part of a quota. It is rounded as the policy says, and never to more than all of it; otherwise half up to the thousandth. */
function quotaOf(quota: Thousandths, { numerator, denominator }: Part, rounding: QuotaRounding): Thousandths {
  const exact = quota * numerator;
  if (numerator === denominator || rounding === "NONE") return roundedQuotient(exact, denominator);
  const unit = rounding === "HALF" ? 500 : 1000;
  const rounded =
    rounding === "UP" ? Math.ceil(exact / (unit * denominator)) : roundedQuotient(exact, unit * denominator);
  return Math.min(quota, rounded * unit);
}

/** The day from which the whole quota is given, when that is in this year and decides it; null otherwise. */
function waitsUntil(
  year: AccountingYear,
  { firstYear, firstYearMonths }: Earning,
  { start }: Employment,
): DayNumber | null {
  if (firstYear !== "AFTER_MONTHS" || firstYearMonths === null || start === null) return null;
  const [calendarYear, month, date] = dayText(start).split("-").map(Number);
  const until = dayOfMonth(calendarYear ?? 0, (month ?? 0) + firstYearMonths, date ?? 0);
  return start > year.end || until <= year.start ? null : until;
}

/** The days of a year on which its quota, or a part of it, is given. */
export function earningDays(year: AccountingYear, terms: Earning, employment: Employment): DayNumber[] {
  const daysOf = (starts: readonly DayNumber[], worked: Employment) =>
    periodsOf(year, starts, terms, worked).map(({ givenOn }) => givenOn);
  const starts = periodStarts(year, terms.accrual);
  const until = waitsUntil(year, terms, employment);
  if (until === null) return daysOf(starts, employment);
  const days = new Set([...daysOf(starts, employment), ...daysOf(monthStarts(year), employment), until]);
  return [...days].filter((day) => day <= year.end).sort((a, b) => a - b);
}

/** The part of the quota of a year that is over, apart from a wait for the whole quota. */
function partOfYear(year: AccountingYear, terms: Earning, employment: Employment): Part {
  const { firstYear } = terms;
  const { start, end } = employment;
  const isFirst = start !== null && start > year.start && start <= year.end;
  if (isFirst && firstYear === "BY_MONTH") return partByMonths(year, terms, employment, year.end);
  const isWhole = isFirst && firstYear !== "BY_DAY";
  return partByDays(year, terms, isWhole ? { start: null, end } : employment, year.end);
}

/**
 * The amount accrued in a year by a day. A period's share accrues on its first day, so that the last one can still be used in the year, or
 * on its last day, as the policy says. The first and last year of employment give a part of the quota: by days, or as the policy says for
 * the first (decision 16.4). It accrues over the employed part of the year. Rounded half up to the thousandth: the whole year gives exactly
 * its quota.
 */
export function accruedOn(
  year: AccountingYear,
  terms: Earning,
  employment: Employment,
  day: DayNumber,
): Thousandths {
  const { quotaRounding } = terms;
  const quota = quotaIn(year, terms);
  const until = waitsUntil(year, terms, employment);
  if (until === null) return spread(year, terms, employment, day);
  const waiting = quotaOf(quota, partByMonths(year, terms, employment, day), quotaRounding);
  if (day < until || (employment.end !== null && employment.end < until)) return waiting;
  const worked = { start: null, end: employment.end };
  const whole = quotaOf(quota, partByDays(year, terms, worked, year.end), quotaRounding);
  return Math.max(waiting, spreadOf(whole, year, terms, worked, day));
}

/** What the year gives in all, by the periods begun by a day. */
function spread(year: AccountingYear, terms: Earning, employment: Employment, day: DayNumber): Thousandths {
  const { firstYear, quotaRounding } = terms;
  const quota = quotaIn(year, terms);
  if (firstYear === "BY_DAY" && quotaRounding === "NONE")
    return quotaOf(quota, partByDays(year, terms, employment, day), "NONE");
  const whole = quotaOf(quota, partOfYear(year, terms, employment), quotaRounding);
  return spreadOf(whole, year, terms, employment, day);
}

function spreadOf(
  whole: Thousandths,
  year: AccountingYear,
  sharing: Sharing,
  employment: Employment,
  day: DayNumber,
): Thousandths {
  const all = partByDays(year, sharing, employment, year.end);
  const begun = partByDays(year, sharing, employment, day);
  if (all.numerator === 0) return 0;
  return roundedQuotient(whole * begun.numerator * all.denominator, begun.denominator * all.numerator);
}
