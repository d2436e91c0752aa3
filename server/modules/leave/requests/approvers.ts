import type { DecidedBy, Role } from "@/drizzle/schema/values";
import type { LeaveState } from "./transitions";

/** Why a person may be one who decides: as the person's manager, or by an appointment. */
export type Source = "MANAGER" | "DEPARTMENT" | "LOCATION_ADMIN" | "ADMIN";

/** A person who decides on leave: active, or the stand-in today of one who is. */
export interface DepartmentApprover {
  userId: string;
  level: number;
  /** The approver whose level the stand-in uses; null for an approver. */
  standsInFor: string | null;
  source?: Source;
}

/** The part of a leave type's policy that says who decides. */
export interface DecisionRules {
  decidedBy: DecidedBy;
  /** The most levels that have to approve. */
  approvalLevels: number;
}

/** The rules of leave whose type no longer has a policy. */
export const unsaidRules: DecisionRules = { decidedBy: "DEPARTMENT", approvalLevels: 2 };

/**
 * Those who decide a person's leave, of all who may (decision 7.16). This is the only place that knows the rule; `acting` of
 * decisions/store.ts says the same in SQL.
 * - Department: the manager in place of level 1, and no one at two levels. Where one level is enough, level 2 decides only when no one else
 *   is at level 1.
 * - Location admins: those of the person's location; the administrators when there is no other.
 * - Administrators.
 */
export function chainOf<A extends DepartmentApprover>(
  ownerId: string,
  { decidedBy, approvalLevels }: DecisionRules,
  candidates: readonly A[],
): A[] {
  const of = (source: Source) => candidates.filter((one) => one.source === source);
  const isAnyoneElse = (approvers: A[]) => othersOf({ ownerId, approvers }).length > 0;
  if (decidedBy === "ADMINS") return of("ADMIN");
  if (decidedBy === "LOCATION_ADMINS") {
    const admins = of("LOCATION_ADMIN");
    return isAnyoneElse(admins) ? admins : of("ADMIN");
  }
  const managers = of("MANAGER");
  const manager = managers.find(({ standsInFor }) => standsInFor === null)?.userId;
  const department = of("DEPARTMENT");
  const listed =
    manager === undefined
      ? department
      : [
          ...managers,
          ...department.filter((one) => one.level === 2 && ![one.userId, one.standsInFor].includes(manager)),
        ];
  const first = listed.filter(({ level }) => level === 1);
  return approvalLevels < 2 && isAnyoneElse(first) ? first : listed;
}

/** The person who decides, and the owner of the leave. */
export interface Decider {
  userId: string | null;
  /** The role in which they decide: USER outside their reach, where only a stand-in's right counts. */
  role: Role;
  ownerId: string;
  /** As `chainOf` returns them. */
  approvers: readonly DepartmentApprover[];
  /** Absent for the department. */
  decidedBy?: DecidedBy;
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

/** Roles that may decide without being an approver: of leave that the department decides, location admins, too. */
export const isLead = (role: Role, decidedBy: DecidedBy = "DEPARTMENT"): boolean =>
  role === "ADMIN" || (role === "LOCATION_ADMIN" && decidedBy === "DEPARTMENT");

const leads = ({ role, decidedBy }: Decider): boolean => isLead(role, decidedBy);

/**
 * Whether a person who reaches the leave, or was named, may approve or deny it: one of its approvers or their stand-in, or
 * a role that leads. They may decide their own leave only when there is no other approver.
 */
export function canDecide(decider: Decider): boolean {
  const isApprover = listings(decider).length > 0 || leads(decider);
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
  if (leads(decider) && (!first || first.standsInFor !== null))
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
  if (!first || first.standsInFor === null || leads(decider)) return null;
  return capacityOf(decider, state)?.standsInFor ?? first.standsInFor;
}

/**
 * Whether this person was named to decide the leave, and may regardless of reach: as the person's manager, or as a stand-in for an approver
 * who may decide.
 */
export const isNamed = (decider: Decider): boolean =>
  listings(decider).some(({ standsInFor, source }) => standsInFor !== null || source === "MANAGER");
