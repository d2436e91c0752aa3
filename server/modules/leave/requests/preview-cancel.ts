import type { Ctx } from "@/server/access/ctx";
import { type CancelEffect, judgeCancel } from "./judge-cancel";
import { type LeaveRow, loadLeaveForWrite } from "./store";

/**
 * The leave that a cancellation would cancel, and what it would do.
 * @throws ApiError as cancelLeave does
 */
export async function previewCancel(
  ctx: Ctx,
  id: string,
): Promise<{ leave: LeaveRow; effect: CancelEffect }> {
  const { leave, owner } = await loadLeaveForWrite(ctx, id);
  return { leave, effect: await judgeCancel(ctx, leave, owner) };
}
