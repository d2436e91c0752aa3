import type { Ctx } from "@/server/access/ctx";
import type { Recounts } from "@/server/modules/leave/requests/find-recounts";
import { findPatternEffect } from "./find-pattern-effects";
import type { WorkPatternCreate } from "./schema";
import { loadChangeable, storedBy } from "./store";

/**
 * Previews the leave that a new pattern would recount, without a lock. For people whose patterns the caller may change.
 * @throws ApiError RESOURCE_NOT_FOUND, FORBIDDEN
 */
export async function previewWorkPattern(
  ctx: Ctx,
  userId: string,
  input: WorkPatternCreate,
): Promise<Recounts> {
  const employee = await loadChangeable(ctx, userId);
  const add = (await storedBy(ctx, input))(employee);
  return findPatternEffect(ctx, { employee, change: { add } });
}

/** Previews the deletion of a pattern. @throws ApiError as previewWorkPattern does, and RESOURCE_NOT_FOUND when there is no such pattern */
export async function previewDeletion(ctx: Ctx, userId: string, id: string): Promise<Recounts> {
  return findPatternEffect(ctx, { employee: await loadChangeable(ctx, userId), change: { deletes: id } });
}
