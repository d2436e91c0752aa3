import type { DayNumber } from "@/server/kernel/time/calendar-date";
import type { Thousandths } from "@/server/modules/leave/calendars/working-days";
import type { AccountingYear } from "./accounting-year";
import type { Terms } from "./policy";

export const sum = (charges: readonly { amount: number }[]): number =>
  charges.reduce((total, { amount }) => total + amount, 0);

export const between = <C extends { day: DayNumber }>(
  charges: readonly C[],
  start: DayNumber,
  end: DayNumber,
): C[] => charges.filter(({ day }) => day >= start && day <= end);

/** The sum of a year's adjustments up to a day. */
export const adjustedOn = (
  year: AccountingYear,
  { adjustments }: Pick<Terms, "adjustments">,
  day: DayNumber,
): Thousandths => sum(between(adjustments, year.start, day));
