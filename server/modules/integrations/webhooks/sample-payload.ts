import { type DeliveredType, type EventType, type LeaveStatus, testEvent } from "@/drizzle/schema/values";

const id = (kind: string): string => `${kind}-01985f4e-7a3c-7c11-9f0e-3b1d2c4a5e6f`;

const user = (status: "ACTIVE" | "INACTIVE") => ({
  id: id("user"),
  name: "Ana Ilić",
  email: "ana@example.com",
  isAdmin: false,
  locationId: id("location"),
  departmentId: id("department"),
  labels: ["Remote"],
  status,
  approverId: null,
  employeeId: "E-7",
  startDate: "2024-02-01",
  endDate: null,
});

const leave = (status: LeaveStatus) => ({
  id: id("leave"),
  userId: id("user"),
  approverId: null,
  autoApproved: false,
  durationCalendarDays: 2,
  durationWorkingDays: 2,
  startDate: "2026-12-03",
  endDate: "2026-12-04",
  isFullDayLeave: true,
  startHour: 0,
  startMinute: 0,
  endHour: 0,
  endMinute: 0,
  startPart: "FULL_DAY",
  endPart: "FULL_DAY",
  leaveTypeId: id("leaveType"),
  locationId: id("location"),
  departmentId: id("department"),
  companyLeaveId: null,
  status,
  cancellationRequestedAt: null,
  changeRequestedAt: null,
  requestedChange: null,
  approvedLevel: status === "APPROVED" ? 1 : 0,
  createdAt: "2026-11-20T09:30:00.000Z",
  user: user("ACTIVE"),
  approver: null,
  leaveType: {
    id: id("leaveType"),
    name: "Vacation",
    color: "00aa55",
    isActive: true,
    isRequestable: true,
    position: 1,
    calendarStatus: "OUT_OF_OFFICE",
    isPrivate: false,
    approversSeeFiles: false,
    unit: "DAYS",
    interrupts: false,
    interruptible: true,
  },
});

/** `[status now, status before]` in the sample of each event. */
const leaves: Record<Extract<EventType, `leave.${string}`>, [LeaveStatus, LeaveStatus | null]> = {
  "leave.requested": ["OPEN", null],
  "leave.approved": ["APPROVED", "OPEN"],
  "leave.denied": ["DENIED", "OPEN"],
  "leave.updated": ["OPEN", "OPEN"],
  "leave.cancelled": ["CANCELLED", "APPROVED"],
  "leave.deleted": ["DELETED", "APPROVED"],
  "leave.expired": ["EXPIRED", "OPEN"],
};

function dataOf(type: DeliveredType): object {
  switch (type) {
    case testEvent:
      return { webhookId: id("webhook") };
    case "user.created":
      return { ...user("ACTIVE"), previousStatus: null };
    case "user.updated":
      return { ...user("ACTIVE"), previousStatus: "ACTIVE" };
    case "user.deactivated":
      return { ...user("INACTIVE"), previousStatus: "ACTIVE" };
    default: {
      const [status, previousStatus] = leaves[type];
      return { ...leave(status), previousStatus };
    }
  }
}

/** A sample payload, for the form that selects events. A test compares its shape with real bodies. */
export const samplePayload = (type: DeliveredType): object => ({
  id: "msg_01KAHJ3N5T7W9Y1B3D5F7H9K1M",
  type,
  timestamp: "2026-11-20T09:30:00.000Z",
  data: dataOf(type),
});
