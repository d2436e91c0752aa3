import type { QuotaReset, RolloverExpiry } from "@/drizzle/schema/values";
import {
  type DayNumber,
  dayNumber,
  dayOfMonth,
  monthDayIn,
  monthDayOf,
  yearOf,
} from "@/server/kernel/time/calendar-date";

/** The lower bound of entitlement: nothing is counted before this day, whatever a record contains. */
const earliest = dayNumber("1900-01-01");

/** The first and last day of employment; null means open. */
export interface Employment {
  start: DayNumber | null;
  end: DayNumber | null;
}

/** The settings that determine a person's accounting years: their location's settings and their dates. */
export interface YearSettings {
  quotaReset: QuotaReset;
  /** `MM-DD`. */
  yearStart: string;
  /** Of days carried over, where the policy says nothing else. */
  rolloverExpiry: RolloverExpiry | null;
  employment: Employment;
  /** The start of entitlement for a person without an employment start. */
  knownSince: DayNumber;
}

/** One accounting year of one person. */
export interface AccountingYear {
  start: DayNumber;
  /** Inclusive. */
  end: DayNumber;
  /** `MM-DD` on which months of accrual begin. The day may be missing in some months. */
  anchor: string;
}

/**
 * The day of the year on which quotas reset: the anniversary of employment when the location uses it and the day is known, otherwise the
 * location's year start. 29 February becomes the 28th in common years.
 */
function resetAnchor(settings: YearSettings): string {
  const { start } = settings.employment;
  if (settings.quotaReset === "EMPLOYMENT_DATE" && start !== null) return monthDayOf(start);
  return settings.yearStart;
}

/** The accounting year that contains a day. */
export function yearContaining(settings: YearSettings, day: DayNumber): AccountingYear {
  const anchor = resetAnchor(settings);
  const calendarYear = yearOf(day);
  const first = monthDayIn(calendarYear, anchor) > day ? calendarYear - 1 : calendarYear;
  const start = monthDayIn(first, anchor);
  const end = monthDayIn(first + 1, anchor) - 1;
  return { start, end, anchor };
}

/** The first day of work in a year, where a person starts in it; else the year's first day. */
export const firstDayIn = (year: AccountingYear, { start }: Employment): DayNumber =>
  start !== null && start > year.start && start <= year.end ? start : year.start;

/** The first day of a person's entitlement. Nothing is carried into the accounting year that contains it. */
const entitledSince = (settings: YearSettings): DayNumber =>
  Math.max(settings.employment.start ?? settings.knownSince, earliest);

/** The accounting years from that of `since` to that of `until`, oldest first; only the latter when it is earlier. */
export function yearsUntil(
  settings: YearSettings,
  until: DayNumber,
  since: DayNumber = entitledSince(settings),
): AccountingYear[] {
  const years: AccountingYear[] = [];
  let year = yearContaining(settings, until);
  for (years.push(year); year.start > since; years.push(year))
    year = yearContaining(settings, year.start - 1);
  return years.reverse();
}

/** The first day of a month of a year, counted from 0: the anchor's day of that month, or its last day when the month is shorter. */
export function monthStart(year: AccountingYear, index: number): DayNumber {
  const month = Number(year.anchor.slice(0, 2));
  const day = Number(year.anchor.slice(3));
  return dayOfMonth(yearOf(year.start), month + index, day);
}

/** The first days of a year's months. */
export const monthStarts = (year: AccountingYear): DayNumber[] =>
  Array.from({ length: 12 }, (_, index) => monthStart(year, index));

/** The last day of a period in each accounting year that it touches. */
export function lastDays(
  settings: YearSettings,
  { start, end }: { start: DayNumber; end: DayNumber },
): DayNumber[] {
  const days: DayNumber[] = [];
  for (let day = start; day <= end; day++) {
    day = Math.min(end, yearContaining(settings, day).end);
    days.push(day);
  }
  return days;
}
