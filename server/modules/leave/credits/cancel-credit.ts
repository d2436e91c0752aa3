import { isEffective } from "@/drizzle/schema/values";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { ApiError } from "@/server/kernel/errors";
import { dayNumber } from "@/server/kernel/time/calendar-date";
import { readPolicy } from "@/server/modules/leave/balances/read-policy";
import { requireStillCovered } from "@/server/modules/leave/balances/require-still-covered";
import { readEmployee } from "@/server/modules/leave/calendars/read-employee";
import { requireOpenDays } from "@/server/modules/leave/calendars/require-open-days";
import { notTheirs } from "@/server/modules/leave/entitlements/adjust-balance";
import { isLead } from "@/server/modules/leave/requests/approvers";
import { isManager, isOwn, isWritable } from "@/server/modules/leave/requests/standing";
import { recordAudit } from "@/server/modules/workspace/audit/record";
import { notIn } from "./policy";
import type { CreditDecision } from "./schema";
import { changed, loadAnyCredit, loadCredit, moveCredit, type SeenCredit } from "./store";

/**
 * Cancels a credit: the person while it waits, those who manage them also once it is approved, as long as all leave stays covered. Locks the
 * person's row.
 * @param seen the expected version; any version when absent
 * @throws ApiError RESOURCE_NOT_FOUND, FORBIDDEN, CONFLICT, LEAVE_NEGATIVE_BALANCE, PERIOD_CLOSED
 */
export function cancelCredit(
  ctx: Ctx,
  id: string,
  decision?: CreditDecision,
  seen?: number,
): Promise<SeenCredit> {
  return inTransaction(ctx, async (tx) => {
    const { person } = await loadAnyCredit(tx, id);
    const employee = await readEmployee(tx, person.id, "lock");
    if (!employee || !isWritable(tx, employee)) throw new ApiError("RESOURCE_NOT_FOUND");
    const { credit } = await loadAnyCredit(tx, id);
    const leads = isLead(tx.actor.role) && isManager(tx, employee);
    if (!leads && !(isOwn(tx, employee) && credit.status !== "APPROVED")) throw notTheirs();
    if (seen !== undefined && seen !== credit.version) throw changed();
    if (!isEffective(credit.status)) throw notIn(credit.status);
    if (credit.status === "APPROVED") requireOpenDays(employee, credit.earnedOn);
    const policy =
      credit.status === "APPROVED" ? await readPolicy(tx, credit.leaveTypeId, employee.locationId) : null;
    if (policy) {
      const entitlements = employee.entitlements.filter((given) => given.id !== id);
      await requireStillCovered(tx, employee, policy, { entitlements, from: dayNumber(credit.earnedOn) });
    }
    await moveCredit(tx, credit, { status: "CANCELLED", decisionReason: decision?.reason ?? null });
    await recordAudit(tx, {
      action: "credit.cancel",
      resourceType: "credit",
      resourceId: id,
      changes: { status: { from: credit.status, to: "CANCELLED" } },
    });
    return loadCredit(tx, id);
  });
}
