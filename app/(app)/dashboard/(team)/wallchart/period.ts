/** Dates are calendar days, `YYYY-MM-DD`, independent of time zone. */
const dayMs = 86_400_000;

export const views = ["week", "month", "quarter"] as const;
export type View = (typeof views)[number];

export interface Period {
  startDate: string;
  /** Inclusive. */
  endDate: string;
}

const numberOf = (date: string): number => Date.parse(`${date}T00:00:00Z`) / dayMs;
const textOf = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10);
const monthStart = (date: string, monthsOn: number): string =>
  new Date(Date.UTC(Number(date.slice(0, 4)), Number(date.slice(5, 7)) - 1 + monthsOn, 1))
    .toISOString()
    .slice(0, 10);

/** 0 is Sunday. */
const weekdayOf = (date: string): number => new Date(numberOf(date) * dayMs).getUTCDay();
const addDays = (date: string, days: number): string => textOf(numberOf(date) + days);
const daysBetween = (from: string, to: string): number => numberOf(to) - numberOf(from);

/** Every day of a period. */
export const daysOf = ({ startDate, endDate }: Period): string[] =>
  Array.from({ length: daysBetween(startDate, endDate) + 1 }, (_, index) => addDays(startDate, index));

const weekStart = (date: string, firstDayOfWeek: number): string =>
  addDays(date, -((weekdayOf(date) - firstDayOfWeek + 7) % 7));

/** The period of a view that contains a day: a week, a month, or the whole weeks of a quarter. */
export function periodAround(view: View, date: string, firstDayOfWeek: number): Period {
  if (view === "week") {
    const startDate = weekStart(date, firstDayOfWeek);
    return { startDate, endDate: addDays(startDate, 6) };
  }
  if (view === "month") return { startDate: monthStart(date, 0), endDate: addDays(monthStart(date, 1), -1) };
  const first = monthStart(date, -((Number(date.slice(5, 7)) - 1) % 3));
  const last = addDays(monthStart(first, 3), -1);
  return {
    startDate: weekStart(first, firstDayOfWeek),
    endDate: addDays(weekStart(last, firstDayOfWeek), 6),
  };
}

/** The days from the week of today on, so that what is coming is in sight: today is never the last day. */
const daysAhead = { week: 7, month: 31, quarter: 91 } as const;

/** The period of a view: around the chosen day, or from this week on. */
export function periodOf(
  view: View,
  { on, today, firstDayOfWeek }: { on: string; today: string; firstDayOfWeek: number },
): Period {
  if (on) return periodAround(view, on, firstDayOfWeek);
  const startDate = weekStart(today, firstDayOfWeek);
  return { startDate, endDate: addDays(startDate, daysAhead[view] - 1) };
}

/** A day in the previous (-1) or next (1) period: the one beside this period. */
export const dayBeside = ({ startDate, endDate }: Period, step: 1 | -1): string =>
  step === 1 ? addDays(endDate, 1) : addDays(startDate, -1);

/** The days of each column: one day, or a week of a quarter. */
export const columnsOf = (view: View, period: Period): string[][] => {
  const days = daysOf(period);
  if (view !== "quarter") return days.map((day) => [day]);
  return Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7));
};
