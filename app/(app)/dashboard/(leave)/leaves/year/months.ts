/** A month of the picture: its days, and how many cells of its first week come before them. */
export interface Month {
  /** `YYYY-MM-01` */
  first: string;
  days: string[];
  before: number;
}

const dayMs = 86_400_000;
const text = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** The twelve months of a year. @param firstDayOfWeek 0 is Sunday */
export function monthsOf(year: number, firstDayOfWeek: number): Month[] {
  return Array.from({ length: 12 }, (_, month) => {
    const first = Date.UTC(year, month, 1);
    const length = (Date.UTC(year, month + 1, 1) - first) / dayMs;
    return {
      first: text(first),
      days: Array.from({ length }, (_, day) => text(first + day * dayMs)),
      before: (new Date(first).getUTCDay() - firstDayOfWeek + 7) % 7,
    };
  });
}

/** The year of an address; the given one where it names none. */
export function yearOf(asked: string | string[] | undefined, today: string): number {
  const year = typeof asked === "string" && /^\d{4}$/.test(asked) ? Number(asked) : Number.NaN;
  return year >= 1900 && year <= 9998 ? year : Number(today.slice(0, 4));
}

/** Days as ranges: those with at most two free days between are one. @param days sorted, `YYYY-MM-DD` */
export function spansOf(days: readonly string[]): { startDate: string; endDate: string }[] {
  const spans: { startDate: string; endDate: string }[] = [];
  for (const day of days) {
    const last = spans.at(-1);
    if (last && Date.parse(day) - Date.parse(last.endDate) <= 3 * dayMs) last.endDate = day;
    else spans.push({ startDate: day, endDate: day });
  }
  return spans;
}
