import type { Ctx } from "@/server/access/ctx";
import type { Notices } from "@/server/modules/events/subscribers";
import { findMisfits } from "./find-misfits";
import { type LeaveChange, recordLeaveChanges } from "./record-change";
import { moveLeave } from "./store";

/**
 * Cancels open and approved leave that lies beyond somebody's first or last day of work, and shortens leave across it; the decision stays
 * (decision 7). In the caller's transaction, which holds the person, so that nobody books beyond it meanwhile. What part days do not take
 * any more passes to nobody: no leave stays on the days that go.
 */
export async function endLeaveBeyond(
  tx: Ctx,
  { userId, ...employment }: Notices["employmentChanging"],
): Promise<void> {
  const changes: LeaveChange[] = [];
  for (const { leave, rest } of await findMisfits(tx, userId, employment, "lock")) {
    const after = await moveLeave(tx, leave, rest ?? { status: "CANCELLED", statusReason: null });
    changes.push({
      action: rest ? "leave.edit" : "leave.cancel",
      before: leave,
      after,
      events: [rest ? "leave.updated" : "leave.cancelled"],
    });
  }
  await recordLeaveChanges(tx, changes);
}
