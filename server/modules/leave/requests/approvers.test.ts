import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { approvalBy, canDecide, capacityOf, type Decider, denialFor, isNamed, levelsOf } from "./approvers";
import { approvedState, type LeaveState } from "./transitions";

const decider = (more: Partial<Decider>): Decider => ({
  userId: "ann",
  role: "APPROVER",
  ownerId: "olaf",
  approvers: [
    { userId: "ann", level: 1, standsInFor: null },
    { userId: "bob", level: 2, standsInFor: null },
  ],
  hasTwoLevels: true,
  ...more,
});
const open = (approvedLevel: number): LeaveState => ({ status: "OPEN", approvedLevel });

it("two levels: level 1 lifts, level 2 decides, and neither acts out of turn", () => {
  expect(approvalBy(decider({}), open(0))).toBe("lift");
  expect(approvalBy(decider({}), open(1))).toBeNull();
  expect(approvalBy(decider({ userId: "bob" }), open(0))).toBeNull();
  expect(approvalBy(decider({ userId: "bob" }), open(1))).toBe("final");
});

it("one level: the first approver decides; two levels need the COMPLETE plan", () => {
  expect(approvalBy(decider({ hasTwoLevels: false }), open(0))).toBe("final");
  expect(approvalBy(decider({ userId: "bob", hasTwoLevels: false }), open(0))).toBe("final");
});

it("an administrator who is not an approver of the department makes the final decision", () => {
  expect(approvalBy(decider({ userId: "zoe", role: "ADMIN" }), open(0))).toBe("final");
  expect(approvalBy(decider({ role: "ADMIN" }), open(0))).toBe("lift");
});

it("approvers cannot decide their own leave unless they are the only approver", () => {
  expect(canDecide(decider({ ownerId: "ann" }))).toBe(false);
  expect(
    canDecide(decider({ ownerId: "ann", approvers: [{ userId: "ann", level: 1, standsInFor: null }] })),
  ).toBe(true);
  expect(canDecide(decider({ userId: "zoe", ownerId: "zoe", role: "ADMIN" }))).toBe(false);
  expect(canDecide(decider({ userId: "zoe", ownerId: "zoe", role: "ADMIN", approvers: [] }))).toBe(true);
  expect(canDecide(decider({ userId: "olaf", role: "USER" }))).toBe(false);
});

it("someone can always decide: leave never waits for its owner's level", () => {
  const people = ["ann", "bob", "eva"];
  const lists = fc.uniqueArray(fc.constantFrom(...people), { minLength: 1 }).chain((ids) =>
    fc.tuple(
      ...ids.map((userId) =>
        fc.record({
          userId: fc.constant(userId),
          level: fc.constantFrom(1, 2),
          standsInFor: fc.constant(null),
        }),
      ),
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

describe("stand-ins", () => {
  /** Sam is Bob's stand-in at level 2. */
  const standIn = (more: Partial<Decider> = {}): Decider => {
    const { approvers, ...rest } = decider({ userId: "sam", role: "USER", ...more });
    return { ...rest, approvers: [...approvers, { userId: "sam", level: 2, standsInFor: "bob" }] };
  };

  it("acts at the approver's level, and names the approver", () => {
    expect(canDecide(standIn())).toBe(true);
    expect(isNamed(standIn())).toBe(true);
    expect(capacityOf(standIn(), open(0))).toBeNull();
    expect(capacityOf(standIn(), open(1))).toEqual({ approval: "final", standsInFor: "bob" });
    expect(denialFor(standIn(), open(0))).toBe("bob");
    expect(levelsOf(standIn())).toBe(2);
    expect(capacityOf(standIn({ hasTwoLevels: false }), open(0))).toEqual({
      approval: "final",
      standsInFor: "bob",
    });
  });

  it("decides neither their own leave nor the approver's", () => {
    expect(canDecide(standIn({ ownerId: "sam" }))).toBe(false);
    expect(isNamed(standIn({ ownerId: "sam" }))).toBe(false);
    expect(canDecide(standIn({ ownerId: "bob" }))).toBe(false);
    // Sam does not make Bob another approver of his own leave: Ann decides it alone.
    expect(levelsOf(standIn({ ownerId: "bob" }))).toBe(1);
    const alone = [{ userId: "bob", level: 1, standsInFor: null }];
    expect(canDecide(standIn({ userId: "bob", ownerId: "bob", approvers: alone }))).toBe(true);
    expect(canDecide(standIn({ ownerId: "bob", approvers: alone }))).toBe(false);
  });

  it("acts by their own right when it is their turn, otherwise for the approver", () => {
    expect(capacityOf(standIn({ userId: "ann" }), open(0))).toEqual({ approval: "lift", standsInFor: null });
    const both = standIn({
      approvers: [...standIn().approvers, { userId: "sam", level: 1, standsInFor: null }],
    });
    expect(capacityOf(both, open(0))).toEqual({ approval: "lift", standsInFor: null });
    expect(capacityOf(both, open(1))).toEqual({ approval: "final", standsInFor: "bob" });
    expect(denialFor(both, open(1))).toBeNull();
    const admin = standIn({ role: "ADMIN" });
    expect(capacityOf(admin, open(0))).toEqual({ approval: "final", standsInFor: null });
    expect(denialFor(admin, open(0))).toBeNull();
  });
});
