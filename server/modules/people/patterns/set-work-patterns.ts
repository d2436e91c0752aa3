import { type Ctx, inTransaction } from "@/server/access/ctx";
import { requireRight } from "@/server/access/require-right";
import { judgePatterns, type PatternOutcome } from "./judge-patterns";
import type { WorkPatternsSet } from "./schema";
import { writePatterns } from "./write-patterns";

/**
 * A batch takes a few milliseconds, and the process serves other requests in between. There is no longer pause, because these people are
 * locked.
 */
const peopleAtOnce = 10;

/**
 * `setWorkPattern` for many people, in id order, so that two concurrent calls never deadlock. People who cannot have the pattern keep
 * theirs. In mode `check` no one is locked, and nothing is written.
 * @returns the outcome for each, actual or previewed; a person who keeps their pattern is not an error
 * @throws ApiError FORBIDDEN
 */
export function setWorkPatterns(
  ctx: Ctx,
  { userIds, pattern, mode = "valid" }: WorkPatternsSet,
): Promise<PatternOutcome[]> {
  requireRight(ctx, "users:write");
  const ids = [...new Set(userIds)].sort();
  const lock = mode === "valid" ? "lock" : "";
  return inTransaction(ctx, async (tx) => {
    const all: PatternOutcome[] = [];
    for (let start = 0; start < ids.length; start += peopleAtOnce) {
      const { outcomes, changes } = await judgePatterns(
        tx,
        ids.slice(start, start + peopleAtOnce),
        pattern,
        lock,
      );
      if (lock) await writePatterns(tx, changes);
      all.push(...outcomes);
      tx.report?.({ done: all.length, total: ids.length });
    }
    return all;
  });
}
