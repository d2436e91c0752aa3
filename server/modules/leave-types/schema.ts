import { z } from "zod";
import { accruals, calendarStatuses, rollovers, shortestDurations } from "@/drizzle/schema/values";
import { limitParam, nextTokenParam, wireId } from "@/server/kernel/schema";

export const LeaveTypeQuery = z.object({ limit: limitParam(1000), nextToken: nextTokenParam });

export const LeaveType = z
  .object({
    id: wireId("leaveType"),
    name: z.string(),
    color: z
      .string()
      .regex(/^[0-9a-fA-F]{6}$/)
      .meta({ description: "Six hex digits, without `#`." }),
    isActive: z.boolean(),
    position: z.int(),
    calendarStatus: z.enum(calendarStatuses),
    isPrivate: z.boolean().meta({ description: 'Reads "Away" to everyone who does not manage the person.' }),
  })
  .meta({ id: "LeaveType" });

export const LeavePolicy = z
  .object({
    locationId: wireId("location"),
    approvalRequired: z.boolean(),
    allowNegativeBalance: z.boolean(),
    unlimited: z.boolean(),
    yearlyQuota: z.number().meta({ description: "Days." }),
    accrual: z.enum(accruals),
    rollover: z.enum(rollovers),
    rolloverMaximum: z
      .number()
      .nullable()
      .meta({ description: "Days; set only when rollover is `LIMITED`." }),
    shortestDuration: z.enum(shortestDurations),
    reasonRequired: z.boolean(),
  })
  .meta({ id: "LeavePolicy", description: "The rules of a leave type in one location." });

export const LeaveTypeDetail = LeaveType.extend({ policies: z.array(LeavePolicy) }).meta({
  id: "LeaveTypeDetail",
});
