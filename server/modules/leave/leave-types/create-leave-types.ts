import { type Ctx, inTransaction } from "@/server/access/ctx";
import { requireAdmin } from "@/server/access/require-admin";
import { ApiError, invalid } from "@/server/kernel/errors";
import { fault } from "@/server/kernel/field-faults";
import { createLeaveType } from "./create-leave-type";
import type { LeaveTypeDetailRow } from "./get-leave-type";
import type { LeaveTypeCreate } from "./schema";

/**
 * Creates several leave types, all of them or none.
 * @throws ApiError FORBIDDEN for any caller except an administrator, VALIDATION_ERROR at `types.<index>` for any fault of one, including a
 * taken name
 */
export function createLeaveTypes(ctx: Ctx, types: readonly LeaveTypeCreate[]): Promise<LeaveTypeDetailRow[]> {
  requireAdmin(ctx);
  return inTransaction(ctx, async (tx) => {
    const made: LeaveTypeDetailRow[] = [];
    for (const [index, type] of types.entries())
      made.push(await createLeaveType(tx, type).catch((error: unknown) => refuseAt(`types.${index}`, error)));
    return made;
  });
}

function refuseAt(path: string, error: unknown): never {
  if (!(error instanceof ApiError)) throw error;
  if (error.code === "CONFLICT") throw invalid([{ path: `${path}.name`, ...fault("typeName") }]);
  const fields = error.more.details?.fields;
  if (!fields) throw error;
  throw invalid(fields.map((field) => ({ ...field, path: `${path}.${field.path}` })));
}
