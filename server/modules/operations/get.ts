import type { Ctx } from "@/server/access/ctx";
import { loadOperation, type OperationRow } from "./store";

/** @throws ApiError RESOURCE_NOT_FOUND when it does not exist, is another owner's, or older than 30 days */
export const getOperation = (ctx: Ctx, { id }: { id: string }): Promise<OperationRow> =>
  loadOperation(ctx, id);
