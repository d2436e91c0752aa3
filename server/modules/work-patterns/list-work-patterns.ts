import { eq } from "drizzle-orm";
import { workPatterns } from "@/drizzle/schema/work-patterns";
import type { Ctx } from "@/server/access/ctx";
import { loadReadable } from "@/server/modules/balances/read";
import { type PatternRow, selectPatterns } from "./store";

/**
 * How somebody works in place of their location's work week, the latest first. One's own, and those of people within reach.
 * @throws ApiError RESOURCE_NOT_FOUND
 */
export async function listWorkPatterns(ctx: Ctx, userId: string): Promise<PatternRow[]> {
  await loadReadable(ctx, userId);
  return selectPatterns(ctx, eq(workPatterns.userId, userId));
}
