import type { Ctx } from "@/server/access/ctx";
import { loadScheduled } from "@/server/modules/integrations/schedules/load-scheduled";
import { type ReportRow, reportSchedule } from "./schedule";

/** @throws ApiError FORBIDDEN, RESOURCE_NOT_FOUND when it does not exist or lies beyond what a location admin may see */
export const getReport = (ctx: Ctx, id: string): Promise<ReportRow> => loadScheduled(reportSchedule, ctx, id);
