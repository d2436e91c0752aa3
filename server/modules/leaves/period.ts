import { dayNumber } from "@/server/kernel/calendar-date";
import type { Period } from "@/server/modules/work-calendar/working-days";

/** When a leave is, as the record holds it. */
export interface LeaveTime {
  startDate: string;
  endDate: string;
  isFullDayLeave: boolean;
  /** 0 on a full day, as the other three. */
  startHour: number;
  startMinute: number;
  endHour: number;
  endMinute: number;
}

/** The record's time in day numbers and minutes. */
export const periodOf = (time: LeaveTime): Period => ({
  start: dayNumber(time.startDate),
  end: dayNumber(time.endDate),
  minutes: time.isFullDayLeave
    ? null
    : { from: time.startHour * 60 + time.startMinute, to: time.endHour * 60 + time.endMinute },
});
