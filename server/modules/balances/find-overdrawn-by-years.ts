import type { leavePolicies } from "@/drizzle/schema/leaves";
import type { Ctx } from "@/server/access/ctx";
import type { Employee } from "@/server/modules/work-calendar/read-employee";
import type { Overdrawn } from "./find-overdrawn";
import { findOverdrawnByRules } from "./find-overdrawn-by-rules";

type Policy = typeof leavePolicies.$inferSelect;

/**
 * Whose booked or requested leave would not be covered any more, from today on, when their accounting years are other ones. Who is below
 * zero already is only named when it gets worse.
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
