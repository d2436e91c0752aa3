import { eq } from "drizzle-orm";
import { hoursWorked } from "@/drizzle/schema/hours-worked";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { ApiError } from "@/server/kernel/errors";
import { readEmployee } from "@/server/modules/leave/calendars/read-employee";
import { requireOpenDays } from "@/server/modules/leave/calendars/require-open-days";
import { notTheirs } from "@/server/modules/leave/entitlements/adjust-balance";
import { isLead } from "@/server/modules/leave/requests/approvers";
import { isManager, isWritable } from "@/server/modules/leave/requests/standing";
import { recordAudit } from "@/server/modules/workspace/audit/record";
import { requireHoursCovered } from "./record-hours";
import { loadAnyHours } from "./store";

/**
 * Deletes the hours of a period, with the days that they gave, as long as all leave stays covered. Locks the person's row.
 * @throws ApiError RESOURCE_NOT_FOUND, FORBIDDEN, PERIOD_CLOSED, LEAVE_NEGATIVE_BALANCE
 */
export function deleteHours(ctx: Ctx, id: string): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const { person } = await loadAnyHours(tx, id);
    const employee = await readEmployee(tx, person.id, "lock");
    if (!employee || !isWritable(tx, employee)) throw new ApiError("RESOURCE_NOT_FOUND");
    if (!isLead(tx.actor.role) || !isManager(tx, employee)) throw notTheirs();
    const { hours } = await loadAnyHours(tx, id);
    requireOpenDays(employee, hours.lastDay);
    const kept = employee.entitlements.filter((given) => given.id !== id);
    await requireHoursCovered(tx, employee, kept, hours);
    await scoped(workspaceOf(tx.actor), hoursWorked).delete(tx.db).where(eq(hoursWorked.id, id));
    await recordAudit(tx, {
      action: "hours_worked.delete",
      resourceType: "hours_worked",
      resourceId: id,
      changes: {
        ...{ userId: { from: hours.userId }, firstDay: { from: hours.firstDay } },
        ...{ lastDay: { from: hours.lastDay }, hours: { from: hours.hours } },
      },
    });
  });
}
