import { type Ctx, inTransaction } from "@/server/access/ctx";
import { ApiError } from "@/server/kernel/errors";
import { because } from "@/server/kernel/reasons";
import type { Recount } from "@/server/modules/leave/requests/find-recounts";
import { findPatternEffect } from "./find-pattern-effects";
import { maxPatterns } from "./policy";
import type { WorkPatternCreate } from "./schema";
import { findPattern, loadChangeable, type PatternRow, storedBy } from "./store";
import { refuseUncovered, writePatterns } from "./write-patterns";

/**
 * Sets a person's working pattern from a day on, replacing one with the same first day, and recounts their ongoing and future leave
 * (decision 12.5). Locks the person's row, as booking does.
 * @throws ApiError RESOURCE_NOT_FOUND, FORBIDDEN, CONFLICT above the maximum number of patterns, LEAVE_NEGATIVE_BALANCE
 */
export function setWorkPattern(
  ctx: Ctx,
  userId: string,
  input: WorkPatternCreate,
): Promise<PatternRow & { recounts: Recount[] }> {
  return inTransaction(ctx, async (tx) => {
    const employee = await loadChangeable(tx, userId, "lock");
    const add = (await storedBy(tx, input))(employee);
    const effect = await findPatternEffect(tx, { employee, change: { add } }, "lock");
    if (effect.count > maxPatterns)
      throw new ApiError("CONFLICT", {
        ...because("patternCount", { limit: maxPatterns }),
        resolution: "Delete one that is no longer needed.",
      });
    refuseUncovered(effect);
    const [id] = await writePatterns(tx, [{ effect, add }]);
    const made = id && (await findPattern(tx, userId, id));
    if (!made) throw new Error("A pattern was written, and none came back");
    return { ...made, recounts: effect.recounts };
  });
}
