import { z } from "zod";
import { storable } from "@/server/kernel/database/storable";
import { fault, ruleOf } from "@/server/kernel/field-faults";
import { longestSearch } from "@/server/kernel/list-sorts";
import { idOf, limitParam, listParam, nextTokenParam, wireDate, wireId } from "@/server/kernel/schema";
import { attemptText } from "@/server/modules/integrations/operations/schema";
import { absenceShape } from "@/server/modules/leave/absences/schema";
import { hoursPerDay } from "@/server/modules/leave/balances/schema";
import {
  approverShape,
  durationHours,
  Leave,
  LeaveApproval,
  LeaveDecision,
} from "@/server/modules/leave/requests/schema";
import { BrokenRule } from "@/server/modules/leave/rules/schema";

/** The maximum number of leaves in one request or decision. */
const maxRequests = 50;

export const ToDecideQuery = z.object({ limit: limitParam(50, 100), nextToken: nextTokenParam });

export const DecisionContextQuery = z.object({
  ids: listParam(idOf("leave"))
    .refine(
      (ids) => ids.length <= maxRequests,
      ruleOf({
        message: `Must have at most ${maxRequests} IDs.`,
        reason: fault("itemsMost", { limit: maxRequests }).reason,
      }),
    )
    .meta({
      description: `Comma-separated leave IDs, up to ${maxRequests}.`,
      override: {
        type: "string",
        minLength: 1,
        examples: ["leave-01985f5b-7a3c-7c11-9f0e-3b1d2c4a5e6f,leave-01985f5c-7a3c-7c11-9f0e-3b1d2c4a5e70"],
      },
    }),
});

/** The same from a page. */
export const RequestRefs = z.strictObject({ ids: z.array(idOf("leave")).max(maxRequests) });

/** What a page filters the list by. */
const ToDecideFilter = z.strictObject({
  /** A part of the person's name. */
  text: z
    .string()
    .max(longestSearch)
    .transform((text) => storable(text).trim())
    .optional(),
  department: idOf("department").optional(),
  leaveType: idOf("leaveType").optional(),
});
export type ToDecideFilter = z.output<typeof ToDecideFilter>;

/** One page of the list. */
export const ToDecidePage = ToDecideFilter.extend({
  /** By deadline, or by the first day of the leave. */
  order: z.enum(["deadline", "start"]).default("deadline"),
  after: z.strictObject({ key: wireDate, id: z.uuid() }).nullable().default(null),
  limit: z.int().min(1).max(maxRequests).default(maxRequests),
});

/** One page of what the user decided. */
export const DecidedPage = z.strictObject({
  after: z.strictObject({ key: z.iso.datetime(), id: z.uuid() }).nullable().default(null),
  limit: z.int().min(1).max(maxRequests).default(maxRequests),
});

/** A decision as a page sends it. */
const Decision = z.strictObject({
  attempt: attemptText,
  id: idOf("leave"),
  /** The version that was seen. */
  version: z.int().min(0),
  action: z.enum(["approve", "deny"]),
  reason: LeaveDecision.unwrap().shape.reason,
  overrideReason: LeaveApproval.unwrap().shape.overrideReason,
});
export type Decision = z.output<typeof Decision>;

export const Decisions = z.strictObject({ decisions: z.array(Decision).min(1).max(maxRequests) });

const levels = {
  level: z.int().min(1).max(2).meta({ description: "The level that decides next." }),
  levels: z.int().min(1).max(2).meta({ description: "How many levels have to approve." }),
};

const dayCount = z.number().meta({ description: "Working days, with up to three decimals." });

const Warning = z.discriminatedUnion("code", [
  z.object({
    code: z.literal("TEAM_AWAY"),
    date: wireDate.meta({ description: "The first day on which most are away." }),
    awayCount: z.int().meta({ description: "How many would be away, the person included." }),
    teamSize: z.int(),
  }),
  z.object({ code: z.literal("NEGATIVE_BALANCE"), missing: dayCount }),
]);

const warnings = z
  .array(Warning)
  .meta({ description: "What to look at before you approve. None of it forbids the approval." });

const rules = z.array(BrokenRule).meta({
  description:
    "The leave rules that it breaks by the facts of now. To approve in spite of a BLOCK, send `overrideReason`.",
});

export const LeaveToDecide = z
  .object({
    leave: Leave,
    user: z.object({
      id: wireId("user"),
      name: z.string(),
      departmentId: wireId("department"),
      departmentName: z.string(),
    }),
    asks: z.enum(["LEAVE", "CANCELLATION", "CHANGE"]).meta({
      description:
        "CANCELLATION: approved leave that the person asks to cancel. Approving cancels it, denying keeps it. CHANGE: approved leave that the person asks to change, as its `requestedChange` says. Approving changes it, denying keeps it as it is.",
    }),
    deadline: wireDate.meta({
      description:
        "The last day for the decision. After it, the leave expires, or stays if it was to be cancelled.",
    }),
    ...levels,
    warnings,
    rules,
  })
  .meta({ id: "LeaveToDecide" });

export const DecisionContext = z
  .object({
    leaveId: wireId("leave"),
    userId: wireId("user"),
    ...levels,
    approvers: z.array(z.object(approverShape)).meta({
      description:
        "The department's approvers who can decide this leave. Location admins and administrators can, too.",
    }),
    team: z.object({
      startDate: wireDate,
      endDate: wireDate.meta({ description: "From a week before the leave to a week after it." }),
      size: z.int().meta({ description: "Active users of the department, as far as the key can see them." }),
      leaves: z
        .array(z.object({ user: z.object({ id: wireId("user"), name: z.string() }), ...absenceShape }))
        .meta({ description: "Open and approved leave of colleagues in these days." }),
    }),
    holidays: z
      .array(z.object({ date: wireDate, name: z.string(), isHalfDay: z.boolean() }))
      .meta({ description: "Holidays on days of the leave that would be worked." }),
    balance: z
      .object({
        unlimited: z.boolean(),
        years: z.array(
          z.object({
            start: wireDate,
            end: wireDate,
            asOf: wireDate.meta({ description: "The leave's last day in this accounting year." }),
            remainingBefore: dayCount,
            remainingAfter: dayCount,
          }),
        ),
      })
      .nullable()
      .meta({
        description:
          "Without and with this leave; for a change of approved leave, as it is and as it would become. Null if the leave type isn't available any more.",
      }),
    durationHours,
    hoursPerDay,
    interruptedLeaves: z
      .array(
        z.object({
          leaveId: wireId("leave"),
          startDate: wireDate,
          endDate: wireDate,
          returnedDays: dayCount,
        }),
      )
      .meta({
        description:
          "Other leave of the person that gets days back once this leave is approved, because it interrupts it.",
      }),
    history: z
      .array(z.object({ leaveId: wireId("leave"), durationWorkingDays: dayCount, ...absenceShape }))
      .meta({
        description: "The user's own open and approved leave of the last 365 days, the latest first.",
      }),
    warnings,
    rules,
  })
  .meta({ id: "DecisionContext" });
