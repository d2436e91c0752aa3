import type { RuleEffect } from "@/drizzle/schema/values";
import type { Ctx } from "@/server/access/ctx";
import type { DayNumber } from "@/server/kernel/time/calendar-date";
import type { Employee } from "@/server/modules/leave/calendars/read-employee";
import { minutesOn, type WorkCalendar } from "@/server/modules/leave/calendars/working-days";
import { findEnabledRules, readPlace } from "@/server/modules/leave/rules/find-enabled-rules";
import { blackoutDays } from "@/server/modules/leave/rules/kinds/blackout";
import { isFull } from "@/server/modules/leave/rules/kinds/max-away";
import { concernsPerson, effectOf, isWithin, type Rule } from "@/server/modules/leave/rules/policy";
import { findCrowds } from "./read-facts";

/** A rule that leave on a day would break, whatever else it takes. */
export interface Hit {
  day: DayNumber;
  name: string;
  effect: RuleEffect;
  /** The leave types that it judges; empty for all. */
  leaveTypeIds: readonly string[];
  /** The leave types that it lets pass. */
  ignoredLeaveTypeIds: readonly string[];
}

/**
 * The working days of a person on which leave would break a rule about days: days without leave, and days on which as many of the person's
 * group are away as can be. In a workspace without such rules one read.
 * @param which with `blackouts`, no one is counted
 */
export async function findHitDays(
  ctx: Ctx,
  employee: Employee,
  calendar: WorkCalendar,
  { from, to }: { from: DayNumber; to: DayNumber },
  which: "all" | "blackouts" = "all",
): Promise<Hit[]> {
  const kinds = which === "all" ? ["BLACKOUT", "MAX_AWAY"] : ["BLACKOUT"];
  const enabled = (await findEnabledRules(ctx)).filter(({ kind }) => kinds.includes(kind));
  if (enabled.length === 0) return [];
  const person = await readPlace(ctx, employee);
  const rules = enabled.filter((rule) => concernsPerson(rule, person));
  const days: DayNumber[] = [];
  for (let day = from; day <= to; day++) if (minutesOn(calendar, day) > 0) days.push(day);
  const crowds = await findCrowds(ctx, rules, { userId: employee.id, days, person }, false);
  const daysOf = (rule: Rule): readonly DayNumber[] =>
    rule.kind === "BLACKOUT"
      ? blackoutDays(rule.parameters, days)
      : (crowds.get(rule.id) ?? []).filter((crowd) => isFull(rule.parameters, crowd)).map(({ day }) => day);
  return rules.flatMap((rule) => {
    const { name, leaveTypeIds, parameters } = rule;
    const { ignoredLeaveTypeIds = [] } = parameters as { ignoredLeaveTypeIds?: readonly string[] };
    return [...new Set(daysOf(rule))]
      .filter((day) => isWithin(rule, day))
      .map((day) => ({ day, name, effect: effectOf(rule), leaveTypeIds, ignoredLeaveTypeIds }));
  });
}
