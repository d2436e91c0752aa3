import { useFormatter, useLocale, useTranslations } from "next-intl";
import type { DayPart } from "@/drizzle/schema/values";
import { evenDate } from "@/server/kernel/time/even-date";

/** The dates of a leave; minutes count from midnight. */
type Dates = {
  startDate: string;
  endDate: string;
  isFullDayLeave?: boolean;
  startMinutes?: number;
  endMinutes?: number;
  /** The parts of the first and the last day. */
  startPart?: DayPart;
  endPart?: DayPart;
};

/** Leave dates are calendar days, independent of time zone. */
const at = (date: string, minutes = 0) => new Date(Date.parse(`${date}T00:00:00Z`) + minutes * 60_000);
const zone = { timeZone: "UTC" } as const;
const dayOfYear = { ...zone, weekday: "short", day: "numeric", month: "short" } as const;
const day = { ...dayOfYear, year: "numeric" } as const;
const clock = { ...zone, hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;

/**
 * "Thu 24 Dec – Mon 28 Dec 2026", plus the hours of a part day, or the halves at either end: "Thu 24 Dec (afternoon) – Mon 28 Dec 2026". Of
 * one day: "Thu 24 Dec 2026, afternoon".
 */
export function useLeaveDates(): (leave: Dates) => string {
  const format = useFormatter();
  const locale = useLocale();
  const t = useTranslations("common.dayParts");
  const dayOf = (date: string, how: typeof dayOfYear) => evenDate(format.dateTime(at(date), how), locale);
  const withPart = (date: string, part: DayPart) => (part === "FULL_DAY" ? date : `${date} (${t(part)})`);
  return ({ startDate, endDate, isFullDayLeave = true, startMinutes = 0, endMinutes = 0, ...parts }) => {
    const { startPart = "FULL_DAY", endPart = "FULL_DAY" } = parts;
    const last = dayOf(endDate, day);
    // Not an Intl range: servers and browsers put different spaces into it.
    const first = dayOf(startDate, startDate.slice(0, 4) === endDate.slice(0, 4) ? dayOfYear : day);
    const isOneDay = startDate === endDate;
    if (isFullDayLeave && isOneDay) return startPart === "FULL_DAY" ? last : `${last}, ${t(startPart)}`;
    if (isFullDayLeave) return `${withPart(first, startPart)} – ${withPart(last, endPart)}`;
    const dates = isOneDay ? last : `${first} – ${last}`;
    const time = (minutes: number) => format.dateTime(at(startDate, minutes), clock);
    return `${dates}, ${time(startMinutes)}–${endMinutes === 1440 ? "24:00" : time(endMinutes)}`;
  };
}
