import type { Ctx } from "@/server/access/ctx";
import { loadSightToDecide } from "@/server/access/load-sight";
import { type DayNumber, dayNumber } from "@/server/kernel/calendar-date";
import { findEffect } from "@/server/modules/balances/find-effect";
import { findColleaguesAway } from "@/server/modules/leaves/find-colleagues-away";
import { type SeenLeave, seeLeave } from "@/server/modules/leaves/see";
import { fromDays, type Thousandths } from "@/server/modules/work-calendar/working-days";
import type { LeaveFacts } from "./read-leave-facts";

/** What somebody who decides on a leave is told of it. */
export interface DecisionContext {
  seen: SeenLeave;
  /** Null when it is private, and not for whoever asks. */
  typeName: string | null;
  /** Days left with the leave taken, and without it; one for each accounting year. Null where nothing is counted. */
  balance: { until: DayNumber; before: Thousandths; after: Thousandths }[] | null;
  /** Who of the department, within sight, is away then; on which days of the leave. */
  away: { name: string; days: DayNumber[] }[];
}

/** @param ctx of the person who decides */
export async function readDecisionContext(ctx: Ctx, facts: LeaveFacts): Promise<DecisionContext> {
  // Who decides may know its type, a stand-in, too.
  const seen = seeLeave(ctx, facts.leave, null);
  const knowsType = seen.leaveTypeId !== null;
  const [balance, away] = await Promise.all([
    knowsType ? balanceOf(ctx, facts) : null,
    findColleaguesAway(ctx, facts.worker, facts.period, loadSightToDecide(ctx)),
  ]);
  const people = new Map<string, { name: string; days: DayNumber[] }>();
  for (const { date, people: found } of away)
    for (const { userId, name } of found) {
      const person = people.get(userId) ?? { name, days: [] };
      person.days.push(dayNumber(date));
      people.set(userId, person);
    }
  return { seen, typeName: knowsType ? facts.typeName : null, balance, away: [...people.values()] };
}

async function balanceOf(ctx: Ctx, { leave, period, worker, calendar, policy }: LeaveFacts) {
  if (!policy || policy.unlimited) return null;
  const taken = { period, amount: fromDays(leave.durationWorkingDays), calendar };
  const years = await findEffect(ctx, worker, policy, {
    leave: taken,
    replaced: { id: leave.id, cover: null },
  });
  return years.map(({ year, before, after }) => ({
    until: year.end,
    before: before.remaining ?? 0,
    after: after.remaining ?? 0,
  }));
}
