import { type Ctx, inTransaction } from "@/server/access/ctx";
import { ApiError } from "@/server/kernel/errors";
import { because } from "@/server/kernel/reasons";
import { keepTime } from "./agree-to-change";
import { isOwn } from "./standing";
import { type LeaveRow, loadLeaveForWrite } from "./store";
import { isChanging } from "./transitions";

/**
 * Takes back the question whether approved leave may be changed, before an approver has answered: the leave stays as it is.
 * @throws ApiError RESOURCE_NOT_FOUND, FORBIDDEN for any caller except the owner, CONFLICT when nothing was asked
 */
export function withdrawChange(ctx: Ctx, id: string): Promise<LeaveRow> {
  return inTransaction(ctx, async (tx) => {
    const { leave, owner } = await loadLeaveForWrite(tx, id);
    if (!isOwn(tx, owner)) throw new ApiError("FORBIDDEN", because("withdrawOwn"));
    if (!isChanging(leave)) throw new ApiError("CONFLICT", because("noChangeWaits"));
    return keepTime(tx, leave, "leave.withdrawChange");
  });
}
