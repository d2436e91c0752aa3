import type { Ctx } from "@/server/access/ctx";
import { findKeptCounts } from "@/server/modules/leave/calendars/find-kept-counts";
import { periodOf } from "@/server/modules/leave/calendars/period";
import type { Employee } from "@/server/modules/leave/calendars/read-employee";
import { findEnabledRules } from "@/server/modules/leave/rules/find-enabled-rules";
import { type Judgement, versionOf } from "@/server/modules/leave/rules/policy";
import { judgeLeave } from "./judge-leave";
import { askedOnOf } from "./policy";
import type { LeaveRow } from "./store";

/**
 * Judges a request by the facts of its approval. Rules about time count from the day on which it was asked for, and balances were settled
 * when it was booked.
 * @param held required for approving
 */
export async function judgeApproval(
  ctx: Ctx,
  owner: Employee,
  leave: LeaveRow,
  held: "lock" | "" = "",
): Promise<Judgement> {
  const rules = await findEnabledRules(ctx);
  if (rules.length === 0) return { verdicts: [], version: versionOf([]) };
  const days = (await findKeptCounts(ctx, [leave.id])).get(leave.id);
  if (!days) throw new Error("An open leave has day counts");
  return judgeLeave(
    ctx,
    rules,
    {
      employee: owner,
      leaveTypeId: leave.leaveTypeId,
      locationId: leave.locationId,
      askedOn: askedOnOf(leave, owner.timezone),
      isEntered: false,
      id: leave.id,
      policy: null,
      change: { leave: { period: periodOf(leave), days }, replaced: null },
    },
    held,
  );
}
