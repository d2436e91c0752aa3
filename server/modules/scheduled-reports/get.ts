import type { Ctx } from "@/server/access/ctx";
import { loadReport, type ReportRow } from "./store";

/** @throws ApiError FORBIDDEN, RESOURCE_NOT_FOUND when it does not exist or lies beyond what a location admin may see */
export const getReport = (ctx: Ctx, id: string): Promise<ReportRow> => loadReport(ctx, id);
