import { encodeId } from "@/server/kernel/schema";
import type { LineChange } from "./find-changes";
import type { ClosedPeriod } from "./find-closed-period";
import type { Gaps } from "./find-gaps";
import type { RunDetails } from "./get-run";
import type { PayrollTerms } from "./get-terms";
import type { PayrollLine } from "./layout";
import type { RunRow, TemplateRow } from "./store";

export const payrollTemplateV2 = (row: TemplateRow) => ({
  id: encodeId("payrollTemplate", row.id),
  name: row.name,
  columns: row.columns,
  format: row.format,
  separator: row.separator,
  decimal: row.decimal,
  encoding: row.encoding,
  dateForm: row.dateForm,
  hasHeader: row.hasHeader,
  codes: row.codes.map(({ leaveTypeId, locationId, wageCode }) => ({
    leaveTypeId: encodeId("leaveType", leaveTypeId),
    locationId: locationId && encodeId("location", locationId),
    wageCode,
  })),
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});

export const payrollRunV2 = (row: RunRow) => ({
  id: encodeId("payrollRun", row.id),
  locationId: encodeId("location", row.locationId),
  locationName: row.locationName,
  startDate: row.startDate,
  endDate: row.endDate,
  number: row.number,
  template: row.layout,
  createdById: row.createdById && encodeId("user", row.createdById),
  scheduledReportId: row.reportId && encodeId("report", row.reportId),
  createdAt: row.createdAt.toISOString(),
});

export const payrollRunDetailsV2 = (row: RunDetails) => ({
  ...payrollRunV2(row),
  lineCount: row.lineCount,
  replacedCharacterCount: row.replacedCount,
  totals: row.totals.map((total) => ({ ...total, leaveTypeId: encodeId("leaveType", total.leaveTypeId) })),
});

export const payrollLineV2 = (line: PayrollLine) => ({
  kind: line.kind,
  userId: encodeId("user", line.userId),
  employeeId: line.employeeId,
  name: line.name,
  email: line.email,
  department: line.department,
  leaveTypeId: encodeId("leaveType", line.leaveTypeId),
  leaveTypeName: line.leaveTypeName,
  wageCode: line.wageCode,
  leaveId: line.leaveId && encodeId("leave", line.leaveId),
  days: line.days,
  hours: line.hours,
  firstDay: line.firstDay,
  lastDay: line.lastDay,
  note: line.note,
});

export const gapsView = ({ leaveTypes, people, peopleCount }: Gaps) => ({
  leaveTypes: leaveTypes.map(({ id, name }) => ({ id: encodeId("leaveType", id), name })),
  people: people.map(({ id, name }) => ({ id: encodeId("user", id), name })),
  peopleCount,
});

export const closedPeriodView = ({ run, ...dates }: ClosedPeriod) => ({
  ...dates,
  run: run && { id: encodeId("payrollRun", run.id), number: run.number },
});

export const lineChangeView = ({ before, after }: LineChange) => ({
  before: before && payrollLineV2(before),
  after: after && payrollLineV2(after),
});

export const payrollTermsView = ({ templates, locations, places, leaveTypes }: PayrollTerms) => ({
  templates: templates.map(payrollTemplateV2),
  places: places.map(({ id, name }) => ({ id: encodeId("location", id), name })),
  leaveTypes: leaveTypes.map(({ id, ...type }) => ({ ...type, id: encodeId("leaveType", id) })),
  locations: locations.map(({ id, ...location }) => ({ ...location, id: encodeId("location", id) })),
});
