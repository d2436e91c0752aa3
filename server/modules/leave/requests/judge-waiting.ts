import type { DayCounts } from "@/drizzle/schema/day-counts";
import type { Ctx } from "@/server/access/ctx";
import { findEnabledRules } from "@/server/modules/leave/rules/find-enabled-rules";
import type { Verdict } from "@/server/modules/leave/rules/policy";
import { judgeMany } from "./judge-many";
import { readJudged } from "./read-judged";
import type { LeaveRow } from "./store";

/**
 * The rules that each of some open leaves breaks by the facts of now: what an approval would be refused for, and its warnings. One
 * statement in a workspace without rules, a handful otherwise, for any number of leaves.
 * @returns in the order of the rows
 */
export async function judgeWaiting(
  ctx: Ctx,
  rows: readonly { leave: LeaveRow; counts: DayCounts }[],
): Promise<Verdict[][]> {
  if (rows.length === 0) return [];
  const rules = await findEnabledRules(ctx);
  if (rules.length === 0) return rows.map(() => []);
  return judgeMany(ctx, rules, await readJudged(ctx, rows));
}
