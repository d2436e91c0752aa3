import { z } from "zod";
import { type DayNumber, dayText } from "@/server/kernel/time/calendar-date";
import { calendarDays, fromDays, toDays, workingDays } from "@/server/modules/leave/calendars/working-days";
import { type OtherLeave, ruleKind } from "./kind";
import { around, ofTypes, stretchOf } from "./stretch";

const most = 366;
const daysAhead = z.int().min(0).max(most);

/** The first day that has so many days of notice; null beyond the days whose public holidays are known. */
function firstDayWith(
  required: number,
  askedOn: DayNumber,
  noticeOf: (asked: DayNumber, start: DayNumber) => number,
): DayNumber | null {
  for (let start = askedOn + required; start <= askedOn + around; start++)
    if (noticeOf(askedOn, start) >= required) return start;
  return null;
}

/**
 * So many days between the day on which leave is asked for and its first day. Leave that has begun when someone who manages the person
 * enters it is a record of what happened, and needs no notice.
 */
export const notice = ruleKind({
  parameters: z.strictObject({
    unit: z.enum(["CALENDAR_DAYS", "WORKING_DAYS"]).default("CALENDAR_DAYS"),
    days: daysAhead,
    /** Longer leave needs more: from so many working days on, so many days. */
    steps: z
      .array(z.strictObject({ from: z.number().min(0.5).max(most), days: daysAhead }))
      .max(10)
      .default([]),
  }),
  needs: ["calendar", "others"],
  judge(
    { parameters: { unit, days, steps }, leaveTypeIds },
    { askedOn, isEntered, period, calendar, others, days: leaveDays },
  ) {
    if (isEntered && period.start < askedOn) return null;
    const noticeOf = (asked: DayNumber, start: DayNumber): number => {
      const ahead = start - asked;
      if (unit === "CALENDAR_DAYS" || ahead <= 0) return ahead;
      return Math.floor(toDays(workingDays({ start: asked + 1, end: start, minutes: null }, calendar)));
    };
    const own = noticeOf(askedOn, period.start);
    const isOfRule = ofTypes(leaveTypeIds);
    // Leave that was asked for in time is no part of leave that is asked for late: only the late leave is counted together.
    const asked = steps.flatMap((step) => {
      const isLate = (other: OtherLeave) =>
        isOfRule(other) && noticeOf(other.askedOn, other.period.start) < step.days;
      const stretch = stretchOf({ period, calendar, others }, isLate);
      if (stretch.workingDays < fromDays(step.from)) return [];
      // As one leave it would begin where its first part does. What has begun already is beyond notice.
      const given = stretch.start > askedOn ? Math.min(own, noticeOf(askedOn, stretch.start)) : own;
      return [{ required: step.days, given }];
    });
    const broken = [{ required: days, given: own }, ...asked]
      .filter(({ required, given }) => required > 0 && given < required)
      .sort((one, other) => other.required - one.required)[0];
    if (!broken) return null;
    const earliest = firstDayWith(broken.required, askedOn, noticeOf);
    return {
      days: leaveDays.slice(0, 1),
      facts: {
        ...{ ...broken, calendarDays: calendarDays(period) },
        ...(earliest !== null && { earliest: dayText(earliest) }),
      },
    };
  },
  sentence({ unit, days, steps }, { say, number }) {
    const suffix = unit === "WORKING_DAYS" ? "noticeWorking" : "notice";
    const all = [...(days > 0 || steps.length === 0 ? [{ from: 0, days }] : []), ...steps];
    return all
      .map((step) =>
        step.from === 0
          ? say(`leaveRule.${suffix}`, { count: step.days })
          : say(`leaveRule.${suffix}From`, { count: step.days, from: number(step.from) }),
      )
      .join(" ");
  },
});
