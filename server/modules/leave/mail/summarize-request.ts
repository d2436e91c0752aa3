import type { Ctx } from "@/server/access/ctx";
import { compareNames } from "@/server/kernel/text/folding";
import { type DayNumber, dayNumber } from "@/server/kernel/time/calendar-date";
import type { Thousandths } from "@/server/modules/leave/calendars/working-days";
import {
  type DecisionContext,
  readDecisionContext,
} from "@/server/modules/leave/decisions/read-decision-context";
import { daysAway } from "@/server/modules/leave/requests/find-colleagues-away";
import { type SeenLeave, seeLeave } from "@/server/modules/leave/requests/see";
import type { Verdict } from "@/server/modules/leave/rules/policy";
import type { LeaveFacts } from "./read-leave-facts";

/** What an approver sees of a leave besides its facts. */
export interface RequestSummary {
  /** With its type and reason: approvers may know them, stand-ins too. */
  seen: SeenLeave;
  /** Days left before and after the leave; one entry per accounting year. Null when nothing is counted. */
  balance: { until: DayNumber; before: Thousandths; after: Thousandths }[] | null;
  /** Absent employees of the department, within sight; with their absent days during the leave. */
  away: { name: string; days: DayNumber[] }[];
  /** The leave rules that it breaks by the facts of now. */
  rules: readonly Verdict[];
}

/** @param ctx of the approver @returns null when there is nothing for them to decide any more */
export async function summarizeRequest(
  ctx: Ctx,
  { leave, period }: LeaveFacts,
): Promise<RequestSummary | null> {
  const [context] = await readDecisionContext(ctx, [leave.id]);
  if (!context) return null;
  return {
    seen: seeLeave(ctx, leave, null),
    balance: balanceOf(context),
    away: awayIn(context, period),
    rules: context.rules,
  };
}

const balanceOf = ({ balance }: DecisionContext): RequestSummary["balance"] =>
  balance === null || balance.unlimited
    ? null
    : balance.years.map(({ year, before, after }) => ({ until: year.end, before, after }));

function awayIn({ team }: DecisionContext, period: LeaveFacts["period"]): RequestSummary["away"] {
  const certain = team.filter(({ status }) => status === "APPROVED");
  const byName = certain.sort((a, b) => compareNames(a.name, b.name));
  const people = new Map<string, { name: string; days: DayNumber[] }>();
  for (const { date, people: found } of daysAway(byName, period))
    for (const { userId, name } of found) {
      const person = people.get(userId) ?? { name, days: [] };
      person.days.push(dayNumber(date));
      people.set(userId, person);
    }
  return [...people.values()];
}
