import { dayText } from "@/server/kernel/calendar-date";
import { encodeId } from "@/server/kernel/schema";
import { leaveTypeV1, leaveTypeV2 } from "@/server/modules/leave-types/present";
import type { UserRowWithRole } from "@/server/modules/people/find-users";
import { leaveUserV1, userV2 } from "@/server/modules/people/present";
import { calendarDays, toDays, workingDays } from "@/server/modules/work-calendar/working-days";
import type { ExpandedLeaveRow } from "./expand-leaves";
import type { OwnLeave } from "./list-own-leaves";
import type { LeavePreview } from "./preview";
import type { SeenLeave } from "./see";

/** The v2 leave without expansions. */
export const leaveV2 = (row: SeenLeave) => ({
  id: encodeId("leave", row.id),
  userId: encodeId("user", row.userId),
  approverId: row.approverId && encodeId("user", row.approverId),
  autoApproved: row.autoApproved,
  durationCalendarDays: row.durationCalendarDays,
  durationWorkingDays: row.durationWorkingDays,
  startDate: row.startDate,
  endDate: row.endDate,
  isFullDayLeave: row.isFullDayLeave,
  startHour: row.startHour,
  startMinute: row.startMinute,
  endHour: row.endHour,
  endMinute: row.endMinute,
  leaveTypeId: row.leaveTypeId && encodeId("leaveType", row.leaveTypeId),
  locationId: encodeId("location", row.locationId),
  departmentId: encodeId("department", row.departmentId),
  status: row.status,
  reason: row.reason,
  statusReason: row.statusReason,
  approvedLevel: row.approvedLevel,
  createdAt: createdAtV2(row),
});

/** Records from before creation times were kept: v2 fills in the instant that is inside their UUIDv7. */
function createdAtV2({ id, createdAt }: SeenLeave): string {
  return (createdAt ?? new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16))).toISOString();
}

export const expandedLeaveV2 = (row: ExpandedLeaveRow) => ({
  ...leaveV2(row),
  ...(row.user !== undefined && { user: row.user && userV2(row.user) }),
  ...(row.approver !== undefined && { approver: row.approver && userV2(row.approver) }),
  ...(row.leaveType !== undefined && { leaveType: row.leaveType && leaveTypeV2(row.leaveType) }),
});

export function leaveV1(row: ExpandedLeaveRow<UserRowWithRole>) {
  const {
    reason: _reason,
    statusReason: _statusReason,
    approvedLevel: _approvedLevel,
    ...sealed
  } = leaveV2(row);
  return {
    ...sealed,
    createdAt: row.createdAt?.toISOString() ?? null,
    ...(row.user !== undefined && { user: row.user && leaveUserV1(row.user) }),
    ...(row.approver !== undefined && { approver: row.approver && leaveUserV1(row.approver) }),
    ...(row.leaveType && { leaveType: leaveTypeV1(row.leaveType) }),
  };
}

/** One's own leave, as the pages show it. */
export const ownLeaveView = ({ leaveTypeName, leaveTypeColor, approverName, ...row }: OwnLeave) => ({
  id: encodeId("leave", row.id),
  startDate: row.startDate,
  endDate: row.endDate,
  isFullDayLeave: row.isFullDayLeave,
  startMinutes: row.startHour * 60 + row.startMinute,
  endMinutes: row.endHour * 60 + row.endMinute,
  durationWorkingDays: row.durationWorkingDays,
  status: row.status,
  approvedLevel: row.approvedLevel,
  autoApproved: row.autoApproved,
  reason: row.reason,
  statusReason: row.statusReason,
  createdAt: row.createdAt,
  leaveTypeName,
  leaveTypeColor,
  approverName,
  remindedOn: row.remindedOn,
});

/** What a leave would do, in the wire's shape. */
export const leavePreviewV2 = ({ examined: { period, calendar, clashes }, ...preview }: LeavePreview) => ({
  leaveId: preview.leaveId && encodeId("leave", preview.leaveId),
  userId: encodeId("user", preview.userId),
  durationCalendarDays: calendarDays(period),
  durationWorkingDays: toDays(workingDays(period, calendar)),
  days: preview.days.map(({ day, amount, kind, holiday }) => ({
    date: dayText(day),
    amount: toDays(amount),
    kind,
    holiday,
  })),
  balance: preview.balance && {
    unlimited: preview.balance.unlimited,
    missing: toDays(preview.balance.missing),
    years: preview.balance.years.map(({ year, asOf, before, after, carriedOverUsed }) => ({
      start: dayText(year.start),
      end: dayText(year.end),
      asOf: dayText(asOf),
      remainingBefore: toDays(before.remaining ?? 0),
      remainingAfter: toDays(after.remaining ?? 0),
      carriedOverUsed: toDays(carriedOverUsed),
    })),
  },
  approval: preview.approval && {
    ...preview.approval,
    approvers: preview.approval.approvers.map(({ userId, name, level, awayUntil }) => ({
      userId: encodeId("user", userId),
      name,
      level,
      awayUntil,
    })),
  },
  overlaps: clashes.map(({ id, startDate, endDate }) => ({
    leaveId: encodeId("leave", id),
    startDate,
    endDate,
  })),
  colleaguesAway: preview.away.map(({ date, people }) => ({
    date,
    count: people.length,
    users: people.map(({ userId, name }) => ({ userId: encodeId("user", userId), name })),
  })),
  faults: preview.faults,
});
