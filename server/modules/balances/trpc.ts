import { ApiError } from "@/server/kernel/errors";
import { procedure, router } from "@/server/transport/trpc";
import { ownBalanceView } from "./present";
import { readBalances } from "./read";

export const balancesRouter = router({
  mine: procedure.query(async ({ ctx }) => {
    const { userId } = ctx.actor;
    if (userId === null) throw new ApiError("FORBIDDEN");
    return (await readBalances(ctx, { userId })).map(ownBalanceView);
  }),
});
