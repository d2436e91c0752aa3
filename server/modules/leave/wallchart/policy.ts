import type { LeaveStatus } from "@/drizzle/schema/values";
import { type DayNumber, dayNumber } from "@/server/kernel/time/calendar-date";
import { minutesOn, type WorkCalendar } from "@/server/modules/leave/calendars/working-days";

/** A person's location and patterns. People who share both share a calendar. */
export interface Workplace {
  locationId: string;
  /** Their own patterns, in the format of `patternsText`; empty for people who work like the location. */
  patterns: string;
}

/** The key of a workplace in `Calendars`. */
export const placeOf = ({ locationId, patterns }: Workplace): string =>
  patterns === "" ? locationId : `${locationId} ${patterns}`;

/** The fields of a leave that counting needs. */
export interface AbsencePeriod extends Workplace {
  userId: string;
  departmentId: string;
  startDate: string;
  endDate: string;
  status: LeaveStatus;
  /** Whether its owner works then, at another place. */
  isElsewhere: boolean;
}

/**
 * Full-day leave on the same days, with the number of people at a workplace. No person of a group is in two leaves on one day: part days, and leave
 * that other leave interrupts, are in no group.
 */
export interface Group
  extends Pick<AbsencePeriod, keyof Workplace | "startDate" | "endDate" | "status" | "isElsewhere"> {
  people: number;
}

/** The days to count. */
export interface Days {
  first: DayNumber;
  /** Inclusive. */
  last: DayNumber;
}

/** The number of people at a workplace. */
export interface HeadCount extends Workplace {
  departmentId: string;
  people: number;
}

/** Keyed by `placeOf`. */
export type Calendars = ReadonlyMap<string, WorkCalendar>;

export const daysOf = ({ startDate, endDate }: { startDate: string; endDate: string }): Days => ({
  first: dayNumber(startDate),
  last: dayNumber(endDate),
});

/** For each workplace, whether each day is worked and not a full public holiday. */
function workedDays(calendars: Calendars, { first, last }: Days): ReadonlyMap<string, boolean[]> {
  return new Map(
    [...calendars].map(([place, calendar]) => {
      const free = new Set(calendar.holidays.flatMap(({ day, isHalfDay }) => (isHalfDay ? [] : [day])));
      const days = Array.from({ length: last - first + 1 }, (_, index) => first + index);
      return [place, days.map((day) => minutesOn(calendar, day) > 0 && !free.has(day))] as const;
    }),
  );
}

const elsewhere = 1;
const pending = 2;
const away = 3;

type Counted = Pick<AbsencePeriod, "status" | "isElsewhere">;

/** What an absence makes of a day. Where several are on it, the highest counts. */
const markOf = ({ status, isElsewhere }: Counted): number => {
  if (status !== "APPROVED") return pending;
  return isElsewhere ? elsewhere : away;
};

/** For each person, the state of each day: 0, `elsewhere`, `pending`, or `away`. Only the person's working days count. */
function daysByPerson(periods: readonly AbsencePeriod[], calendars: Calendars, days: Days) {
  const { first, last } = days;
  const worked = workedDays(calendars, days);
  const people = new Map<string, { departmentId: string; marks: Uint8Array }>();
  for (const period of periods) {
    const { userId, departmentId, startDate, endDate } = period;
    const works = worked.get(placeOf(period)) ?? [];
    const person = people.get(userId) ?? { departmentId, marks: new Uint8Array(last - first + 1) };
    people.set(userId, person);
    const mark = markOf(period);
    for (const day of within(days, { startDate, endDate }))
      if (works[day] && mark > (person.marks[day] ?? 0)) person.marks[day] = mark;
  }
  return people;
}

/** The counted days of a leave, as indexes from 0. */
function within({ first, last }: Days, { startDate, endDate }: Pick<AbsencePeriod, "startDate" | "endDate">) {
  const start = Math.max(first, dayNumber(startDate)) - first;
  const length = Math.min(last, dayNumber(endDate)) - first - start + 1;
  return Array.from({ length: Math.max(0, length) }, (_, index) => start + index);
}

export interface DayCount {
  awayCount: number;
  /** People whose absence is not approved yet. */
  pendingCount: number;
  /** People who work at another place. */
  elsewhereCount: number;
  /** People who would work on that day. */
  userCount: number;
}

function add(count: DayCount, mark: number | undefined, people: number): void {
  if (mark === away) count.awayCount += people;
  if (mark === pending) count.pendingCount += people;
  if (mark === elsewhere) count.elsewhereCount += people;
}

/** The number of absent people on each day, and the number of people who would work. */
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
    elsewhereCount: 0,
    userCount: heads.reduce(
      (sum, { people, ...place }) => sum + (worked.get(placeOf(place))?.[day] ? people : 0),
      0,
    ),
  }));
  for (const { marks } of daysByPerson(periods, calendars, days).values())
    for (const [day, count] of counts.entries()) add(count, marks[day], 1);
  for (const group of groups)
    for (const day of within(days, group)) {
      const count = worked.get(placeOf(group))?.[day] ? counts[day] : undefined;
      if (count) add(count, markOf(group), group.people);
    }
  return counts;
}

/** `step` days from `first` on, with the people absent on one of their working days. */
export interface AwayInPart extends Omit<DayCount, "userCount"> {
  first: DayNumber;
  /** In the order of their first absence; those who work at another place after the others. */
  people: string[];
}

/** The absent people, approved or open, in parts of `step` days from the first day on. Parts without absences are left out. */
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
    const of = (kind: number) => here.filter(({ mark }) => mark === kind).map(({ id }) => id);
    const [gone, asked, working] = [of(away), of(pending), of(elsewhere)];
    const counts = { awayCount: gone.length, pendingCount: asked.length, elsewhereCount: working.length };
    const isWorking = new Set(working);
    const absent = here.flatMap(({ id }) => (isWorking.has(id) ? [] : [id]));
    return here.length > 0 ? [{ first: days.first + start, ...counts, people: [...absent, ...working] }] : [];
  });
}

/** The minimum for a conflict, however small the department. */
const fewest = 2;

/**
 * The people absent, approved or open, on a day on which at least half of their department is, and at least two people.
 * @param heads the whole departments, within the caller's sight
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
