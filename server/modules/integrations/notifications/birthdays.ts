import {
  type DayNumber,
  dayNumber,
  monthDayIn,
  monthDayOf,
  yearOf,
} from "@/server/kernel/time/calendar-date";
import type { WorkCalendar } from "@/server/modules/leave/calendars/working-days";
import type { BirthdayRow } from "./audience";
import { isWorked } from "./away";

/** Maximum days before a birthday in which a working day is searched. */
export const lookBackDays = 31;

/** The day on which a birthday is announced: the birthday itself, or the last working day before it (decision 9). */
function tellingDay(birthday: DayNumber, calendar: WorkCalendar | undefined): DayNumber {
  for (let day = birthday; day > birthday - lookBackDays; day--) if (isWorked(calendar, day)) return day;
  return birthday;
}

/** Days of the year, `MM-DD`, that may be announced within these dates. 29 February falls on the 28th in common years. */
export function monthDaysAround(from: DayNumber, to: DayNumber): string[] {
  const found = new Set<string>();
  for (let day = from; day <= to; day++) found.add(monthDayOf(day));
  if (found.has("02-28")) found.add("02-29");
  return [...found];
}

export interface Birthday {
  name: string;
  departmentName: string;
  /** The birthday itself. */
  on: DayNumber;
  announcedOn: DayNumber;
}

const isEmployed = ({ startDate, endDate }: BirthdayRow, day: DayNumber): boolean =>
  (startDate === null || dayNumber(startDate) <= day) && (endDate === null || day <= dayNumber(endDate));

/** Every birthday that is announced within a range of days, in order. */
export function birthdaysToAnnounce(
  rows: readonly BirthdayRow[],
  calendars: ReadonlyMap<string, WorkCalendar>,
  days: { from: DayNumber; to: DayNumber },
  onNonWorkingDays: boolean,
): Birthday[] {
  const last = days.to + (onNonWorkingDays ? 0 : lookBackDays);
  const years = Array.from({ length: yearOf(last) - yearOf(days.from) + 1 }, (_, i) => yearOf(days.from) + i);
  return rows
    .flatMap((row) =>
      years.map((year) => {
        const on = monthDayIn(year, row.birthday.slice(5));
        return {
          row,
          on,
          announcedOn: onNonWorkingDays ? on : tellingDay(on, calendars.get(row.locationId)),
        };
      }),
    )
    .filter(
      ({ row, announcedOn }) =>
        announcedOn >= days.from && announcedOn <= days.to && isEmployed(row, announcedOn),
    )
    .map(({ row, on, announcedOn }) => ({
      name: row.name,
      departmentName: row.departmentName,
      on,
      announcedOn,
    }))
    .sort((a, b) => a.announcedOn - b.announcedOn || a.on - b.on);
}
