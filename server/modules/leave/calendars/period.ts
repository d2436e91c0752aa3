import type { EndPart, StartPart } from "@/drizzle/schema/values";
import { dayNumber, dayText } from "@/server/kernel/time/calendar-date";
import type { Period } from "./working-days";

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
  /** What full days take of the first day. Hours have whole days, like the other end. */
  startPart: StartPart;
  /** What they take of the last day. */
  endPart: EndPart;
}

/** The stored time in day numbers and minutes. */
export const periodOf = (time: LeaveTime): Period => ({
  start: dayNumber(time.startDate),
  end: dayNumber(time.endDate),
  minutes: time.isFullDayLeave
    ? null
    : { from: time.startHour * 60 + time.startMinute, to: time.endHour * 60 + time.endMinute },
  fromNoon: time.isFullDayLeave && time.startPart === "AFTERNOON",
  untilNoon: time.isFullDayLeave && time.endPart === "MORNING",
});

type Ends = Pick<LeaveTime, "startDate" | "endDate" | "startPart" | "endPart">;

/** The part of a leave's time between two of its dates, both inclusive. What is cut off takes its half day along. */
export const cutTime = (time: Ends, startDate: string, endDate: string): Ends => ({
  startDate,
  endDate,
  startPart: startDate === time.startDate ? time.startPart : "FULL_DAY",
  endPart: endDate === time.endDate ? time.endPart : "FULL_DAY",
});

/** The dates of full days, without half days at either end; in wrong order if none is left. */
export const wholeDatesOf = ({ startDate, endDate, startPart, endPart }: Ends) => ({
  startDate: startPart === "AFTERNOON" ? dayText(dayNumber(startDate) + 1) : startDate,
  endDate: endPart === "MORNING" ? dayText(dayNumber(endDate) - 1) : endDate,
});
