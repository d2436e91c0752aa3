import type { Ctx } from "@/server/access/ctx";
import { dayNumber } from "@/server/kernel/time/calendar-date";
import { noHolidays, readPersonCalendars } from "./read-person-calendars";
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
  const calendarOf = await readPersonCalendars(ctx, found, noHolidays);
  return new Map(
    found.flatMap(({ id, startDate, endDate, ...place }) => {
      const calendar = calendarOf(place);
      if (!calendar) return [];
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
