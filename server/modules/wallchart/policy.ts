import type { LeaveStatus } from "@/drizzle/schema/values";
import { type DayNumber, dayNumber } from "@/server/kernel/calendar-date";
import { minutesOn, type WorkCalendar } from "@/server/modules/work-calendar/working-days";

/** Where somebody works, and how: people of whom both are the same share a calendar. */
export interface Workplace {
  locationId: string;
  /** Their own patterns, as `patternsText` has them; empty of those who work as the location does. */
  patterns: string;
}

/** The key of a workplace among calendars. */
export const placeOf = ({ locationId, patterns }: Workplace): string =>
  patterns === "" ? locationId : `${locationId} ${patterns}`;

/** One leave, as far as counting needs it. */
export interface AbsencePeriod extends Workplace {
  userId: string;
  departmentId: string;
  startDate: string;
  endDate: string;
  status: LeaveStatus;
}

/** Whole days that so many people have of a workplace, of whom none is away twice on one day (decision 7). */
export interface Group extends Pick<AbsencePeriod, keyof Workplace | "startDate" | "endDate" | "status"> {
  people: number;
}

/** The days that are counted. */
export interface Days {
  first: DayNumber;
  /** Included. */
  last: DayNumber;
}

/** How many of a place. */
export interface HeadCount extends Workplace {
  departmentId: string;
  people: number;
}

/** By `placeOf`. */
export type Calendars = ReadonlyMap<string, WorkCalendar>;

export const daysOf = ({ startDate, endDate }: { startDate: string; endDate: string }): Days => ({
  first: dayNumber(startDate),
  last: dayNumber(endDate),
});

/** By workplace, whether each of the days is worked there, and is no whole holiday. */
function workedDays(calendars: Calendars, { first, last }: Days): ReadonlyMap<string, boolean[]> {
  return new Map(
    [...calendars].map(([place, calendar]) => {
      const free = new Set(calendar.holidays.flatMap(({ day, isHalfDay }) => (isHalfDay ? [] : [day])));
      const days = Array.from({ length: last - first + 1 }, (_, index) => first + index);
      return [place, days.map((day) => minutesOn(calendar, day) > 0 && !free.has(day))] as const;
    }),
  );
}

const pending = 1;
const away = 2;

/** For each person, what each day is: 0, `pending`, or `away`. Days that the person would not work do not count. */
function daysByPerson(periods: readonly AbsencePeriod[], calendars: Calendars, days: Days) {
  const { first, last } = days;
  const worked = workedDays(calendars, days);
  const people = new Map<string, { departmentId: string; marks: Uint8Array }>();
  for (const { userId, departmentId, startDate, endDate, status, ...place } of periods) {
    const works = worked.get(placeOf(place)) ?? [];
    const person = people.get(userId) ?? { departmentId, marks: new Uint8Array(last - first + 1) };
    people.set(userId, person);
    const mark = status === "APPROVED" ? away : pending;
    for (const day of within(days, { startDate, endDate }))
      if (works[day] && mark > (person.marks[day] ?? 0)) person.marks[day] = mark;
  }
  return people;
}

/** The days of a leave that are among those counted, from 0. */
function within({ first, last }: Days, { startDate, endDate }: Pick<AbsencePeriod, "startDate" | "endDate">) {
  const start = Math.max(first, dayNumber(startDate)) - first;
  const length = Math.min(last, dayNumber(endDate)) - first - start + 1;
  return Array.from({ length: Math.max(0, length) }, (_, index) => start + index);
}

export interface DayCount {
  awayCount: number;
  /** Who has only asked to be. */
  pendingCount: number;
  /** Who would work on that day. */
  userCount: number;
}

/** How many are away on each of the days, and out of how many who would work then. */
export function countDays(
  periods: readonly AbsencePeriod[],
  groups: readonly Group[],
  heads: readonly HeadCount[],
  calendars: Calendars,
  days: Days,
): DayCount[] {
  const worked = workedDays(calendars, days);
  const counts = Array.from({ length: days.last - days.first + 1 }, (_, day) => ({
    awayCount: 0,
    pendingCount: 0,
    userCount: heads.reduce(
      (sum, { people, ...place }) => sum + (worked.get(placeOf(place))?.[day] ? people : 0),
      0,
    ),
  }));
  for (const { marks } of daysByPerson(periods, calendars, days).values())
    for (const [day, count] of counts.entries()) {
      if (marks[day] === away) count.awayCount++;
      if (marks[day] === pending) count.pendingCount++;
    }
  for (const { people, status, ...group } of groups)
    for (const day of within(days, group)) {
      const count = worked.get(placeOf(group))?.[day] ? counts[day] : undefined;
      if (count) count[status === "APPROVED" ? "awayCount" : "pendingCount"] += people;
    }
  return counts;
}

/** So many days from the first on, with those who are away on one that they would work. */
export interface AwayInPart extends Omit<DayCount, "userCount"> {
  first: DayNumber;
  /** In the order of their first absence. */
  people: string[];
}

/** By parts of `step` days, from the first on, who is away, or has asked to be; a part without any is left out. */
export function awayIn(
  periods: readonly AbsencePeriod[],
  calendars: Calendars,
  days: Days,
  step: number,
): AwayInPart[] {
  const people = [...daysByPerson(periods, calendars, days)];
  const starts = Array.from({ length: Math.ceil((days.last - days.first + 1) / step) }, (_, at) => at * step);
  return starts.flatMap((start) => {
    const here = people.flatMap(([id, { marks }]) => {
      const mark = Math.max(...marks.subarray(start, start + step));
      return mark > 0 ? [{ id, mark }] : [];
    });
    const awayCount = here.filter(({ mark }) => mark === away).length;
    const part = { first: days.first + start, awayCount, pendingCount: here.length - awayCount };
    return here.length > 0 ? [{ ...part, people: here.map(({ id }) => id) }] : [];
  });
}

/** Fewer are no conflict, however small the department. */
const fewest = 2;

/**
 * Who is away, or has asked to be, on a day on which at least half of their department is, and at least two are.
 * @param heads of the whole departments, as far as the caller sees them
 */
export function inConflict(
  periods: readonly AbsencePeriod[],
  heads: readonly HeadCount[],
  calendars: Calendars,
  days: Days,
): Set<string> {
  const sizes = new Map<string, number>();
  for (const { departmentId, people } of heads)
    sizes.set(departmentId, (sizes.get(departmentId) ?? 0) + people);
  const people = daysByPerson(periods, calendars, days);
  const missing = new Map<string, number[]>();
  for (const { departmentId, marks } of people.values()) {
    const counts = missing.get(departmentId) ?? Array<number>(marks.length).fill(0);
    missing.set(departmentId, counts);
    for (const [day, mark] of marks.entries()) if (mark > 0) counts[day] = (counts[day] ?? 0) + 1;
  }
  const isConflict = (departmentId: string, day: number) => {
    const count = missing.get(departmentId)?.[day] ?? 0;
    return count >= fewest && count * 2 >= (sizes.get(departmentId) ?? 0);
  };
  return new Set(
    [...people].flatMap(([userId, { departmentId, marks }]) =>
      marks.some((mark, day) => mark > 0 && isConflict(departmentId, day)) ? [userId] : [],
    ),
  );
}
