import { z } from "zod";
import { idOf } from "@/server/kernel/schema";
import { findCreditsToDecide } from "@/server/modules/leave/decisions/find-credits-to-decide";
import { locationDetailV2 } from "@/server/modules/people/places/present";
import { procedure, router } from "@/server/transport/trpc";
import { closeDays } from "./close-days";
import { findCorrections } from "./find-corrections";
import { closingPreviewView, correctionView } from "./present";
import { previewClosing } from "./preview-closing";
import { reopenDays } from "./reopen-days";
import { ClosingRequest, ReopeningRequest } from "./schema";

const locationRef = z.strictObject({ id: idOf("location") });

export const closingsRouter = router({
  preview: procedure.input(locationRef.extend({ closing: ClosingRequest })).query(async ({ ctx, input }) => {
    const [preview, toDecide] = await Promise.all([
      previewClosing(ctx, input.id, input.closing),
      findCreditsToDecide(ctx),
    ]);
    return closingPreviewView(preview, new Set(toDecide.map(({ credit }) => credit.id)));
  }),
  /** Corrections that count beside the leave of days that would be open again. */
  corrections: procedure
    .input(locationRef.extend({ through: ReopeningRequest.shape.through }))
    .query(async ({ ctx, input }) =>
      (await findCorrections(ctx, input.id, input.through)).map(correctionView),
    ),
  close: procedure
    .input(locationRef.extend({ closing: ClosingRequest }))
    .mutation(async ({ ctx, input }) => locationDetailV2(await closeDays(ctx, input.id, input.closing))),
  reopen: procedure
    .input(locationRef.extend({ reopening: ReopeningRequest }))
    .mutation(async ({ ctx, input }) => locationDetailV2(await reopenDays(ctx, input.id, input.reopening))),
});
