import { z } from "zod";
import type { Ctx } from "@/server/access/ctx";
import { encodeId, idOf } from "@/server/kernel/schema";
import { importProcedures } from "@/server/modules/imports/trpc";
import { oncePerForm } from "@/server/modules/operations/once-per-form";
import { procedure, router } from "@/server/transport/trpc";
import { adjustBalance } from "./adjust-balance";
import { importOpenings } from "./import-openings";
import { listAdjustments } from "./list-adjustments";
import { adjustmentView } from "./present";
import { AdjustmentSubmission, OpeningImport } from "./schema";

const AdjustmentPage = z.strictObject({
  userId: idOf("user"),
  /** `next` of the page before. */
  after: z
    .strictObject({ key: z.string().max(0), id: z.uuid() })
    .nullable()
    .default(null),
});

export const entitlementsRouter = router({
  list: procedure.input(AdjustmentPage).query(async ({ ctx, input: { userId, after } }) => {
    const { items, next } = await listAdjustments(ctx, { userId, limit: 50, after });
    return { items: items.map(adjustmentView), next };
  }),
  create: procedure
    .input(AdjustmentSubmission)
    .mutation(async ({ ctx, input: { attempt, userId, adjustment } }) => {
      const create = async (tx: Ctx) => (await adjustBalance(tx, userId, adjustment)).id;
      const id = await oncePerForm(ctx, { attempt, input: { userId, adjustment } }, create);
      return { id: encodeId("adjustment", id) };
    }),
  ...importProcedures({
    path: "/v2/balance-adjustments/import",
    body: OpeningImport,
    run: importOpenings,
  }),
});
