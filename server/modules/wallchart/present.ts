import { type DayNumber, dayText, weekdayOf } from "@/server/kernel/calendar-date";
import { encodeId } from "@/server/kernel/schema";
import { absenceV2, absenceView, awayV2 } from "@/server/modules/absences/present";
import type { Wallchart, WallchartRow } from "./find-wallchart";
import type { Calendars, Days } from "./policy";

const holidaysOf = (calendars: Calendars, locationId: string) =>
  (calendars.get(locationId)?.holidays ?? []).map(({ day, name, isHalfDay }) => ({
    date: dayText(day),
    name: name ?? "",
    isHalfDay,
  }));

function nonWorkingDays(calendars: Calendars, locationId: string, { first, last }: Days): string[] {
  const workWeek = calendars.get(locationId)?.workWeek ?? [];
  const days: DayNumber[] = [];
  for (let day = first; day <= last; day++) if (!workWeek.includes(weekdayOf(day))) days.push(day);
  return days.map(dayText);
}

export const wallchartRowV2 = (
  { user, absences }: WallchartRow,
  calendars: Calendars,
  { days, withHolidays }: { days: Days; withHolidays: boolean },
) => ({
  user: awayV2(user),
  nonWorkingDays: nonWorkingDays(calendars, user.locationId, days),
  ...(withHolidays && { holidays: holidaysOf(calendars, user.locationId) }),
  absences: absences.map((absence) => {
    const { user: _, ...rest } = absenceV2(absence);
    return rest;
  }),
});

const rowView = ({ user, department, location, absences }: WallchartRow) => ({
  id: encodeId("user", user.id),
  name: user.name,
  department,
  location,
  locationId: encodeId("location", user.locationId),
  absences: absences.map((absence) => {
    const { userId: _id, name: _name, ...rest } = absenceView(absence);
    return rest;
  }),
});

/** As the page shows it. */
export const wallchartView = ({ own, people, calendars, next, sightMark }: Wallchart) => ({
  own: own && rowView(own),
  people: people.map(rowView),
  locations: [...calendars].map(([id, { workWeek, hoursPerDay }]) => ({
    id: encodeId("location", id),
    workWeek: [...workWeek],
    hoursPerDay,
    holidays: holidaysOf(calendars, id),
  })),
  next: next && { ...next, id: encodeId("user", next.id) },
  sightMark,
});
