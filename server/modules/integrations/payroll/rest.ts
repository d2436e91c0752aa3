import { endpoint } from "@/server/transport/endpoint";
import type { FileAnswer } from "@/server/transport/file-answer";
import { getRun } from "./get-run";
import { listLines } from "./list-lines";
import { listRuns } from "./list-runs";
import { listTemplates } from "./list-templates";
import { payrollLineV2, payrollRunDetailsV2, payrollRunV2, payrollTemplateV2 } from "./present";
import { readRunFile } from "./read-run-file";
import {
  PayrollFileQuery,
  PayrollLine,
  PayrollLineQuery,
  PayrollRun,
  PayrollRunDetails,
  PayrollRunQuery,
  PayrollTemplate,
} from "./schema";
import { payrollContentTypes } from "./write-payroll";

const common = { tag: "Payroll", scope: "payroll-runs:read", errors: ["FORBIDDEN"] } as const;

export const payrollEndpoints = [
  endpoint({
    ...common,
    method: "GET",
    path: "/v2/payroll-runs",
    operationId: "listPayrollRuns",
    summary: "List payroll runs",
    description:
      "The latest first. Administrators see all, location admins those of locations they manage. A run never changes: a late change is in the next run of the same pay period.",
    query: PayrollRunQuery,
    list: "paged",
    data: PayrollRun,
    call: (ctx, { query: { limit, locationId }, after }) => listRuns(ctx, { locationId }, { limit, after }),
    present: payrollRunV2,
  }),
  endpoint({
    ...common,
    method: "GET",
    path: "/v2/payroll-runs/{id}",
    operationId: "getPayrollRun",
    summary: "Get a payroll run",
    description: "With the sums of its lines by kind and leave type.",
    params: { id: "payrollRun" },
    data: PayrollRunDetails,
    call: (ctx, { params }) => getRun(ctx, params.id),
    present: payrollRunDetailsV2,
  }),
  endpoint({
    ...common,
    method: "GET",
    path: "/v2/payroll-runs/{id}/lines",
    operationId: "listPayrollLines",
    summary: "List the lines of a payroll run",
    description: "In the order of its file: by person. Private leave types are named, too.",
    params: { id: "payrollRun" },
    query: PayrollLineQuery,
    list: "paged",
    data: PayrollLine,
    call: (ctx, { params, query: { limit }, after }) => listLines(ctx, params.id, { limit, after }),
    present: payrollLineV2,
  }),
  endpoint({
    ...common,
    method: "GET",
    path: "/v2/payroll-runs/{id}/file",
    operationId: "downloadPayrollFile",
    summary: "Download the file of a payroll run",
    description:
      "By the template as it was at the time of the run. The same run always gives the same bytes, unless someone in it is erased.",
    params: { id: "payrollRun" },
    query: PayrollFileQuery,
    download: payrollContentTypes,
    call: (ctx, { params, query }) => readRunFile(ctx, params.id, query.format),
    present: (file: FileAnswer) => file,
  }),
  endpoint({
    ...common,
    method: "GET",
    path: "/v2/payroll-templates",
    operationId: "listPayrollTemplates",
    summary: "List payroll templates",
    description: "All of them, by name.",
    list: "whole",
    data: PayrollTemplate,
    call: (ctx) => listTemplates(ctx),
    present: payrollTemplateV2,
  }),
];
