import type { workPatterns } from "@/drizzle/schema/work-patterns";
import { dayNumber, dayText, weekStart } from "@/server/kernel/time/calendar-date";
import { hour, minute } from "@/server/kernel/time/clock";
import { instantOn, type WorkCalendar } from "./calendar";
import { locationPlans } from "./company";
import type { Person } from "./people";
import type { Random } from "./random";

type PatternRow = typeof workPatterns.$inferInsert;

const weekdays = [0, 1, 2, 3, 4, 5, 6];

/** An employee's working days: the location's, except for part-time employees. */
export const calendarOf = ({ plan: { workdays } }: Person, calendar: WorkCalendar): WorkCalendar =>
  workdays ? { ...calendar, workWeek: workdays } : calendar;

/** The working patterns of part-time employees: whole days of their location's hours, since they joined. */
export function createPatterns(workspaceId: string, people: readonly Person[], random: Random): PatternRow[] {
  const administrator = people.find(({ role }) => role === "ADMIN");
  return people.flatMap(({ id: userId, start, joined, plan: { workdays, location } }) => {
    if (!workdays) return [];
    const { hoursPerDay, firstDayOfWeek } = locationPlans[location];
    const startsOn = dayText(start ?? joined);
    const createdAt = instantOn(joined, 11);
    return {
      ...{ workspaceId, id: random.id(createdAt), userId, startsOn },
      cycleStart: dayText(weekStart(dayNumber(startsOn), firstDayOfWeek)),
      minutes: weekdays.map((day) => [workdays.includes(day) ? (hoursPerDay * hour) / minute : 0]),
      ...{ createdById: administrator?.id ?? null, createdAt },
    };
  });
}
