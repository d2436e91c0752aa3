import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { delegations } from "@/drizzle/schema/delegations";
import { locationAdmins } from "@/drizzle/schema/directory";
import { leavePolicies } from "@/drizzle/schema/leaves";
import { users } from "@/drizzle/schema/people";
import { deciders } from "@/drizzle/schema/values";
import { workspaces } from "@/drizzle/schema/workspaces";
import type { Ctx } from "@/server/access/ctx";
import type { Services } from "@/server/kernel/services";
import { capacityOf } from "@/server/modules/leave/requests/approvers";
import { loadLeaveToDecide } from "@/server/modules/leave/requests/decide";
import { makeLeave, type TestPerson, type TestWorkspace } from "@/server/test/factories";
import { as, makeLeaveWorkspace, makePerson, setApprovers, setPolicy } from "@/server/test/leave-kit";
import { standingClock, testNow, testServices } from "@/server/test/services";
import { makeDelegation } from "@/server/test/stand-in-kit";
import { countToDecide } from "./count-to-decide";
import { findToDecide } from "./find-to-decide";

const clock = standingClock();
let services: Services;
beforeAll(async () => {
  services = await testServices({ clock });
});
afterAll(() => services.close());

/** The same sequence in each run. */
function drawing(seed: number) {
  let state = seed;
  const next = (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  return <T>(from: readonly T[]): T => from[next(from.length)] as T;
}

/** Whether an approval by the caller would count now, by the code that approves. */
async function canApprove(ctx: Ctx, id: string): Promise<boolean> {
  try {
    const { leave, decider } = await loadLeaveToDecide(ctx, id, undefined);
    return capacityOf(decider, leave) !== null;
  } catch {
    return false;
  }
}

async function makeCast(own: TestWorkspace): Promise<TestPerson[]> {
  const { sales, engineering, platform } = own.departments;
  const { north, south } = own.locations;
  const people: TestPerson[] = [own.people.admin, own.people.locationAdmin];
  for (let i = 0; i < 6; i++)
    people.push(
      await makePerson(services, own, {
        name: `Person ${i}`,
        departmentId: [sales, engineering, platform][i % 3],
        locationId: [north, south][i % 2],
      }),
    );
  return people;
}

it("the list says what the rule says: for managers, policies, stand-ins, levels and cancellations", async () => {
  const own = await makeLeaveWorkspace(services);
  const people = await makeCast(own);
  const { db } = services;
  const { south } = own.locations;
  const ids: string[] = [];
  const types = [own.leaveTypes.vacation, own.leaveTypes.sick];
  for (const person of people)
    for (const leaveTypeId of types)
      for (const more of [
        { status: "OPEN", approvedLevel: 0 },
        { status: "OPEN", approvedLevel: 1 },
        { status: "APPROVED", approvedLevel: 2, cancelAskedAt: testNow },
        { status: "APPROVED", approvedLevel: 1 },
      ] as const)
        ids.push(
          await makeLeave(services, person, {
            startDate: "2026-12-01",
            openedAt: testNow,
            leaveTypeId,
            ...more,
          }),
        );
  for (let round = 0; round < 8; round++) {
    const draw = drawing(round + 1);
    await db.delete(delegations).where(eq(delegations.workspaceId, own.id));
    await db.delete(locationAdmins).where(eq(locationAdmins.workspaceId, own.id));
    const admins = [own.people.locationAdmin, draw(people)].filter((one, at, all) => all.indexOf(one) === at);
    await db.insert(locationAdmins).values(
      admins.map(({ id: userId }, at) => ({
        workspaceId: own.id,
        userId,
        locationId: at === 0 ? own.locations.north : draw([own.locations.north, south]),
      })),
    );
    await db
      .update(workspaces)
      .set({ plan: draw(["COMPLETE", "COMPLETE", "CORE"]) })
      .where(eq(workspaces.id, own.id));
    for (const department of Object.values(own.departments)) {
      const chosen = [draw(people), draw(people), draw(people)].filter(
        (one, at, all) => all.indexOf(one) === at,
      );
      const levels = chosen.slice(0, draw([0, 1, 2, 3])).map((one) => [one, draw([1, 2] as const)] as const);
      await setApprovers(services, own, department, levels);
    }
    for (const { id } of people) {
      const approverId = draw([null, ...people.map((one) => one.id)].filter((one) => one !== id));
      await db.update(users).set({ approverId }).where(eq(users.id, id));
    }
    const [inactive] = [people[2 + (round % 6)]];
    for (const { id } of people)
      await db
        .update(users)
        .set({ status: id === inactive?.id && round % 3 === 0 ? "INACTIVE" : "ACTIVE" })
        .where(eq(users.id, id));
    await db.delete(leavePolicies).where(eq(leavePolicies.workspaceId, own.id));
    for (const leaveTypeId of types)
      for (const locationId of [own.locations.north, south])
        if (draw([true, true, true, false]))
          await setPolicy(services, own, {
            leaveTypeId,
            locationId,
            decidedBy: draw(deciders),
            approvalLevels: draw([1, 2]),
          });
    for (let n = 0; n < 3; n++) {
      const [approver, standIn] = [draw(people), draw(people)];
      if (approver !== standIn)
        await makeDelegation(services, approver, standIn, {
          departmentId: draw([null, null, own.departments.sales, own.departments.engineering]),
        });
    }
    for (const caller of people) {
      const ctx = await as(services, caller).catch(() => null);
      if (!ctx) continue;
      const expected = [];
      for (const id of ids) if (await canApprove(ctx, id)) expected.push(id);
      const { items } = await findToDecide(ctx, { limit: 100, after: null });
      const listed = items.map(({ leave }) => leave.id);
      expect(listed.toSorted(), `round ${round}, ${caller.name}`).toEqual(expected.toSorted());
      expect(await countToDecide(ctx)).toBe(expected.length);
    }
  }
}, 300_000);
