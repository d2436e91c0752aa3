import { type Ctx, inTransaction } from "@/server/access/ctx";
import { lockWorkers } from "@/server/modules/work-calendar/read-worker";
import { type AskedChange, findPatternEffects } from "./find-pattern-effects";
import { mostPatterns } from "./policy";
import type { WorkPatternCreate } from "./schema";
import { mayChange, storedBy } from "./store";
import { writePatterns } from "./write-patterns";

/** What became of one of many. */
export interface PatternOutcome {
  userId: string;
  /** `UNCOVERED`: their leave would not be covered any more. `NOT_ALLOWED`: they are not the caller's to change, or there is no such person. */
  outcome: "SET" | "UNCOVERED" | "TOO_MANY" | "NOT_ALLOWED";
  /** How many of their leaves take other days. */
  recountedCount: number;
}

/**
 * `setWorkPattern` for many people at once, who are held together: so few at a time that nobody who books waits for long. Those of whom
 * it cannot be said stay as they are.
 * @param userIds each once
 */
export function setPatternOfMany(
  ctx: Ctx,
  userIds: readonly string[],
  input: WorkPatternCreate,
): Promise<PatternOutcome[]> {
  return inTransaction(ctx, async (tx) => {
    const workers = await lockWorkers(tx, userIds);
    const stored = await storedBy(tx, input);
    const asked = [...workers.values()]
      .filter((worker) => mayChange(tx, worker))
      .map((worker): AskedChange & { add: ReturnType<typeof stored> } => {
        const add = stored(worker);
        return { worker, add, change: { add } };
      });
    const effects = await findPatternEffects(tx, asked, "lock");
    const judged = effects.map((effect, at) => {
      const outcome: PatternOutcome["outcome"] =
        effect.count > mostPatterns ? "TOO_MANY" : effect.uncovered.length > 0 ? "UNCOVERED" : "SET";
      return { effect, outcome, add: asked[at]?.add ?? null };
    });
    await writePatterns(
      tx,
      judged.filter(({ outcome }) => outcome === "SET"),
    );
    const byPerson = new Map(judged.map((one) => [one.effect.worker.id, one]));
    return userIds.map((userId) => {
      const { outcome = "NOT_ALLOWED", effect } = byPerson.get(userId) ?? {};
      return { userId, outcome, recountedCount: outcome === "SET" ? (effect?.recounts.length ?? 0) : 0 };
    });
  });
}
