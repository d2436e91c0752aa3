import type { Accrual } from "@/drizzle/schema/values";
import type { DayNumber } from "@/server/kernel/calendar-date";
import type { Thousandths } from "@/server/modules/work-calendar/working-days";
import { type AccountingYear, type Employment, monthStarts } from "./accounting-year";
import type { Terms } from "./policy";

/** Days to the second half of a month. */
const halfMonthDays = 15;

const every = (year: AccountingYear, days: number, count: number): DayNumber[] =>
  Array.from({ length: count }, (_, index) => year.start + index * days);

/**
 * First days of the periods in which a year's quota is earned, in equal shares: 12 months, 24 half-months (from a month's
 * first day and 15 days later), 26 fortnights or 52 weeks from the year's first day, of which the last takes the odd day or
 * two. With NONE the whole year is one period.
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

/** Days of a period on which the person is employed. */
function employedDays(start: DayNumber, end: DayNumber, employment: Employment): number {
  const from = Math.max(start, employment.start ?? start);
  const to = Math.min(end, employment.end ?? end);
  return Math.max(0, to - from + 1);
}

/** A rounded-half-up quotient of whole numbers that are not negative. */
const roundedQuotient = (numerator: number, denominator: number): number =>
  Math.floor((2 * numerator + denominator) / (2 * denominator));

/** The whole year's quota: the person's own, the latest that was set for this year or an earlier one, else the policy's. */
const quotaIn = (year: AccountingYear, { yearlyQuota, quotas }: Pick<Terms, "yearlyQuota" | "quotas">) =>
  quotas.findLast(({ day }) => day <= year.end)?.amount ?? yearlyQuota;

/**
 * What a year has given by a day. A period's share is given on its first day, so that the last one can still be used in the
 * year. A period with only some days of employment gives that part of its share by days; with NONE that is the year's quota pro
 * rata by days. Rounded once, at the end, half up to the thousandth: the whole year gives exactly the quota.
 */
export function accruedOn(
  year: AccountingYear,
  terms: Pick<Terms, "accrual" | "yearlyQuota" | "quotas">,
  employment: Employment,
  day: DayNumber,
): Thousandths {
  const starts = periodStarts(year, terms.accrual);
  // At most the periods of the first and of the last day of employment are partial: their lengths make the denominator.
  let whole = 0;
  let numerator = 0;
  let denominator = 1;
  for (const [index, start] of starts.entries()) {
    if (start > day) break;
    const end = (starts[index + 1] ?? year.end + 1) - 1;
    const length = end - start + 1;
    const employed = employedDays(start, end, employment);
    if (employed === length) whole += 1;
    else if (employed > 0) {
      numerator = numerator * length + employed * denominator;
      denominator *= length;
    }
  }
  const shares = whole * denominator + numerator;
  return roundedQuotient(quotaIn(year, terms) * shares, starts.length * denominator);
}
