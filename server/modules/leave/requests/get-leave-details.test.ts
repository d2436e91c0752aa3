import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { leaveTypes } from "@/drizzle/schema/leaves";
import { visibilities } from "@/drizzle/schema/values";
import { workspaces } from "@/drizzle/schema/workspaces";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { makeLeave, type TestPerson, type TestWorkspace, testRoles } from "@/server/test/factories";
import { as, days, makeLeaveWorkspace, makePerson, setApprovers, setPolicy } from "@/server/test/leave-kit";
import { standingClock, testServices } from "@/server/test/services";
import { activeMembers, sightTable } from "@/server/test/sight-table";
import { signedInCaller } from "@/server/test/signed-in-caller";
import { approveLeave } from "./approve";
import { cancelLeave } from "./cancel";
import { denyLeave } from "./deny";
import { editLeave } from "./edit";
import { expireLeaves } from "./expire";
import { remindApprovers } from "./remind";
import { requestLeave } from "./request";

let services: Services;
let workspace: TestWorkspace;
const clock = standingClock();

beforeAll(async () => {
  services = await testServices({ clock });
  workspace = await makeLeaveWorkspace(services);
});
afterAll(() => services.close());

const open = async (person: TestPerson, id: string) =>
  (await signedInCaller(services, person)).leaves.get({ id: encodeId("leave", id) });
const request = async (person: TestPerson, ...when: [string, string?]) => {
  const { id } = await requestLeave(await as(services, person), days(person, ...when));
  clock.pass(60_000);
  return id;
};

describe.each(visibilities)("with the visibility %s", (visibility) => {
  it.each(testRoles)(
    "the %s opens the leave of people within reach, and of no one who is only within sight",
    async (role) => {
      await services.db.update(workspaces).set({ visibility }).where(eq(workspaces.id, workspace.id));
      const viewer = workspace.people[role];
      const opened: string[] = [];
      for (const member of activeMembers) {
        const id = await makeLeave(services, workspace.people[member], { startDate: "2026-12-01" });
        const found = await open(viewer, id).catch(({ cause }) => cause.code as string);
        if (typeof found === "object") opened.push(member);
        else expect(found).toBe("RESOURCE_NOT_FOUND");
      }
      expect(opened.sort()).toEqual([...sightTable.SELF[role]].sort());
    },
  );
});

it("a leave of another workspace, or a deleted one, is not found", async () => {
  const other = await makeLeaveWorkspace(services);
  const id = await makeLeave(services, other.people.user, { startDate: "2026-12-01" });
  await expect(open(workspace.people.admin, id)).rejects.toMatchObject({
    cause: { code: "RESOURCE_NOT_FOUND" },
  });
  const gone = await makeLeave(services, workspace.people.user, {
    startDate: "2026-12-01",
    status: "DELETED",
  });
  await expect(open(workspace.people.admin, gone)).rejects.toThrow();
});

it("returns the count of each day", async () => {
  const person = await makePerson(services, workspace);
  const id = await request(person, "2026-12-24", "2026-12-26");
  expect((await open(person, id)).days).toEqual([
    { date: "2026-12-24", amount: 1, kind: "WORKING_DAY", holiday: null, after: 0, hours: null },
    { date: "2026-12-25", amount: 0, kind: "HOLIDAY", holiday: "Christmas", after: 0, hours: null },
    { date: "2026-12-26", amount: 0, kind: "NON_WORKING_DAY", holiday: null, after: 0, hours: null },
  ]);
});

it("says whether days come back to a balance: not of leave without a limit", async () => {
  const own = await makeLeaveWorkspace(services);
  const id = await request(own.people.user, "2026-12-07");
  expect(await open(own.people.user, id)).toMatchObject({
    isUnlimited: false,
    cancelEffect: { daysBack: 1 },
  });
  await setPolicy(services, own, { locationId: own.people.user.locationId, unlimited: true });
  expect(await open(own.people.user, id)).toMatchObject({ isUnlimited: true, may: { cancel: true } });
});

it("returns what the caller may do: the owner until it ends, approvers in their turn, managers always", async () => {
  const person = await makePerson(services, workspace);
  const { admin, approver, user } = workspace.people;
  await setApprovers(services, workspace, workspace.departments.sales, [
    [approver, 1],
    [admin, 2],
  ]);
  const id = await request(person, "2026-12-01");
  const may = async (viewer: TestPerson) => (await open(viewer, id)).may;
  expect(await may(person)).toEqual({ edit: true, cancel: true, decide: false, withdraw: false });
  expect(await may(approver)).toEqual({ edit: true, cancel: true, decide: true, withdraw: false });
  expect(await may(admin)).toEqual({ edit: true, cancel: true, decide: false, withdraw: false });
  await approveLeave(await as(services, approver), id);
  expect((await may(approver)).decide).toBe(false);
  expect((await may(admin)).decide).toBe(true);
  await denyLeave(await as(services, admin), id, { reason: "Stocktaking" });
  expect(await may(person)).toEqual({ edit: false, cancel: false, decide: false, withdraw: false });
  const past = await makeLeave(services, person, { startDate: "2026-11-02" });
  expect((await open(person, past)).may).toEqual({
    edit: false,
    cancel: false,
    decide: false,
    withdraw: false,
  });
  expect((await open(admin, past)).may).toEqual({ edit: true, cancel: true, decide: false, withdraw: false });
  await expect(open(user, id)).rejects.toThrow();
  await setApprovers(services, workspace, workspace.departments.sales, [[approver, 1]]);
});

describe("the history", () => {
  const steps = async (viewer: TestPerson, id: string) =>
    (await open(viewer, id)).history.map(({ step, by, reason, level }) => [
      step,
      by?.name ?? null,
      level,
      reason,
    ]);

  it("lists what was done, by which user, and the reason of a denial", async () => {
    const person = await makePerson(services, workspace);
    const { admin, approver } = workspace.people;
    await setApprovers(services, workspace, workspace.departments.sales, [
      [approver, 1],
      [admin, 2],
    ]);
    const id = await request(person, "2026-12-07", "2026-12-08");
    const own = await as(services, person);
    await remindApprovers(own, id);
    clock.pass(60_000);
    await editLeave(own, id, { endDate: "2026-12-09", reason: "Hiking" });
    clock.pass(60_000);
    await approveLeave(await as(services, approver), id);
    clock.pass(60_000);
    await denyLeave(await as(services, admin), id, { reason: "Stocktaking" });
    expect(await steps(approver, id)).toEqual([
      ["request", "Nina New", null, null],
      ["remind", "Nina New", null, null],
      ["edit", "Nina New", null, null],
      ["approve", approver.name, 1, null],
      ["deny", admin.name, null, "Stocktaking"],
    ]);
    const [, , edit] = (await open(person, id)).history;
    expect(edit?.moved).toMatchObject({
      from: { startDate: "2026-12-07", endDate: "2026-12-08" },
      to: { startDate: "2026-12-07", endDate: "2026-12-09" },
    });
    expect(JSON.stringify((await open(person, id)).history)).not.toContain("Hiking");
    await setApprovers(services, workspace, workspace.departments.sales, [[approver, 1]]);
  });

  it("starts with the request even when the log is younger, and ends with the automatic step", async () => {
    const person = await makePerson(services, workspace);
    const openedAt = new Date("2026-11-13T09:00:00Z");
    const id = await makeLeave(services, person, { startDate: "2026-11-16", status: "OPEN", openedAt });
    await expireLeaves(services);
    expect(await steps(person, id)).toEqual([
      ["request", null, null, null],
      ["expire", null, null, null],
    ]);
  });

  it("keeps the reason of a cancellation, and hides the type of a private leave", async () => {
    const person = await makePerson(services, workspace);
    const id = await request(person, "2026-12-10");
    await cancelLeave(await as(services, workspace.people.admin), id, { reason: "Wrong person" });
    expect((await steps(person, id)).at(-1)).toEqual([
      "cancel",
      workspace.people.admin.name,
      null,
      "Wrong person",
    ]);
    const isPrivate = (on: boolean) =>
      services.db
        .update(leaveTypes)
        .set({ isPrivate: on })
        .where(eq(leaveTypes.id, workspace.leaveTypes.vacation));
    await isPrivate(true);
    // Within reach of the department's approver, and stronger than they are.
    const boss = await makePerson(services, workspace, { isAdmin: true });
    const hidden = await makeLeave(services, boss, { startDate: "2026-12-10", reason: "because" });
    const seen = await open(workspace.people.approver, hidden);
    expect([seen.type, seen.leaveTypeId, seen.reason]).toEqual([null, null, null]);
    await isPrivate(false);
  });
});
