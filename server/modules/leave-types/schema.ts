import { z } from "zod";
import { accruals, calendarStatuses, rollovers, shortestDurations } from "@/drizzle/schema/values";
import {
  colorText,
  idOf,
  limitParam,
  nextTokenParam,
  patchOf,
  plainText,
  wireId,
} from "@/server/kernel/schema";

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

const isThousandths = (n: number): boolean => Math.abs(n * 1000 - Math.round(n * 1000)) < 1e-6;
const dayCount = z
  .number()
  .min(0, "Must not be negative.")
  .max(999, "Must be at most 999.")
  .refine(isThousandths, "Must have at most three decimals.");

/** Rules that are not sent stay as they are; in a location without a policy they get the value named here. */
export const LeavePolicyInput = z
  .strictObject({
    locationId: idOf("location"),
    approvalRequired: z.boolean().optional().meta({ description: "True unless said." }),
    allowNegativeBalance: z.boolean().optional().meta({ description: "False unless said." }),
    unlimited: z.boolean().optional().meta({ description: "False unless said." }),
    yearlyQuota: dayCount.optional().meta({ description: "Days; 0 unless said." }),
    accrual: z.enum(accruals).optional().meta({
      description: "`NONE` unless said; anything else needs the Complete plan.",
    }),
    rollover: z.enum(rollovers).optional().meta({ description: "`NONE` unless said." }),
    rolloverMaximum: dayCount
      .nullable()
      .optional()
      .meta({ description: "Days; needed with rollover `LIMITED`, and only there." }),
    shortestDuration: z.enum(shortestDurations).optional().meta({
      description: "`FULL_DAY` unless said; hours and parts of them need the Complete plan.",
    }),
    reasonRequired: z.boolean().optional().meta({ description: "False unless said." }),
  })
  .meta({
    id: "LeavePolicyInput",
    description:
      "Rules that are not sent stay as they are. `rolloverMaximum` is required when `rollover` is LIMITED, and not accepted otherwise.",
  });
export type LeavePolicyInput = z.output<typeof LeavePolicyInput>;

export const LeaveTypeCreate = z
  .strictObject({
    name: plainText(100),
    color: colorText,
    isActive: z.boolean().optional().meta({ description: "True unless said." }),
    position: z.int().min(0).max(1_000_000).optional().meta({
      description: "Leave types are listed by position; after all others unless said.",
    }),
    calendarStatus: z.enum(calendarStatuses).optional().meta({ description: "`OUT_OF_OFFICE` unless said." }),
    isPrivate: z.boolean().optional().meta({ description: "False unless said." }),
    policies: z
      .array(LeavePolicyInput)
      .max(1000, "Must have at most 1,000 policies.")
      .optional()
      .meta({ description: "One for each location; policies of other locations stay as they are." }),
  })
  .meta({ id: "LeaveTypeCreate" });
export type LeaveTypeCreate = z.output<typeof LeaveTypeCreate>;

export const LeaveTypePatch = patchOf(LeaveTypeCreate).meta({ id: "LeaveTypePatch" });
export type LeaveTypePatch = z.output<typeof LeaveTypePatch>;
