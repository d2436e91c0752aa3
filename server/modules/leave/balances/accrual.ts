import type { Accrual } from "@/drizzle/schema/values";
import type { DayNumber } from "@/server/kernel/time/calendar-date";
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

/** The employed days within a period. */
function employedDays(start: DayNumber, end: DayNumber, employment: Employment): number {
  const from = Math.max(start, employment.start ?? start);
  const to = Math.min(end, employment.end ?? end);
  return Math.max(0, to - from + 1);
}

/** The quotient of two non-negative integers, rounded half up. */
const roundedQuotient = (numerator: number, denominator: number): number =>
  Math.floor((2 * numerator + denominator) / (2 * denominator));

/** The quota of the whole year: the person's own, the latest set for this year or an earlier one, otherwise the policy's. */
const quotaIn = (year: AccountingYear, { yearlyQuota, quotas }: Pick<Terms, "yearlyQuota" | "quotas">) =>
  quotas.findLast(({ day }) => day <= year.end)?.amount ?? yearlyQuota;

/**
 * The amount accrued in a year by a day. A period's share accrues on its first day, so that the last one can still be used in the year. A
 * period with only some employed days gives that part of its share by days; with NONE, that is the year's quota pro rata by days. Rounded
 * once, at the end, half up to the thousandth: the whole year gives exactly the quota.
 */
export function accruedOn(
  year: AccountingYear,
  terms: Pick<Terms, "accrual" | "yearlyQuota" | "quotas">,
  employment: Employment,
  day: DayNumber,
): Thousandths {
  const starts = periodStarts(year, terms.accrual);
  // At most the periods of the first and the last day of employment are partial: their lengths form the denominator.
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
