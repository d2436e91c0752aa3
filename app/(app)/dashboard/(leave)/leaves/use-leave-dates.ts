import { useFormatter, useLocale } from "next-intl";
import { evenDate } from "@/server/kernel/time/even-date";

/** The dates of a leave; minutes count from midnight. */
type Dates = {
  startDate: string;
  endDate: string;
  isFullDayLeave?: boolean;
  startMinutes?: number;
  endMinutes?: number;
};

/** Leave dates are calendar days, independent of time zone. */
const at = (date: string, minutes = 0) => new Date(Date.parse(`${date}T00:00:00Z`) + minutes * 60_000);
const zone = { timeZone: "UTC" } as const;
const dayOfYear = { ...zone, weekday: "short", day: "numeric", month: "short" } as const;
const day = { ...dayOfYear, year: "numeric" } as const;
const clock = { ...zone, hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;

/** "Thu 24 Dec – Mon 28 Dec 2026", plus the hours of a part day. */
export function useLeaveDates(): (leave: Dates) => string {
  const format = useFormatter();
  const locale = useLocale();
  const dayOf = (date: string, how: typeof dayOfYear) => evenDate(format.dateTime(at(date), how), locale);
  return ({ startDate, endDate, isFullDayLeave = true, startMinutes = 0, endMinutes = 0 }) => {
    const last = dayOf(endDate, day);
    // Not an Intl range: servers and browsers put different spaces into it.
    const first = dayOf(startDate, startDate.slice(0, 4) === endDate.slice(0, 4) ? dayOfYear : day);
    const dates = startDate === endDate ? last : `${first} – ${last}`;
    if (isFullDayLeave) return dates;
    const time = (minutes: number) => format.dateTime(at(startDate, minutes), clock);
    return `${dates}, ${time(startMinutes)}–${endMinutes === 1440 ? "24:00" : time(endMinutes)}`;
  };
}
