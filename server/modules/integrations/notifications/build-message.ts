import type { Actor } from "@/server/access/actor";
import type { Ctx } from "@/server/access/ctx";
import { reachParams } from "@/server/access/reach";
import { type DayNumber, dayNumber, weekStart } from "@/server/kernel/time/calendar-date";
import { readCalendars } from "@/server/modules/leave/calendars/read-calendar";
import { type Words, wordsOf } from "@/server/words/words";
import {
  type AwayRow,
  findAudienceHolidays,
  findAway,
  findBirthdays,
  findLater,
  type HolidayRow,
} from "./audience";
import { type Absence, absencesOf, type Facts, isLong, returnWithinDays, rowsOn } from "./away";
import { birthdaysToAnnounce, lookBackDays, monthDaysAround } from "./birthdays";
import type { Group, Message, MessageDay } from "./message";
import type { NotificationRow } from "./schedule";
import type { SharedReads } from "./shared-reads";
import { weekNumber } from "./week";

/** The content settings of a message; a form's draft has them too. */
export type MessageSource = Omit<
  NotificationRow,
  "workspaceId" | "id" | "ownerId" | "nextDate" | "nextDueAt" | "zoneData" | "createdAt" | "updatedAt"
>;

export interface Owner {
  name: string;
  email: string;
}

export interface Built {
  message: Message;
  /** There is no absence, or no birthday. */
  isEmpty: boolean;
}

interface Days {
  from: DayNumber;
  to: DayNumber;
}

/** The ctx of a message's owner. */
export type OwnerCtx = Ctx & {
  actor: Actor;
  /** Reads shared with other messages of the same moment. */
  reads?: SharedReads;
};

/** Reads an audience's data once for all messages of the same moment. */
const readOnce = <T>(
  { reads, reach }: OwnerCtx,
  name: string,
  { locationIds, departmentIds, labelIds }: MessageSource,
  days: Days,
  read: () => Promise<T>,
): Promise<T> =>
  reads
    ? reads.once([name, reach.kind, reachParams(reach), locationIds, departmentIds, labelIds, days], read)
    : read();

async function readFacts(ctx: OwnerCtx, source: MessageSource, days: Days): Promise<Omit<Facts, "timezone">> {
  const rows = await findAway(ctx, source, days);
  if (rows.length === 0) return { rows, later: [], calendars: new Map() };
  const lastEnd = Math.max(...rows.map(({ endDate }) => dayNumber(endDate)));
  const ahead = { from: days.from, to: lastEnd + returnWithinDays };
  const later = await findLater(ctx, [...new Set(rows.map(({ userId }) => userId))], ahead);
  return {
    rows,
    later,
    calendars: await readCalendars(
      ctx,
      rows.map(({ locationId }) => locationId),
      ahead,
    ),
  };
}

/** The headings under which an absence appears; an employee with several labels appears under each. */
function headingsOf({ row, type }: Absence, groupBy: MessageSource["groupBy"]): (string | null)[] {
  if (groupBy === "TEAM") return [row.departmentName];
  if (groupBy === "LOCATION") return [row.locationName];
  if (groupBy === "LEAVE_TYPE") return [type];
  if (groupBy === "LABEL") return row.labels.length > 0 ? row.labels : [null];
  return [null];
}

function groupsOf(absences: readonly Absence[], source: MessageSource, words: Words): Group[] {
  const byHeading = new Map<string | null, Group>();
  for (const absence of absences) {
    for (const heading of headingsOf(absence, source.groupBy)) {
      const group = byHeading.get(heading) ?? { heading, lines: [] };
      byHeading.set(heading, group);
      group.lines.push(absence.line);
    }
  }
  const named = [...byHeading.values()].filter(({ heading }) => heading !== null);
  named.sort((a, b) => words.byName(a.heading ?? "", b.heading ?? ""));
  const rest = byHeading.get(null);
  if (!rest) return named;
  const heading = source.groupBy === "LABEL" ? words.say("notification.noLabel") : null;
  return [...named, { ...rest, heading }];
}

const notesOf = (rows: readonly HolidayRow[], day: DayNumber, words: Words): string[] =>
  rows
    .filter(({ date }) => dayNumber(date) === day)
    .map(({ isHalfDay, locationName, name }) =>
      words.say(isHalfDay ? "notification.halfHoliday" : "notification.holiday", {
        location: locationName,
        name,
      }),
    );

async function factsOf(ctx: OwnerCtx, source: MessageSource, days: Days): Promise<Facts> {
  const facts = await readOnce(ctx, "away", source, days, () => readFacts(ctx, source, days));
  return { ...facts, timezone: source.timezone };
}

const holidaysOf = (ctx: OwnerCtx, source: MessageSource, days: Days): Promise<HolidayRow[]> =>
  readOnce(ctx, "holidays", source, days, () => findAudienceHolidays(ctx, source, days));

async function daily(ctx: OwnerCtx, source: MessageSource, day: DayNumber, words: Words) {
  const days = { from: day, to: day };
  const [facts, holidays] = await Promise.all([factsOf(ctx, source, days), holidaysOf(ctx, source, days)]);
  const rows = rowsOn(day, facts);
  const groups = groupsOf(absencesOf(rows, facts, ctx.actor, words), source, words);
  return {
    days: [{ heading: null, notes: notesOf(holidays, day, words), groups, empty: null }],
    count: peopleIn(rows),
    title: words.say("notification.dailyTitle", { date: words.longDate(day) }),
  };
}

const peopleIn = (rows: Iterable<AwayRow>): number => new Set(Array.from(rows, ({ userId }) => userId)).size;

/** An absence of several days is listed once, before the days, so that a long absence does not take seven lines. */
async function daysOf(ctx: OwnerCtx, source: MessageSource, days: Days, words: Words) {
  const [facts, holidays] = await Promise.all([factsOf(ctx, source, days), holidaysOf(ctx, source, days)]);
  const shown = new Set<AwayRow>();
  const made: MessageDay[] = [];
  for (let day = days.from; day <= days.to; day++) {
    const rows = rowsOn(day, facts);
    for (const row of rows) shown.add(row);
    const short = rows.filter((row) => !isLong(row));
    const emptyText = words.say(rows.length > 0 ? "notification.nobodyElse" : "notification.nobodyAway");
    made.push({
      heading: words.dayHeading(day),
      notes: notesOf(holidays, day, words),
      groups: groupsOf(absencesOf(short, facts, ctx.actor, words), source, words),
      empty: short.length === 0 ? emptyText : null,
    });
  }
  const long = absencesOf([...shown].filter(isLong), facts, ctx.actor, words, true);
  const several = { heading: words.say("notification.severalDays"), notes: [], empty: null };
  const first = long.length > 0 ? [{ ...several, groups: groupsOf(long, source, words) }] : [];
  return { days: [...first, ...made], count: peopleIn(shown) };
}

async function weekly(ctx: OwnerCtx, source: MessageSource, day: DayNumber, words: Words) {
  const start = weekStart(day, source.firstDayOfWeek ?? 1) + (source.currentWeek ? 0 : 7);
  const made = await daysOf(ctx, source, { from: start, to: start + 6 }, words);
  const values = { week: weekNumber(start), range: words.range(start, start + 6) };
  return { ...made, title: words.say("notification.weeklyTitle", values) };
}

/** Birthdays that are announced within a range of days. */
export async function findAnnounced(ctx: Ctx, source: MessageSource, days: Days) {
  const onNonWorkingDays = source.sendOnNonWorkingDays ?? false;
  const last = days.to + (onNonWorkingDays ? 0 : lookBackDays);
  const rows = await findBirthdays(ctx, source, monthDaysAround(days.from, Math.min(last, days.from + 366)));
  const around = { from: days.from - lookBackDays, to: last };
  const calendars = await readCalendars(
    ctx,
    rows.map(({ locationId }) => locationId),
    around,
  );
  return birthdaysToAnnounce(rows, calendars, days, onNonWorkingDays);
}

async function birthdays(ctx: OwnerCtx, source: MessageSource, day: DayNumber, words: Words) {
  const days = { from: day, to: day };
  const onNonWorkingDays = String(source.sendOnNonWorkingDays);
  const people = await readOnce(ctx, `birthdays ${onNonWorkingDays}`, source, days, () =>
    findAnnounced(ctx, source, days),
  );
  const lines = people
    .map(({ name, departmentName, on }) => ({
      name,
      text: [departmentName, ...(on === day ? [] : [words.dayName(on)])].join(" · "),
    }))
    .sort((a, b) => words.byName(a.name, b.name));
  const groups = lines.length > 0 ? [{ heading: null, lines }] : [];
  return {
    days: [{ heading: null, notes: [], groups, empty: null }],
    count: lines.length,
    title: words.say("notification.birthdayTitle", { date: words.longDate(day) }),
  };
}

const makers = { DAILY: daily, WEEKLY: weekly, BIRTHDAY: birthdays };

/** The content of the notification on a local date. `ctx` is its owner's: only employees within their reach appear. */
export async function buildMessage(
  ctx: OwnerCtx,
  source: MessageSource,
  day: DayNumber,
  owner: Owner,
  isTest = false,
): Promise<Built> {
  const words = wordsOf(source.locale);
  const { days, count, title } = await makers[source.frequency](ctx, source, day, words);
  const isBirthday = source.frequency === "BIRTHDAY";
  const intro =
    count > 0
      ? words.say(isBirthday ? "notification.birthdays" : "notification.away", { count })
      : words.say(isBirthday ? "notification.nobodyBirthday" : "notification.nobodyAway");
  const message: Message = {
    locale: source.locale,
    subject: `${isTest ? `[${words.say("notification.test")}] ` : ""}${source.name} – ${title}`,
    title: isTest ? `[${words.say("notification.test")}] ${title}` : title,
    intro,
    days,
    footer: words.say("notification.sentFor", { name: owner.name }),
    owner,
  };
  return { message, isEmpty: count === 0 };
}
