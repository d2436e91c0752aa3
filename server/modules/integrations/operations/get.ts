import type { Ctx } from "@/server/access/ctx";
import { findOperations, loadOperation, type OperationRow, ownerOf } from "./store";

export { type OperationRow, ownerOf };

/** @throws ApiError RESOURCE_NOT_FOUND when it does not exist, belongs to another owner, or is older than 30 days */
export const getOperation = (ctx: Ctx, { id }: { id: string }): Promise<OperationRow> =>
  loadOperation(ctx, id);

/** Several operations; missing ones are absent. */
export const getOperations = (ctx: Ctx, { ids }: { ids: readonly string[] }): Promise<OperationRow[]> =>
  findOperations(ctx, ids);
