import type { Ctx } from "@/server/access/ctx";
import { ApiError } from "@/server/kernel/errors";
import { findRecounts, type Recounts } from "@/server/modules/leaves/find-recounts";
import { patternOf } from "@/server/modules/work-calendar/read-patterns";
import type { Worker } from "@/server/modules/work-calendar/read-worker";
import { type ChangedPatterns, changedBy, type PatternChange } from "./policy";
import { findPatterns } from "./store";

/** What a change of somebody's patterns does. */
export interface PatternEffect extends Recounts, Pick<ChangedPatterns, "gone"> {
  worker: Worker;
  /** How many patterns they would have. */
  count: number;
}

export interface AskedChange {
  worker: Worker;
  change: PatternChange;
}

/**
 * What changes of people's patterns do to their leave, in a handful of statements for all of them.
 * @param lock holds the leave; the caller holds the people
 * @returns in the order of the changes
 * @throws ApiError RESOURCE_NOT_FOUND where what is to be deleted is not theirs
 */
export async function findPatternEffects(
  ctx: Ctx,
  asked: readonly AskedChange[],
  lock: "lock" | "" = "",
): Promise<PatternEffect[]> {
  const before = await findPatterns(
    ctx,
    asked.map(({ worker }) => worker.id),
  );
  const changed = asked.map(({ worker, change }) => {
    const found = changedBy(change, before.get(worker.id) ?? []);
    if (!found) throw new ApiError("RESOURCE_NOT_FOUND");
    return { worker, ...found };
  });
  const { recounts, shifted, uncovered } = await findRecounts(
    ctx,
    changed.map(({ worker, patterns, from }) => ({ worker, patterns: patterns.map(patternOf), from })),
    lock,
  );
  return changed.map(({ worker, patterns, gone }) => ({
    ...{ worker, gone, count: patterns.length },
    recounts: recounts.filter(({ leave }) => leave.userId === worker.id),
    shifted: shifted.filter(({ leave }) => leave.userId === worker.id),
    uncovered: uncovered.filter(({ userId }) => userId === worker.id),
  }));
}

/** The same for one person. */
export async function findPatternEffect(
  ctx: Ctx,
  asked: AskedChange,
  lock: "lock" | "" = "",
): Promise<PatternEffect> {
  const [effect] = await findPatternEffects(ctx, [asked], lock);
  if (!effect) throw new Error("A change was given, and nothing about it came back");
  return effect;
}
