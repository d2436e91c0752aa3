/** An employee's working time as sent by the server: the location's week, or patterns of their own. */
export interface WorkDays {
  /** Weekdays, 0 Sunday to 6. */
  workWeek: readonly number[];
  hoursPerDay: number;
  /** Ordered by first day. */
  patterns: readonly {
    from: string;
    cycleStart: string;
    /** Of each day of the cycle; null for the location's week. */
    minutes: readonly number[] | null;
  }[];
}

const dayMs = 86_400_000;
const numberOf = (date: string): number => Date.parse(date) / dayMs;

/** An employee's working time on a day (`YYYY-MM-DD`) in minutes, before holidays. */
export function minutesOn({ workWeek, hoursPerDay, patterns }: WorkDays, date: string): number {
  const { minutes, cycleStart } = patterns.findLast(({ from }) => from <= date) ?? {};
  if (minutes && cycleStart) {
    const place = (numberOf(date) - numberOf(cycleStart)) % minutes.length;
    return minutes[place < 0 ? place + minutes.length : place] ?? 0;
  }
  return workWeek.includes(new Date(date).getUTCDay()) ? hoursPerDay * 60 : 0;
}

/** The length of a working day in minutes; for a day off, the location's. */
export const dayLengthOn = (days: WorkDays, date: string): number =>
  minutesOn(days, date) || days.hoursPerDay * 60;
