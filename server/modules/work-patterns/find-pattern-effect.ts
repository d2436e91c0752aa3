import type { Ctx } from "@/server/access/ctx";
import { ApiError } from "@/server/kernel/errors";
import { type ChangedWorker, findRecounts, type Recounts } from "@/server/modules/leaves/find-recounts";
import { patternOf } from "@/server/modules/work-calendar/read-patterns";
import type { Worker } from "@/server/modules/work-calendar/read-worker";
import { type ChangedPatterns, changedBy, type PatternChange } from "./policy";
import { findPatterns } from "./store";

/** What a change of somebody's patterns does. */
export interface PatternEffect extends Recounts, Pick<ChangedPatterns, "gone"> {
  /** How many patterns they would have. */
  count: number;
}

/**
 * What a change of a person's patterns does to their leave.
 * @param lock holds the leave; the caller holds the person
 * @throws ApiError RESOURCE_NOT_FOUND where what is to be deleted is not theirs
 */
export async function findPatternEffect(
  ctx: Ctx,
  worker: Worker,
  change: PatternChange,
  lock: "lock" | "" = "",
): Promise<PatternEffect> {
  const before = (await findPatterns(ctx, [worker.id])).get(worker.id) ?? [];
  const changed = changedBy(change, before);
  if (!changed) throw new ApiError("RESOURCE_NOT_FOUND");
  const { patterns, gone, from } = changed;
  const one: ChangedWorker = { worker, patterns: patterns.map(patternOf), from };
  return { ...(await findRecounts(ctx, [one], lock)), gone, count: patterns.length };
}
