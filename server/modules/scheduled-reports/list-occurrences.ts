import { and, asc, desc, eq, inArray, lt } from "drizzle-orm";
import { scheduledReportDispatches, scheduledReportOccurrences } from "@/drizzle/schema/scheduled-reports";
import type { Ctx } from "@/server/access/ctx";
import type { DispatchRow } from "./mail-attempts";
import { loadReport, type OccurrenceRow } from "./store";

export type OccurrenceSummary = OccurrenceRow & { dispatches: DispatchRow[] };

/**
 * What became of a report's dates, newest first.
 * @param before the last one that was seen
 * @throws ApiError FORBIDDEN, RESOURCE_NOT_FOUND
 */
export async function listReportOccurrences(
  ctx: Ctx,
  { id, before, limit }: { id: string; before?: string | undefined; limit: number },
): Promise<OccurrenceSummary[]> {
  const { workspaceId } = await loadReport(ctx, id);
  const rows = await ctx.db
    .select()
    .from(scheduledReportOccurrences)
    .where(
      and(
        eq(scheduledReportOccurrences.workspaceId, workspaceId),
        eq(scheduledReportOccurrences.reportId, id),
        before ? lt(scheduledReportOccurrences.id, before) : undefined,
      ),
    )
    .orderBy(desc(scheduledReportOccurrences.id))
    .limit(limit);
  const ids = rows.map((row) => row.id);
  const dispatches = await ctx.db
    .select()
    .from(scheduledReportDispatches)
    .where(
      and(
        eq(scheduledReportDispatches.workspaceId, workspaceId),
        inArray(scheduledReportDispatches.occurrenceId, ids),
      ),
    )
    .orderBy(asc(scheduledReportDispatches.address));
  return rows.map((row) => ({
    ...row,
    dispatches: dispatches.filter(({ occurrenceId }) => occurrenceId === row.id),
  }));
}
