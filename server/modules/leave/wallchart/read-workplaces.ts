import type { Ctx } from "@/server/access/ctx";
import { readCalendars, worksBy } from "@/server/modules/leave/calendars/read-calendar";
import { patternsOf } from "@/server/modules/leave/calendars/read-patterns";
import { type Calendars, type Days, placeOf, type Workplace } from "./policy";

/** The work calendars of workplaces in a range of days, with one statement. */
export async function readWorkplaces(
  ctx: Ctx,
  places: readonly Workplace[],
  { first, last }: Days,
): Promise<Calendars> {
  const locations = await readCalendars(
    ctx,
    places.map(({ locationId }) => locationId),
    { from: first, to: last },
  );
  const distinct = new Map(places.map((place) => [placeOf(place), place]));
  return new Map(
    [...distinct].flatMap(([key, { locationId, patterns }]) => {
      const calendar = locations.get(locationId);
      return calendar ? [[key, worksBy(calendar, patternsOf(patterns))] as const] : [];
    }),
  );
}
