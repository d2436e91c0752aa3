import type { Ctx } from "@/server/access/ctx";
import type { DayNumber } from "@/server/kernel/time/calendar-date";
import { readCalendars, worksBy } from "./read-calendar";
import { readPatterns } from "./read-patterns";
import type { WorkCalendar } from "./working-days";

/** A person at a location. */
interface Workplace {
  userId: string;
  locationId: string;
}

/** The work calendars of people at locations, with public holidays in a range of days; undefined at an unknown location. */
export async function readPersonCalendars(
  ctx: Ctx,
  places: readonly Workplace[],
  days: { from: DayNumber; to: DayNumber },
): Promise<(place: Workplace) => WorkCalendar | undefined> {
  const [calendars, patterns] = await Promise.all([
    readCalendars(
      ctx,
      places.map(({ locationId }) => locationId),
      days,
    ),
    readPatterns(
      ctx,
      places.map(({ userId }) => userId),
    ),
  ]);
  return ({ userId, locationId }) => {
    const calendar = calendars.get(locationId);
    return calendar && worksBy(calendar, patterns.get(userId));
  };
}

/** Of calendars that are read for the lengths of days alone. */
export const noHolidays = { from: 0, to: -1 };
