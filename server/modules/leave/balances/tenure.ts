import { type DayNumber, dayOfMonth, dayText } from "@/server/kernel/time/calendar-date";
import type { Thousandths } from "@/server/modules/leave/calendars/working-days";
import type { AccountingYear, Employment } from "./accounting-year";
import type { Terms } from "./policy";

type Tenure = Pick<Terms, "yearlyQuota" | "quotas" | "steps" | "tenureFrom">;

/** A quota that becomes higher within a year. */
export interface Raise {
  day: DayNumber;
  by: Thousandths;
}

/** The day after so many months of employment: the same day of the month, or the last one when the month is shorter. */
export function dayAfterMonths(start: DayNumber, months: number): DayNumber {
  const [year = 0, month = 0, day = 0] = dayText(start).split("-").map(Number);
  return dayOfMonth(year, month + months, day);
}

/** The person's own quota, the latest set for this year or an earlier one. It takes the place of the policy's with all of its steps. */
const ownQuotaIn = (year: AccountingYear, { quotas }: Pick<Tenure, "quotas">) =>
  quotas.findLast(({ day }) => day <= year.end)?.amount;

/** The policy's quota by a day of employment: the highest so far. Without a first day of work no step is reached. */
function policyQuotaOn(day: DayNumber, { yearlyQuota, steps }: Tenure, { start }: Employment): Thousandths {
  if (start === null) return yearlyQuota;
  const reached = steps.filter(({ afterMonths }) => dayAfterMonths(start, afterMonths) <= day);
  return Math.max(yearlyQuota, ...reached.map(({ quota }) => quota));
}

/** The quota of the whole year: the person's own, otherwise the policy's on the year's first day. */
export const quotaIn = (year: AccountingYear, terms: Tenure, employment: Employment): Thousandths =>
  ownQuotaIn(year, terms) ?? policyQuotaOn(year.start, terms, employment);

/** The raises within a year of a policy whose steps count from their day on; sorted by day. */
export function raisesIn(year: AccountingYear, terms: Tenure, employment: Employment): Raise[] {
  const { start } = employment;
  const { steps, tenureFrom } = terms;
  if (tenureFrom !== "DAY" || start === null || ownQuotaIn(year, terms) !== undefined) return [];
  const days = steps
    .map(({ afterMonths }) => dayAfterMonths(start, afterMonths))
    .filter((day) => day > year.start && day <= year.end);
  return [...new Set(days)]
    .sort((a, b) => a - b)
    .map((day) => ({
      day,
      by: policyQuotaOn(day, terms, employment) - policyQuotaOn(day - 1, terms, employment),
    }))
    .filter(({ by }) => by > 0);
}
