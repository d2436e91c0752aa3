import { asc } from "drizzle-orm";
import { scheduledReports } from "@/drizzle/schema/scheduled-reports";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import type { Page } from "@/server/kernel/database/page-token";
import { type ReportRow, reportSchedule } from "./schedule";

/** Every report that the caller may see, oldest first. @throws ApiError FORBIDDEN */
export async function listReports(ctx: Ctx): Promise<Page<ReportRow>> {
  const items = await scoped(workspaceOf(ctx.actor), scheduledReports)
    .selectAll(ctx.db)
    .where(reportSchedule.visible(ctx))
    .orderBy(asc(scheduledReports.id));
  return { items, next: null };
}
