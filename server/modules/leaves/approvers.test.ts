import fc from "fast-check";
import { expect, it } from "vitest";
import { approvalBy, canDecide, type Decider, levelsOf } from "./approvers";
import { approvedState, type LeaveState } from "./transitions";

const decider = (more: Partial<Decider>): Decider => ({
  userId: "ann",
  role: "APPROVER",
  ownerId: "olaf",
  approvers: [
    { userId: "ann", level: 1 },
    { userId: "bob", level: 2 },
  ],
  hasTwoLevels: true,
  ...more,
});
const open = (approvedLevel: number): LeaveState => ({ status: "OPEN", approvedLevel });

it("two levels: level 1 lifts, level 2 decides, neither out of turn", () => {
  expect(approvalBy(decider({}), open(0))).toBe("lift");
  expect(approvalBy(decider({}), open(1))).toBeNull();
  expect(approvalBy(decider({ userId: "bob" }), open(0))).toBeNull();
  expect(approvalBy(decider({ userId: "bob" }), open(1))).toBe("final");
});

it("one level: the first approver decides; two levels need the COMPLETE plan", () => {
  expect(approvalBy(decider({ hasTwoLevels: false }), open(0))).toBe("final");
  expect(approvalBy(decider({ userId: "bob", hasTwoLevels: false }), open(0))).toBe("final");
});

it("an administrator who is not an approver of the department decides finally", () => {
  expect(approvalBy(decider({ userId: "zoe", role: "ADMIN" }), open(0))).toBe("final");
  expect(approvalBy(decider({ role: "ADMIN" }), open(0))).toBe("lift");
});

it("approvers cannot decide about their own leave unless they are the only one", () => {
  expect(canDecide(decider({ ownerId: "ann" }))).toBe(false);
  expect(canDecide(decider({ ownerId: "ann", approvers: [{ userId: "ann", level: 1 }] }))).toBe(true);
  expect(canDecide(decider({ userId: "zoe", ownerId: "zoe", role: "ADMIN" }))).toBe(false);
  expect(canDecide(decider({ userId: "zoe", ownerId: "zoe", role: "ADMIN", approvers: [] }))).toBe(true);
  expect(canDecide(decider({ userId: "olaf", role: "USER" }))).toBe(false);
});

it("somebody can always decide: leave never waits for its own owner's level", () => {
  const people = ["ann", "bob", "eva"];
  const lists = fc
    .uniqueArray(fc.constantFrom(...people), { minLength: 1 })
    .chain((ids) =>
      fc.tuple(
        ...ids.map((userId) => fc.record({ userId: fc.constant(userId), level: fc.constantFrom(1, 2) })),
      ),
    );
  fc.assert(
    fc.property(
      lists,
      fc.constantFrom(...people, "olaf"),
      fc.boolean(),
      (approvers, ownerId, hasTwoLevels) => {
        let state = open(0);
        for (let turn = 0; turn < 2 && state.status === "OPEN"; turn++) {
          const able = approvers
            .map(({ userId }) => decider({ userId, ownerId, approvers, hasTwoLevels }))
            .find((one) => canDecide(one) && approvalBy(one, state) !== null);
          expect(able).toBeDefined();
          if (able) state = approvedState(state, approvalBy(able, state) === "final", levelsOf(able));
        }
        expect(state.status).toBe("APPROVED");
      },
    ),
  );
});
