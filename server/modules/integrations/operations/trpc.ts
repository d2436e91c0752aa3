import { procedure, router } from "@/server/transport/trpc";
import { getOperation } from "./get";
import { operationV2 } from "./present";
import { OperationRef } from "./schema";

export const operationsRouter = router({
  get: procedure.input(OperationRef).query(async ({ ctx, input }) => {
    const { id, status, progress, result, error } = operationV2(await getOperation(ctx, input));
    return { id, status, progress, result: result?.body ?? null, error };
  }),
});
