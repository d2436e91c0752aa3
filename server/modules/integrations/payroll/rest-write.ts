import { endpoint, type WriteOptions } from "@/server/transport/endpoint";
import { createRun } from "./create-run";
import { createTemplate } from "./create-template";
import { deleteRun } from "./delete-run";
import { deleteTemplate } from "./delete-template";
import { payrollRunDetailsV2, payrollTemplateV2 } from "./present";
import {
  PayrollRunCreate,
  PayrollRunDetails,
  PayrollTemplate,
  PayrollTemplateCreate,
  PayrollTemplatePatch,
} from "./schema";
import { updateTemplate } from "./update-template";

const write: WriteOptions = { idempotent: true, onBehalf: true, defer: true };
const common = { tag: "Payroll", scope: "payroll-runs:write", write } as const;

export const payrollWriteEndpoints = [
  endpoint({
    ...common,
    method: "POST",
    path: "/v2/payroll-runs",
    status: 201,
    operationId: "createPayrollRun",
    summary: "Create a payroll run",
    description:
      "Stores a line for each approved leave of a location's pay period, and for what is left to those who leave in it. Location admins can run locations they manage.",
    body: PayrollRunCreate,
    data: PayrollRunDetails,
    errors: ["FORBIDDEN"],
    call: (ctx, { body }) => createRun(ctx, body),
    present: payrollRunDetailsV2,
  }),
  endpoint({
    ...common,
    method: "DELETE",
    path: "/v2/payroll-runs/{id}",
    status: 204,
    operationId: "deletePayrollRun",
    summary: "Delete a payroll run",
    description: "Administrators only. Its lines are deleted for good.",
    params: { id: "payrollRun" },
    errors: ["FORBIDDEN"],
    call: (ctx, { params }) => deleteRun(ctx, params.id),
  }),
  endpoint({
    ...common,
    method: "POST",
    path: "/v2/payroll-templates",
    status: 201,
    operationId: "createPayrollTemplate",
    summary: "Create a payroll template",
    description: "Administrators only. The columns of a file, and how it's written.",
    body: PayrollTemplateCreate,
    data: PayrollTemplate,
    errors: ["FORBIDDEN", "CONFLICT"],
    call: (ctx, { body }) => createTemplate(ctx, body),
    present: payrollTemplateV2,
  }),
  endpoint({
    ...common,
    method: "PATCH",
    path: "/v2/payroll-templates/{id}",
    operationId: "updatePayrollTemplate",
    summary: "Update a payroll template",
    description:
      "Administrators only. Runs keep the template that they were made with. Refused while scheduled reports use it.",
    params: { id: "payrollTemplate" },
    body: PayrollTemplatePatch,
    data: PayrollTemplate,
    errors: ["FORBIDDEN", "CONFLICT"],
    call: (ctx, { params, body }) => updateTemplate(ctx, params.id, body),
    present: payrollTemplateV2,
  }),
  endpoint({
    ...common,
    method: "DELETE",
    path: "/v2/payroll-templates/{id}",
    status: 204,
    operationId: "deletePayrollTemplate",
    summary: "Delete a payroll template",
    description:
      "Administrators only. Runs keep the template that they were made with. Refused while scheduled reports use it.",
    params: { id: "payrollTemplate" },
    errors: ["FORBIDDEN", "CONFLICT"],
    call: (ctx, { params }) => deleteTemplate(ctx, params.id),
  }),
];
