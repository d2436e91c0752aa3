import { type Ctx, inTransaction } from "@/server/access/ctx";
import { requireRight } from "@/server/access/require-right";
import { inTurn } from "@/server/kernel/http/in-turn";
import { judgePatterns, type PatternOutcome } from "./judge-patterns";
import { maxAtOnce, type WorkPatternsSet } from "./schema";
import { writePatterns } from "./write-patterns";

/** Few enough that the process serves other requests in between. */
const peopleAtOnce = 10;

/**
 * `setWorkPattern` for many people, in id order, so that two concurrent calls never deadlock. People who cannot have the pattern keep
 * theirs. In mode `check` no one is locked, and nothing is written. A batch waits for its turn before it locks anyone; more people are
 * locked already, and take none.
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
    const set = () => setInOrder(tx, ids, pattern, lock);
    return ids.length <= maxAtOnce ? inTurn("work", set) : set();
  });
}

async function setInOrder(
  tx: Ctx,
  ids: readonly string[],
  pattern: WorkPatternsSet["pattern"],
  lock: "lock" | "",
): Promise<PatternOutcome[]> {
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
}
