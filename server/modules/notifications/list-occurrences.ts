import { and, asc, desc, eq, getTableColumns, inArray, lt } from "drizzle-orm";
import { notificationDispatches, notificationOccurrences } from "@/drizzle/schema/notifications";
import type { Ctx } from "@/server/access/ctx";
import { loadNotification } from "./store";

type DispatchRow = typeof notificationDispatches.$inferSelect;

export type OccurrenceSummary = Omit<typeof notificationOccurrences.$inferSelect, "content"> & {
  dispatches: DispatchRow[];
};

const { content: _, ...columns } = getTableColumns(notificationOccurrences);

/**
 * What became of a notification's occurrences, newest first, for its owner and administrators.
 * @param before the last one that was seen
 * @throws ApiError RESOURCE_NOT_FOUND
 */
export async function listOccurrences(
  ctx: Ctx,
  { id, before, limit }: { id: string; before?: string | undefined; limit: number },
): Promise<OccurrenceSummary[]> {
  const { workspaceId } = await loadNotification(ctx, id);
  const rows = await ctx.db
    .select(columns)
    .from(notificationOccurrences)
    .where(
      and(
        eq(notificationOccurrences.workspaceId, workspaceId),
        eq(notificationOccurrences.notificationId, id),
        before ? lt(notificationOccurrences.id, before) : undefined,
      ),
    )
    .orderBy(desc(notificationOccurrences.id))
    .limit(limit);
  const dispatches = await ctx.db
    .select()
    .from(notificationDispatches)
    .where(
      and(
        eq(notificationDispatches.workspaceId, workspaceId),
        inArray(
          notificationDispatches.occurrenceId,
          rows.map((row) => row.id),
        ),
      ),
    )
    .orderBy(asc(notificationDispatches.position), asc(notificationDispatches.id));
  return rows.map((row) => ({
    ...row,
    dispatches: dispatches.filter(({ occurrenceId }) => occurrenceId === row.id),
  }));
}
