import { eq } from "drizzle-orm";
import { workPatterns } from "@/drizzle/schema/work-patterns";
import type { Ctx } from "@/server/access/ctx";
import { loadReadable } from "@/server/modules/leave/balances/read";
import { type PatternRow, selectPatterns } from "./store";

/**
 * A person's working patterns in place of their location's work week, latest first. For oneself and people within reach.
 * @throws ApiError RESOURCE_NOT_FOUND
 */
export async function listWorkPatterns(ctx: Ctx, userId: string): Promise<PatternRow[]> {
  await loadReadable(ctx, userId);
  return selectPatterns(ctx, eq(workPatterns.userId, userId));
}
