import { type Ctx, inTransaction } from "@/server/access/ctx";
import { requireRight } from "@/server/access/require-right";
import { judgePatterns, type PatternOutcome } from "./judge-patterns";
import type { WorkPatternsSet } from "./schema";
import { writePatterns } from "./write-patterns";

/** Some milliseconds: the process answers others in between. No longer rests, because these people are held. */
const peopleAtOnce = 10;

/**
 * `setWorkPattern` for many people, in the order of their ids, so that two who do so never wait for each other. Those of whom it cannot
 * be said keep their pattern. In mode `check` nobody is held, and nothing is written.
 * @returns what became of each, or would; who is left out is no error
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
