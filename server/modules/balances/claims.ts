import type { leavePolicies } from "@/drizzle/schema/leaves";
import type { Employee } from "@/server/modules/work-calendar/read-employee";

/** What concerns a person's balance of one leave type. */
export interface BalanceClaim {
  employee: Employee;
  policy: typeof leavePolicies.$inferSelect;
}

/** Claims by the balance that they concern, where that must not fall below zero. */
export function byBalance<C extends BalanceClaim>(claims: readonly C[]): [C, ...C[]][] {
  const groups = new Map<string, [C, ...C[]]>();
  for (const claim of claims) {
    if (claim.policy.unlimited || claim.policy.allowNegativeBalance) continue;
    const key = `${claim.employee.id} ${claim.policy.leaveTypeId}`;
    const group = groups.get(key);
    if (group) group.push(claim);
    else groups.set(key, [claim]);
  }
  return [...groups.values()];
}

/**
 * Those that do not fit, when they are given in this order: together first, for that is how it mostly is; else in halves, down to the
 * ones that do not.
 * @param give takes all of some when they fit, and says so
 */
export function misfitsOf<C>(claims: readonly C[], give: (some: readonly C[]) => boolean): C[] {
  if (give(claims)) return [];
  if (claims.length === 1) return [...claims];
  const half = Math.ceil(claims.length / 2);
  return [...misfitsOf(claims.slice(0, half), give), ...misfitsOf(claims.slice(half), give)];
}
