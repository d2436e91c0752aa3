import { describe, expect, it } from "vitest";
import type { DecidedBy, Role } from "@/drizzle/schema/values";
import { canDecide, capacityOf, chainOf, type DepartmentApprover, type Source } from "./approvers";

const one = (
  userId: string,
  source: Source,
  level = 1,
  standsInFor: string | null = null,
): DepartmentApprover => ({
  userId,
  source,
  level,
  standsInFor,
});

const manager = [one("mia", "MANAGER"), one("sid", "MANAGER", 1, "mia")];
const department = [
  one("ann", "DEPARTMENT"),
  one("sue", "DEPARTMENT", 1, "ann"),
  one("bob", "DEPARTMENT", 2),
];
const locationAdmins = [one("lea", "LOCATION_ADMIN")];
const administrators = [one("ada", "ADMIN"), one("abe", "ADMIN")];

type Turn = "lift" | "final" | "-";
type Row = {
  decidedBy: DecidedBy;
  levels: 1 | 2;
  hasManager: boolean;
  /** What an approval by each of them does, before and after a first approval. */
  turns: Record<string, [Turn, Turn]>;
};

const roles: Record<string, Role> = { ada: "ADMIN", lea: "LOCATION_ADMIN", ann: "APPROVER", bob: "APPROVER" };

const table: Row[] = [
  {
    decidedBy: "DEPARTMENT",
    levels: 2,
    hasManager: false,
    turns: {
      ann: ["lift", "-"],
      sue: ["lift", "-"],
      bob: ["-", "final"],
      mia: ["-", "-"],
      lea: ["final", "final"],
      ada: ["final", "final"],
      olaf: ["-", "-"],
    },
  },
  {
    decidedBy: "DEPARTMENT",
    levels: 2,
    hasManager: true,
    turns: {
      mia: ["lift", "-"],
      sid: ["lift", "-"],
      ann: ["-", "-"],
      sue: ["-", "-"],
      bob: ["-", "final"],
      lea: ["final", "final"],
      ada: ["final", "final"],
    },
  },
  {
    decidedBy: "DEPARTMENT",
    levels: 1,
    hasManager: false,
    turns: { ann: ["final", "final"], sue: ["final", "final"], bob: ["-", "-"], lea: ["final", "final"] },
  },
  {
    decidedBy: "DEPARTMENT",
    levels: 1,
    hasManager: true,
    turns: { mia: ["final", "final"], sid: ["final", "final"], ann: ["-", "-"], bob: ["-", "-"] },
  },
  ...([1, 2] as const).flatMap((levels) =>
    [true, false].flatMap((hasManager): Row[] => [
      {
        decidedBy: "LOCATION_ADMINS",
        levels,
        hasManager,
        turns: {
          lea: ["final", "final"],
          ada: ["final", "final"],
          mia: ["-", "-"],
          ann: ["-", "-"],
          sue: ["-", "-"],
          bob: ["-", "-"],
        },
      },
      {
        decidedBy: "ADMINS",
        levels,
        hasManager,
        turns: {
          ada: ["final", "final"],
          lea: ["-", "-"],
          mia: ["-", "-"],
          ann: ["-", "-"],
          bob: ["-", "-"],
        },
      },
    ]),
  ),
];

const chain = (
  ownerId: string,
  row: Pick<Row, "decidedBy" | "levels">,
  all: readonly DepartmentApprover[],
) => ({
  ownerId,
  decidedBy: row.decidedBy,
  approvers: chainOf(ownerId, { decidedBy: row.decidedBy, approvalLevels: row.levels }, all),
  hasTwoLevels: true,
});

describe("whose turn it is", () => {
  it.each(table)("$decidedBy, $levels levels, with a manager: $hasManager", ({ turns, ...row }) => {
    const all = [...(row.hasManager ? manager : []), ...department, ...locationAdmins, ...administrators];
    for (const [userId, expected] of Object.entries(turns)) {
      const decider = { userId, role: roles[userId] ?? "USER", ...chain("olaf", row, all) };
      const turn = [0, 1].map((approvedLevel) =>
        canDecide(decider) ? (capacityOf(decider, { status: "OPEN", approvedLevel })?.approval ?? "-") : "-",
      );
      expect([userId, ...turn]).toEqual([userId, ...expected]);
    }
  });

  it("a manager who is at level 2, too, decides at one level; the department's others decide at the second", () => {
    const row = { decidedBy: "DEPARTMENT", levels: 2 } as const;
    const boss = [one("bob", "MANAGER"), ...department];
    const decider = { userId: "bob", role: "APPROVER" as const, ...chain("olaf", row, boss) };
    expect(capacityOf(decider, { status: "OPEN", approvedLevel: 0 })?.approval).toBe("final");
    const two = [...boss, one("eva", "DEPARTMENT", 2)];
    const next = { userId: "bob", role: "APPROVER" as const, ...chain("olaf", row, two) };
    expect(capacityOf(next, { status: "OPEN", approvedLevel: 0 })?.approval).toBe("lift");
    expect(capacityOf(next, { status: "OPEN", approvedLevel: 1 })).toBeNull();
  });

  it("managers of each other decide each other's leave, and neither their own", () => {
    const row = { decidedBy: "DEPARTMENT", levels: 2 } as const;
    for (const [owner, boss] of [
      ["ann", "bob"],
      ["bob", "ann"],
    ] as const) {
      const made = chain(owner, row, [one(boss, "MANAGER"), ...department.slice(0, 1)]);
      expect(canDecide({ userId: boss, role: "USER", ...made })).toBe(true);
      expect(canDecide({ userId: owner, role: "APPROVER", ...made })).toBe(false);
    }
  });

  it("where one level is enough, level 2 decides when no one else is at level 1", () => {
    const row = { decidedBy: "DEPARTMENT", levels: 1 } as const;
    const made = chain("ann", row, department);
    expect(canDecide({ userId: "bob", role: "APPROVER", ...made })).toBe(true);
    expect(canDecide({ userId: "sue", role: "USER", ...made })).toBe(false);
  });

  it("the only admin of a location is decided for by administrators, the only administrator by no one else", () => {
    const byAdmins = chain("lea", { decidedBy: "LOCATION_ADMINS", levels: 1 }, [
      ...locationAdmins,
      ...administrators,
    ]);
    expect(byAdmins.approvers.map(({ userId }) => userId)).toEqual(["ada", "abe"]);
    expect(canDecide({ userId: "lea", role: "LOCATION_ADMIN", ...byAdmins })).toBe(false);
    const alone = chain("ada", { decidedBy: "ADMINS", levels: 1 }, [one("ada", "ADMIN")]);
    expect(canDecide({ userId: "ada", role: "ADMIN", ...alone })).toBe(true);
    const two = chain("ada", { decidedBy: "ADMINS", levels: 1 }, administrators);
    expect(canDecide({ userId: "ada", role: "ADMIN", ...two })).toBe(false);
  });
});
