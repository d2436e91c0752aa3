import { z } from "zod";
import { roles } from "@/drizzle/schema/values";
import { LeaveType } from "@/server/modules/leave/leave-types/schema";
import { Leave } from "@/server/modules/leave/requests/schema";
import { ExpandedUser, User } from "@/server/modules/people/people/schema";
import { Department, Label, Location } from "@/server/modules/people/places/schema";

// v1's answers, as their differences from v2's (decision 10).

export const DepartmentV1 = Department;
export const LocationV1 = Location;
export const LabelV1 = Label.omit({ userCount: true }).meta({ id: "LabelV1" });

const leaveTypeV1 = LeaveType.omit({
  isRequestable: true,
  position: true,
  calendarStatus: true,
  isPrivate: true,
  interrupts: true,
  interruptible: true,
  approversSeeFiles: true,
  unit: true,
  names: true,
});
export const LeaveTypeV1 = leaveTypeV1.meta({ id: "LeaveTypeV1" });

/** Left out instead of null. */
const unset = "Left out if not set.";
const employment = {
  employeeId: User.shape.employeeId.unwrap().optional().meta({ description: unset }),
  startDate: User.shape.startDate.unwrap().optional().meta({ description: unset }),
  endDate: User.shape.endDate.unwrap().optional().meta({ description: unset }),
};

export const UserV1 = ExpandedUser.omit({ updatedAt: true, approverId: true, approver: true })
  .extend(employment)
  .meta({ id: "UserV1" });

/** A user inside a leave: role and teamId stand for departmentId. */
const leaveUser = User.omit({ departmentId: true, updatedAt: true, approverId: true }).extend({
  ...employment,
  role: z.enum(roles),
  teamId: User.shape.departmentId.meta({ description: "The department's ID." }),
});

export const LeaveV1 = Leave.omit({
  durationHours: true,
  reason: true,
  statusReason: true,
  approvedLevel: true,
  cancellationRequestedAt: true,
  startPart: true,
  endPart: true,
  changeRequestedAt: true,
  requestedChange: true,
  companyLeaveId: true,
  updatedAt: true,
})
  .extend({
    leaveTypeId: Leave.shape.leaveTypeId.unwrap(),
    createdAt: Leave.shape.createdAt.nullable().meta({
      description: "Null for leave created before creation times were recorded.",
    }),
    user: leaveUser.nullable().optional().meta({ description: "Included with `expand=user`." }),
    approver: leaveUser.nullable().optional().meta({ description: "Included with `expand=approver`." }),
    leaveType: leaveTypeV1.optional().meta({ description: "Included with `expand=leaveType`." }),
  })
  .meta({ id: "LeaveV1" });
