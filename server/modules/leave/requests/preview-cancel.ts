import type { Ctx } from "@/server/access/ctx";
import { dayNumber } from "@/server/kernel/time/calendar-date";
import { requireStanding } from "./standing";
import { type LeaveRow, loadLeaveForWrite } from "./store";

/**
 * The leave that a cancellation would cancel.
 * @throws ApiError as cancelLeave does
 */
export async function previewCancel(ctx: Ctx, id: string): Promise<LeaveRow> {
  const { leave, owner } = await loadLeaveForWrite(ctx, id);
  requireStanding(ctx, "cancel", { ...leave, endDay: dayNumber(leave.endDate) }, owner);
  return leave;
}
