import { type DayNumber, dayNumber, dayText } from "@/server/kernel/time/calendar-date";
import { instantOf } from "@/server/kernel/time/local-time";

/** Days to hand it in, where no leave rule says how many. */
export const usualDays = 3;

/** How far ahead it may be due, in days. */
export const furthestDays = 366;

/** The hour of the mail on the day on which it is due, at the person's location. */
const mailHour = 9;

/** No one can hand in yesterday what is asked for today. */
export const notBefore = (dueOn: string, today: DayNumber): string =>
  dayText(Math.max(dayNumber(dueOn), today));

/** When to mail that it is due: on the morning of its day, or of the next when that is over. */
export function dueMailAt(dueOn: string, timezone: string, now: Date): Date {
  const onDay = instantOf(dayNumber(dueOn), mailHour, 0, timezone);
  return onDay > now ? onDay : instantOf(dayNumber(dueOn) + 1, mailHour, 0, timezone);
}

/** The day itself is still in time. */
export const isOverdue = (
  { dueOn, receivedAt }: { dueOn: string; receivedAt: Date | null },
  today: DayNumber,
): boolean => receivedAt === null && dayNumber(dueOn) < today;
