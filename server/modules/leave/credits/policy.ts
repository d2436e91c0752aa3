import type { CreditStatus } from "@/drizzle/schema/values";
import { ApiError } from "@/server/kernel/errors";
import { because } from "@/server/kernel/reasons";
import { type DayNumber, dayNumber, dayText } from "@/server/kernel/time/calendar-date";
import { minutesOfDay } from "@/server/modules/leave/calendars/hours";
import type { WorkCalendar } from "@/server/modules/leave/calendars/working-days";

/** Hours in days of the person, by their day on a date. */
export const daysOfHours = (hours: number, calendar: WorkCalendar, day: DayNumber): number =>
  Math.round((hours * 60 * 1000) / minutesOfDay(calendar, day)) / 1000;

/** The last day to use a credit by the policy; null when it never expires. */
export const expiryOf = (earnedOn: string, creditValidDays: number | null): string | null =>
  creditValidDays === null ? null : dayText(dayNumber(earnedOn) + creditValidDays);

/** The error for a credit whose status does not allow the action. */
export const notIn = (status: CreditStatus): ApiError =>
  new ApiError("CONFLICT", because("creditDone", { status }));
