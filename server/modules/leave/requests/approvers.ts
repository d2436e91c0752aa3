import type { Role } from "@/drizzle/schema/values";
import type { LeaveState } from "./transitions";

/** A person who decides for a department: an active approver, or an approver's stand-in today. */
export interface DepartmentApprover {
  userId: string;
  level: number;
  /** The approver whose level the stand-in uses; null for an approver. */
  standsInFor: string | null;
}

/** The person who decides, and the owner of the leave. */
export interface Decider {
  userId: string | null;
  /** The role in which they decide: USER outside their reach, where only a stand-in's right counts. */
  role: Role;
  ownerId: string;
  approvers: readonly DepartmentApprover[];
  /** Two-level approval requires the COMPLETE plan. */
  hasTwoLevels: boolean;
}

/**
 * Approvers who may decide this person's leave: all except the owner (decision 7) and the owner's stand-ins (decision 12.7). A stand-in
 * adds no approver to a level, because the approver they replace is counted there.
 */
export const othersOf = <A extends DepartmentApprover>({
  ownerId,
  approvers,
}: {
  ownerId: string;
  approvers: readonly A[];
}): A[] => approvers.filter(({ userId, standsInFor }) => userId !== ownerId && standsInFor !== ownerId);

/** Two levels need an approver other than the owner at each level. Otherwise the available approvers decide alone. */
export function levelsOf(decider: Decider): 1 | 2 {
  const others = othersOf(decider);
  const both = others.some(({ level }) => level === 1) && others.some(({ level }) => level === 2);
  return decider.hasTwoLevels && both ? 2 : 1;
}

/** The decider's entries among the approvers: their own first, then those as a stand-in. */
function listings(decider: Decider): DepartmentApprover[] {
  const own = decider.approvers.filter((one) => one.userId === decider.userId && one.standsInFor === null);
  return [
    ...own,
    ...othersOf(decider).filter((one) => one.userId === decider.userId && one.standsInFor !== null),
  ];
}

/** Roles that may decide without being an approver of the department. */
export const isLead = (role: Role): boolean => role === "ADMIN" || role === "LOCATION_ADMIN";

/**
 * Whether a person who reaches the leave, or is a stand-in, may approve or deny it: an approver of the department or their stand-in, a
 * location admin or an administrator. They may decide their own leave only when the department has no other approver.
 */
export function canDecide(decider: Decider): boolean {
  const isApprover = listings(decider).length > 0 || isLead(decider.role);
  if (decider.userId !== decider.ownerId) return isApprover;
  return isApprover && othersOf(decider).length === 0;
}

/** The capacity in which a person decides. */
export interface Capacity {
  approval: "lift" | "final";
  /** The approver they represent; null when they act by their own right. */
  standsInFor: string | null;
}

/**
 * The capacity in which this person approves now. An approver of the department acts at their level, whatever their role: level 1 lifts,
 * then level 2 decides. A location admin or administrator who is not an approver makes the final decision. A stand-in acts at the
 * approver's level when it is not their own turn.
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

/** The effect of an approval by this person. @returns null when it is not this person's turn */
export const approvalBy = (decider: Decider, state: LeaveState): Capacity["approval"] | null =>
  capacityOf(decider, state)?.approval ?? null;

/**
 * The approver this person represents when they deny. A denial is possible at any level. Of several approvers, it is the one whose turn it
 * is.
 * @returns null when they act by their own right
 */
export function denialFor(decider: Decider, state: LeaveState): string | null {
  const [first] = listings(decider);
  if (!first || first.standsInFor === null || isLead(decider.role)) return null;
  return capacityOf(decider, state)?.standsInFor ?? first.standsInFor;
}

/** Whether this person is a stand-in for an approver who may decide the leave, regardless of reach. */
export const isStandIn = (decider: Decider): boolean =>
  listings(decider).some(({ standsInFor }) => standsInFor !== null);
