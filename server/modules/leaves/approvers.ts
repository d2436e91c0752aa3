import type { Role } from "@/drizzle/schema/values";
import type { LeaveState } from "./transitions";

/** Who decides for a department: an active approver, or who stands in for one today. */
export interface DepartmentApprover {
  userId: string;
  level: number;
  /** The approver at whose level they act as a stand-in; null for an approver. */
  standsInFor: string | null;
}

/** Who decides, and about whose leave. */
export interface Decider {
  userId: string | null;
  /** In which they decide: who does not reach the person is nobody there but a stand-in. */
  role: Role;
  ownerId: string;
  approvers: readonly DepartmentApprover[];
  /** Two-level approval is part of the COMPLETE plan. */
  hasTwoLevels: boolean;
}

/**
 * Approvers who may decide this person's leave: all but themselves (decision 7), and nobody in their place (decision 12.7). A stand-in
 * adds nobody to a level: whoever they stand in for is there.
 */
export const othersOf = <A extends DepartmentApprover>({
  ownerId,
  approvers,
}: {
  ownerId: string;
  approvers: readonly A[];
}): A[] => approvers.filter(({ userId, standsInFor }) => userId !== ownerId && standsInFor !== ownerId);

/** Two levels need an approver at each who is not the owner; else whoever is there decides alone. */
export function levelsOf(decider: Decider): 1 | 2 {
  const others = othersOf(decider);
  const both = others.some(({ level }) => level === 1) && others.some(({ level }) => level === 2);
  return decider.hasTwoLevels && both ? 2 : 1;
}

/** As what somebody is there: as an approver themselves first. */
function listings(decider: Decider): DepartmentApprover[] {
  const own = decider.approvers.filter((one) => one.userId === decider.userId && one.standsInFor === null);
  return [
    ...own,
    ...othersOf(decider).filter((one) => one.userId === decider.userId && one.standsInFor !== null),
  ];
}

/** Who may decide without being an approver of the department. */
export const isLead = (role: Role): boolean => role === "ADMIN" || role === "LOCATION_ADMIN";

/**
 * Whether a person who reaches the leave, or stands in, may approve or deny it: an approver of the department or their stand-in, a
 * location admin or an administrator; about their own leave only when the department has no other approver.
 */
export function canDecide(decider: Decider): boolean {
  const isApprover = listings(decider).length > 0 || isLead(decider.role);
  if (decider.userId !== decider.ownerId) return isApprover;
  return isApprover && othersOf(decider).length === 0;
}

/** In what capacity somebody decides. */
export interface Capacity {
  approval: "lift" | "final";
  /** The approver for whom they decide; null when it is by their own right. */
  standsInFor: string | null;
}

/**
 * In what capacity this person approves now. An approver of the department acts at their level, whatever their role: level 1 lifts,
 * then level 2 decides. A location admin or administrator who is not one of them decides finally. A stand-in acts at the level of the
 * approver, where it is not their own turn.
 * @returns null when it is not this person's turn
 */
export function capacityOf(decider: Decider, state: LeaveState): Capacity | null {
  const all = listings(decider);
  const [first] = all;
  if (isLead(decider.role) && (!first || first.standsInFor !== null))
    return { approval: "final", standsInFor: null };
  if (levelsOf(decider) === 1) return { approval: "final", standsInFor: first?.standsInFor ?? null };
  const level = state.approvedLevel === 0 ? 1 : 2;
  const onTurn = all.find((one) => one.level === level);
  return onTurn ? { approval: level === 1 ? "lift" : "final", standsInFor: onTurn.standsInFor } : null;
}

/** What an approval by this person means. @returns null when it is not this person's turn */
export const approvalBy = (decider: Decider, state: LeaveState): Capacity["approval"] | null =>
  capacityOf(decider, state)?.approval ?? null;

/**
 * For whom this person decides, when they deny, which they may at any level; of several the one whose turn it is.
 * @returns null when it is by their own right
 */
export function denialFor(decider: Decider, state: LeaveState): string | null {
  const [first] = listings(decider);
  if (!first || first.standsInFor === null || isLead(decider.role)) return null;
  return capacityOf(decider, state)?.standsInFor ?? first.standsInFor;
}

/** Whether this person stands in for somebody who may decide it, whomever they reach. */
export const isStandIn = (decider: Decider): boolean =>
  listings(decider).some(({ standsInFor }) => standsInFor !== null);
