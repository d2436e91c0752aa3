import type { Role } from "@/drizzle/schema/values";
import type { LeaveState } from "./transitions";

/** An active approver of the department to which the owner of a leave belongs. */
export interface DepartmentApprover {
  userId: string;
  level: number;
}

/** Who decides, and about whose leave. */
export interface Decider {
  userId: string | null;
  role: Role;
  ownerId: string;
  approvers: readonly DepartmentApprover[];
  /** Two-level approval is part of the COMPLETE plan. */
  hasTwoLevels: boolean;
}

/** Approvers who may decide this person's leave: all but themselves (decision 7). */
const othersOf = (decider: Decider): DepartmentApprover[] =>
  decider.approvers.filter(({ userId }) => userId !== decider.ownerId);

/** Two levels need an approver at each who is not the owner; else whoever is there decides alone. */
export function levelsOf(decider: Decider): 1 | 2 {
  const others = othersOf(decider);
  const both = others.some(({ level }) => level === 1) && others.some(({ level }) => level === 2);
  return decider.hasTwoLevels && both ? 2 : 1;
}

const listed = (decider: Decider): DepartmentApprover | undefined =>
  decider.approvers.find(({ userId }) => userId === decider.userId);

/** Who may decide without being an approver of the department. */
export const isLead = (role: Role): boolean => role === "ADMIN" || role === "LOCATION_ADMIN";

/**
 * Whether a person who reaches the leave may approve or deny it: an approver of the department, a location admin or an
 * administrator; about their own leave only when the department has no other approver.
 */
export function canDecide(decider: Decider): boolean {
  const isApprover = listed(decider) !== undefined || isLead(decider.role);
  if (decider.userId !== decider.ownerId) return isApprover;
  return isApprover && othersOf(decider).length === 0;
}

/**
 * What an approval by this person means. An approver of the department acts at their level, whatever their role: level 1 lifts,
 * then level 2 decides. A location admin or administrator who is not one of them decides finally.
 * @returns null when it is not this person's turn
 */
export function approvalBy(decider: Decider, state: LeaveState): "lift" | "final" | null {
  if (levelsOf(decider) === 1) return "final";
  const own = listed(decider);
  if (own === undefined) return "final";
  if (state.approvedLevel === 0) return own.level === 1 ? "lift" : null;
  return own.level === 2 ? "final" : null;
}
