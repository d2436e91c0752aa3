import { and, eq, type InferSelectModel, type SQL, sql } from "drizzle-orm";
import { type scheduledReportOccurrences, scheduledReports } from "@/drizzle/schema/scheduled-reports";
import { reachesOf } from "@/server/access/covers";
import type { Ctx } from "@/server/access/ctx";
import type { Reach } from "@/server/access/reach";
import { ApiError } from "@/server/kernel/errors";
import { requireReporter } from "./policy";

export type ReportRow = InferSelectModel<typeof scheduledReports>;

export type OccurrenceRow = InferSelectModel<typeof scheduledReportOccurrences>;

/** One local date of a report, to be sent. */
export interface DueReport {
  occurrence: OccurrenceRow;
  report: ReportRow;
}

/** The last day of every month, which no month lacks: days beyond its end become its last. */
export const lastOfMonth = 31;

/** A location admin's: reports that name locations, and only theirs. */
function within(reach: Reach): SQL | undefined {
  if (reach.kind === "workspace") return undefined;
  const ids = reach.kind === "locations" ? [...reach.ids] : [];
  const named = scheduledReports.locationIds;
  return sql`(cardinality(${named}) > 0 and ${named} <@ ${sql.param(ids)}::uuid[])`;
}

/** The reports that the acting user, and the key's owner, may see (decision 9). @throws ApiError FORBIDDEN */
export function visible(ctx: Ctx): SQL | undefined {
  requireReporter(ctx);
  return and(eq(scheduledReports.workspaceId, ctx.actor.workspaceId), ...reachesOf(ctx).map(within));
}

/**
 * @param lock holds the row until the transaction ends, so that it does not come due in between
 * @throws ApiError FORBIDDEN, RESOURCE_NOT_FOUND when it does not exist or lies beyond what a location admin may see
 */
export async function loadReport(ctx: Ctx, id: string, lock: "lock" | "" = ""): Promise<ReportRow> {
  const query = ctx.db
    .select()
    .from(scheduledReports)
    .where(and(visible(ctx), eq(scheduledReports.id, id)));
  const [row] = await (lock ? query.for("no key update") : query);
  if (!row) throw new ApiError("RESOURCE_NOT_FOUND");
  return row;
}
