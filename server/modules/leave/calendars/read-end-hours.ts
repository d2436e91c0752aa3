import type { Ctx } from "@/server/access/ctx";
import { dayNumber } from "@/server/kernel/time/calendar-date";
import { readCalendars, worksBy } from "./read-calendar";
import { readPatterns } from "./read-patterns";
import { type DayHours, dayHours } from "./working-days";

/** Leave with a half day at either end. */
interface Halved {
  id: string;
  userId: string;
  locationId: string;
  startDate: string;
  endDate: string;
  startPart: string;
  endPart: string;
}

/** The hours of the first and of the last day of leave with a half day at either end. */
export interface EndHours {
  first: DayHours;
  last: DayHours;
}

/** The hours of the ends of leave, by its id; leave of whole days is absent, and needs no statement. */
export async function readEndHours(ctx: Ctx, all: readonly Halved[]): Promise<ReadonlyMap<string, EndHours>> {
  const found = all.filter(({ startPart, endPart }) => startPart !== "FULL_DAY" || endPart !== "FULL_DAY");
  if (found.length === 0) return new Map();
  const days = found.flatMap(({ startDate, endDate }) => [dayNumber(startDate), dayNumber(endDate)]);
  const [places, patterns] = await Promise.all([
    readCalendars(
      ctx,
      found.map(({ locationId }) => locationId),
      {
        from: days.reduce((least, day) => Math.min(least, day)),
        to: days.reduce((most, day) => Math.max(most, day)),
      },
    ),
    readPatterns(
      ctx,
      found.map(({ userId }) => userId),
    ),
  ]);
  return new Map(
    found.flatMap(({ id, userId, locationId, startDate, endDate }) => {
      const place = places.get(locationId);
      if (!place) return [];
      const calendar = worksBy(place, patterns.get(userId));
      return [
        [
          id,
          {
            first: dayHours(calendar, dayNumber(startDate)),
            last: dayHours(calendar, dayNumber(endDate)),
          },
        ] as const,
      ];
    }),
  );
}
