import { encodeId } from "@/server/kernel/schema";
import { type DayNumber, dayText } from "@/server/kernel/time/calendar-date";
import { absenceV2, absenceView, awayV2 } from "@/server/modules/leave/absences/present";
import { holidaysView, workDaysView } from "@/server/modules/leave/calendars/present";
import { minutesOn, type WorkCalendar } from "@/server/modules/leave/calendars/working-days";
import type { AwayDays } from "./find-away-days";
import { type Wallchart, type WallchartRow, workplaceOf } from "./find-wallchart";
import { type Calendars, type Days, placeOf } from "./policy";

function nonWorkingDays(calendar: WorkCalendar, { first, last }: Days): string[] {
  const days: DayNumber[] = [];
  for (let day = first; day <= last; day++) if (minutesOn(calendar, day) === 0) days.push(day);
  return days.map(dayText);
}

function calendarOf(row: WallchartRow, calendars: Calendars): WorkCalendar {
  const calendar = calendars.get(placeOf(workplaceOf(row)));
  if (!calendar) throw new Error("A person has a location");
  return calendar;
}

export function wallchartRowV2(
  row: WallchartRow,
  calendars: Calendars,
  { days, withHolidays }: { days: Days; withHolidays: boolean },
) {
  const calendar = calendarOf(row, calendars);
  return {
    user: awayV2(row.user),
    nonWorkingDays: nonWorkingDays(calendar, days),
    ...(withHolidays && { holidays: holidaysView(calendar) }),
    absences: row.absences.map((absence) => {
      const { user: _, ...rest } = absenceV2(absence);
      return rest;
    }),
  };
}

/** People who work like their location share its calendar. */
const calendarId = ({ user, patterns }: WallchartRow): string =>
  patterns === "" ? encodeId("location", user.locationId) : encodeId("user", user.id);

const rowView = (row: WallchartRow) => ({
  id: encodeId("user", row.user.id),
  name: row.user.name,
  department: row.department,
  location: row.location,
  calendarId: calendarId(row),
  absences: row.absences.map((absence) => {
    const { userId: _id, name: _name, isAway: _away, ...rest } = absenceView(absence);
    return rest;
  }),
});

/** The work calendars of the listed people, each once. */
function calendarViews(people: readonly WallchartRow[], calendars: Calendars) {
  const rows = new Map(people.map((row) => [calendarId(row), row]));
  return [...rows].map(([id, row]) => {
    const calendar = calendarOf(row, calendars);
    return { id, ...workDaysView(calendar), holidays: holidaysView(calendar) };
  });
}

/** For the pages. */
export const wallchartView = (wallchart: Wallchart) => {
  const { own, people, calendars, next, sightMark } = wallchart;
  return {
    own: own && rowView(own),
    people: people.map(rowView),
    calendars: calendarViews([...(own ? [own] : []), ...people], calendars),
    next: next && { ...next, id: encodeId("user", next.id) },
    sightMark,
  };
};

/** By day or week, as a narrow page lists them. */
export const awayDaysView = ({ parts, people, calendars }: AwayDays) => ({
  days: parts.map(({ first, userIds, ...part }) => ({
    ...part,
    date: dayText(first),
    people: userIds.map((id) => encodeId("user", id)),
  })),
  people: people.map(rowView),
  calendars: calendarViews(people, calendars),
});
