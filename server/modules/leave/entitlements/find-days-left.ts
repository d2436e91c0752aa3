import type { Ctx } from "@/server/access/ctx";
import { requireAdmin } from "@/server/access/require-admin";
import type { PageStart } from "@/server/kernel/database/list-order";
import type { Page } from "@/server/kernel/database/page-token";
import { dayNumber } from "@/server/kernel/time/calendar-date";
import { balancesOf } from "@/server/modules/leave/balances/list-balances";
import type { BalanceRow } from "@/server/modules/leave/balances/read";
import { type Employee, readEmployees } from "@/server/modules/leave/calendars/read-employee";
import type { Thousandths } from "@/server/modules/leave/calendars/working-days";
import { findPeople } from "@/server/modules/people/people/find-people";

/** The remaining days of a person's leave type today. */
interface DaysLeft {
  leaveTypeId: string;
  leaveTypeName: string;
  remaining: Thousandths;
  /** Where the type is shown in hours. */
  hoursPerDay: number | null;
  /** Whether it was set for this accounting year; otherwise it follows from the policy. */
  isOpened: boolean;
}

export interface PersonDaysLeft {
  id: string;
  name: string;
  left: DaysLeft[];
}

/** A limited balance, by its leave type. */
export type Limited = BalanceRow & {
  leaveTypeId: string;
  remaining: Thousandths;
  remainingOfYear: Thousandths;
};

export const isLimited = (balance: BalanceRow): balance is Limited =>
  balance.leaveTypeId !== null && !balance.unlimited;

/** Whether an opening balance exists for the accounting year of a balance. */
export const isOpened = ({ entitlements }: Employee, { leaveTypeId, year }: Limited): boolean =>
  entitlements.some(({ kind, leaveTypeId: type, effectiveDate }) => {
    const day = dayNumber(effectiveDate);
    return kind === "OPENING" && type === leaveTypeId && day >= year.start && day <= year.end;
  });

/**
 * The remaining days of active people today, ordered by name, in pages: for each leave type with a yearly quota at their location.
 * @throws ApiError FORBIDDEN for everyone except administrators
 */
export async function findDaysLeft(
  ctx: Ctx,
  _filter: object,
  start: PageStart,
): Promise<Page<PersonDaysLeft>> {
  requireAdmin(ctx);
  const filter = { states: ["ACTIVE" as const, "INVITED" as const, "NOT_INVITED" as const] };
  const { items, next } = await findPeople(ctx, filter, start);
  const ids = items.map(({ id }) => id);
  const [employees, found] = await Promise.all([readEmployees(ctx, ids), balancesOf(ctx, ids)]);
  const balances = new Map(found.map((one) => [one.userId, one.balances]));
  const people = items.map(({ id, name }): PersonDaysLeft => {
    const employee = employees.get(id);
    const limited = (balances.get(id) ?? []).filter(isLimited);
    return {
      id,
      name,
      left: limited.map((balance) => ({
        leaveTypeId: balance.leaveTypeId,
        leaveTypeName: balance.leaveTypeName,
        remaining: balance.remaining,
        hoursPerDay: balance.hoursPerDay,
        isOpened: employee !== undefined && isOpened(employee, balance),
      })),
    };
  });
  return { items: people, next };
}
