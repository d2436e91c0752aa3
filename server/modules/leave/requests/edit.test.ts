import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { leaves, leaveTypes } from "@/drizzle/schema/leaves";
import { leaveStatuses } from "@/drizzle/schema/values";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { apiClient, type Refused, type Single } from "@/server/test/api-client";
import {
  makeKey,
  makeKeys,
  type TestKey,
  type TestPerson,
  type TestRole,
  type TestWorkspace,
} from "@/server/test/factories";
import {
  as,
  days,
  leaveRow,
  makeLeaveWorkspace,
  makePerson,
  outcomes,
  setApprovers,
  setPolicy,
  tracesOf,
} from "@/server/test/leave-kit";
import { standingClock, testServices } from "@/server/test/services";
import { approveLeave } from "./approve";
import { editLeave } from "./edit";
import { requestLeave } from "./request";

let services: Services;
let workspace: TestWorkspace;
let keys: Record<TestRole, TestKey>;
let api: ReturnType<typeof apiClient>;
const clock = standingClock();

beforeAll(async () => {
  services = await testServices({ clock });
  api = apiClient(services);
  workspace = await makeLeaveWorkspace(services);
  keys = await makeKeys(services, workspace);
  await setApprovers(services, workspace, workspace.departments.sales, [[workspace.people.approver, 1]]);
});
afterAll(() => services.close());

const asked = async (start = "2026-12-01", end = "2026-12-02", more = {}) => {
  const person = await makePerson(services, workspace, more);
  const { id } = await requestLeave(await as(services, person), days(person, start, end));
  return { person, id };
};
const approved = async (start?: string, end?: string, more = {}) => {
  const made = await asked(start, end, more);
  await approveLeave(await as(services, workspace.people.admin), made.id);
  return made;
};
const keyOf = (person: TestPerson) => makeKey(services, { workspaceId: workspace.id, ownerId: person.id });
const patch = <T = Single>(key: TestKey, id: string, json: unknown) =>
  api.v2<T>("PATCH", `/v2/leaves/${encodeId("leave", id)}`, { key, json });

it("200 the owner's edit of an approved leave needs a new decision", async () => {
  const { person, id } = await approved();
  const { status, body } = await patch(await keyOf(person), id, { endDate: "2026-12-03" });
  expect(status).toBe(200);
  expect(body.data).toMatchObject({
    status: "OPEN",
    endDate: "2026-12-03",
    durationWorkingDays: 3,
    durationCalendarDays: 3,
    approvedLevel: 0,
    approverId: null,
  });
  const { events, audit } = await tracesOf(services, id);
  expect(events.at(-1)).toBe("leave.updated from APPROVED");
  expect(audit.at(-1)?.changes).toMatchObject({ endDate: { from: "2026-12-02", to: "2026-12-03" } });
});

it("200 it stays approved when no approval is required, and an open one is then approved", async () => {
  const open = await asked();
  const done = await approved("2026-12-07", "2026-12-07");
  await setPolicy(services, workspace, { approvalRequired: false });
  expect(await editLeave(await as(services, done.person), done.id, { endDate: "2026-12-08" })).toMatchObject({
    status: "APPROVED",
    autoApproved: true,
  });
  expect((await patch(await keyOf(open.person), open.id, { endDate: "2026-12-03" })).body.data).toMatchObject(
    { status: "APPROVED" },
  );
  expect((await tracesOf(services, open.id)).events.slice(1)).toEqual([
    "leave.updated from OPEN",
    "leave.approved from OPEN",
  ]);
  await setPolicy(services, workspace);
});

it("200 a manager's edit keeps the decision", async () => {
  const { id } = await approved();
  const { body } = await patch(keys.locationAdmin, id, { startDate: "2026-11-30" });
  expect(body.data).toMatchObject({
    status: "APPROVED",
    approverId: encodeId("user", workspace.people.admin.id),
    durationWorkingDays: 3,
  });
});

it("200 an edit without changes leaves no trace, and keeps the decision", async () => {
  const { person, id } = await approved();
  const { body } = await patch(await keyOf(person), id, { endDate: "2026-12-02", reason: null });
  expect(body.data).toMatchObject({ status: "APPROVED" });
  expect((await tracesOf(services, id)).events).toHaveLength(2);
});

it("200 a part day becomes a full day, and back with its hours", async () => {
  await setPolicy(services, workspace, { shortestDuration: "HOUR" });
  const { person, id } = await asked("2026-12-01", "2026-12-01");
  const key = await keyOf(person);
  expect(
    (await patch(key, id, { isFullDayLeave: false, startHour: 9, endHour: 11 })).body.data,
  ).toMatchObject({ durationWorkingDays: 0.25, startHour: 9 });
  expect((await patch(key, id, { endMinute: 0, endHour: 13 })).body.data).toMatchObject({
    durationWorkingDays: 0.5,
  });
  expect((await patch(key, id, { isFullDayLeave: true })).body.data).toMatchObject({
    durationWorkingDays: 1,
    startHour: 0,
    endHour: 0,
  });
  await setPolicy(services, workspace);
});

it("200 keeps a leave type that is no longer offered, 400 for choosing it", async () => {
  const { person, id } = await asked();
  const other = await asked("2026-12-10", "2026-12-10");
  const set = (isActive: boolean) =>
    services.db.update(leaveTypes).set({ isActive }).where(eq(leaveTypes.id, workspace.leaveTypes.sick));
  await services.db.update(leaves).set({ leaveTypeId: workspace.leaveTypes.sick }).where(eq(leaves.id, id));
  await set(false);
  expect((await patch(await keyOf(person), id, { endDate: "2026-12-03" })).status).toBe(200);
  const json = { leaveTypeId: encodeId("leaveType", workspace.leaveTypes.sick) };
  expect((await patch<Refused>(await keyOf(other.person), other.id, json)).body.error.code).toBe(
    "VALIDATION_ERROR",
  );
  await set(true);
});

it("400 for an invalid merged time, for broken rules, and for an empty body", async () => {
  const { person, id } = await asked("2026-12-01", "2026-12-02", { endDate: "2026-12-31" });
  const key = await keyOf(person);
  const faults = async (json: unknown) => {
    const { status, body } = await patch<Refused>(key, id, json);
    return [status, ...(body.error.details?.fields ?? []).map(({ path }) => path)];
  };
  expect(await faults({ startDate: "2026-12-03" })).toEqual([400, "endDate"]);
  expect(await faults({ endHour: 4 })).toEqual([400, "endHour"]);
  expect(await faults({ isFullDayLeave: false, startHour: 8, endHour: 12 })).toEqual([400, "isFullDayLeave"]);
  expect(await faults({ endDate: "2027-01-04" })).toEqual([400, "endDate"]);
  expect(await faults({})).toEqual([400, ""]);
  expect(await faults({ userId: encodeId("user", person.id) })).toEqual([400, "userId"]);
});

it("403 for a user who reaches the leave but does not manage its owner, 404 outside reach", async () => {
  const { id } = await asked("2026-12-01", "2026-12-02", { isAdmin: true });
  expect((await patch<Refused>(keys.approver, id, { reason: "x" })).body.error.code).toBe("FORBIDDEN");
  expect((await patch<Refused>(keys.user, id, { reason: "x" })).body.error.code).toBe("RESOURCE_NOT_FOUND");
});

it("409 in decided statuses, and for an owner once the leave is over", async () => {
  const { person, id } = await asked();
  for (const status of leaveStatuses.filter((one) => one !== "OPEN" && one !== "APPROVED")) {
    await services.db.update(leaves).set({ status }).where(eq(leaves.id, id));
    expect((await patch<Refused>(keys.admin, id, { reason: "x" })).status).toBe(409);
  }
  const past = await approved("2026-11-17", "2026-11-18");
  expect((await patch<Refused>(await keyOf(past.person), past.id, { reason: "x" })).status).toBe(409);
  expect((await patch(keys.locationAdmin, past.id, { reason: "x" })).status).toBe(200);
  expect(person.id).not.toBe(past.person.id);
});

it("409 when the new time overlaps another leave, not when it overlaps itself", async () => {
  const { person, id } = await asked();
  await requestLeave(await as(services, person), days(person, "2026-12-07"));
  const key = await keyOf(person);
  expect((await patch<Refused>(key, id, { endDate: "2026-12-07" })).body.error.code).toBe("CONFLICT");
  expect((await patch(key, id, { endDate: "2026-12-04" })).status).toBe(200);
});

it("422 when it exceeds the balance, 200 when an overdrawn leave gets shorter", async () => {
  const { person, id } = await asked("2026-12-01", "2026-12-04");
  await setPolicy(services, workspace, { yearlyQuota: 2 });
  const ctx = await as(services, person);
  await expect(editLeave(ctx, id, { endDate: "2026-12-07" })).rejects.toMatchObject({
    code: "LEAVE_NEGATIVE_BALANCE",
  });
  expect(await editLeave(ctx, id, { endDate: "2026-12-03" })).toMatchObject({ durationWorkingDays: 3 });
  expect(await editLeave(ctx, id, { reason: "x" })).toMatchObject({ reason: "x" });
  await setPolicy(services, workspace);
});

it("of 30 parallel extensions, exactly as many pass as the balance covers", async () => {
  await setPolicy(services, workspace, { yearlyQuota: 6 });
  const person = await makePerson(services, workspace);
  const ctx = await as(services, person);
  const ids: string[] = [];
  for (const start of ["2026-11-23", "2026-11-30", "2026-12-07", "2026-12-14"])
    ids.push((await requestLeave(ctx, days(person, start))).id);
  const dates = ["2026-11-24", "2026-12-01", "2026-12-08", "2026-12-15"];
  expect(await outcomes(ids.map((id, n) => editLeave(ctx, id, { endDate: dates[n] })))).toEqual({
    ok: 2,
    LEAVE_NEGATIVE_BALANCE: 2,
  });
  const total = (await Promise.all(ids.map((id) => leaveRow(services, id)))).reduce(
    (sum, row) => sum + row.durationWorkingDays,
    0,
  );
  expect(total).toBe(6);
  await setPolicy(services, workspace);
});

it("concurrent edits of one leave are serialized", async () => {
  const { person, id } = await asked();
  const ctx = await as(services, person);
  const calls = ["2026-12-03", "2026-12-04", "2026-12-07", "2026-12-08"].map((endDate) =>
    editLeave(ctx, id, { endDate }),
  );
  expect(await outcomes(calls)).toEqual({ ok: 4 });
  expect((await tracesOf(services, id)).events).toHaveLength(5);
});
