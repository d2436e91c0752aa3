import type { Ctx } from "@/server/access/ctx";
import type { Notices } from "@/server/modules/integrations/events/subscribers";
import { readEmployee } from "@/server/modules/leave/calendars/read-employee";
import { findMisfits } from "./find-misfits";
import { type LeaveChange, recordLeaveChanges } from "./record-change";
import { moveLeave } from "./store";

/**
 * Cancels open and approved leave outside a person's first and last day of work, and shortens leave that crosses them; the decision stays
 * (decision 7). Runs in the caller's transaction, which locks the person, so that no one books beyond those days meanwhile. Part days that
 * this frees are not passed to other leave, because no leave remains on those days.
 * @throws ApiError PERIOD_CLOSED where closed days would change
 */
export async function endLeaveBeyond(
  tx: Ctx,
  { userId, ...employment }: Notices["employmentChanging"],
): Promise<void> {
  const changes: LeaveChange[] = [];
  const misfits = await findMisfits(tx, userId, employment, "lock");
  const owner = misfits.length > 0 ? await readEmployee(tx, userId) : null;
  for (const { leave, rest } of misfits) {
    const after = await moveLeave(tx, owner, leave, rest ?? { status: "CANCELLED", statusReason: null });
    changes.push({
      action: rest ? "leave.edit" : "leave.cancel",
      before: leave,
      after,
      events: [rest ? "leave.updated" : "leave.cancelled"],
    });
  }
  await recordLeaveChanges(tx, changes);
}
