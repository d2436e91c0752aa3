import type { Ctx } from "@/server/access/ctx";
import { requireRight } from "@/server/access/require-right";
import { requireScope } from "@/server/access/require-scope";
import { ApiError, type FieldError, invalid } from "@/server/kernel/errors";
import { type FieldFault, fault } from "@/server/kernel/field-faults";
import { findPeriod } from "@/server/modules/integrations/payroll/find-period";
import { requireTemplate } from "@/server/modules/integrations/payroll/require-template";
import type { ReportFields } from "./schema";

/** What a report of payroll runs cannot have. A run has everyone at one location: payroll with gaps is wrong (decision 17.12). */
function shapeFaults(fields: ReportFields): FieldError[] {
  const { format, locationIds, departmentIds, labelIds } = fields;
  const none = fault("payrollEveryone");
  return [
    ...(format === "CSV_SEMICOLON" ? [{ path: "format", ...fault("payrollFormat") }] : []),
    ...(locationIds.length === 1 ? [] : [{ path: "locationIds", ...fault("locationOne") }]),
    ...(departmentIds.length > 0 ? [{ path: "departmentIds", ...none }] : []),
    ...(labelIds.length > 0 ? [{ path: "labelIds", ...none }] : []),
  ];
}

/** The faults of what a valid report refers to: its location's pay period, and its template. */
async function referenceFaults(
  tx: Ctx,
  { locationIds, payrollTemplateId }: ReportFields,
): Promise<FieldError[]> {
  const faultOf = async (path: string, found: FieldFault, find: () => Promise<unknown>) => {
    try {
      await find();
      return [];
    } catch (error) {
      if (error instanceof ApiError && ["VALIDATION_ERROR", "RESOURCE_NOT_FOUND"].includes(error.code))
        return [{ path, ...found }];
      throw error;
    }
  };
  const [locationId = ""] = locationIds;
  return [
    ...(await faultOf("locationIds.0", fault("payPeriodManaged"), () => findPeriod(tx, { locationId }))),
    ...(payrollTemplateId === null
      ? []
      : await faultOf("payrollTemplateId", fault("templateHere"), () =>
          requireTemplate(tx, payrollTemplateId),
        )),
  ];
}

/** The fields by which a report of payroll runs is another one. */
const decisive = [
  ...(["reportType", "format", "locationIds", "departmentIds", "labelIds", "payrollTemplateId"] as const),
  "recipients" as const,
];

/**
 * Checks a report of payroll runs as it will be stored; another report has no template.
 * @param named the fields in the request: a pause is not blocked by a pay period that is gone
 * @throws ApiError FORBIDDEN, VALIDATION_ERROR
 */
export async function checkPayroll(
  tx: Ctx,
  fields: ReportFields,
  named: readonly string[] = decisive,
): Promise<void> {
  if (!decisive.some((name) => named.includes(name))) return;
  if (fields.reportType !== "PAYROLL_RUN") {
    if (fields.payrollTemplateId === null) return;
    throw invalid([{ path: "payrollTemplateId", ...fault("payrollOnly") }]);
  }
  requireScope(tx, "payroll-runs:write");
  requireRight(tx, "payroll-runs:write");
  const faults = shapeFaults(fields);
  const all = faults.length > 0 ? faults : await referenceFaults(tx, fields);
  if (all.length > 0) throw invalid(all);
}
