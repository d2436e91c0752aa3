import { procedure, router } from "@/server/transport/trpc";
import { getOperation } from "./get";
import { operationHeadV2 } from "./present";
import { OperationRef } from "./schema";

export const operationsRouter = router({
  get: procedure.input(OperationRef).query(async ({ ctx, input }) => {
    const row = await getOperation(ctx, input);
    const { id, status, progress } = operationHeadV2(row);
    return { id, status, progress, result: row.result?.body ?? null, error: row.error };
  }),
});
