import type { Ctx } from "@/server/access/ctx";
import { groupBy } from "@/server/kernel/group-by";
import type { DayNumber } from "@/server/kernel/time/calendar-date";
import { findChargesOfMany } from "@/server/modules/leave/balances/find-charges-of-many";
import { type Lapse, lapsesIn } from "@/server/modules/leave/balances/lapses";
import { cutsFor } from "@/server/modules/leave/balances/policy";
import { type BalancePolicy, findBalancePolicies, hoursPerDayIn } from "@/server/modules/leave/balances/read";
import { termsOf, yearSettingsOf } from "@/server/modules/leave/balances/terms";
import { type Employee, readEmployees } from "@/server/modules/leave/calendars/read-employee";

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
}

/**
 * The days of people that lapse from today on, by the leave that is booked now; a handful of statements for any number of people.
 * @param days how far to look ahead, at each person's location
 * @returns by person in the given order, then by leave type and day
 */
export async function findLapses(ctx: Ctx, userIds: readonly string[], days: number): Promise<FoundLapse[]> {
  if (userIds.length === 0) return [];
  const employees = await readEmployees(ctx, userIds);
  const people = userIds.flatMap((id) => employees.get(id) ?? []);
  const policies = await findBalancePolicies(ctx, [...new Set(people.map(({ locationId }) => locationId))]);
  const byLocation = groupBy(policies, ({ locationId }) => locationId);
  const balances = people.flatMap((employee) =>
    (byLocation.get(employee.locationId) ?? [])
      .filter(({ unlimited }) => !unlimited)
      .map((policy) => {
        const settings = yearSettingsOf(employee);
        const terms = termsOf(policy, ctx.actor.plan, employee);
        const range: { from: DayNumber; until: DayNumber } = {
          from: employee.today,
          until: employee.today + days,
        };
        return { employee, policy, settings, terms, range };
      }),
  );
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
      leaveTypeName: policy.name,
      leaveTypeColor: policy.color,
      policy,
      isNotified: policy.lapseNotices !== "NONE",
      hoursPerDay: hoursPerDayIn(policy, employee),
    })),
  );
}
