import type { Ctx } from "@/server/access/ctx";
import { listRules } from "@/server/modules/leave/rules/list-rules";
import { mayWriteRule } from "@/server/modules/leave/rules/write-rule";
import { type Breaking, findBreaking } from "./find-breaking";
import { spansOf } from "./preview-rule";

/** How much leave breaks a rule. */
export interface BreakingCount {
  ruleId: string;
  comingCount: number;
  pastYearCount: number;
}

/** How much coming leave, and leave of the last year, breaks each rule that the caller may write. Rules that are off count, too. */
export async function countBreaking(ctx: Ctx): Promise<BreakingCount[]> {
  const rules = (await listRules(ctx)).filter((rule) => mayWriteRule(ctx, rule));
  const { coming, pastYear } = spansOf(ctx);
  const ahead = countsOf(await findBreaking(ctx, rules, coming));
  const past = countsOf(await findBreaking(ctx, rules, pastYear));
  return rules.map(({ id }) => ({
    ruleId: id,
    comingCount: ahead.get(id) ?? 0,
    pastYearCount: past.get(id) ?? 0,
  }));
}

function countsOf(found: readonly Breaking[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { verdicts } of found)
    for (const { rule } of verdicts) counts.set(rule.id, (counts.get(rule.id) ?? 0) + 1);
  return counts;
}
