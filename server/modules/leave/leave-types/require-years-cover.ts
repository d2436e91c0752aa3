import { eq } from "drizzle-orm";
import { leavePolicies } from "@/drizzle/schema/leaves";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import type { Notices } from "@/server/modules/integrations/events/subscribers";
import { findOverdrawnByRules } from "@/server/modules/leave/balances/find-overdrawn";
import { lockRules } from "@/server/modules/leave/balances/lock-rules";
import type { Employee } from "@/server/modules/leave/calendars/read-employee";
import { findOverdrawnPeople, findPeopleAt } from "./find-policy-effect";
import { requireAllCovered } from "./require-policies-cover";

/**
 * Requires that everyone's leave is still covered when the accounting years of a location change: their start, and the expiry of
 * carried-over days.
 * @throws ApiError LEAVE_NEGATIVE_BALANCE
 */
export async function requireYearsCover(
  tx: Ctx,
  { locationId, to }: Notices["yearsChanging"],
): Promise<void> {
  // Lock before reading the policies, which could change otherwise.
  await lockRules(tx);
  const policies = await scoped(workspaceOf(tx.actor), leavePolicies)
    .selectAll(tx.db)
    .where(eq(leavePolicies.locationId, locationId));
  const otherYears = (employee: Employee) =>
    policies.map((policy) => ({ employee, before: policy, after: policy, location: to }));
  await requireAllCovered(tx, {
    concerned: (lock) => findPeopleAt(tx, [locationId], lock),
    overdrawn: (userIds) =>
      findOverdrawnPeople(tx, userIds, (employees) =>
        findOverdrawnByRules(tx, [...employees].flatMap(otherYears)),
      ),
  });
}
