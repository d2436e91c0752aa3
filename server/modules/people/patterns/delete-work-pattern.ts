import { type Ctx, inTransaction } from "@/server/access/ctx";
import { findPatternEffect } from "./find-pattern-effects";
import { loadChangeable } from "./store";
import { refuseUncovered, writePatterns } from "./write-patterns";

/**
 * Deletes a pattern, as if it had never existed, and recounts leave like `setWorkPattern`.
 * @throws ApiError RESOURCE_NOT_FOUND, FORBIDDEN, LEAVE_NEGATIVE_BALANCE
 */
export function deleteWorkPattern(ctx: Ctx, userId: string, id: string): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const employee = await loadChangeable(tx, userId, "lock");
    const effect = await findPatternEffect(tx, { employee, change: { deletes: id } }, "lock");
    refuseUncovered(effect);
    await writePatterns(tx, [{ effect, add: null }]);
  });
}
