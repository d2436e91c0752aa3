import type { Column, DayCount } from "@/app/(app)/dashboard/(team)/wallchart/chart-types";

type Counted = Omit<DayCount, "date">;

const none: Counted = { awayCount: 0, pendingCount: 0, elsewhereCount: 0, userCount: 0 };

/**
 * The counts of a column: those of its day with the most absences, and apart from them the most people who work elsewhere on one of its
 * days, which may be another day.
 */
export function maxOf({ days }: Pick<Column, "days">, counts: readonly DayCount[]): Counted {
  const here = counts.filter(({ date }) => days.includes(date));
  const busiest = here.reduce((max, day) => (day.awayCount > max.awayCount ? day : max), here[0] ?? none);
  return { ...busiest, elsewhereCount: Math.max(0, ...here.map(({ elsewhereCount }) => elsewhereCount)) };
}
