import type { Accrual, QuotaRounding } from "@/drizzle/schema/values";
import type { DayNumber } from "@/server/kernel/time/calendar-date";
import type { Thousandths } from "@/server/modules/leave/calendars/working-days";
import { type AccountingYear, type Employment, monthStarts } from "./accounting-year";
import type { Terms } from "./policy";
import { between } from "./sums";
import { dayAfterMonths, quotaIn, raisesIn } from "./tenure";

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
  | "accrual"
  | "accrualTiming"
  | "yearlyQuota"
  | "quotas"
  | "firstYear"
  | "firstYearMonths"
  | "quotaRounding"
  | "steps"
  | "tenureFrom"
  | "extra"
  | "worked"
>;

/** How the periods of a year give their shares. */
type Sharing = Pick<Terms, "accrual" | "accrualTiming"> & {
  /** The first day that may give any. */
  notBefore?: DayNumber;
};

/** A period of a year, and the day on which it gives its share: its first, or its last that is employed. */
interface Period {
  start: DayNumber;
  end: DayNumber;
  givenOn: DayNumber;
}

function periodsOf(
  year: AccountingYear,
  starts: readonly DayNumber[],
  { accrual, accrualTiming, notBefore }: Sharing,
  employment: Employment,
): Period[] {
  const isAtEnd = accrual !== "NONE" && accrualTiming === "END";
  return starts.map((start, index) => {
    const end = (starts[index + 1] ?? year.end + 1) - 1;
    const last = employment.end !== null && employment.end >= start ? Math.min(end, employment.end) : end;
    return { start, end, givenOn: Math.max(isAtEnd ? last : start, notBefore ?? start) };
  });
}

/** Whether a year's quota is granted on its first day, apart from raises. */
export const isGranted = ({ accrual, firstYear }: Pick<Terms, "accrual" | "firstYear">): boolean =>
  accrual === "NONE" && firstYear !== "AFTER_MONTHS";

/** Whether all that a year gives is given on its first day. */
export const isGivenAtOnce = (
  terms: Pick<Terms, "accrual" | "firstYear" | "steps" | "tenureFrom" | "worked">,
): boolean =>
  isGranted(terms) && !(terms.tenureFrom === "DAY" && terms.steps.length > 0) && terms.worked.length === 0;

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
  const until = dayAfterMonths(start, firstYearMonths);
  return start > year.end || until <= year.start ? null : until;
}

/** The days of a year on which its quota, or a part of it, is given. */
export function earningDays(year: AccountingYear, terms: Earning, employment: Employment): DayNumber[] {
  const starts = periodStarts(year, terms.accrual);
  const daysOf = (of: readonly DayNumber[], sharing: Sharing, worked: Employment) =>
    periodsOf(year, of, sharing, worked).map(({ givenOn }) => givenOn);
  const days = daysOf(starts, terms, employment);
  const until = waitsUntil(year, terms, employment);
  if (until !== null) days.push(...daysOf(monthStarts(year), terms, employment), until);
  for (const { day } of raisesIn(year, terms, employment))
    days.push(...daysOf(starts, { ...terms, notBefore: day }, employment));
  days.push(...between(terms.worked, year.start, year.end).map(({ day }) => day));
  return [...new Set(days)].filter((day) => day <= year.end).sort((a, b) => a - b);
}

/** Whether someone starts in a year, after its first day. */
const isFirstYear = (year: AccountingYear, { start }: Employment): boolean =>
  start !== null && start > year.start && start <= year.end;

/** The part of the quota of a year that is over, apart from a wait for the whole quota. */
function partOfYear(year: AccountingYear, terms: Earning, employment: Employment): Part {
  const { firstYear } = terms;
  const isFirst = isFirstYear(year, employment);
  if (isFirst && firstYear === "BY_MONTH") return partByMonths(year, terms, employment, year.end);
  const isWhole = isFirst && firstYear !== "BY_DAY";
  return partByDays(year, terms, isWhole ? { ...employment, start: null } : employment, year.end);
}

/** What a year has given by a day. */
export interface Earned {
  /** Of the quota on the year's first day. */
  quota: Thousandths;
  /** Of the hours worked. */
  worked: Thousandths;
  /** Of the steps of length of employment that are reached within the year. */
  tenure: Thousandths;
  /** Of the extra days by label, which are a part of the year's quota. */
  extra: Thousandths;
}

/**
 * What a year has given by a day. A period's share accrues on its first day, so that the last one can still be used in the year, or
 * on its last day, as the policy says. The first and last year of employment give a part of the quota: by days, or as the policy says for
 * the first (decision 16.4). It accrues over the employed part of the year. Rounded half up to the thousandth: the whole year gives exactly
 * its quota. A raise within the year is a quota of its own, pro rata by days from its day on (decision 16.8).
 */
export function earnedBy(
  year: AccountingYear,
  terms: Earning,
  employment: Employment,
  day: DayNumber,
): Earned {
  const own = quotaIn(year, terms, employment);
  const quota = givenOf(own, year, terms, employment, day);
  const all = terms.extra === 0 ? quota : givenOf(own + terms.extra, year, terms, employment, day);
  const tenure = raisesIn(year, terms, employment).map((raise) => {
    const sharing = { ...terms, firstYear: "BY_DAY", notBefore: raise.day } as const;
    return spread(raise.by, year, sharing, { ...employment, start: raise.day }, day);
  });
  return {
    quota,
    worked: workedBy(year, terms, day),
    extra: all - quota,
    tenure: tenure.reduce((sum, given) => sum + given, 0),
  };
}

/** What is lost by adding up to ten thousand fractions in binary. */
const slack = 1e-6;

/** What the hours of a year give by a day: summed exactly, rounded half up once. */
const workedBy = (year: AccountingYear, { worked }: Pick<Terms, "worked">, day: DayNumber): Thousandths =>
  Math.floor(
    between(worked, year.start, Math.min(day, year.end)).reduce((sum, { exact }) => sum + exact, 0) +
      0.5 +
      slack,
  );

/** The amount accrued in a year by a day. */
export function accruedOn(...of: Parameters<typeof earnedBy>): Thousandths {
  const { quota, worked, tenure, extra } = earnedBy(...of);
  return quota + worked + tenure + extra;
}

/** The part of a quota that a year has given by a day. */
function givenOf(
  quota: Thousandths,
  year: AccountingYear,
  terms: Earning,
  employment: Employment,
  day: DayNumber,
): Thousandths {
  const { quotaRounding } = terms;
  const until = waitsUntil(year, terms, employment);
  if (until === null) return spread(quota, year, terms, employment, day);
  const waiting = quotaOf(quota, partByMonths(year, terms, employment, day), quotaRounding);
  if (day < until || (employment.end !== null && employment.end < until)) return waiting;
  const worked = { start: null, end: employment.end };
  const whole = quotaOf(quota, partByDays(year, terms, worked, year.end), quotaRounding);
  return Math.max(waiting, spreadOf(whole, year, terms, worked, day));
}

/** What the year gives of a quota in all, by the periods begun by a day. */
function spread(
  quota: Thousandths,
  year: AccountingYear,
  terms: Earning & Sharing,
  employment: Employment,
  day: DayNumber,
): Thousandths {
  const { firstYear, quotaRounding } = terms;
  if (quotaRounding === "NONE" && (firstYear === "BY_DAY" || !isFirstYear(year, employment)))
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
