import { eq, sql } from "drizzle-orm";
import { scheduledReports } from "@/drizzle/schema/scheduled-reports";
import type { Ctx } from "@/server/access/ctx";
import type { Listed, PageStart } from "@/server/kernel/database/list-order";
import { searchScheduled } from "@/server/modules/integrations/schedules/search";
import { type ReportRow, reportSchedule } from "./schedule";
import type { ReportFilter } from "./schema";

const { name, timezone, format, recipients, reportType } = scheduledReports;
const texts = sql`concat_ws(' ', ${name}, ${timezone}, ${format}, array_to_string(${recipients}, ' '))`;

/** A page of the reports that match a filter and that the caller may see, oldest first. @throws ApiError FORBIDDEN */
export function searchReports(
  ctx: Ctx,
  { type, ...filter }: ReportFilter,
  start: PageStart,
): Promise<Listed<ReportRow & { ownerName: string }>> {
  const also = type === "all" ? undefined : eq(reportType, type);
  return searchScheduled(reportSchedule, ctx, { ...filter, texts, also }, start);
}
