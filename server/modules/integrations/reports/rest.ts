import { readOccurrencePage } from "@/server/modules/integrations/schedules/read-occurrence-page";
import { OccurrenceQuery } from "@/server/modules/integrations/schedules/schema";
import { endpoint, type WriteOptions } from "@/server/transport/endpoint";
import { createReport } from "./create";
import { deleteReport } from "./delete";
import { getReport } from "./get";
import { listReports } from "./list";
import { reportOccurrenceView, reportV2 } from "./present";
import { reportSchedule } from "./schedule";
import { ReportOccurrence, ScheduledReport, ScheduledReportCreate, ScheduledReportPatch } from "./schema";
import { updateReport } from "./update";

const write: WriteOptions = { idempotent: true, onBehalf: true, defer: true };
const tag = "Scheduled reports";
const plan = "COMPLETE";
const errors = ["FORBIDDEN", "SCHEDULED_REPORTS_NOT_AVAILABLE"] as const;

export const scheduledReportEndpoints = [
  endpoint({
    method: "GET",
    path: "/v2/scheduled-reports",
    operationId: "listScheduledReports",
    tag,
    summary: "List scheduled reports",
    description:
      "Not paginated, oldest first. Administrators see every report, location admins only those that cover no locations but their own.",
    scope: "notifications:read",
    plan,
    list: "whole",
    data: ScheduledReport,
    errors,
    call: (ctx) => listReports(ctx),
    present: reportV2,
  }),
  endpoint({
    method: "GET",
    path: "/v2/scheduled-reports/{id}",
    operationId: "getScheduledReport",
    tag,
    summary: "Get a scheduled report",
    description:
      "Administrators can get every report, location admins only those limited to locations they manage.",
    scope: "notifications:read",
    plan,
    params: { id: "report" },
    data: ScheduledReport,
    errors,
    call: (ctx, { params }) => getReport(ctx, params.id),
    present: reportV2,
  }),
  endpoint({
    method: "GET",
    path: "/v2/scheduled-reports/{id}/occurrences",
    operationId: "listReportOccurrences",
    tag,
    summary: "List a scheduled report's occurrences",
    description:
      "What was sent and when, newest first, with the status for each recipient. Kept for 90 days. Administrators can read those of every report, location admins only those of reports limited to locations they manage.",
    scope: "notifications:read",
    plan,
    params: { id: "report" },
    query: OccurrenceQuery,
    list: "paged",
    data: ReportOccurrence,
    errors,
    call: (ctx, { params, query, after }) =>
      readOccurrencePage(reportSchedule, ctx, { id: params.id, limit: query.limit, after }),
    present: reportOccurrenceView,
  }),
  endpoint({
    method: "POST",
    path: "/v2/scheduled-reports",
    status: 201,
    operationId: "createScheduledReport",
    tag,
    summary: "Create a scheduled report",
    description:
      "The body depends on `frequency`. The acting user becomes the owner, and the file only includes people the owner can see. Location admins must set `locationIds` to locations they manage.",
    scope: "notifications:write",
    plan,
    write,
    body: ScheduledReportCreate,
    data: ScheduledReport,
    errors,
    call: (ctx, { body }) => createReport(ctx, body),
    present: reportV2,
  }),
  endpoint({
    method: "PATCH",
    path: "/v2/scheduled-reports/{id}",
    operationId: "updateScheduledReport",
    tag,
    summary: "Update a scheduled report",
    description:
      "Fields you don't send keep their value. The result must be valid for its frequency. Use `enabled` to pause and resume.",
    scope: "notifications:write",
    plan,
    write,
    params: { id: "report" },
    body: ScheduledReportPatch,
    data: ScheduledReport,
    errors,
    call: (ctx, { params, body }) => updateReport(ctx, params.id, body),
    present: reportV2,
  }),
  endpoint({
    method: "DELETE",
    path: "/v2/scheduled-reports/{id}",
    status: 204,
    operationId: "deleteScheduledReport",
    tag,
    summary: "Delete a scheduled report",
    description:
      "No more reports are sent. Location admins can only delete reports limited to locations they manage.",
    scope: "notifications:write",
    plan,
    write,
    params: { id: "report" },
    errors,
    call: (ctx, { params }) => deleteReport(ctx, params.id),
  }),
];
