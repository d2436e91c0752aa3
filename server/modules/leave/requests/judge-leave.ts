import type { Ctx } from "@/server/access/ctx";
import { readPlace } from "@/server/modules/leave/rules/find-enabled-rules";
import type { Facts } from "@/server/modules/leave/rules/kinds/kind";
import {
  concernsLeave,
  type Judgement,
  judge,
  needsOf,
  type Rule,
  versionOf,
} from "@/server/modules/leave/rules/policy";
import { type JudgedLeave, readFacts } from "./read-facts";

/**
 * Judges a leave by the rules of its workspace. Without rules it reads nothing.
 * @param rules all that are on
 * @param held locks the groups of rules that limit who is away: required for booking, after the person is locked
 */
export async function judgeLeave(
  ctx: Ctx,
  rules: readonly Rule[],
  judged: JudgedLeave,
  held: "lock" | "" = "",
): Promise<Judgement> {
  if (rules.length === 0) return { verdicts: [], version: versionOf([]) };
  const person: Facts["person"] = await readPlace(ctx, judged.employee);
  const { leaveTypeId, change } = judged;
  const concerning = rules.filter((rule) =>
    concernsLeave(rule, { person, leaveTypeId, period: change.leave.period }),
  );
  const facts = await readFacts(ctx, concerning, needsOf(concerning), { ...judged, person }, held === "lock");
  return { verdicts: judge(concerning, facts), version: versionOf(concerning) };
}
