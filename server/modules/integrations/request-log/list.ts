import { and, asc, desc } from "drizzle-orm";
import { requestLog } from "@/drizzle/schema/request-log";
import type { Ctx } from "@/server/access/ctx";
import type { LogList } from "./schema";
import { keptRequests, matching, newerThan, olderThan, type RequestRow, selectRequests } from "./store";

export interface RequestPage {
  items: RequestRow[];
  /** Whether there are older ones. */
  hasMore: boolean;
}

/** Matching requests of the last 30 days, newest first; the id of the last is the cursor of the next page. */
export async function listRequests(
  ctx: Ctx,
  { limit, before, after, ...filter }: LogList,
): Promise<RequestPage> {
  const rows = await selectRequests(ctx)
    .where(
      and(keptRequests(ctx), matching(filter), olderThan(before) || undefined, newerThan(after) || undefined),
    )
    // Newer requests continue directly after the last one seen, without gaps.
    .orderBy(after ? asc(requestLog.requestId) : desc(requestLog.requestId))
    .limit(limit + 1);
  const items = rows.slice(0, limit);
  return { items: after ? items.reverse() : items, hasMore: rows.length > limit };
}
