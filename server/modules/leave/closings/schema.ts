import { z } from "zod";
import { limits } from "@/drizzle/schema/limits";
import { dateText, plainText, wireDate, wireId } from "@/server/kernel/schema";

export const ClosingRequest = z
  .strictObject({
    through: dateText.meta({ description: "The last day to close. It must be over." }),
  })
  .meta({ id: "ClosingRequest" });
export type ClosingRequest = z.output<typeof ClosingRequest>;

export const ReopeningRequest = z
  .strictObject({
    through: dateText
      .nullable()
      .meta({ description: "The last day that stays closed. Null opens all days." }),
    reason: plainText(limits.reason).meta({ description: "Why. The audit log keeps it." }),
  })
  .meta({ id: "ReopeningRequest" });
export type ReopeningRequest = z.output<typeof ReopeningRequest>;

export const ClosingQuery = z.object({ through: ClosingRequest.shape.through });

export const ClosingPreview = z
  .object({
    closedThrough: wireDate
      .nullable()
      .meta({ description: "The last day that is closed now. Null while all days are open." }),
    through: wireDate,
    leaveCount: z.int().min(0).meta({ description: "Approved leave with days that would be closed." }),
    leaveTypes: z.array(
      z.object({
        leaveTypeId: wireId("leaveType"),
        name: z.string(),
        days: z.number().meta({ description: "Working days that would be closed." }),
      }),
    ),
    waitingCount: z.int().min(0).meta({
      description:
        "Requests of leave, changes that wait for consent, and requested credits in days that would be closed. Nothing is closed while there are any.",
    }),
    waitingLeaves: z
      .array(
        z.object({
          leaveId: wireId("leave"),
          userId: wireId("user"),
          userName: z.string(),
          startDate: wireDate,
          endDate: wireDate,
        }),
      )
      .meta({ description: "The earliest 100 leaves of them." }),
    waitingCredits: z
      .array(
        z.object({
          creditId: wireId("credit"),
          userId: wireId("user"),
          userName: z.string(),
          days: z.number(),
          earnedOn: wireDate,
        }),
      )
      .meta({ description: "The earliest 100 credits of them." }),
  })
  .meta({ id: "ClosingPreview" });
