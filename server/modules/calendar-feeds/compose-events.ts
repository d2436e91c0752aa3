import type { CalendarStatus, NotificationLocale } from "@/drizzle/schema/values";
import { dayNumber, dayText } from "@/server/kernel/calendar-date";
import { instantsOf } from "@/server/kernel/local-time";
import type { FeedLeave } from "./find-feed-leave";
import type { CalendarEvent } from "./icalendar";
import { phrases } from "./phrases";

/** The domain of ids that stay as they are wherever the service runs. */
const domain = "timeaway";

const busyStatuses = {
  OUT_OF_OFFICE: "OOF",
  BUSY: "BUSY",
  TENTATIVE: "TENTATIVE",
  WORKING_ELSEWHERE: "WORKINGELSEWHERE",
  FREE: "FREE",
} as const satisfies Record<CalendarStatus, CalendarEvent["busyStatus"]>;

type Times = { part: string; time: CalendarEvent["time"] }[];

/** A part-day leave is the same hours of each of its days, and so an event for each. */
function timesOf({ absence, timezone }: FeedLeave): Times {
  const { startDate, endDate, isFullDayLeave, startHour, startMinute, endHour, endMinute } = absence.time;
  if (isFullDayLeave) return [{ part: "", time: { first: startDate, last: endDate } }];
  const times = [
    { hour: startHour, minute: startMinute },
    { hour: endHour, minute: endMinute },
  ];
  const [first, last] = [dayNumber(startDate), dayNumber(endDate)];
  return Array.from({ length: last - first + 1 }, (_, index) => {
    const [start, end] = instantsOf(first + index, times, timezone) as [Date, Date];
    return { part: `-${dayText(first + index)}`, time: { start, end } };
  });
}

interface View {
  /** Of one's own leave, which makes its time busy; of others it is only shown. */
  isOwn: boolean;
  locale: NotificationLocale;
  /** Of a leave; null where it has no page for the reader. */
  urlOf(leaveId: string): string;
}

/** The events of leave: a private type is only "Away" to whom it is not told. */
export function composeEvents(found: readonly FeedLeave[], { isOwn, locale, urlOf }: View): CalendarEvent[] {
  const words = phrases[locale];
  return found.flatMap((leave) => {
    const { user, type, status, leaveId } = leave.absence;
    const what = type?.name ?? words.away;
    const isWaiting = status === "OPEN";
    const { calendarStatus } = leave;
    const summary = isOwn ? (isWaiting ? `${what} (${words.waiting})` : what) : `${user.name}: ${what}`;
    const url = leaveId === null ? null : urlOf(leaveId);
    return timesOf(leave).map(
      ({ part, time }): CalendarEvent => ({
        uid: `leave-${leave.id}${part}@${domain}`,
        sequence: leave.version,
        changedAt: leave.updatedAt,
        summary,
        time,
        status: isWaiting ? "TENTATIVE" : "CONFIRMED",
        isBusy: isOwn && calendarStatus !== "FREE" && calendarStatus !== "WORKING_ELSEWHERE",
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

/** @param at when the calendar is made: holidays do not say when they were changed */
export const holidayEvents = (
  rows: readonly HolidayRow[],
  locale: NotificationLocale,
  at: Date,
): CalendarEvent[] =>
  rows.map(({ id, date, name, isHalfDay }) => ({
    uid: `holiday-${id}@${domain}`,
    sequence: 0,
    changedAt: at,
    summary: isHalfDay ? `${name} (${phrases[locale].halfDay})` : name,
    time: { first: date, last: date },
    status: "CONFIRMED",
    isBusy: false,
    busyStatus: "FREE",
    url: null,
  }));
