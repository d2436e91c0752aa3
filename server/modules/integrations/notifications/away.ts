import type { Actor } from "@/server/access/actor";
import { type DayNumber, dayNumber, dayText } from "@/server/kernel/time/calendar-date";
import { touchesDays } from "@/server/kernel/time/date-range";
import { instantOf, offsetMinutes } from "@/server/kernel/time/local-time";
import { periodOf, wholeDatesOf } from "@/server/modules/leave/calendars/period";
import { worksBy } from "@/server/modules/leave/calendars/read-calendar";
import {
  isHalfDays,
  leavesRoom,
  type WorkCalendar,
  workingDays,
} from "@/server/modules/leave/calendars/working-days";
import { typeForReaders } from "@/server/modules/leave/requests/see";
import type { Words } from "@/server/words/words";
import type { AwayRow } from "./audience";
import type { Line } from "./message";

/** Maximum days after the end of a leave in which the day of return is searched. */
export const returnWithinDays = 60;

interface Later {
  userId: string;
  startDate: string;
  endDate: string;
}

/** The data that decides who is absent and when they return. */
export interface Facts {
  /** The message's time zone. */
  timezone: string;
  rows: readonly AwayRow[];
  later: readonly Later[];
  calendars: ReadonlyMap<string, WorkCalendar>;
}

const usual: WorkCalendar = { workWeek: [], hoursPerDay: 8, holidays: [] };

/** An employee's work calendar, when their location's is known. */
function calendarOf(row: AwayRow, { calendars }: Pick<Facts, "calendars">): WorkCalendar | undefined {
  const place = calendars.get(row.locationId);
  return place && worksBy(place, row.patterns);
}

/** Whether a location works on a day; true when its calendar is unknown. */
export function isWorked(calendar: WorkCalendar | undefined, day: DayNumber): boolean {
  return !calendar || workingDays({ start: day, end: day, minutes: null }, calendar) > 0;
}

/** Whether a leave's dates include a day. */
const covers = (leave: { startDate: string; endDate: string }, day: DayNumber): boolean =>
  touchesDays(leave, dayText(day));

/**
 * The first working day after the whole days of a leave that no other whole-day leave covers; null when there is none within the search window, or employment
 * ends before.
 */
function returnDay(row: AwayRow, facts: Facts): DayNumber | null {
  const { later, rows } = facts;
  const whole = rows
    .filter(({ isFullDayLeave }) => isFullDayLeave)
    .map((one) => ({ userId: one.userId, ...wholeDatesOf(one) }));
  const own = [...later, ...whole].filter(({ userId }) => userId === row.userId);
  const calendar = calendarOf(row, facts);
  const end = dayNumber(wholeDatesOf(row).endDate);
  for (let day = end + 1; day <= end + returnWithinDays; day++) {
    if (row.employedUntil !== null && dayNumber(row.employedUntil) < day) return null;
    if (isWorked(calendar, day) && !own.some((leave) => covers(leave, day))) return day;
  }
  return null;
}

/** The employee's zone name, when their clocks differ from those of the message's zone; else empty. */
function zoneText(row: AwayRow, from: number, timezone: string, words: Words): string {
  if (row.timezone === timezone) return "";
  const at = instantOf(dayNumber(row.startDate), Math.floor(from / 60), from % 60, row.timezone);
  if (offsetMinutes(at, row.timezone) === offsetMinutes(at, timezone)) return "";
  return ` ${words.zoneName(at, row.timezone)}`;
}

function timeText(row: AwayRow, facts: Facts, words: Words): string[] {
  const period = periodOf(row);
  const { minutes } = period;
  if (!minutes) return words.halves(period);
  const isHalf = isHalfDays(period, calendarOf(row, facts) ?? usual);
  const times = words.times(minutes) + zoneText(row, minutes.from, facts.timezone, words);
  return [isHalf ? `${words.say("notification.halfDay")}, ${times}` : times];
}

/** One employee's absence, with the values that it can be grouped by. */
export interface Absence {
  line: Line;
  type: string;
  row: AwayRow;
}

/** An absence of several days. */
export const isLong = ({ startDate, endDate }: AwayRow): boolean => startDate !== endDate;

/** The absences of a day: only of employees who work on that day. */
export const rowsOn = (day: DayNumber, facts: Facts): AwayRow[] =>
  facts.rows.filter((row) => covers(row, day) && isWorked(calendarOf(row, facts), day));

/** The message lines of these absences, sorted by name, then by time. @param withSpan adds the first and the last day */
export function absencesOf(
  rows: readonly AwayRow[],
  facts: Facts,
  owner: Actor,
  words: Words,
  withSpan = false,
): Absence[] {
  const startOf = (row: AwayRow) => dayNumber(row.startDate) * 24 * 60 + row.startHour * 60 + row.startMinute;
  return rows
    .map((row) => {
      const type = typeForReaders(owner, row, row, words.locale) ?? words.say("notification.hiddenType");
      const isPart = !row.isFullDayLeave || (row.startDate === row.endDate && leavesRoom(periodOf(row)));
      const back = isPart ? null : returnDay(row, facts);
      const span = withSpan ? [words.span(dayNumber(row.startDate), dayNumber(row.endDate))] : [];
      const parts = [type, ...span, ...timeText(row, facts, words)];
      if (back !== null) parts.push(words.say("notification.back", { date: words.shortDate(back) }));
      return { type, row, line: { name: row.name, text: parts.join(" · ") } };
    })
    .sort((a, b) => words.byName(a.row.name, b.row.name) || startOf(a.row) - startOf(b.row));
}
