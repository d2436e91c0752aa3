import { z } from "zod";
import { explanationKinds, userStatuses } from "@/drizzle/schema/values";
import { rule } from "@/server/kernel/field-faults";
import {
  dateText,
  type IdKind,
  idOf,
  limitParam,
  listParam,
  listPattern,
  nextTokenParam,
  wireDate,
  wireId,
} from "@/server/kernel/schema";

/** A day whose accounting year can be calculated: that requires every year from the first one on. */
export const asOfDate = dateText.refine(
  (date) => date >= "1900-01-01" && date < "2200-01-01",
  rule("within", { from: 1900, to: 2199 }),
);

const asOf = {
  asOf: asOfDate.optional().meta({
    description:
      "The day to calculate for. Defaults to today at the user's location. Always uses current leave statuses.",
  }),
};

export const BalanceQuery = z.object(asOf);

export const ExplanationQuery = z.object({
  leaveTypeId: idOf("leaveType").meta({ description: "One that's available at the user's location." }),
  ...asOf,
});

const days = z.number().meta({ description: "Working days, with up to three decimals." });

export const hoursPerDay = z.number().nullable().meta({
  description:
    "The hours of an average working day of the user today, if the leave type's `unit` is `HOURS`: days times this is what people read. Null otherwise.",
});

export const Balance = z
  .object({
    leaveTypeId: wireId("leaveType").nullable().meta({
      description: "Null if the leave type is private, unless the key's owner is this user or manages them.",
    }),
    year: z
      .object({ start: wireDate, end: wireDate })
      .meta({ description: "The accounting year that contains `asOf`." }),
    unlimited: z.boolean(),
    quota: days.meta({
      description:
        "The allowance for the year with extra days by label, pro rata in the first and last year of employment, and what hours worked have given in it.",
    }),
    accrued: days.meta({
      description:
        "The part of the allowance earned by `asOf`, without what a cap held back. All of it if the policy doesn't accrue.",
    }),
    adjusted: days.meta({
      description: "Days given beside the policy by `asOf`; below zero if days were taken away.",
    }),
    credited: days.meta({
      description: "Days of credits begun by `asOf`: those that leave uses, and those that haven't expired.",
    }),
    credits: z
      .array(
        z.object({
          id: wireId("credit"),
          days,
          used: days.meta({ description: "The part that leave uses, approved or not." }),
          earnedOn: wireDate,
          expiresOn: wireDate,
        }),
      )
      .meta({
        description:
          "The credits with an expiry that may be used on `asOf`, the first to expire first. Empty if `leaveTypeId` is null.",
      }),
    carriedOver: days.meta({
      description: "Days carried over from the previous year, without expired ones.",
    }),
    carriedOverExpiresAt: wireDate.nullable().meta({
      description: "The last day to use carried-over days: the first expiry of some that would be unused.",
    }),
    taken: days.meta({ description: "Approved leave up to and including `asOf`." }),
    scheduled: days.meta({ description: "Approved leave after `asOf`." }),
    pending: days.meta({ description: "Leave waiting for approval." }),
    remaining: days.nullable().meta({
      description:
        "accrued + adjusted + credited + carriedOver - taken - scheduled - pending. Null if unlimited.",
    }),
    hoursPerDay,
    remainingHours: z.number().nullable().meta({
      description: "`remaining` times `hoursPerDay`, to hundredths. Null if one of them is.",
    }),
  })
  .meta({ id: "Balance" });

const idsParam = (kind: IdKind) =>
  listParam(idOf(kind))
    .default([])
    .meta({ description: "Comma-separated IDs.", override: { type: "string", minLength: 1 } });

/** The people whose balances are listed; filters are combined. */
export const BalancesQuery = z.object({
  userIds: idsParam("user"),
  locations: idsParam("location"),
  departments: idsParam("department"),
  labels: idsParam("label"),
  status: listParam(z.enum(userStatuses))
    .default(["ACTIVE"])
    .meta({
      description: `Comma-separated: ${userStatuses.join(", ")}.`,
      override: { type: "string", pattern: listPattern(userStatuses), default: "ACTIVE" },
    }),
  leaveTypeId: idOf("leaveType").optional().meta({ description: "Only balances of this leave type." }),
  ...asOf,
  limit: limitParam(100, 300).meta({
    description: "The maximum number of users per page.",
    override: { type: "integer", minimum: 1, maximum: 300, default: 100 },
  }),
  nextToken: nextTokenParam,
});
export type BalancesQuery = z.output<typeof BalancesQuery>;

export const UserBalances = z
  .object({
    userId: wireId("user"),
    asOf: wireDate,
    balances: z.array(Balance).meta({
      description: "One for each leave type available at the user's location.",
    }),
  })
  .meta({ id: "UserBalances" });

export const ExplanationLine = z
  .object({
    date: wireDate,
    kind: z.enum(explanationKinds).meta({
      description:
        "CARRIED_OVER from the year before; CREDITED by a credit; EXPIRED of one of them; GRANTED at once or ACCRUED step by step; WORKED by hours worked; TENURE days of a step of employment reached within the year; EXTRA days by label; ADJUSTED by an administrator, CORRECTED for closed days; TAKEN, SCHEDULED and PENDING leave; RETURNED days of it, because other leave interrupts it.",
    }),
    days: z.number().meta({ description: "Below zero if it takes days away." }),
    hours: z.number().nullable().meta({
      description: "The same in hours, by the balance's `hoursPerDay`. Null if that is.",
    }),
    balanceAfter: z.number().nullable().meta({
      description: "On the last line it's the balance's `remaining`. Null if unlimited.",
    }),
    balanceAfterHours: z.number().nullable().meta({
      description: "The same in hours. Null if `hours` or `balanceAfter` is.",
    }),
    leaveId: wireId("leave").nullable(),
    creditId: wireId("credit").nullable(),
    note: z.string().nullable().meta({
      description:
        "Why the balance was adjusted or credited. Null unless the key's owner is this user or manages them.",
    }),
    expiresOn: wireDate.nullable().meta({
      description:
        "Of CARRIED_OVER and CREDITED days the last day to use them. Null if they never expire, and for other lines.",
    }),
    hoursWorked: z.number().nullable().meta({
      description: "Of WORKED days the hours worked that give them. Null for other lines.",
    }),
    hoursWorkedRate: z.number().nullable().meta({
      description: "The percent of these hours that the policy gives. Null for other lines.",
    }),
  })
  .meta({ id: "BalanceExplanationLine" });
