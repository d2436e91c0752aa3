import { z } from "zod";
import { oncePerForm } from "@/server/modules/integrations/operations/once-per-form";
import { attemptText } from "@/server/modules/integrations/operations/schema";
import { newLeaveTypes } from "@/server/modules/leave/leave-types/trpc";
import { HolidayImport } from "@/server/modules/people/places/schema";
import { procedure, router } from "@/server/transport/trpc";
import { createStartingSet } from "./create-starting-set";

export const startingSetsRouter = router({
  /** Idempotent for the same form. */
  create: procedure
    .input(
      z.strictObject({
        attempt: attemptText,
        ...newLeaveTypes,
        holidays: z.array(HolidayImport).max(100).default([]),
      }),
    )
    .mutation(async ({ ctx, input: { attempt, ...input } }) => {
      const made = await oncePerForm(ctx, { attempt, input }, async (tx) => {
        const { typeCount, holidayCount } = await createStartingSet(tx, input);
        return `${typeCount} ${holidayCount}`;
      });
      const [typeCount = 0, holidayCount = 0] = made.split(" ").map(Number);
      return { typeCount, holidayCount };
    }),
});
