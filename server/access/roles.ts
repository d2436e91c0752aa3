import { type Role, roles } from "@/drizzle/schema/values";

export type { Role };

/** Whether `a` is a stronger role than `b`. */
export const isStronger = (a: Role, b: Role): boolean => roles.indexOf(a) > roles.indexOf(b);

export interface RoleFacts {
  isAdmin: boolean;
  locationIds: readonly string[];
  departmentIds: readonly string[];
}

/** The strongest role that applies (decision 2.3). */
export function roleOf(facts: RoleFacts): Role {
  if (facts.isAdmin) return "ADMIN";
  if (facts.locationIds.length > 0) return "LOCATION_ADMIN";
  if (facts.departmentIds.length > 0) return "APPROVER";
  return "USER";
}
