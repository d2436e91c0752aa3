import { z } from "zod";
import { rule } from "@/server/kernel/field-faults";
import { dateText } from "@/server/kernel/schema";
import { type DayNumber, dayNumber, dayText, monthDayIn, yearOf } from "@/server/kernel/time/calendar-date";
import { ruleKind } from "./kind";

const Range = z
  .strictObject({ from: dateText, to: dateText, isYearly: z.boolean().default(false) })
  .refine(({ from, to }) => from <= to, { path: ["to"], ...rule("beforeFrom") })
  .refine(({ from, to, isYearly }) => !isYearly || dayNumber(to) - dayNumber(from) < 365, {
    path: ["to"],
    ...rule("yearlyRange"),
  });
type Range = z.output<typeof Range>;

/** Whether a day is in a range. Each year, 29 February is the 28th in a common year, and a range may go past the end of the year. */
function isInRange(day: DayNumber, { from, to, isYearly }: Range): boolean {
  if (!isYearly) return day >= dayNumber(from) && day <= dayNumber(to);
  const year = yearOf(day);
  const first = monthDayIn(year, from.slice(5));
  const last = monthDayIn(year, to.slice(5));
  return yearOf(dayNumber(from)) === yearOf(dayNumber(to))
    ? day >= first && day <= last
    : day >= first || day <= last;
}

/** The days that a rule's ranges include. @param parameters of a rule of this kind */
export function blackoutDays(parameters: unknown, days: readonly DayNumber[]): DayNumber[] {
  const { ranges } = parameters as { ranges: readonly Range[] };
  return days.filter((day) => ranges.some((range) => isInRange(day, range)));
}

/** Days on which no one may be away. Only days that the person would work are hit. */
export const blackout = ruleKind({
  parameters: z.strictObject({ ranges: z.array(Range).min(1).max(50) }),
  needs: [],
  judge({ parameters }, { days }) {
    const hit = blackoutDays(parameters, days);
    if (hit.length === 0) return null;
    return {
      days: hit,
      facts: { count: hit.length, first: dayText(hit[0] ?? 0) },
    };
  },
  sentence: ({ ranges }, { say, range, yearlyRange }) =>
    ranges
      .map(({ from, to, isYearly }) => {
        const days = [dayNumber(from), dayNumber(to)] as const;
        return isYearly
          ? say("leaveRule.blackoutYearly", { when: yearlyRange(...days) })
          : say("leaveRule.blackout", { when: range(...days) });
      })
      .join(" "),
});
