import { and, asc, desc, eq, getTableColumns, type InferSelectModel, lt } from "drizzle-orm";
import { dispatches, occurrences } from "@/drizzle/schema/schedules";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { isAnyOf } from "@/server/kernel/database/sql-parts";
import type { Scheduled, ScheduleKind } from "./kind";
import { loadScheduled } from "./load-scheduled";
import { type DispatchRow, readDispatches } from "./read-dispatches";

/** An occurrence with its dispatches. */
export type OccurrenceSummary = Omit<InferSelectModel<typeof occurrences>, "content"> & {
  dispatches: DispatchRow[];
};

/** A page of a history. */
interface HistoryPage {
  id: string;
  /** Cursor: the last occurrence of the page before. */
  before?: string | undefined;
  limit: number;
}

const { content: _, ...columns } = getTableColumns(occurrences);

/** The occurrences of a notification or report, newest first, with their dispatches. @throws ApiError FORBIDDEN, RESOURCE_NOT_FOUND */
export async function listOccurrences<Row extends Scheduled>(
  kind: ScheduleKind<Row>,
  ctx: Ctx,
  { id, before, limit }: HistoryPage,
): Promise<OccurrenceSummary[]> {
  const scope = workspaceOf(await loadScheduled(kind, ctx, id));
  const rows = await scoped(scope, occurrences)
    .select(ctx.db, columns)
    .where(and(eq(kind.scheduleId, id), before ? lt(occurrences.id, before) : undefined))
    .orderBy(desc(occurrences.id))
    .limit(limit);
  const ids = rows.map((row) => row.id);
  const sent = await readDispatches(
    ctx.db,
    scope,
    isAnyOf(dispatches.occurrenceId, ids),
    kind.dispatchOrder.map((column) => asc(column)),
  );
  return rows.map((row) => ({ ...row, dispatches: sent.filter((one) => one.occurrenceId === row.id) }));
}
