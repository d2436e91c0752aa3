import { z } from "zod";
import { dateText, wireDate, wireId } from "@/server/kernel/schema";

export const BalanceQuery = z.object({
  asOf: dateText
    .refine((date) => date >= "1900-01-01" && date < "2200-01-01", "Must be from 1900 to 2199.")
    .optional()
    .meta({
      description: "The day to look at, default today at the user's location; statuses are those of now.",
    }),
});

const days = z.number().meta({ description: "Working days, to the thousandth." });

export const Balance = z
  .object({
    leaveTypeId: wireId("leaveType").nullable().meta({
      description: "Null when it is private and the key's owner is neither the person nor manages them.",
    }),
    year: z.object({ start: wireDate, end: wireDate }).meta({ description: "The accounting year of asOf." }),
    unlimited: z.boolean(),
    quota: days.meta({
      description: "What the year gives; pro rata in the first and last year of employment.",
    }),
    accrued: days.meta({ description: "What of it is given by asOf; all of it where nothing accrues." }),
    carriedOver: days.meta({ description: "Days from the year before, without those that have lapsed." }),
    carriedOverExpiresAt: wireDate.nullable().meta({ description: "Their last day." }),
    taken: days.meta({ description: "Approved, up to asOf." }),
    scheduled: days.meta({ description: "Approved, after asOf." }),
    pending: days.meta({ description: "Waiting for approval." }),
    remaining: days.nullable().meta({
      description: "accrued + carriedOver - taken - scheduled - pending; null when unlimited.",
    }),
  })
  .meta({ id: "Balance" });
