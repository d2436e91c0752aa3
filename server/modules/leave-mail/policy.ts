import { type DayNumber, dayNumber, localDate } from "@/server/kernel/calendar-date";
import { day as dayMs, minute } from "@/server/kernel/clock";
import { instantOf, offsetMinutes } from "@/server/kernel/local-time";
import { oneDay, type WorkCalendar, workingDays } from "@/server/modules/work-calendar/working-days";

/** Working days after which those who decide are reminded. */
export const reminderDays = [1, 3, 5] as const;

/** How long a link of a mail can be used. */
export const linkLifeMs = 7 * dayMs;

/** So far ahead a place with hardly any working days is looked through. */
export const furthestDays = 400;

/** The day on which so many working days after `from` are over, which is not counted; null when it does not come in sight. */
export function afterWorkingDays(from: DayNumber, count: number, calendar: WorkCalendar): DayNumber | null {
  let passed = 0;
  for (let day = from + 1; day <= from + furthestDays; day++) {
    passed += workingDays({ start: day, end: day, minutes: null }, calendar);
    if (passed >= count * oneDay) return day;
  }
  return null;
}

/** When to remind: the same time of the day on which so many working days have passed. */
export function reminderAt(
  asked: Date,
  count: number,
  timezone: string,
  calendar: WorkCalendar,
): Date | null {
  const day = afterWorkingDays(dayNumber(localDate(asked, timezone)), count, calendar);
  if (day === null) return null;
  const ofDay = (asked.getTime() / minute + offsetMinutes(asked, timezone)) % (24 * 60);
  const minutes = Math.floor((ofDay + 24 * 60) % (24 * 60));
  return instantOf(day, Math.floor(minutes / 60), minutes % 60, timezone);
}
