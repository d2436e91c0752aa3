import { asc } from "drizzle-orm";
import { scheduledReports } from "@/drizzle/schema/scheduled-reports";
import type { Ctx } from "@/server/access/ctx";
import type { Page } from "@/server/kernel/page-token";
import { type ReportRow, reportSchedule } from "./schedule";

/** Every report that the caller may see, oldest first. @throws ApiError FORBIDDEN */
export async function listReports(ctx: Ctx): Promise<Page<ReportRow>> {
  const items = await ctx.db
    .select()
    .from(scheduledReports)
    .where(reportSchedule.visible(ctx))
    .orderBy(asc(scheduledReports.id));
  return { items, next: null };
}
