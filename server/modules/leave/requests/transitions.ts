import { effectiveStatuses, isEffective, type LeaveStatus } from "@/drizzle/schema/values";

export type LeaveAction = "edit" | "approve" | "deny" | "cancel" | "delete" | "expire";

/** The approval state of a leave. */
export interface LeaveState {
  status: LeaveStatus;
  approvedLevel: number;
}

/** A leave, and whether its person asked to cancel or to change it. */
type Asked = { status: LeaveStatus; cancelAskedAt: unknown; changeAskedAt: unknown };

/** Whether approved leave waits for an approver's consent to cancel it. */
export const isCancelling = ({ status, cancelAskedAt }: Omit<Asked, "changeAskedAt">): boolean =>
  status === "APPROVED" && cancelAskedAt !== null && cancelAskedAt !== undefined;

/** Whether approved leave waits for an approver's consent to change it. */
export const isChanging = ({ status, changeAskedAt }: Omit<Asked, "cancelAskedAt">): boolean =>
  status === "APPROVED" && changeAskedAt !== null && changeAskedAt !== undefined;

/** Whether a leave waits for an approver: a request, or a cancellation or change that needs consent. */
export const isWaiting = (leave: Asked): boolean =>
  leave.status === "OPEN" || isCancelling(leave) || isChanging(leave);

/**
 * The state by which it is an approver's turn: the last level alone decides a change of approved leave, so that a change does not get around
 * that level.
 */
export const turnOf = (leave: LeaveState & Omit<Asked, "cancelAskedAt">): LeaveState =>
  isChanging(leave) ? { status: leave.status, approvedLevel: 1 } : leave;

/**
 * The statuses in which each action is possible; any other is a CONFLICT (decision 7). DELETED is final, and leave that was decided against
 * can only be deleted.
 */
const possibleFrom: Readonly<Record<LeaveAction, readonly LeaveStatus[]>> = {
  edit: effectiveStatuses,
  approve: ["OPEN"],
  deny: ["OPEN"],
  cancel: effectiveStatuses,
  delete: [...effectiveStatuses, "DENIED", "CANCELLED", "EXPIRED"],
  expire: ["OPEN"],
};

/** Whether an action is possible in a status, for any caller. */
export const isPossible = (action: LeaveAction, status: LeaveStatus): boolean =>
  possibleFrom[action].includes(status);

/**
 * Whether an owner may still cancel, edit or delete: not once the leave is over (decision 7: "by owner before it ends"). Managers may at
 * any time, and leave that was decided against can be deleted at any time.
 */
export function isOpenToOwner(action: "edit" | "cancel" | "delete", status: LeaveStatus, hasEnded: boolean) {
  return !hasEnded || (action === "delete" && !isEffective(status));
}

/** The initial state of a leave. Leave added by a manager of the person needs no approval. */
export const initialState = (approvalRequired: boolean, isAddedForSomeone: boolean): LeaveState => ({
  status: approvalRequired && !isAddedForSomeone ? "OPEN" : "APPROVED",
  approvedLevel: 0,
});

/** The state after an approval: the final one of `levels`, or the first of two. */
export const approvedState = (state: LeaveState, isFinal: boolean, levels: 1 | 2): LeaveState =>
  isFinal ? { status: "APPROVED", approvedLevel: levels } : { ...state, approvedLevel: 1 };

/**
 * The state after an edit. An owner's edit restarts approval, so the leave is OPEN again when approval is required. A manager's edit keeps
 * the decision.
 */
export const editedState = (state: LeaveState, by: "owner" | "manager", approvalRequired: boolean) =>
  by === "manager" ? state : initialState(approvalRequired, false);
