import { z } from "zod";
import { wireDate, wireId } from "@/server/kernel/schema";
import { BrokenRule } from "@/server/modules/leave/rules/schema";

const BreakingLeave = z
  .object({
    leaveId: wireId("leave"),
    userId: wireId("user"),
    userName: z.string().nullable().meta({ description: "Null for people the key can't see." }),
    leaveTypeId: wireId("leaveType").nullable().meta({
      description: "Null when the leave type is private and the key can't see it.",
    }),
    startDate: wireDate,
    endDate: wireDate,
    days: BrokenRule.shape.days,
    facts: BrokenRule.shape.facts,
  })
  .meta({ id: "BreakingLeave" });

export const LeaveRulePreview = z
  .object({
    sentence: BrokenRule.shape.sentence,
    comingCount: z.int().min(0).meta({
      description: "Open and approved leave from today on that breaks the rule. It stays as it is.",
    }),
    pastYearCount: z
      .int()
      .min(0)
      .meta({ description: "Leave that began in the 365 days before today and breaks the rule." }),
    coming: z.array(BreakingLeave).meta({ description: "Up to 100 of the coming leave, by start date." }),
    pastYear: z.array(BreakingLeave).meta({ description: "Up to 100 of the last year, the latest first." }),
  })
  .meta({ id: "LeaveRulePreview" });
