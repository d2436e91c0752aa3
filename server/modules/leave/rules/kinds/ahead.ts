import { z } from "zod";
import { ruleKind } from "./kind";

/** How far ahead leave may end. */
export const ahead = ruleKind({
  parameters: z.strictObject({ days: z.int().min(1).max(3650) }),
  needs: [],
  judge({ parameters }, { askedOn, period, days }) {
    const last = askedOn + parameters.days;
    if (period.end <= last) return null;
    return {
      days: days.filter((day) => day > last),
      facts: { most: parameters.days, ahead: period.end - askedOn },
    };
  },
  sentence: ({ days }, { say }) => say("leaveRule.ahead", { count: days }),
});
