import type { Actor } from "@/server/access/actor";
import { managesPerson } from "@/server/access/manages";
import { roleOf } from "@/server/access/roles";
import { type DayNumber, dayNumber } from "@/server/kernel/calendar-date";
import { periodOf } from "@/server/modules/leaves/period";
import {
  dayAmount,
  oneDay,
  type WorkCalendar,
  workingDays,
} from "@/server/modules/work-calendar/working-days";
import type { AwayRow } from "./audience";
import type { Line } from "./message";
import type { Phrases } from "./phrases";

/** Days after the end of a leave within which a return is looked for. */
export const returnWithinDays = 60;

export interface Later {
  userId: string;
  startDate: string;
  endDate: string;
}

/** What decides who is away and when they are back. */
export interface Facts {
  rows: readonly AwayRow[];
  later: readonly Later[];
  calendars: ReadonlyMap<string, WorkCalendar>;
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
export function returnDay(row: AwayRow, { later, rows, calendars }: Facts): DayNumber | null {
  const own = [...later, ...rows.filter(({ isFullDayLeave }) => isFullDayLeave)].filter(
    ({ userId }) => userId === row.userId,
  );
  const calendar = calendars.get(row.locationId);
  const end = dayNumber(row.endDate);
  for (let day = end + 1; day <= end + returnWithinDays; day++) {
    if (row.employedUntil !== null && dayNumber(row.employedUntil) < day) return null;
    if (isWorked(calendar, day) && !own.some((leave) => covers(leave, day))) return day;
  }
  return null;
}

/** A private leave type reads "Away" to everyone who does not manage the person; the owner's eyes count (decision 6). */
function typeText(row: AwayRow, owner: Actor, phrases: Phrases): string {
  if (!row.isPrivate) return row.typeName;
  const role = roleOf({
    isAdmin: row.isAdmin,
    locationIds: row.isLocationAdmin ? [row.locationId] : [],
    departmentIds: row.isApprover ? [row.departmentId] : [],
  });
  const manages = managesPerson(owner, {
    id: row.userId,
    role,
    locationId: row.locationId,
    departmentId: row.departmentId,
  });
  return manages ? row.typeName : phrases.say("hiddenType");
}

function timeText(row: AwayRow, { calendars }: Facts, phrases: Phrases): string[] {
  const { minutes } = periodOf(row);
  if (!minutes) return [];
  const amount = dayAmount(minutes, calendars.get(row.locationId)?.hoursPerDay ?? 8);
  const times = phrases.times(minutes);
  return [amount * 2 === oneDay ? `${phrases.say("halfDay")}, ${times}` : times];
}

/** One person's absence on a day, and by what it may be grouped. */
export interface Absence {
  userId: string;
  line: Line;
  type: string;
  row: AwayRow;
}

/** Who is away on a day: only those for whom it is a working day. By name, then by time. */
export function awayOn(day: DayNumber, facts: Facts, owner: Actor, phrases: Phrases): Absence[] {
  return facts.rows
    .filter((row) => covers(row, day) && isWorked(facts.calendars.get(row.locationId), day))
    .map((row) => {
      const type = typeText(row, owner, phrases);
      const back = row.isFullDayLeave ? returnDay(row, facts) : null;
      const parts = [type, ...timeText(row, facts, phrases)];
      if (back !== null) parts.push(phrases.say("back", { date: phrases.shortDate(back) }));
      return { userId: row.userId, type, row, line: { name: row.name, text: parts.join(" · ") } };
    })
    .sort(
      (a, b) =>
        phrases.byName(a.row.name, b.row.name) ||
        a.row.startHour * 60 + a.row.startMinute - (b.row.startHour * 60 + b.row.startMinute),
    );
}
