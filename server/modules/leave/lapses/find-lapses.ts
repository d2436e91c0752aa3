import type { Ctx } from "@/server/access/ctx";
import { groupBy } from "@/server/kernel/group-by";
import type { DayNumber } from "@/server/kernel/time/calendar-date";
import { findChargesOfMany } from "@/server/modules/leave/balances/find-charges-of-many";
import { type Lapse, lapsesIn, mayLapse } from "@/server/modules/leave/balances/lapses";
import { cutsFor } from "@/server/modules/leave/balances/policy";
import {
  type BalancePolicy,
  dayHoursIn,
  findBalancePolicies,
  hoursPerDayIn,
} from "@/server/modules/leave/balances/read";
import { termsOf, yearSettingsOf } from "@/server/modules/leave/balances/terms";
import { type Employee, readEmployees } from "@/server/modules/leave/calendars/read-employee";
import { nameIn } from "@/server/modules/leave/type-names/name-in";

/** Days of a person that lapse. */
export interface FoundLapse extends Lapse {
  employee: Employee;
  leaveTypeId: string;
  leaveTypeName: string;
  leaveTypeColor: string;
  policy: BalancePolicy;
  /** Whether the policy says to notify people. */
  isNotified: boolean;
  /** The hours of a day, where the type is shown in hours. */
  hoursPerDay: number | null;
  dayHours: number;
}

/**
 * The days of people that lapse from today on, by the leave that is booked now, or that lapsed before today; a handful of statements for
 * any number of people.
 * @param days how far to look ahead, at each person's location; below zero, how far back
 * @param leaveTypeId all leave types when absent
 * @returns by person in the given order, then by leave type and day
 */
export async function findLapses(
  ctx: Ctx,
  userIds: readonly string[],
  days: number,
  leaveTypeId?: string,
): Promise<FoundLapse[]> {
  if (userIds.length === 0) return [];
  const employees = await readEmployees(ctx, userIds);
  const people = userIds.flatMap((id) => employees.get(id) ?? []);
  const policies = await findBalancePolicies(ctx, [...new Set(people.map(({ locationId }) => locationId))]);
  const byLocation = groupBy(policies, ({ locationId }) => locationId);
  const balances = people.flatMap((employee) => {
    const settings = yearSettingsOf(employee);
    const { today } = employee;
    const range: { from: DayNumber; until: DayNumber } =
      days < 0 ? { from: today + days, until: today - 1 } : { from: today, until: today + days };
    return (byLocation.get(employee.locationId) ?? [])
      .filter(({ unlimited, leaveTypeId: own }) => !unlimited && (leaveTypeId ?? own) === own)
      .map((policy) => ({
        ...{ employee, policy, settings, range },
        terms: termsOf(policy, ctx.actor.plan, employee),
      }))
      .filter(({ terms }) => mayLapse(settings, terms, range));
  });
  const charges = await findChargesOfMany(
    ctx,
    balances.map(({ employee, policy, settings, terms, range }) => ({
      ...{ employee, leaveTypeId: policy.leaveTypeId, singlesFrom: null },
      cuts: cutsFor([settings], [terms], range),
    })),
  );
  return balances.flatMap(({ employee, policy, settings, terms, range }, place) =>
    lapsesIn(settings, terms, charges[place] ?? [], range).map((lapse) => ({
      ...lapse,
      employee,
      leaveTypeId: policy.leaveTypeId,
      leaveTypeName: nameIn(policy, ctx.language),
      leaveTypeColor: policy.color,
      policy,
      isNotified: policy.lapseNotices !== "NONE",
      hoursPerDay: hoursPerDayIn(policy, employee),
      dayHours: dayHoursIn(policy, employee),
    })),
  );
}
