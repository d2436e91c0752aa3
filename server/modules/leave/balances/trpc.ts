import { z } from "zod";
import { ApiError } from "@/server/kernel/errors";
import { idOf } from "@/server/kernel/schema";
import { procedure, router } from "@/server/transport/trpc";
import { curveView, explanationLineView, ownBalanceView } from "./present";
import { readBalances } from "./read";
import { readCurve } from "./read-curve";
import { readExplanation } from "./read-explanation";
import { BalanceQuery, ExplanationQuery } from "./schema";

const whose = { userId: idOf("user") };

export const balancesRouter = router({
  mine: procedure.query(async ({ ctx }) => {
    const { userId } = ctx.actor;
    if (userId === null) throw new ApiError("FORBIDDEN");
    return (await readBalances(ctx, { userId })).map(ownBalanceView);
  }),
  /** The balances of one person, oneself included. */
  list: procedure
    .input(z.strictObject({ ...BalanceQuery.shape, ...whose }))
    .query(async ({ ctx, input }) => (await readBalances(ctx, input)).map(ownBalanceView)),
  explain: procedure
    .input(z.strictObject({ ...ExplanationQuery.shape, ...whose }))
    .query(async ({ ctx, input }) => (await readExplanation(ctx, input)).map(explanationLineView)),
  /** A balance over its accounting year. */
  curve: procedure
    .input(z.strictObject({ ...ExplanationQuery.shape, ...whose }))
    .query(async ({ ctx, input }) => curveView(await readCurve(ctx, input))),
});
