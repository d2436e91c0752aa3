import { leaves } from "@/drizzle/schema/leaves";

/** What the wire shows of a leave. */
export type LeaveRow = Omit<typeof leaves.$inferSelect, "workspaceId" | "updatedAt" | "openedAt">;

export const leaveFields = {
  id: leaves.id,
  userId: leaves.userId,
  approverId: leaves.approverId,
  autoApproved: leaves.autoApproved,
  durationCalendarDays: leaves.durationCalendarDays,
  durationWorkingDays: leaves.durationWorkingDays,
  startDate: leaves.startDate,
  endDate: leaves.endDate,
  isFullDayLeave: leaves.isFullDayLeave,
  startHour: leaves.startHour,
  startMinute: leaves.startMinute,
  endHour: leaves.endHour,
  endMinute: leaves.endMinute,
  leaveTypeId: leaves.leaveTypeId,
  locationId: leaves.locationId,
  departmentId: leaves.departmentId,
  status: leaves.status,
  reason: leaves.reason,
  statusReason: leaves.statusReason,
  approvedLevel: leaves.approvedLevel,
  createdAt: leaves.createdAt,
};
