/**
 * A whole working day in the unit in which the days of leave are counted: integers that add up without drift. Hours of every usual length
 * of a day are exact (it is a multiple of 1,000, of 1,440 and of the numbers to 16).
 */
export const wholeDay = 4_324_320_000;

/** What each day of a leave counts, from the first day on: parts of `wholeDay`. */
export interface DayCounts {
  /** The number of the first day (`server/kernel/time/calendar-date.ts`). */
  start: number;
  counts: readonly number[];
}

/** PostgreSQL's text format of an array indexed by day number. */
export const dayCountsText = ({ start, counts }: DayCounts): string =>
  `[${start}:${start + counts.length - 1}]={${counts.join()}}`;

/** @param text an array with lower bound 1 is written without its bounds */
export function readDayCounts(text: string): DayCounts {
  const equals = text.indexOf("=");
  const start = equals < 0 ? 1 : Number.parseInt(text.slice(1), 10);
  return {
    start,
    counts: text
      .slice(equals + 2, -1)
      .split(",")
      .map(Number),
  };
}
