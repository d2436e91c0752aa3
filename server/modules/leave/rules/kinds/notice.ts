import { z } from "zod";
import { calendarDays, fromDays, toDays, workingDays } from "@/server/modules/leave/calendars/working-days";
import { ruleKind } from "./kind";

const most = 366;
const daysAhead = z.int().min(0).max(most);

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
  needs: ["calendar"],
  judge(
    { parameters: { unit, days, steps } },
    { askedOn, isEntered, amount, period, calendar, days: leaveDays },
  ) {
    if (isEntered && period.start < askedOn) return null;
    const reached = steps.filter(({ from }) => amount >= fromDays(from)).map((step) => step.days);
    const required = Math.max(days, ...reached);
    const until = { start: askedOn + 1, end: period.start, minutes: null };
    const ahead = period.start - askedOn;
    const given =
      unit === "CALENDAR_DAYS" || ahead <= 0 ? ahead : Math.floor(toDays(workingDays(until, calendar)));
    if (required === 0 || given >= required) return null;
    return { days: leaveDays.slice(0, 1), facts: { required, given, calendarDays: calendarDays(period) } };
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
