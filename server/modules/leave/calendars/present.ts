import { dayText } from "@/server/kernel/time/calendar-date";
import type { WorkCalendar, WorkPattern } from "./working-days";

const patternView = ({ from, cycleStart, minutes }: WorkPattern) => ({
  from: dayText(from),
  cycleStart: dayText(cycleStart),
  minutes: minutes && [...minutes],
});

/** The public holidays of a calendar, for the wire. */
export const holidaysView = ({ holidays }: WorkCalendar) =>
  holidays.map(({ day, name, isHalfDay }) => ({ date: dayText(day), name: name ?? "", isHalfDay }));

/** The lengths of days, for pages that draw or halve them. */
export const workDaysView = ({ workWeek, hoursPerDay, patterns = [] }: WorkCalendar) => ({
  workWeek: [...workWeek],
  hoursPerDay,
  patterns: patterns.map(patternView),
});
