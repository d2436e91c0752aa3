import { afterAll, beforeAll, expect, it } from "vitest";
import { newId } from "@/server/kernel/ids";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import type { TestPerson, TestWorkspace } from "@/server/test/factories";
import { makeLeaveWorkspace, makePerson, setPolicy } from "@/server/test/leave-kit";
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

const attempt = () => newId().replaceAll("-", "");
const vacation = (startDate: string, endDate = startDate) => ({
  leaveTypeId: encodeId("leaveType", workspace.leaveTypes.vacation),
  startDate,
  endDate,
});

it("one's own leave is all that is listed and opened, also for an administrator", async () => {
  const person = await makePerson(services, workspace);
  const own = await as(person);
  const { id } = await own.leaves.request({
    attempt: attempt(),
    leave: vacation("2026-12-01", "2026-12-02"),
  });
  expect(await own.leaves.mine()).toMatchObject([
    { id, status: "OPEN", leaveTypeName: "Vacation", durationWorkingDays: 2, approverName: null },
  ]);
  expect(await own.leaves.get({ id })).toMatchObject({ id });
  const admin = await as(workspace.people.admin);
  expect(await admin.leaves.mine()).toEqual([]);
  await expect(admin.leaves.get({ id })).rejects.toThrow();
  const stranger = await as((await makeLeaveWorkspace(services)).people.user);
  await expect(stranger.leaves.get({ id })).rejects.toThrow();
  await expect(stranger.leaves.cancel({ id })).rejects.toThrow();
});

it("a form that is sent ten times at once books once", async () => {
  const own = await as(await makePerson(services, workspace));
  const form = { attempt: attempt(), leave: vacation("2026-12-07") };
  const made = await Promise.all(Array.from({ length: 10 }, () => own.leaves.request(form)));
  expect(new Set(made.map(({ id }) => id)).size).toBe(1);
  expect(await own.leaves.mine()).toHaveLength(1);
});

it("the form offers the types of one's location, by the workspace's plan, and its date", async () => {
  await setPolicy(services, workspace, { shortestDuration: "HALF_DAY", reasonRequired: true });
  const { types, ...terms } = await (await as(await makePerson(services, workspace))).leaves.terms();
  expect(terms).toEqual({ today: "2026-11-20", hoursPerDay: 8 });
  expect(types).toContainEqual({
    id: encodeId("leaveType", workspace.leaveTypes.vacation),
    name: "Vacation",
    color: expect.any(String),
    shortestDuration: "HALF_DAY",
    reasonRequired: true,
  });
  expect(types.map(({ name }) => name)).not.toContain("Old");
  await setPolicy(services, workspace);
});

it("who decides has a name in the app, whatever one's reach", async () => {
  const own = await as(await makePerson(services, workspace));
  const { approval } = await own.leaves.preview(vacation("2026-12-07"));
  expect(approval?.approvers).toContainEqual(expect.objectContaining({ name: "Paul Approver" }));
});

it("a cancelled leave stays listed", async () => {
  const own = await as(await makePerson(services, workspace));
  const { id } = await own.leaves.request({ attempt: attempt(), leave: vacation("2026-12-08") });
  expect(await own.leaves.cancel({ id })).toMatchObject({ status: "CANCELLED" });
  expect(await own.leaves.mine()).toMatchObject([{ id, status: "CANCELLED" }]);
});
