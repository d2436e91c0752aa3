interface Days {
  startDate: string;
  endDate: string;
}

interface AwayDay {
  date: string;
  users: readonly { userId: string; name: string }[];
}

export interface SpansAway {
  names: string[];
  spans: Days[];
}

/** Whether no day between two dates counts: a weekend, or a holiday. */
function areNeighbours(from: string, to: string, days: readonly { date: string; amount: number }[]): boolean {
  return !days.some(({ date, amount }) => from < date && date < to && amount > 0);
}

/**
 * Colleagues who are away on days of a leave, each once with their spans, those with the same spans together; the earliest first.
 * @param days the days of the leave: days that count nothing do not part a span
 */
export function spansAway(
  away: readonly AwayDay[],
  days: readonly { date: string; amount: number }[],
): SpansAway[] {
  const people = new Map<string, { name: string; spans: Days[] }>();
  for (const { date, users } of away)
    for (const { userId, name } of users) {
      const spans: Days[] = people.get(userId)?.spans ?? [];
      people.set(userId, { name, spans });
      const last = spans.at(-1);
      if (last && areNeighbours(last.endDate, date, days)) last.endDate = date;
      else spans.push({ startDate: date, endDate: date });
    }
  const groups = new Map<string, SpansAway>();
  for (const { name, spans } of people.values()) {
    const key = spans.map(({ startDate, endDate }) => `${startDate} ${endDate}`).join();
    const group = groups.get(key) ?? { names: [], spans };
    group.names.push(name);
    groups.set(key, group);
  }
  return [...groups.values()];
}
