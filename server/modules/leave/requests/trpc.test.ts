import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { leavePolicies, leaveTypes } from "@/drizzle/schema/leaves";
import { users } from "@/drizzle/schema/people";
import { workspaces } from "@/drizzle/schema/workspaces";
import { newId } from "@/server/kernel/ids";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { makeLeave, type TestPerson, type TestWorkspace } from "@/server/test/factories";
import { makeLeaveWorkspace, makePerson, setApprovers, setPolicy } from "@/server/test/leave-kit";
import { standingClock, testServices } from "@/server/test/services";
import { signedInCaller } from "@/server/test/signed-in-caller";

let services: Services;
let workspace: TestWorkspace;

beforeAll(async () => {
  services = await testServices({ clock: standingClock() });
  workspace = await makeLeaveWorkspace(services);
});
afterAll(() => services.close());

const as = (person: TestPerson) => signedInCaller(services, person);

const mineOf = async ({ leaves }: Awaited<ReturnType<typeof as>>) => (await leaves.page({})).items;

const attempt = () => newId().replaceAll("-", "");
const vacation = (startDate: string, endDate = startDate) => ({
  leaveTypeId: encodeId("leaveType", workspace.leaveTypes.vacation),
  startDate,
  endDate,
});

it("the list contains only one's own leave; people who reach its owner can open it", async () => {
  const person = await makePerson(services, workspace);
  const own = await as(person);
  const { id } = await own.leaves.request({
    attempt: attempt(),
    leave: vacation("2026-12-01", "2026-12-02"),
  });
  expect(await mineOf(own)).toMatchObject([
    { id, status: "OPEN", leaveTypeName: "Vacation", durationWorkingDays: 2, approverName: null },
  ]);
  expect(await own.leaves.get({ id })).toMatchObject({ id });
  const admin = await as(workspace.people.admin);
  expect(await mineOf(admin)).toEqual([]);
  expect(await admin.leaves.get({ id })).toMatchObject({ id, isOwn: false, person: { name: "Nina New" } });
  const stranger = await as((await makeLeaveWorkspace(services)).people.user);
  await expect(stranger.leaves.get({ id })).rejects.toThrow();
  await expect(stranger.leaves.cancel({ id })).rejects.toThrow();
});

it("a form sent ten times at once books once", async () => {
  const own = await as(await makePerson(services, workspace));
  const form = { attempt: attempt(), leave: vacation("2026-12-07") };
  const made = await Promise.all(Array.from({ length: 10 }, () => own.leaves.request(form)));
  expect(new Set(made.map(({ id }) => id)).size).toBe(1);
  expect(await mineOf(own)).toHaveLength(1);
});

it("the form offers the types of one's location, by the workspace's plan, and its date", async () => {
  await setPolicy(services, workspace, { shortestDuration: "HALF_DAY", reasonRequired: true });
  const { types, ...terms } = await (await as(await makePerson(services, workspace))).leaves.terms();
  expect(terms).toEqual({
    today: "2026-11-20",
    workWeek: [1, 2, 3, 4, 5],
    hoursPerDay: 8,
    patterns: [],
    administrators: [],
  });
  expect(types).toContainEqual({
    id: encodeId("leaveType", workspace.leaveTypes.vacation),
    name: "Vacation",
    color: expect.any(String),
    shortestDuration: "HALF_DAY",
    reasonRequired: true,
    interrupts: false,
  });
  expect(types.map(({ name }) => name)).not.toContain("Old");
  await setPolicy(services, workspace);
});

it("when no type has a policy, the form names the people who can add one", async () => {
  const elsewhere = await makeLeaveWorkspace(services);
  await services.db.delete(leavePolicies).where(eq(leavePolicies.workspaceId, elsewhere.id));
  const { types, administrators } = await (await as(elsewhere.people.user)).leaves.terms();
  expect([types, administrators]).toEqual([[], [elsewhere.people.admin.name]]);
});

it("the form offers the types of a managed person, and of no one else", async () => {
  const person = await makePerson(services, workspace);
  const userId = encodeId("user", person.id);
  const { approver, user, admin } = workspace.people;
  const offered = await (await as(approver)).leaves.terms({ userId });
  expect(offered.types.map(({ name }) => name)).toContain("Vacation");
  await expect((await as(user)).leaves.terms({ userId })).rejects.toThrow();
  await expect((await as(approver)).leaves.terms({ userId: encodeId("user", admin.id) })).rejects.toThrow();
});

it("a leave for a managed person is approved, and refused for anyone else", async () => {
  const person = await makePerson(services, workspace);
  const form = (day: string) => ({
    attempt: attempt(),
    leave: { ...vacation(day), userId: encodeId("user", person.id) },
  });
  const { approver, user } = workspace.people;
  const caller = await as(approver);
  expect((await caller.leaves.preview(form("2026-12-09").leave)).approval?.required).toBe(false);
  const { id } = await caller.leaves.request(form("2026-12-09"));
  expect(await (await as(person)).leaves.get({ id })).toMatchObject({
    status: "APPROVED",
    approverName: "Paul Approver",
    history: [{ step: "request", by: { name: "Paul Approver" } }],
  });
  await expect((await as(user)).leaves.request(form("2026-12-10"))).rejects.toThrow();
});

describe("an edit", () => {
  const patch = { reason: "Moved" };
  const booked = async () => {
    const own = await as(await makePerson(services, workspace));
    const { id } = await own.leaves.request({ attempt: attempt(), leave: vacation("2026-12-14") });
    return { own, id };
  };

  it("sent ten times at once changes once", async () => {
    const { own, id } = await booked();
    const form = { id, attempt: attempt(), version: 0, patch };
    await Promise.all(Array.from({ length: 10 }, () => own.leaves.edit(form)));
    expect(await own.leaves.get({ id })).toMatchObject({ version: 1, reason: "Moved" });
  });

  it("of a stale version is refused, and changes nothing", async () => {
    const { own, id } = await booked();
    await own.leaves.edit({ id, attempt: attempt(), version: 0, patch: { endDate: "2026-12-15" } });
    const stale = own.leaves.edit({ id, attempt: attempt(), version: 0, patch });
    await expect(stale).rejects.toMatchObject({ cause: { code: "CONFLICT" } });
    expect(await own.leaves.get({ id })).toMatchObject({ version: 1, reason: null, endDate: "2026-12-15" });
  });

  it("keeps its own type when that is no longer offered, and names the overlapping leave", async () => {
    const { own, id } = await booked();
    const { id: other } = await own.leaves.request({ attempt: attempt(), leave: vacation("2026-12-16") });
    const isActive = (active: boolean) =>
      services.db
        .update(leaveTypes)
        .set({ isActive: active })
        .where(eq(leaveTypes.id, workspace.leaveTypes.vacation));
    await isActive(false);
    const { types } = await own.leaves.terms({ leaveId: id });
    expect(types.map(({ name }) => name)).toContain("Vacation");
    expect((await own.leaves.terms()).types.map(({ name }) => name)).not.toContain("Vacation");
    await isActive(true);
    const clash = own.leaves.edit({ id, attempt: attempt(), version: 0, patch: { endDate: "2026-12-16" } });
    const overlaps = [{ leaveId: other, startDate: "2026-12-16", endDate: "2026-12-16" }];
    await expect(clash).rejects.toMatchObject({ cause: { more: { details: { overlaps } } } });
  });

  it("has terms only where it is allowed", async () => {
    const { own, id } = await booked();
    await own.leaves.cancel({ id });
    await expect(own.leaves.terms({ leaveId: id })).rejects.toMatchObject({ cause: { code: "CONFLICT" } });
  });
});

it("the missing balance is given in days", async () => {
  const own = await as(await makePerson(services, workspace));
  const leave = vacation("2027-01-04", "2027-02-12");
  const refused = own.leaves.request({ attempt: attempt(), leave });
  await expect(refused).rejects.toMatchObject({
    cause: { code: "LEAVE_NEGATIVE_BALANCE", more: { details: { missing: 5 } } },
  });
});

it("leave of a person who moves to another department meanwhile is decided by the approvers there", async () => {
  const person = await makePerson(services, workspace);
  const own = await as(person);
  const { approver, locationAdmin } = workspace.people;
  await setApprovers(services, workspace, workspace.departments.sales, [[approver, 1]]);
  await setApprovers(services, workspace, workspace.departments.platform, [[locationAdmin, 1]]);
  const names = async () =>
    (await own.leaves.preview(vacation("2026-12-21"))).approval?.approvers.map(({ name }) => name);
  expect(await names()).toEqual([approver.name]);
  await services.db
    .update(users)
    .set({ departmentId: workspace.departments.platform })
    .where(eq(users.id, person.id));
  expect(await names()).toEqual([locationAdmin.name]);
});

it("approvers have a name in the app, whatever one's reach", async () => {
  const own = await as(await makePerson(services, workspace));
  const { approval } = await own.leaves.preview(vacation("2026-12-07"));
  expect(approval?.approvers).toContainEqual(expect.objectContaining({ name: "Paul Approver" }));
});

it("a cancelled leave stays listed", async () => {
  const own = await as(await makePerson(services, workspace));
  const { id } = await own.leaves.request({ attempt: attempt(), leave: vacation("2026-12-08") });
  expect(await own.leaves.cancel({ id })).toMatchObject({ status: "CANCELLED" });
  expect(await mineOf(own)).toMatchObject([{ id, status: "CANCELLED" }]);
});

describe("the month of the date picker", () => {
  const december = { startDate: "2026-12-01", endDate: "2026-12-31" };

  it("public holidays, one's own leave, and colleagues within sight, by day", async () => {
    const place = await makeLeaveWorkspace(services);
    const me = await makePerson(services, place);
    const colleague = await makePerson(services, place, { name: "Boris Away" });
    const manager = await as(place.people.admin);
    await manager.directory.holidays.create({
      locationId: encodeId("location", place.locations.north),
      date: "2026-12-24",
      name: "Christmas Eve",
      isHalfDay: true,
    });
    await makeLeave(services, me, { startDate: "2026-12-07", endDate: "2026-12-08", status: "OPEN" });
    await makeLeave(services, me, { startDate: "2026-12-14", status: "DENIED" });
    await makeLeave(services, colleague, { startDate: "2026-11-30", endDate: "2026-12-01" });
    const mine = await (await as(me)).leaves.month(december);
    const dates = { startDate: "2026-12-07", endDate: "2026-12-08", status: "OPEN" };
    expect(mine).toMatchObject({
      holidays: [
        { date: "2026-12-24", name: "Christmas Eve", isHalfDay: true },
        { date: "2026-12-25", name: "Christmas", isHalfDay: false },
      ],
      leaves: [{ ...dates, typeName: "Vacation" }],
      workWeek: [1, 2, 3, 4, 5],
    });
    const away = [{ date: "2026-12-01", names: ["Boris Away"], count: 1 }];
    expect(mine.away).toEqual(away);
    await services.db.update(workspaces).set({ visibility: "SELF" }).where(eq(workspaces.id, place.id));
    expect((await (await as(me)).leaves.month(december)).away).toEqual([]);
    const theirs = await manager.leaves.month({ ...december, userId: encodeId("user", me.id) });
    expect(theirs.leaves).toEqual([{ ...dates, typeName: null }]);
    expect(theirs.away).toEqual(away);
  });

  it("400 for a person one does not manage, and for more than a month", async () => {
    const [me, other] = [await makePerson(services, workspace), await makePerson(services, workspace)];
    const own = await as(me);
    const question = { ...december, userId: encodeId("user", other.id) };
    await expect(own.leaves.month(question)).rejects.toMatchObject({ cause: { code: "VALIDATION_ERROR" } });
    await expect(own.leaves.month({ ...december, endDate: "2027-12-31" })).rejects.toThrow();
  });
});
