import { and, asc, desc, eq, getTableColumns, inArray, lt } from "drizzle-orm";
import type { Ctx } from "@/server/access/ctx";
import type { Scheduled, ScheduleKind } from "./kind";
import { loadScheduled } from "./load-scheduled";

/** A page of a history. */
export interface HistoryPage {
  id: string;
  /** The last one that was seen. */
  before?: string | undefined;
  limit: number;
}

/**
 * What became of the occurrences of a notification or report, newest first, with what went to each address.
 * @throws ApiError FORBIDDEN, RESOURCE_NOT_FOUND
 */
export async function listOccurrences<Row extends Scheduled, Sent>(
  kind: ScheduleKind<Row, Sent>,
  ctx: Ctx,
  { id, before, limit }: HistoryPage,
): Promise<Sent[]> {
  const { workspaceId } = await loadScheduled(kind, ctx, id);
  const { table, scheduleId, unread } = kind.occurrences;
  const columns = Object.entries(getTableColumns(table));
  const rows = await ctx.db
    .select(Object.fromEntries(columns.filter(([name]) => !unread?.includes(name))))
    .from(table)
    .where(
      and(eq(table.workspaceId, workspaceId), eq(scheduleId, id), before ? lt(table.id, before) : undefined),
    )
    .orderBy(desc(table.id))
    .limit(limit);
  const { table: dispatches, order } = kind.dispatches;
  const ids = rows.map((row) => row.id as string);
  const sent = await ctx.db
    .select()
    .from(dispatches)
    .where(and(eq(dispatches.workspaceId, workspaceId), inArray(dispatches.occurrenceId, ids)))
    .orderBy(...order.map((column) => asc(column)));
  const found = rows.map((row) => ({
    ...row,
    dispatches: sent.filter((one) => one.occurrenceId === row.id),
  }));
  // Only the kind knows what its tables' rows look like.
  return found as Sent[];
}
