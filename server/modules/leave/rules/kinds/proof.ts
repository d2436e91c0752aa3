import { z } from "zod";
import { dayText } from "@/server/kernel/time/calendar-date";
import { ruleKind } from "./kind";
import { ofTypes, stretchOf } from "./stretch";

/**
 * A certificate is due when leave at a stretch is longer than some calendar days: so many days after its first day, but not before the
 * day on which the leave was asked for. It never blocks.
 */
export const proof = ruleKind({
  parameters: z.strictObject({ longerThan: z.int().min(0).max(366), withinDays: z.int().min(0).max(366) }),
  needs: ["calendar", "others"],
  judge({ parameters: { longerThan, withinDays }, leaveTypeIds }, facts) {
    const { start, end } = stretchOf(facts, ofTypes(leaveTypeIds));
    const calendarDays = end - start + 1;
    if (calendarDays <= longerThan) return null;
    return {
      days: facts.days,
      facts: { calendarDays, dueOn: dayText(Math.max(start + withinDays, facts.askedOn)) },
    };
  },
  sentence: ({ longerThan, withinDays }, { say }) =>
    say("leaveRule.proof", { longer: longerThan, count: withinDays }),
});
