import type { Ctx } from "@/server/access/ctx";
import { requireRight } from "@/server/access/require-right";
import { recordBatches, startBatches } from "@/server/modules/integrations/operations/start-batches";
import { findSelected } from "@/server/modules/people/people/start-users-change";
import { maxAtOnce, type WorkPatternOfMany } from "./schema";

/**
 * Accepts one pattern for many people from a page, to be set like in v2.
 * @returns the bare ids of its operations; the same ones however often the form is sent
 * @throws ApiError FORBIDDEN, IDEMPOTENCY_KEY_REUSED
 */
export function startWorkPatterns(
  ctx: Ctx,
  { attempt, ...wanted }: WorkPatternOfMany & { attempt: string },
): Promise<string[]> {
  requireRight(ctx, "users:write");
  return startBatches(ctx, { attempt, input: wanted }, async (tx) => {
    const userIds = (await findSelected(tx, wanted.select)).toSorted();
    const { pattern } = wanted;
    return recordBatches(tx, {
      path: "/v2/users/bulk-set-work-pattern",
      userIds,
      batchSize: maxAtOnce,
      body: { pattern },
    });
  });
}
