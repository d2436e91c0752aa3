import type { Actor } from "@/server/access/actor";
import { type DayNumber, dayNumber } from "@/server/kernel/calendar-date";
import { instantOf, offsetMinutes } from "@/server/kernel/local-time";
import { periodOf } from "@/server/modules/leaves/period";
import { managesOwner } from "@/server/modules/leaves/see";
import { worksBy } from "@/server/modules/work-calendar/read-calendar";
import { isHalfDays, type WorkCalendar, workingDays } from "@/server/modules/work-calendar/working-days";
import type { AwayRow } from "./audience";
import type { Line } from "./message";
import type { Phrases } from "./phrases";

/** Days after the end of a leave within which a return is looked for. */
export const returnWithinDays = 60;

interface Later {
  userId: string;
  startDate: string;
  endDate: string;
}

/** What decides who is away and when they are back. */
export interface Facts {
  /** The zone of the message. */
  timezone: string;
  rows: readonly AwayRow[];
  later: readonly Later[];
  calendars: ReadonlyMap<string, WorkCalendar>;
}

const usual: WorkCalendar = { workWeek: [], hoursPerDay: 8, holidays: [] };

/** How somebody works, where it is known how their location does. */
function calendarOf(row: AwayRow, { calendars }: Pick<Facts, "calendars">): WorkCalendar | undefined {
  const place = calendars.get(row.locationId);
  return place && worksBy(place, row.patterns);
}

/** Whether people of a location work on a day; where it is not known how a location works, they do. */
export function isWorked(calendar: WorkCalendar | undefined, day: DayNumber): boolean {
  return !calendar || workingDays({ start: day, end: day, minutes: null }, calendar) > 0;
}

/** Whole days of this person's leave that cover a day. */
const covers = (leave: { startDate: string; endDate: string }, day: DayNumber): boolean =>
  dayNumber(leave.startDate) <= day && day <= dayNumber(leave.endDate);

/**
 * The first working day after a leave that no other whole-day leave takes; null when there is none in sight, or employment ends
 * before.
 */
function returnDay(row: AwayRow, facts: Facts): DayNumber | null {
  const { later, rows } = facts;
  const own = [...later, ...rows.filter(({ isFullDayLeave }) => isFullDayLeave)].filter(
    ({ userId }) => userId === row.userId,
  );
  const calendar = calendarOf(row, facts);
  const end = dayNumber(row.endDate);
  for (let day = end + 1; day <= end + returnWithinDays; day++) {
    if (row.employedUntil !== null && dayNumber(row.employedUntil) < day) return null;
    if (isWorked(calendar, day) && !own.some((leave) => covers(leave, day))) return day;
  }
  return null;
}

/** A private leave type reads "Away" to everyone who does not manage the person; the owner's eyes count (decision 6). */
const typeText = (row: AwayRow, owner: Actor, phrases: Phrases): string =>
  !row.isPrivate || managesOwner(owner, row.userId, row) ? row.typeName : phrases.say("hiddenType");

/** Whose clocks show another time than those of the message's zone is told by which they go. */
function zoneText(row: AwayRow, from: number, timezone: string, phrases: Phrases): string {
  if (row.timezone === timezone) return "";
  const at = instantOf(dayNumber(row.startDate), Math.floor(from / 60), from % 60, row.timezone);
  if (offsetMinutes(at, row.timezone) === offsetMinutes(at, timezone)) return "";
  return ` ${phrases.zoneName(at, row.timezone)}`;
}

function timeText(row: AwayRow, facts: Facts, phrases: Phrases): string[] {
  const period = periodOf(row);
  const { minutes } = period;
  if (!minutes) return [];
  const isHalf = isHalfDays(period, calendarOf(row, facts) ?? usual);
  const times = phrases.times(minutes) + zoneText(row, minutes.from, facts.timezone, phrases);
  return [isHalf ? `${phrases.say("halfDay")}, ${times}` : times];
}

/** One person's absence, and by what it may be grouped. */
export interface Absence {
  line: Line;
  type: string;
  row: AwayRow;
}

/** An absence that goes on over several days. */
export const isLong = ({ startDate, endDate }: AwayRow): boolean => startDate !== endDate;

/** Who is away on a day: only those for whom it is a working day. */
export const rowsOn = (day: DayNumber, facts: Facts): AwayRow[] =>
  facts.rows.filter((row) => covers(row, day) && isWorked(calendarOf(row, facts), day));

/**
 * What is told of these absences. By name, then by time.
 * @param withSpan says from when to when, where that is more than a day
 */
export function absencesOf(
  rows: readonly AwayRow[],
  facts: Facts,
  owner: Actor,
  phrases: Phrases,
  withSpan = false,
): Absence[] {
  const startOf = (row: AwayRow) => dayNumber(row.startDate) * 24 * 60 + row.startHour * 60 + row.startMinute;
  return rows
    .map((row) => {
      const type = typeText(row, owner, phrases);
      const back = row.isFullDayLeave ? returnDay(row, facts) : null;
      const span = withSpan ? [phrases.span(dayNumber(row.startDate), dayNumber(row.endDate))] : [];
      const parts = [type, ...span, ...timeText(row, facts, phrases)];
      if (back !== null) parts.push(phrases.say("back", { date: phrases.shortDate(back) }));
      return { type, row, line: { name: row.name, text: parts.join(" · ") } };
    })
    .sort((a, b) => phrases.byName(a.row.name, b.row.name) || startOf(a.row) - startOf(b.row));
}
