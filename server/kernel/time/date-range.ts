/** Dates as `YYYY-MM-DD`, both inclusive. */
interface DateRange {
  startDate: string;
  endDate: string;
}

/**
 * Whether a range shares a day with the range from `first` to `last`, by default one day. Dates are compared as strings, faster than as day
 * numbers: a page has thousands. `server/modules/leave/requests/away.ts` has the rule for leave in SQL.
 */
export const touchesDays = ({ startDate, endDate }: DateRange, first: string, last = first): boolean =>
  startDate <= last && endDate >= first;
