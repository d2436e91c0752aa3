import { z } from "zod";
import { idOf } from "@/server/kernel/schema";
import { oncePerForm } from "@/server/modules/integrations/operations/once-per-form";
import { attemptText } from "@/server/modules/integrations/operations/schema";
import { newLeaveTypes } from "@/server/modules/leave/leave-types/trpc";
import { HolidayImport } from "@/server/modules/people/places/schema";
import { procedure, router } from "@/server/transport/trpc";
import { createStartingSet } from "./create-starting-set";
import { findLacks, prepareLocation } from "./prepare-location";

const ref = z.strictObject({ locationId: idOf("location") });

export const startingSetsRouter = router({
  /** What a location lacks, so that no one who works there could ask for leave. */
  lacks: procedure.input(ref).query(({ ctx, input }) => findLacks(ctx, input.locationId)),
  prepare: procedure.input(ref).mutation(({ ctx, input }) => prepareLocation(ctx, input.locationId)),
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
