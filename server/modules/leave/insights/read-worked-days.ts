import type { Ctx } from "@/server/access/ctx";
import type { DayNumber } from "@/server/kernel/time/calendar-date";
import { readCalendars, worksBy } from "@/server/modules/leave/calendars/read-calendar";
import { patternsOf } from "@/server/modules/leave/calendars/read-patterns";
import { countDays } from "@/server/modules/leave/calendars/working-days";

/** A location, and patterns of people there in the format of `patternsText`. */
type Place = { locationId: string; patterns: string };

/** The key of a place. */
export const placeOf = ({ locationId, patterns }: Place): string => `${locationId} ${patterns}`;

/** For each place, the working days between two days, in parts of a day. */
export async function readWorkedDays(
  ctx: Ctx,
  places: readonly Place[],
  { first, last }: { first: DayNumber; last: DayNumber },
) {
  const ids = places.map(({ locationId }) => locationId);
  const calendars = await readCalendars(ctx, ids, { from: first, to: last });
  const distinct = new Map(places.map((place) => [placeOf(place), place]));
  return new Map(
    [...distinct].flatMap(([key, place]) => {
      const calendar = calendars.get(place.locationId);
      if (!calendar) return [];
      const period = { start: first, end: last, minutes: null };
      const { counts } = countDays(period, worksBy(calendar, patternsOf(place.patterns)));
      const sums = [0];
      for (const count of counts) sums.push((sums.at(-1) ?? 0) + count);
      const upTo = (day: DayNumber) => sums[Math.min(Math.max(day - first, 0), counts.length)] ?? 0;
      return [[key, { between: (from: DayNumber, to: DayNumber) => upTo(to + 1) - upTo(from) }] as const];
    }),
  );
}
