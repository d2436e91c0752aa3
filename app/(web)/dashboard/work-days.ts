/** How somebody works, as the server tells it: by their location's week, or by patterns of their own. */
export interface WorkDays {
  /** Weekdays, 0 Sunday to 6. */
  workWeek: readonly number[];
  hoursPerDay: number;
  /** By their first day. */
  patterns: readonly {
    from: string;
    cycleStart: string;
    /** Of each day of the cycle; null as the location works. */
    minutes: readonly number[] | null;
  }[];
}

const dayMs = 86_400_000;
const numberOf = (date: string): number => Date.parse(date) / dayMs;

/** How long somebody works on a day (`YYYY-MM-DD`), before holidays. */
export function minutesOn({ workWeek, hoursPerDay, patterns }: WorkDays, date: string): number {
  const { minutes, cycleStart } = patterns.findLast(({ from }) => from <= date) ?? {};
  if (minutes && cycleStart) {
    const place = (numberOf(date) - numberOf(cycleStart)) % minutes.length;
    return minutes[place < 0 ? place + minutes.length : place] ?? 0;
  }
  return workWeek.includes(new Date(date).getUTCDay()) ? hoursPerDay * 60 : 0;
}

/** The length of a working day on a day, or of one at the location where it is not worked. */
export const dayLengthOn = (days: WorkDays, date: string): number =>
  minutesOn(days, date) || days.hoursPerDay * 60;
