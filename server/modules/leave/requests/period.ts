import { dayNumber } from "@/server/kernel/time/calendar-date";
import type { Period } from "@/server/modules/leave/calendars/working-days";

/** The time of a leave as it is stored. */
export interface LeaveTime {
  startDate: string;
  endDate: string;
  isFullDayLeave: boolean;
  /** 0 on a full day, like the other three. */
  startHour: number;
  startMinute: number;
  endHour: number;
  endMinute: number;
}

/** The stored time in day numbers and minutes. */
export const periodOf = (time: LeaveTime): Period => ({
  start: dayNumber(time.startDate),
  end: dayNumber(time.endDate),
  minutes: time.isFullDayLeave
    ? null
    : { from: time.startHour * 60 + time.startMinute, to: time.endHour * 60 + time.endMinute },
});
