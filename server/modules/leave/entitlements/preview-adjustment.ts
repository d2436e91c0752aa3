import type { Ctx } from "@/server/access/ctx";
import { ApiError } from "@/server/kernel/errors";
import { type DayNumber, dayNumber } from "@/server/kernel/time/calendar-date";
import { yearContaining } from "@/server/modules/leave/balances/accounting-year";
import { findChargesOfMany } from "@/server/modules/leave/balances/find-charges-of-many";
import { balanceOn, cutsFor } from "@/server/modules/leave/balances/policy";
import { readPolicy } from "@/server/modules/leave/balances/read-policy";
import { termsOf, yearSettingsOf } from "@/server/modules/leave/balances/terms";
import { readEmployee } from "@/server/modules/leave/calendars/read-employee";
import type { Thousandths } from "@/server/modules/leave/calendars/working-days";
import { isLead } from "@/server/modules/leave/requests/approvers";
import { isManager, isWritable } from "@/server/modules/leave/requests/standing";
import { notTheirs, wantedOf } from "./adjust-balance";
import type { BalanceAdjustmentCreate } from "./schema";

/** What is left on a day without an adjustment, and with it. */
export interface AdjustmentEffect {
  asOf: DayNumber;
  before: Thousandths;
  after: Thousandths;
}

/**
 * What an adjustment would do to the balance: on its first day or today, whichever is later, and at the end of that accounting year. Writes
 * nothing. None for unlimited leave.
 * @throws ApiError RESOURCE_NOT_FOUND, FORBIDDEN, VALIDATION_ERROR
 */
export async function previewAdjustment(
  ctx: Ctx,
  userId: string,
  input: BalanceAdjustmentCreate,
): Promise<AdjustmentEffect[]> {
  const employee = await readEmployee(ctx, userId);
  if (!employee || !isWritable(ctx, employee)) throw new ApiError("RESOURCE_NOT_FOUND");
  if (!isLead(ctx.actor.role) || !isManager(ctx, employee)) throw notTheirs();
  const { row, entitlements } = await wantedOf(ctx, employee, input);
  const { leaveTypeId } = row;
  const policy = await readPolicy(ctx, leaveTypeId, employee.locationId);
  if (!policy || policy.unlimited) return [];
  const settings = yearSettingsOf(employee);
  const { plan } = ctx.actor;
  const [before, after] = [employee, { ...employee, entitlements }].map((one) => termsOf(policy, plan, one));
  if (!before || !after) return [];
  const first = Math.max(employee.today, dayNumber(row.effectiveDate));
  const { end } = yearContaining(settings, first);
  const days = [...new Set([first, end])];
  const cuts = cutsFor([settings], [before, after], { from: first, until: end, asOf: days });
  const [charges = []] = await findChargesOfMany(ctx, [{ employee, leaveTypeId, cuts, singlesFrom: null }]);
  const leftOn = (terms: typeof before, day: DayNumber) =>
    balanceOn(settings, terms, charges, day).remaining ?? 0;
  return days.map((asOf) => ({ asOf, before: leftOn(before, asOf), after: leftOn(after, asOf) }));
}
