import type { Ctx } from "@/server/access/ctx";
import { groupBy } from "@/server/kernel/group-by";
import { inPieces } from "@/server/kernel/http/in-pieces";
import { findUnkept, type Gift } from "@/server/modules/leave/balances/find-unkept";
import type { Employee } from "@/server/modules/leave/calendars/read-employee";
import { entitlementOf, findWorkedPolicies, type GivenHours, type HoursRow } from "./store";

/** Hours to write, with those of the same period that they replace. */
interface Report {
  employee: Employee;
  given: GivenHours;
  same: HoursRow | null;
}

const peopleAtOnce = 50;

/**
 * Finds the hours that would take days which booked or requested leave needs, with one statement for a piece of people (decision 15.19). The
 * caller has locked the people.
 */
export async function findUncoveredHours<R extends Report>(
  tx: Ctx,
  reports: readonly R[],
): Promise<ReadonlySet<R>> {
  const byPerson = groupBy(reports, ({ employee }) => employee.id);
  // New hours only add days.
  const changed = [...byPerson.values()].filter((own) => own.some(({ same }) => same !== null));
  if (changed.length === 0) return new Set();
  const locationIds = new Set(changed.flat().map(({ employee }) => employee.locationId));
  const policies = await findWorkedPolicies(tx, [...locationIds]);
  const uncovered = new Set<R>();
  await inPieces(changed, peopleAtOnce, async (some) => {
    const gifts = some
      .flat()
      .flatMap((report) =>
        policies
          .filter(({ locationId }) => locationId === report.employee.locationId)
          .map((policy) => ({ ...giftOf(report), policy, report })),
      );
    for (const { report } of await findUnkept(tx, gifts)) uncovered.add(report);
  });
  return uncovered;
}

const giftOf = ({ employee, given, same }: Report): Omit<Gift, "policy"> => ({
  employee,
  entitlement: entitlementOf(given),
  replaced: same ? entitlementOf(same) : undefined,
});
