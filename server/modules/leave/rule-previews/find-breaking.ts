import type { Ctx } from "@/server/access/ctx";
import type { DayNumber } from "@/server/kernel/time/calendar-date";
import { judgeMany } from "@/server/modules/leave/requests/judge-many";
import { readJudged, readLeaveToJudge, type StoredLeave } from "@/server/modules/leave/requests/read-judged";
import type { Rule, Verdict } from "@/server/modules/leave/rules/policy";

/** A leave that breaks rules. */
export interface Breaking {
  leave: StoredLeave["leave"];
  verdicts: Verdict[];
}

/** Leave that is judged at once: between two parts other requests get their turn. */
const partSize = 2000;
const pause = () => new Promise<void>((resolve) => setImmediate(resolve));

/**
 * The open and approved leave that begins in a range of days and breaks rules, by first day. Rules about time count from the day on which
 * leave was asked for. The caller decides who may see the leave.
 */
export async function findBreaking(
  ctx: Ctx,
  rules: readonly Rule[],
  { from, to }: { from: DayNumber; to: DayNumber },
): Promise<Breaking[]> {
  if (rules.length === 0) return [];
  const rows = await readLeaveToJudge(ctx, { from, to });
  const types = typesOf(rules);
  const meant = rows.filter(({ leave }) => types === null || types.has(leave.leaveTypeId));
  const found: Breaking[] = [];
  for (let start = 0; start < meant.length; start += partSize) {
    const part = meant.slice(start, start + partSize);
    const judged = await readJudged(ctx, part, "policies");
    const verdicts = await judgeMany(ctx, rules, judged);
    for (const [place, broken] of verdicts.entries()) {
      const row = part[place];
      if (row && broken.length > 0) found.push({ leave: row.leave, verdicts: broken });
    }
    await pause();
  }
  return found;
}

/** The leave types that any of the rules judges; null for all. */
const typesOf = (rules: readonly Rule[]): ReadonlySet<string> | null =>
  rules.some(({ leaveTypeIds }) => leaveTypeIds.length === 0)
    ? null
    : new Set(rules.flatMap(({ leaveTypeIds }) => leaveTypeIds));
