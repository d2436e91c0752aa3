import { and, desc, eq, gt, type InferSelectModel } from "drizzle-orm";
import { reportDownloads } from "@/drizzle/schema/scheduled-reports";
import type { Ctx } from "@/server/access/ctx";
import { day, plus } from "@/server/kernel/clock";
import { ApiError } from "@/server/kernel/errors";
import { requireReporter } from "./policy";

export type DownloadRow = InferSelectModel<typeof reportDownloads>;

/** So long a file can be fetched. */
export const keptMs = day;

/** The acting user's own, as long as they are kept. @throws ApiError FORBIDDEN */
export const ownDownloads = (ctx: Ctx) =>
  and(
    eq(reportDownloads.workspaceId, ctx.actor.workspaceId),
    eq(reportDownloads.userId, requireReporter(ctx)),
    gt(reportDownloads.createdAt, plus(ctx.now(), -keptMs)),
  );

/** What the acting user asked for last of a report; null when that is long ago. @throws ApiError FORBIDDEN */
export async function findLastDownload(ctx: Ctx, reportId: string): Promise<DownloadRow | null> {
  const [row] = await ctx.db
    .select()
    .from(reportDownloads)
    .where(and(ownDownloads(ctx), eq(reportDownloads.reportId, reportId)))
    .orderBy(desc(reportDownloads.id))
    .limit(1);
  return row ?? null;
}

/** @throws ApiError FORBIDDEN, RESOURCE_NOT_FOUND when it is somebody else's or not kept any more */
export async function loadDownload(ctx: Ctx, id: string): Promise<DownloadRow> {
  const [row] = await ctx.db
    .select()
    .from(reportDownloads)
    .where(and(ownDownloads(ctx), eq(reportDownloads.id, id)));
  if (!row) throw new ApiError("RESOURCE_NOT_FOUND");
  return row;
}
