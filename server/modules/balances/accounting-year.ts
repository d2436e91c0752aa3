import type { QuotaReset, RolloverExpiry } from "@/drizzle/schema/values";
import {
  type DayNumber,
  dayNumber,
  dayOfMonth,
  monthDayIn,
  monthDayOf,
  yearOf,
} from "@/server/kernel/calendar-date";

/** No entitlement is counted from before this day, whatever a record says. */
const earliest = dayNumber("1900-01-01");

/** The first and the last day on which a person is employed; null is open. */
export interface Employment {
  start: DayNumber | null;
  end: DayNumber | null;
}

/** What decides a person's accounting years: their location's settings and their dates. */
export interface YearSettings {
  quotaReset: QuotaReset;
  /** `MM-DD`. */
  yearStart: string;
  rolloverExpiry: RolloverExpiry | null;
  employment: Employment;
  /** The day from which the person's entitlement is known when they have no employment start. */
  knownSince: DayNumber;
}

/** One accounting year of one person. */
export interface AccountingYear {
  start: DayNumber;
  /** Included. */
  end: DayNumber;
  /** `MM-DD` on which months of accrual begin; the day may be one that some months lack. */
  anchor: string;
  /** Last day on which carried-over days may be used; null when what is unused of them is carried on. */
  carryEnd: DayNumber | null;
}

/**
 * The day of the year on which quotas start anew: the anniversary of employment where the location says so and the day is
 * known, else the location's year start. A 29 February is the 28th in common years.
 */
function resetAnchor(settings: YearSettings): string {
  const { start } = settings.employment;
  if (settings.quotaReset === "EMPLOYMENT_DATE" && start !== null) return monthDayOf(start);
  return settings.yearStart;
}

/** The accounting year in which a day lies. */
export function yearContaining(settings: YearSettings, day: DayNumber): AccountingYear {
  const anchor = resetAnchor(settings);
  const calendarYear = yearOf(day);
  const first = monthDayIn(calendarYear, anchor) > day ? calendarYear - 1 : calendarYear;
  const start = monthDayIn(first, anchor);
  const end = monthDayIn(first + 1, anchor) - 1;
  const span = { start, end, anchor };
  return { ...span, carryEnd: carryEndOf(settings.rolloverExpiry, span) };
}

/**
 * Days carried over are good through the expiry day, and not beyond the year: only where nothing is set they never lapse.
 * DAYS_AFTER_RESET counts from the reset's own day.
 */
function carryEndOf(
  expiry: RolloverExpiry | null,
  { start, end, anchor }: Omit<AccountingYear, "carryEnd">,
): DayNumber | null {
  if (expiry === null) return null;
  if (expiry.type === "DAYS_AFTER_RESET") return Math.min(start + expiry.days, end);
  // By the dates, not the days: a year from 29 February begins on the 28th at times, and a 28th is its end all the same.
  const year = expiry.monthDay < anchor ? yearOf(start) + 1 : yearOf(start);
  return Math.min(monthDayIn(year, expiry.monthDay), end);
}

/** The day from which a person is entitled to leave; nothing is carried into its accounting year. */
const entitledSince = (settings: YearSettings): DayNumber =>
  Math.max(settings.employment.start ?? settings.knownSince, earliest);

/** The years from that of `since` to that of `until`, oldest first; the latter alone when it is earlier. */
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

/** The first days of a year's months: the anchor's day of each month, or its last when it lacks that day. */
export function monthStarts(year: AccountingYear): DayNumber[] {
  const month = Number(year.anchor.slice(0, 2));
  const day = Number(year.anchor.slice(3));
  return Array.from({ length: 12 }, (_, index) => dayOfMonth(yearOf(year.start), month + index, day));
}

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
