import { z } from "zod";
import { dayText } from "@/server/kernel/time/calendar-date";
import { ruleKind } from "./kind";

/** How far in the past leave may begin. */
export const backdate = ruleKind({
  parameters: z.strictObject({ days: z.int().min(0).max(3650) }),
  needs: [],
  judge({ parameters }, { askedOn, period, days }) {
    const past = askedOn - period.start;
    if (past <= parameters.days) return null;
    const earliest = askedOn - parameters.days;
    return {
      days: days.filter((day) => day < earliest),
      facts: { most: parameters.days, past, earliest: dayText(earliest) },
    };
  },
  sentence: ({ days }, { say }) =>
    days === 0 ? say("leaveRule.backdateNever") : say("leaveRule.backdate", { count: days }),
});
