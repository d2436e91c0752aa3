import type { leavePolicies } from "@/drizzle/schema/leaves";
import type { Ctx } from "@/server/access/ctx";
import type { Employee } from "@/server/modules/work-calendar/read-employee";
import type { Overdrawn } from "./find-overdrawn";
import { findOverdrawnByRules } from "./find-overdrawn-by-rules";

type Policy = typeof leavePolicies.$inferSelect;

/**
 * Finds people whose booked or requested leave would no longer be covered from today on, with new accounting years. A balance that is
 * already below zero counts only when it gets worse.
 * @param policies of the location where they work
 */
export const findOverdrawnByYears = (
  ctx: Ctx,
  employees: Iterable<Employee>,
  policies: readonly Policy[],
  to: Employee["location"],
): Promise<Overdrawn[]> =>
  findOverdrawnByRules(
    ctx,
    [...employees].flatMap((employee) =>
      policies.map((policy) => ({ employee, before: policy, after: policy, location: to })),
    ),
  );
