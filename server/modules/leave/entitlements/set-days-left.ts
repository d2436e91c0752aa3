import { type Ctx, inTransaction } from "@/server/access/ctx";
import { requireAdmin } from "@/server/access/require-admin";
import { type FieldError, invalid } from "@/server/kernel/errors";
import { type FieldFault, fault } from "@/server/kernel/field-faults";
import { encodeId } from "@/server/kernel/schema";
import { dayText } from "@/server/kernel/time/calendar-date";
import { findUnkept, type Gift, uncovered } from "@/server/modules/leave/balances/find-unkept";
import { balancesOf } from "@/server/modules/leave/balances/list-balances";
import { type Employee, lockEmployees } from "@/server/modules/leave/calendars/read-employee";
import { daysClosed, isClosed } from "@/server/modules/leave/calendars/require-open-days";
import { fromDays, toDays } from "@/server/modules/leave/calendars/working-days";
import { readOffers } from "@/server/modules/leave/requests/import-references";
import { isLimited, isOpened, type Limited } from "./find-days-left";
import { belowZero } from "./policy";
import type { DaysLeftInput } from "./schema";
import { writeEntitlements } from "./write-entitlements";

type Said = DaysLeftInput["left"][number];

/** An entitlement that results in the given number of remaining days. */
interface Given extends Gift {
  path: string;
  /** The fault when the policy does not allow it. */
  refusal: FieldFault;
}

/**
 * Sets the number of days that people have left today. Adds an opening balance, which replaces the carry-over into this accounting year, or
 * an adjustment when there is one already. Locks the people, so that no one books meanwhile.
 * @returns the number of changed balances
 * @throws ApiError FORBIDDEN for everyone except administrators, VALIDATION_ERROR at `left.<index>`
 */
export function setDaysLeft(ctx: Ctx, { left, note }: DaysLeftInput): Promise<number> {
  requireAdmin(ctx);
  return inTransaction(ctx, async (tx) => {
    const ids = [...new Set(left.map(({ userId }) => userId))];
    const employees = await lockEmployees(tx, ids);
    const [offers, found] = await Promise.all([readOffers(tx), balancesOf(tx, [...employees.keys()])]);
    const balances = new Map(
      found.flatMap(({ userId, balances: own }) =>
        own.filter(isLimited).map((balance) => [keyOf(userId, balance.leaveTypeId), balance] as const),
      ),
    );
    const faults: FieldError[] = [];
    const seen = new Set<string>();
    const given = left.flatMap((said, index): Given[] => {
      const path = `left.${index}`;
      const [employee, key] = [employees.get(said.userId), keyOf(said.userId, said.leaveTypeId)];
      const balance = balances.get(key);
      const policy = offers(encodeId("leaveType", said.leaveTypeId))?.policies.get(
        employee?.locationId ?? "",
      );
      const refused = faultOf(employee, balance, seen.has(key));
      seen.add(key);
      if (refused) faults.push({ ...refused, path: `${path}.${refused.path}` });
      if (refused || !employee || !balance || !policy) return [];
      const entitlement = entitlementOf(employee, balance, said, note);
      const refusal = said.days < 0 ? belowZero(Math.min(0, balance.remaining)) : uncovered;
      return entitlement ? [{ path, employee, policy, entitlement, refusal }] : [];
    });
    for (const { path, refusal } of await findUnkept(tx, given))
      faults.push({ path: `${path}.days`, ...refusal });
    if (faults.length > 0) throw invalid(faults);
    await writeEntitlements(
      tx,
      given.map(({ employee, entitlement }) => ({ userId: employee.id, entitlement })),
    );
    return given.length;
  });
}

const keyOf = (userId: string, leaveTypeId: string) => `${userId} ${leaveTypeId}`;

function faultOf(
  employee: Employee | undefined,
  balance: Limited | undefined,
  isRepeated: boolean,
): FieldError | null {
  if (employee?.status !== "ACTIVE") return { path: "userId", ...fault("activeOne") };
  if (isClosed(employee, dayText(employee.today))) return { path: "days", ...daysClosed(employee) };
  if (!balance) return { path: "leaveTypeId", ...fault("typeNoQuota") };
  return isRepeated ? { path: "leaveTypeId", ...fault("typeTwiceForUser") } : null;
}

/** The missing entitlement; null when an opening balance exists and the given number of days is left. */
function entitlementOf(employee: Employee, balance: Limited, { days, leaveTypeId }: Said, note: string) {
  const isKnown = isOpened(employee, balance);
  const standing = isKnown ? balance.remaining : balance.remainingOfYear;
  const missing = fromDays(days) - standing;
  if (isKnown && missing === 0) return null;
  const kind = isKnown ? ("ADJUSTMENT" as const) : ("OPENING" as const);
  return { id: "", kind, leaveTypeId, days: toDays(missing), effectiveDate: dayText(employee.today), note };
}
