import type { Ctx } from "@/server/access/ctx";
import { ApiError } from "@/server/kernel/errors";
import type { Employee } from "@/server/modules/leave/calendars/read-employee";
import { patternOf } from "@/server/modules/leave/calendars/read-patterns";
import { findRecounts, type Recounts } from "@/server/modules/leave/requests/find-recounts";
import { type ChangedPatterns, changedBy, type PatternChange } from "./policy";
import { findPatterns } from "./store";

/** The effect of a change to a person's patterns. */
export interface PatternEffect extends Recounts, Pick<ChangedPatterns, "gone"> {
  employee: Employee;
  /** The number of patterns after the change. */
  count: number;
}

export interface AskedChange {
  employee: Employee;
  change: PatternChange;
}

/**
 * The effect of changes to people's patterns on their leave, with a handful of statements for all of them.
 * @param lock locks the leave; the caller has locked the people
 * @returns in the order of the changes
 * @throws ApiError RESOURCE_NOT_FOUND when a pattern to delete is not theirs
 */
export async function findPatternEffects(
  ctx: Ctx,
  asked: readonly AskedChange[],
  lock: "lock" | "" = "",
): Promise<PatternEffect[]> {
  const before = await findPatterns(
    ctx,
    asked.map(({ employee }) => employee.id),
  );
  const changed = asked.map(({ employee, change }) => {
    const found = changedBy(change, before.get(employee.id) ?? []);
    if (!found) throw new ApiError("RESOURCE_NOT_FOUND");
    return { employee, ...found };
  });
  const { recounts, shifted, uncovered } = await findRecounts(
    ctx,
    changed.map(({ employee, patterns, from }) => ({ employee, patterns: patterns.map(patternOf), from })),
    lock,
  );
  return changed.map(({ employee, patterns, gone }) => ({
    ...{ employee, gone, count: patterns.length },
    recounts: recounts.filter(({ leave }) => leave.userId === employee.id),
    shifted: shifted.filter(({ leave }) => leave.userId === employee.id),
    uncovered: uncovered.filter(({ userId }) => userId === employee.id),
  }));
}

/** `findPatternEffects` for one person. */
export async function findPatternEffect(
  ctx: Ctx,
  asked: AskedChange,
  lock: "lock" | "" = "",
): Promise<PatternEffect> {
  const [effect] = await findPatternEffects(ctx, [asked], lock);
  if (!effect) throw new Error("A change was given, and nothing about it came back");
  return effect;
}
