import { isCalendarDate } from "@/server/kernel/time/date-range";

/** A calendar date, `YYYY-MM-DD`. */
export type DateText = string;

const dayMs = 86_400_000;
const textOf = (at: number): DateText => new Date(at).toISOString().slice(0, 10);

/** The date `days` after another. */
export const daysLater = (date: DateText, days: number): DateText => textOf(Date.parse(date) + days * dayMs);

/** @returns null for a day that does not exist, and for years without four digits */
export function existingDate(year: number, month: number, day: number): DateText | null {
  const pad = (part: number, length: number) => String(part).padStart(length, "0");
  const text = `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`;
  return year >= 1000 && isCalendarDate(text) ? text : null;
}

/** The same day of the month so many months later, or that month's last day. */
export function monthsLater(date: DateText, months: number): DateText {
  const [year = 0, month = 0, day = 0] = date.split("-").map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return textOf(Date.UTC(year, month - 1 + months, Math.min(day, last)));
}

/** 0 is Sunday. */
export const weekdayOf = (date: DateText): number => new Date(date).getUTCDay();

/** The first and the last day of a date's month. */
export function monthAround(date: DateText): { first: DateText; last: DateText } {
  const first = `${date.slice(0, 7)}-01`;
  return { first, last: daysLater(monthsLater(first, 1), -1) };
}

/** The days of a month in weeks, with null before its first and after its last. @param firstDayOfWeek 0 is Sunday */
export function weeksOf(date: DateText, firstDayOfWeek: number): (DateText | null)[][] {
  const { first, last } = monthAround(date);
  const before = (weekdayOf(first) - firstDayOfWeek + 7) % 7;
  const count = Number(last.slice(8));
  return Array.from({ length: Math.ceil((before + count) / 7) }, (_, week) =>
    Array.from({ length: 7 }, (__, place) => {
      const at = week * 7 + place - before;
      return at < 0 || at >= count ? null : daysLater(first, at);
    }),
  );
}
