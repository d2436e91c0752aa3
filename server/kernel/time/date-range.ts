/** Dates as `YYYY-MM-DD`, both inclusive. */
interface DateRange {
  startDate: string;
  endDate: string;
}

/**
 * Whether a range shares a day with the range from `first` to `last`, by default one day. Dates are compared as strings, faster than as day
 * numbers: a page has thousands. `server/modules/leave/calendars/away.ts` has the rule for leave in SQL.
 */
export const touchesDays = ({ startDate, endDate }: DateRange, first: string, last = first): boolean =>
  startDate <= last && endDate >= first;

/** Whether `YYYY-MM-DD` is an existing date. */
export function isCalendarDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text) && !text.startsWith("0000");
}
