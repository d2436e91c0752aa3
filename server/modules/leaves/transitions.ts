import type { LeaveStatus } from "@/drizzle/schema/values";

export type LeaveAction = "edit" | "approve" | "deny" | "cancel" | "delete" | "expire";

/** Where a leave stands. */
export interface LeaveState {
  status: LeaveStatus;
  approvedLevel: number;
}

/**
 * In which statuses each action is possible; anything else is a CONFLICT (decision 7). DELETED is final, and what is decided
 * against can only be deleted.
 */
const possibleFrom: Readonly<Record<LeaveAction, readonly LeaveStatus[]>> = {
  edit: ["OPEN", "APPROVED"],
  approve: ["OPEN"],
  deny: ["OPEN"],
  cancel: ["OPEN", "APPROVED"],
  delete: ["OPEN", "APPROVED", "DENIED", "CANCELLED", "EXPIRED"],
  expire: ["OPEN"],
};

/** Whether an action is possible in a status, whoever asks. */
export const isPossible = (action: LeaveAction, status: LeaveStatus): boolean =>
  possibleFrom[action].includes(status);

/**
 * Whether an owner may still take back or change what stands: not once the leave is over (decision 7: "by owner before it
 * ends"). Those who manage them may at any time, and what was decided against can be cleared away at any time.
 */
export function isOpenToOwner(action: "edit" | "cancel" | "delete", status: LeaveStatus, hasEnded: boolean) {
  return !hasEnded || (action === "delete" && status !== "OPEN" && status !== "APPROVED");
}

/** Where a new leave starts; added by one who manages the person, it needs no further approval. */
export const initialState = (approvalRequired: boolean, isAddedForSomeone: boolean): LeaveState => ({
  status: approvalRequired && !isAddedForSomeone ? "OPEN" : "APPROVED",
  approvedLevel: 0,
});

/** An approval: the final one of `levels`, or the first of two. */
export const approvedState = (state: LeaveState, isFinal: boolean, levels: 1 | 2): LeaveState =>
  isFinal ? { status: "APPROVED", approvedLevel: levels } : { ...state, approvedLevel: 1 };

/** After an edit: an owner's starts anew, so it is OPEN again when approval is needed; a manager's keeps what was decided. */
export const editedState = (state: LeaveState, by: "owner" | "manager", approvalRequired: boolean) =>
  by === "manager" ? state : initialState(approvalRequired, false);
