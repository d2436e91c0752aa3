import { z } from "zod";
import { dateText, wireDate, wireId } from "@/server/kernel/schema";

export const BalanceQuery = z.object({
  asOf: dateText
    .refine((date) => date >= "1900-01-01" && date < "2200-01-01", "Must be from 1900 to 2199.")
    .optional()
    .meta({
      description:
        "The day to calculate for. Defaults to today at the user's location. Always uses current leave statuses.",
    }),
});

const days = z.number().meta({ description: "Working days, with up to three decimals." });

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
      description: "The allowance for the year, pro rata in the first and last year of employment.",
    }),
    accrued: days.meta({
      description: "The part of the allowance earned by `asOf`. All of it if the policy doesn't accrue.",
    }),
    carriedOver: days.meta({
      description: "Days carried over from the previous year, without expired ones.",
    }),
    carriedOverExpiresAt: wireDate.nullable().meta({ description: "The last day to use carried-over days." }),
    taken: days.meta({ description: "Approved leave up to and including `asOf`." }),
    scheduled: days.meta({ description: "Approved leave after `asOf`." }),
    pending: days.meta({ description: "Leave waiting for approval." }),
    remaining: days.nullable().meta({
      description: "accrued + carriedOver - taken - scheduled - pending. Null if unlimited.",
    }),
  })
  .meta({ id: "Balance" });
