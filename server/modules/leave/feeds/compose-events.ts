import { type CalendarStatus, isAwayStatus, type NotificationLocale } from "@/drizzle/schema/values";
import { type DayNumber, dayText } from "@/server/kernel/time/calendar-date";
import { minute, plus } from "@/server/kernel/time/clock";
import { instantsOf } from "@/server/kernel/time/local-time";
import { cutTime, type LeaveTime, periodOf } from "@/server/modules/leave/calendars/period";
import type { EndHours } from "@/server/modules/leave/calendars/read-end-hours";
import { wordsOf } from "@/server/words/words";
import type { FeedLeave } from "./find-feed-leave";
import type { CalendarEvent } from "./icalendar";

/** The domain of event ids, independent of the host that the service runs on. */
const domain = "timeaway";

export const busyStatuses = {
  OUT_OF_OFFICE: "OOF",
  BUSY: "BUSY",
  TENTATIVE: "TENTATIVE",
  WORKING_ELSEWHERE: "WORKINGELSEWHERE",
  FREE: "FREE",
} as const satisfies Record<CalendarStatus, CalendarEvent["busyStatus"]>;

/** A leave's event id, the same in feeds and mails. @param part the day, when each day is an event */
export const leaveUid = (leaveId: string, part = ""): string => `leave-${leaveId}${part}@${domain}`;

type Times = { part: string; time: CalendarEvent["time"] }[];

/** The time of a stretch of full days; one that begins or ends with a half of a day has hours. */
function stretchTime(
  time: LeaveTime,
  { startDate, endDate }: { startDate: string; endDate: string },
  timezone: string,
  ends: EndHours | undefined,
): CalendarEvent["time"] {
  const { fromNoon, untilNoon, start, end } = periodOf({ ...time, ...cutTime(time, startDate, endDate) });
  if (!ends || (!fromNoon && !untilNoon)) return { first: startDate, last: endDate };
  const isOneDay = start === end;
  const begins = fromNoon ? ends.first.noon : isOneDay ? ends.last.from : 0;
  const stops = untilNoon ? ends.last.noon : isOneDay ? ends.first.to : midnight;
  return { start: momentOf(start, begins, timezone), end: momentOf(end, stops, timezone) };
}

/**
 * The events of a leave. A part-day leave covers the same hours of each of its days, so each day is an event. Full days with a half at either
 * end are one event with times.
 * @param days the counted days of a part-day leave
 * @param ends the hours of the first and the last day, for leave with a half of one
 */
export function timesOf({
  time,
  timezone,
  days,
  ends,
  stretches,
}: {
  time: LeaveTime;
  timezone: string;
  days: readonly DayNumber[];
  ends?: EndHours | undefined;
  /** The stretches of days that a full-day leave shows, where other leave interrupts it; all of it when absent. */
  stretches?: readonly { startDate: string; endDate: string }[];
}): Times {
  const { startDate, endDate, isFullDayLeave, startHour, startMinute, endHour, endMinute } = time;
  if (isFullDayLeave)
    return (stretches ?? [{ startDate, endDate }]).map((one) => ({
      part: one.startDate === startDate ? "" : `-${one.startDate}`,
      time: stretchTime(time, one, timezone, ends),
    }));
  const times = [
    { hour: startHour, minute: startMinute },
    { hour: endHour, minute: endMinute },
  ];
  return days.map((day) => {
    const [start, end] = instantsOf(day, times, timezone) as [Date, Date];
    return { part: `-${dayText(day)}`, time: { start, end: endAfter(start, end, time) } };
  });
}

const midnight = 24 * 60;

/** @param minutes from the day's midnight; that after the day is the next day's */
function momentOf(day: DayNumber, minutes: number, timezone: string): Date {
  const [onDay, rest] = minutes === midnight ? [day + 1, 0] : [day, minutes];
  const [moment] = instantsOf(onDay, [{ hour: Math.floor(rest / 60), minute: rest % 60 }], timezone);
  return moment as Date;
}

/**
 * Hours skipped by daylight saving start and end at the first instant after the gap. The event then lasts as long as the leave, since many
 * programs refuse events without a duration (RFC 5545, 3.6.1).
 */
function endAfter(start: Date, end: Date, time: LeaveTime): Date {
  const minutes = (time.endHour - time.startHour) * 60 + time.endMinute - time.startMinute;
  return end > start ? end : plus(start, minutes * minute);
}

interface View {
  /** The reader's own leave makes their time busy; leave of others is only shown. */
  isOwn: boolean;
  locale: NotificationLocale;
  /** The page of a leave; null when the reader has none. */
  urlOf(leaveId: string): string;
}

/** The events of leave: a private type is only "Away" to readers who may not see it. */
export function composeEvents(found: readonly FeedLeave[], { isOwn, locale, urlOf }: View): CalendarEvent[] {
  const { say } = wordsOf(locale);
  return found.flatMap((leave) => {
    const { user, type, status, leaveId } = leave.absence;
    const what = type?.name ?? say("feed.away");
    const isWaiting = status === "OPEN";
    const { calendarStatus } = leave;
    const summary = isOwn ? (isWaiting ? `${what} (${say("feed.waiting")})` : what) : `${user.name}: ${what}`;
    const url = leaveId === null ? null : urlOf(leaveId);
    const { timezone, countedDays: days, stretches, ends } = leave;
    return timesOf({ time: leave.absence.time, timezone, days, stretches, ends }).map(
      ({ part, time }): CalendarEvent => ({
        uid: leaveUid(leave.id, part),
        sequence: leave.version,
        changedAt: leave.updatedAt,
        summary,
        time,
        status: isWaiting ? "TENTATIVE" : "CONFIRMED",
        isBusy: isOwn && isAwayStatus(calendarStatus),
        busyStatus: !isOwn ? "FREE" : isWaiting ? "TENTATIVE" : busyStatuses[calendarStatus],
        url,
      }),
    );
  });
}

interface HolidayRow {
  id: string;
  date: string;
  name: string;
  isHalfDay: boolean;
}

/** @param at the time of generation: holidays do not record when they changed */
export const holidayEvents = (
  rows: readonly HolidayRow[],
  locale: NotificationLocale,
  at: Date,
): CalendarEvent[] =>
  rows.map(({ id, date, name, isHalfDay }) => ({
    uid: `holiday-${id}@${domain}`,
    sequence: 0,
    changedAt: at,
    summary: isHalfDay ? `${name} (${wordsOf(locale).say("feed.halfDay")})` : name,
    time: { first: date, last: date },
    status: "CONFIRMED",
    isBusy: false,
    busyStatus: "FREE",
    url: null,
  }));
