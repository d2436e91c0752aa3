import fc from "fast-check";
import { expect, it } from "vitest";
import { type LeaveStatus, leaveStatuses } from "@/drizzle/schema/values";
import {
  approvedState,
  editedState,
  initialState,
  isOpenToOwner,
  isPossible,
  type LeaveAction,
  type LeaveState,
} from "./transitions";

const actions: LeaveAction[] = ["edit", "approve", "deny", "cancel", "delete", "expire"];

/** The state after an action; null when the action is not possible. */
function apply(state: LeaveState, action: LeaveAction, chance: boolean): LeaveState | null {
  if (!isPossible(action, state.status)) return null;
  if (action === "approve") return approvedState(state, state.approvedLevel === 1 || chance, chance ? 1 : 2);
  if (action === "edit") return editedState(state, chance ? "owner" : "manager", chance);
  const next: Record<string, LeaveStatus> = {
    deny: "DENIED",
    cancel: "CANCELLED",
    delete: "DELETED",
    expire: "EXPIRED",
  };
  return { ...state, status: next[action] ?? "OPEN" };
}

it("no sequence of actions leads to an undefined state", () => {
  const steps = fc.array(fc.tuple(fc.constantFrom(...actions), fc.boolean()), { maxLength: 40 });
  fc.assert(
    fc.property(fc.boolean(), fc.boolean(), steps, (needsApproval, isAdded, sequence) => {
      let state = initialState(needsApproval, isAdded);
      let isDeleted = false;
      for (const [action, chance] of sequence) {
        const next = apply(state, action, chance);
        if (isDeleted) expect(next).toBeNull();
        state = next ?? state;
        isDeleted ||= action === "delete" && next !== null;
        expect(leaveStatuses).toContain(state.status);
        expect([0, 1, 2]).toContain(state.approvedLevel);
        if (state.status === "OPEN") expect(state.approvedLevel).toBeLessThan(2);
      }
    }),
    { numRuns: 500 },
  );
});

it("the table: the possible actions of each status", () => {
  const table = Object.fromEntries(
    actions.map((action) => [action, leaveStatuses.filter((status) => isPossible(action, status)).join(" ")]),
  );
  expect(table).toEqual({
    edit: "OPEN APPROVED",
    approve: "OPEN",
    deny: "OPEN",
    cancel: "OPEN APPROVED",
    delete: "OPEN APPROVED DENIED CANCELLED EXPIRED",
    expire: "OPEN",
  });
});

it("an owner cannot cancel leave that is over, but may delete what was decided against", () => {
  expect(isOpenToOwner("cancel", "APPROVED", true)).toBe(false);
  expect(isOpenToOwner("delete", "APPROVED", true)).toBe(false);
  expect(isOpenToOwner("edit", "OPEN", true)).toBe(false);
  expect(isOpenToOwner("delete", "DENIED", true)).toBe(true);
  expect(isOpenToOwner("cancel", "APPROVED", false)).toBe(true);
});

it("a leave starts open only when approval is required and no manager added it", () => {
  expect(initialState(true, false).status).toBe("OPEN");
  expect(initialState(false, false).status).toBe("APPROVED");
  expect(initialState(true, true).status).toBe("APPROVED");
});

it("an owner's edit needs a new decision, a manager's keeps the decision", () => {
  const approved: LeaveState = { status: "APPROVED", approvedLevel: 2 };
  expect(editedState(approved, "owner", true)).toEqual({ status: "OPEN", approvedLevel: 0 });
  expect(editedState(approved, "owner", false)).toEqual({ status: "APPROVED", approvedLevel: 0 });
  expect(editedState({ status: "OPEN", approvedLevel: 1 }, "owner", true).approvedLevel).toBe(0);
  expect(editedState({ status: "OPEN", approvedLevel: 1 }, "manager", true)).toEqual({
    status: "OPEN",
    approvedLevel: 1,
  });
  expect(editedState(approved, "manager", true)).toEqual(approved);
});
