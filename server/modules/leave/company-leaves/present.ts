import { encodeId } from "@/server/kernel/schema";
import { dayPartsOf, type SaidParts } from "@/server/kernel/time/day-parts";
import { sumOf, toThousandths } from "@/server/modules/leave/calendars/day-fraction";
import { toDays } from "@/server/modules/leave/calendars/working-days";
import type { CompanyLeaveDetails } from "./get-company-leave";
import type { CompanyLeavePerson } from "./list-people";
import type { CompanyLeavePreview } from "./preview-company-leave";
import type { CompanyLeaveState } from "./store";

export const companyLeaveV2 = (row: CompanyLeaveState) => ({
  id: encodeId("companyLeave", row.id),
  name: row.name,
  leaveTypeId: encodeId("leaveType", row.leaveTypeId),
  startDate: row.startDate,
  endDate: row.endDate,
  ...dayPartsOf(row),
  locationIds: row.locationIds.map((id) => encodeId("location", id)),
  departmentIds: row.departmentIds.map((id) => encodeId("department", id)),
  labelIds: row.labelIds.map((id) => encodeId("label", id)),
  exemptLabelIds: row.exemptLabelIds.map((id) => encodeId("label", id)),
  status: row.status,
  isStopped: row.isStopped,
  counts: row.counts.outcomes,
  pendingCount: row.counts.pending,
  cancelledCount: row.counts.undone.CANCELLED,
  keptCount: row.counts.undone.KEPT,
  createdById: row.createdById && encodeId("user", row.createdById),
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});

export const companyLeaveDetailsV2 = (row: CompanyLeaveDetails) => ({
  ...companyLeaveV2(row),
  joinedCount: row.joinedCount,
});

interface Days {
  startDate: string;
  endDate: string;
}

const days = ({ startDate, endDate }: Days) => ({ startDate, endDate });
const bookedDays = (time: Days & SaidParts) => ({ ...days(time), ...dayPartsOf(time) });

export const companyLeavePersonV2 = (row: CompanyLeavePerson) => ({
  userId: encodeId("user", row.id),
  name: row.name,
  outcome: row.outcome,
  obstacle: row.obstacle,
  missing: row.missing,
  booked: row.booked.map((one) => ({ ...bookedDays(one), leaveId: encodeId("leave", one.leaveId) })),
  away: row.away.map(days),
  undo: row.undo,
});

export const companyLeavePreviewV2 = ({ people, ...preview }: CompanyLeavePreview) => ({
  ...preview,
  users: people.map(({ employee, name, outcome, obstacle, missing, parts, away }) => ({
    userId: encodeId("user", employee.id),
    name,
    outcome,
    obstacle,
    missing: missing > 0 ? toDays(missing) : null,
    booked: parts.map(({ wanted }) => bookedDays(wanted.time)),
    workingDays: toDays(toThousandths(parts.reduce((sum, { plan }) => sum + sumOf(plan.dayCounts), 0))),
    away: away.map(days),
  })),
});
