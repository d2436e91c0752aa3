import { z } from "zod";
import type { RuleFacts } from "@/drizzle/schema/leave-rules";
import { rule } from "@/server/kernel/field-faults";
import { fromDays, toDays } from "@/server/modules/leave/calendars/working-days";
import { ruleKind } from "./kind";
import { ofTypes, stretchOf } from "./stretch";

const workingDayCount = z.number().min(0.5).max(3650).multipleOf(0.5).optional();

/** The least and the most working days at a stretch. */
export const length = ruleKind({
  parameters: z
    .strictObject({ least: workingDayCount, most: workingDayCount })
    .refine(({ least, most }) => least !== undefined || most !== undefined, {
      path: ["most"],
      ...rule("leastOrMost"),
    })
    .refine(({ least, most }) => least === undefined || most === undefined || least <= most, {
      path: ["most"],
      ...rule("belowLeast"),
    }),
  needs: ["calendar", "others"],
  judge({ parameters: { least, most }, leaveTypeIds }, facts) {
    const { workingDays: amount } = stretchOf(facts, ofTypes(leaveTypeIds));
    const isTooShort = least !== undefined && amount < fromDays(least);
    if (!isTooShort && (most === undefined || amount <= fromDays(most))) return null;
    const limit: RuleFacts = isTooShort ? { least: least ?? 0 } : { most: most ?? 0 };
    return { days: facts.days, facts: { workingDays: toDays(amount), ...limit } };
  },
  sentence: ({ least, most }, { say, number }) =>
    [
      ...(least === undefined ? [] : [say("leaveRule.least", { count: number(least) })]),
      ...(most === undefined ? [] : [say("leaveRule.most", { count: number(most) })]),
    ].join(" "),
});
