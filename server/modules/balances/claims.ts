import type { leavePolicies } from "@/drizzle/schema/leaves";
import type { Employee } from "@/server/modules/work-calendar/read-employee";

/** A claim on a person's balance of one leave type. */
export interface BalanceClaim {
  employee: Employee;
  policy: typeof leavePolicies.$inferSelect;
}

/** Groups claims by balance, and leaves out balances that may fall below zero. */
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
 * Finds the claims that do not fit, in this order. Tries all of them together first, the common case, then splits into halves down to
 * single claims.
 * @param give accepts all of the given claims when they fit, and returns whether they do
 */
export function misfitsOf<C>(claims: readonly C[], give: (some: readonly C[]) => boolean): C[] {
  if (give(claims)) return [];
  if (claims.length === 1) return [...claims];
  const half = Math.ceil(claims.length / 2);
  return [...misfitsOf(claims.slice(0, half), give), ...misfitsOf(claims.slice(half), give)];
}
