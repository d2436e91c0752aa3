import { z } from "zod";
import { rule } from "@/server/kernel/field-faults";
import { type DayNumber, dayOfMonth, dayText, yearOf } from "@/server/kernel/time/calendar-date";
import { ruleKind } from "./kind";

/** The same day so many months later, or the last day of a shorter month. */
function afterMonths(day: DayNumber, months: number): DayNumber {
  const [, month, date] = dayText(day).split("-").map(Number);
  return dayOfMonth(yearOf(day), (month ?? 1) + months, date ?? 1);
}

const amount = (most: number) => z.int().min(1).max(most).optional();

/** No leave in the first days or months of employment. A person without a first day of employment is exempt. */
export const waiting = ruleKind({
  parameters: z
    .strictObject({ days: amount(3650), months: amount(120) })
    .refine(({ days, months }) => (days === undefined) !== (months === undefined), {
      path: ["months"],
      ...rule("daysOrMonths"),
    }),
  needs: [],
  judge({ parameters }, { employmentStart, days }) {
    if (employmentStart === null) return null;
    const first =
      parameters.months === undefined
        ? employmentStart + (parameters.days ?? 0)
        : afterMonths(employmentStart, parameters.months);
    const early = days.filter((day) => day < first);
    return early.length === 0 ? null : { days: early, facts: { earliest: dayText(first) } };
  },
  sentence: ({ days, months }, { say }) =>
    months === undefined
      ? say("leaveRule.waitingDays", { count: days ?? 0 })
      : say("leaveRule.waitingMonths", { count: months }),
});
