import { balanceAdjustments } from "@/drizzle/schema/leaves";
import { type Ctx, inTransaction } from "@/server/access/ctx";
import { requireAdmin } from "@/server/access/require-admin";
import { dayText } from "@/server/kernel/calendar-date";
import { type FieldError, invalid } from "@/server/kernel/errors";
import { newId } from "@/server/kernel/ids";
import { encodeId } from "@/server/kernel/schema";
import { recordAudits } from "@/server/modules/audit/record";
import { findUnkept, type Gift } from "@/server/modules/balances/find-unkept";
import { balancesOf } from "@/server/modules/balances/list-balances";
import { readOffers } from "@/server/modules/leaves/import-references";
import { type Employee, lockEmployees } from "@/server/modules/work-calendar/read-employee";
import { fromDays, toDays } from "@/server/modules/work-calendar/working-days";
import { isLimited, isOpened, type Limited } from "./find-days-left";
import type { DaysLeftInput } from "./schema";

type Said = DaysLeftInput["left"][number];

/** An entitlement that results in the given number of remaining days. */
interface Given extends Gift {
  path: string;
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
      const fault = faultOf(employee, balance, seen.has(key));
      seen.add(key);
      if (fault) faults.push({ path: `${path}.${fault.path}`, message: fault.message });
      if (fault || !employee || !balance || !policy) return [];
      const entitlement = entitlementOf(employee, balance, said, note);
      return entitlement ? [{ path, employee, policy, entitlement }] : [];
    });
    for (const { path } of await findUnkept(tx, given))
      faults.push({ path: `${path}.days`, message: "Would leave booked or requested leave uncovered." });
    if (faults.length > 0) throw invalid(faults);
    await write(tx, given);
    return given.length;
  });
}

const keyOf = (userId: string, leaveTypeId: string) => `${userId} ${leaveTypeId}`;

function faultOf(
  employee: Employee | undefined,
  balance: Limited | undefined,
  isRepeated: boolean,
): FieldError | null {
  if (employee?.status !== "ACTIVE") return { path: "userId", message: "Must be an active user." };
  if (!balance) return { path: "leaveTypeId", message: "Has no yearly quota at this user's location." };
  return isRepeated ? { path: "leaveTypeId", message: "Must not be listed twice for a user." } : null;
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

async function write(tx: Ctx, given: readonly Given[]): Promise<void> {
  if (given.length === 0) return;
  const { workspaceId, userId: createdById } = tx.actor;
  const rows = given.map(({ employee, entitlement }) => ({
    ...entitlement,
    ...{ workspaceId, id: newId(), userId: employee.id, createdById, createdAt: tx.now() },
  }));
  await tx.db.insert(balanceAdjustments).values(rows);
  await recordAudits(
    tx,
    rows.map(({ id, userId, kind, leaveTypeId, days, effectiveDate }) => ({
      action: "balance_adjustment.create",
      resourceType: "balance_adjustment",
      resourceId: id,
      changes: Object.fromEntries(
        Object.entries({ userId, kind, leaveTypeId, days, effectiveDate }).map(([name, to]) => [
          name,
          { to },
        ]),
      ),
    })),
  );
}
