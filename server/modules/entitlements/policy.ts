import { type DayNumber, dayNumber, dayText } from "@/server/kernel/calendar-date";
import type { BalanceRow } from "@/server/modules/balances/read";
import type { Employee, Entitlement } from "@/server/modules/work-calendar/read-employee";
import { fromDays, type Thousandths, toDays } from "@/server/modules/work-calendar/working-days";

/** A limited balance, by its leave type. */
export type Limited = BalanceRow & {
  leaveTypeId: string;
  remaining: Thousandths;
  remainingOfYear: Thousandths;
};

export const isLimited = (balance: BalanceRow): balance is Limited =>
  balance.leaveTypeId !== null && !balance.unlimited;

type Standing = Pick<Limited, "leaveTypeId" | "year" | "remaining" | "remainingOfYear">;

/** Whether an opening balance exists for the accounting year of a balance. */
export const isOpened = ({ entitlements }: Employee, { leaveTypeId, year }: Standing): boolean =>
  entitlements.some(({ kind, leaveTypeId: type, effectiveDate }) => {
    const day = dayNumber(effectiveDate);
    return kind === "OPENING" && type === leaveTypeId && day >= year.start && day <= year.end;
  });

/**
 * The entitlement with which a balance has the given number of days left on a day. An opening balance, which replaces the carry-over into
 * this accounting year, or an adjustment when there is one already.
 * @param balance as of that day
 * @returns null when an opening balance exists and the given number of days is left
 */
export function entitlementFor(
  employee: Employee,
  balance: Standing,
  { days, note, day }: { days: number; note: string; day: DayNumber },
): Entitlement | null {
  const isKnown = isOpened(employee, balance);
  const missing = fromDays(days) - (isKnown ? balance.remaining : balance.remainingOfYear);
  if (isKnown && missing === 0) return null;
  const kind = isKnown ? "ADJUSTMENT" : "OPENING";
  const { leaveTypeId } = balance;
  return { id: "", kind, leaveTypeId, days: toDays(missing), effectiveDate: dayText(day), note };
}

/** The fault of a balance below what its policy allows. @param least thousandths: zero, or what an overdrawn balance has already */
export const belowZero = (least: Thousandths): string =>
  `Must be at least ${toDays(least)}: this leave type allows no balance below zero.`;
