import { z } from "zod";
import { leaveStatuses } from "@/drizzle/schema/values";
import {
  dateText,
  limitParam,
  listParam,
  nextTokenParam,
  wireDate,
  wireId,
  wireInstant,
} from "@/server/kernel/schema";
import { LeaveType } from "@/server/modules/leave-types/schema";
import { User } from "@/server/modules/people/schema";

export const leaveExpansions = ["user", "approver", "leaveType"] as const;
export type LeaveExpansion = (typeof leaveExpansions)[number];

export const LeaveExpand = listParam(z.enum(leaveExpansions))
  .optional()
  .meta({
    override: {
      type: "string",
      description: `Comma-separated: ${leaveExpansions.join(", ")}.`,
      examples: ["user,leaveType"],
    },
  });

export const LeaveQuery = z
  .object({
    startDate: dateText.optional().meta({ description: "Only leaves that end on or after this day." }),
    endDate: dateText.optional().meta({ description: "Only leaves that start on or before this day." }),
    status: listParam(z.enum(leaveStatuses))
      .default(["APPROVED"])
      .meta({
        override: {
          type: "string",
          description: `Comma-separated: ${leaveStatuses.join(", ")}.`,
          default: "APPROVED",
          examples: ["OPEN,APPROVED"],
        },
      }),
    expand: LeaveExpand,
    limit: limitParam(300),
    nextToken: nextTokenParam,
  })
  .refine(({ startDate, endDate }) => !startDate || !endDate || startDate <= endDate, {
    path: ["endDate"],
    error: "Must not be before startDate.",
  });

export const LeaveGetQuery = z.object({ expand: LeaveExpand });

const hour = z.int().min(0).max(24);
const minute = z.int().min(0).max(59);

export const Leave = z
  .object({
    id: wireId("leave"),
    userId: wireId("user"),
    approverId: wireId("user").nullable(),
    autoApproved: z.boolean(),
    durationCalendarDays: z.number(),
    durationWorkingDays: z.number(),
    startDate: wireDate,
    endDate: wireDate,
    isFullDayLeave: z.boolean(),
    startHour: hour,
    startMinute: minute,
    endHour: hour,
    endMinute: minute,
    leaveTypeId: wireId("leaveType"),
    locationId: wireId("location").meta({
      description: "Where the user belonged when the leave was requested.",
    }),
    departmentId: wireId("department").meta({
      description: "Where the user belonged when the leave was requested.",
    }),
    status: z.enum(leaveStatuses),
    reason: z.string().nullable(),
    statusReason: z.string().nullable(),
    approvedLevel: z.int().min(0).max(2),
    createdAt: wireInstant,
  })
  .meta({ id: "Leave" });

export const ExpandedLeave = Leave.extend({
  user: User.nullable().optional().meta({ description: "With `expand=user`." }),
  approver: User.nullable()
    .optional()
    .meta({ description: "With `expand=approver`; null when there is none, or outside the key's reach." }),
  leaveType: LeaveType.optional().meta({ description: "With `expand=leaveType`." }),
}).meta({ id: "ExpandedLeave" });
