import { z } from "zod";
import type { Ctx } from "@/server/access/ctx";
import { pageInput } from "@/server/kernel/list-input";
import { encodeId, idOf } from "@/server/kernel/schema";
import { oncePerForm } from "@/server/modules/integrations/operations/once-per-form";
import { attemptText } from "@/server/modules/integrations/operations/schema";
import { importProcedures } from "@/server/modules/workspace/imports/trpc";
import { listPage } from "@/server/transport/list-page";
import { procedure, router } from "@/server/transport/trpc";
import { adjustBalance } from "./adjust-balance";
import { findDaysLeft } from "./find-days-left";
import { importOpenings } from "./import-openings";
import { listAdjustments } from "./list-adjustments";
import { adjustmentEffectView, adjustmentView, personDaysLeftView } from "./present";
import { previewAdjustment } from "./preview-adjustment";
import { AdjustmentPreview, AdjustmentSubmission, DaysLeftInput, OpeningImport } from "./schema";
import { setDaysLeft } from "./set-days-left";

const AdjustmentPage = z.strictObject({
  userId: idOf("user"),
  /** `next` of the previous page. */
  after: z
    .strictObject({ key: z.string().max(0), id: z.uuid() })
    .nullable()
    .default(null),
});

const DaysLeftPage = z.strictObject(pageInput);

export const entitlementsRouter = router({
  list: procedure.input(AdjustmentPage).query(async ({ ctx, input: { userId, after } }) => {
    const { items, next } = await listAdjustments(ctx, { userId, limit: 50, after });
    return { items: items.map(adjustmentView), next };
  }),
  /** What an adjustment would do to the balance. */
  preview: procedure
    .input(AdjustmentPreview)
    .query(async ({ ctx, input: { userId, adjustment } }) =>
      (await previewAdjustment(ctx, userId, adjustment)).map(adjustmentEffectView),
    ),
  create: procedure
    .input(AdjustmentSubmission)
    .mutation(async ({ ctx, input: { attempt, userId, adjustment } }) => {
      const create = async (tx: Ctx) => (await adjustBalance(tx, userId, adjustment)).id;
      const id = await oncePerForm(ctx, { attempt, input: { userId, adjustment } }, create);
      return { id: encodeId("adjustment", id) };
    }),
  /** The remaining days of people today, one page at a time. */
  daysLeft: procedure
    .input(DaysLeftPage)
    .query(({ ctx, input }) =>
      listPage(ctx, "daysLeft", input, { list: findDaysLeft, present: personDaysLeftView }),
    ),
  setDaysLeft: procedure
    .input(DaysLeftInput.extend({ attempt: attemptText }))
    .mutation(async ({ ctx, input: { attempt, ...input } }) => {
      const set = async (tx: Ctx) => String(await setDaysLeft(tx, input));
      return { changedCount: Number(await oncePerForm(ctx, { attempt, input }, set)) };
    }),
  ...importProcedures({
    path: "/v2/balance-adjustments/import",
    body: OpeningImport,
    run: importOpenings,
  }),
});
