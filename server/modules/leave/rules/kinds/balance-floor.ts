import { z } from "zod";
import { fromDays, toDays } from "@/server/modules/leave/calendars/working-days";
import { ruleKind } from "./kind";

/** How far below zero a balance may go where the policy allows it at all. */
export const balanceFloor = ruleKind({
  parameters: z.strictObject({ days: z.number().min(0).max(366).multipleOf(0.5) }),
  needs: ["balance"],
  judge({ parameters }, { lowestBalance, days }) {
    if (lowestBalance === null || lowestBalance >= -fromDays(parameters.days)) return null;
    return { days, facts: { balance: toDays(lowestBalance), floor: 0 - parameters.days } };
  },
  sentence: ({ days }, { say, number }) => say("leaveRule.floor", { count: number(days) }),
});
