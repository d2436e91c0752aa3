import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { leaves } from "@/drizzle/schema/leaves";
import { workspaces } from "@/drizzle/schema/workspaces";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { apiClient, type Refused, type Single } from "@/server/test/api-client";
import { makeKey, makeKeys, type TestKey, type TestRole, type TestWorkspace } from "@/server/test/factories";
import {
  as,
  days,
  leaveRow,
  makeLeaveWorkspace,
  makePerson,
  outcomes,
  setPolicy,
  tracesOf,
} from "@/server/test/leave-kit";
import { standingClock, testServices } from "@/server/test/services";
import { requestLeave } from "./request";

let services: Services;
let workspace: TestWorkspace;
let keys: Record<TestRole, TestKey>;
let api: ReturnType<typeof apiClient>;

beforeAll(async () => {
  services = await testServices({ clock: standingClock() });
  api = apiClient(services);
  workspace = await makeLeaveWorkspace(services);
  keys = await makeKeys(services, workspace);
});
afterAll(() => services.close());

type Body = Record<string, unknown>;
const vacation = () => encodeId("leaveType", workspace.leaveTypes.vacation);
const user = (id: string) => encodeId("user", id);
const post = <T = Single>(key: TestKey, json: Body, headers: Record<string, string> = {}) =>
  api.v2<T>("POST", "/v2/leaves", { key, json, headers });
const someone = async (more = {}) => {
  const person = await makePerson(services, workspace, more);
  return { person, key: await makeKey(services, { workspaceId: workspace.id, ownerId: person.id }) };
};
const faultsOf = (body: Refused) => (body.error.details?.fields ?? []).map(({ path }) => path).sort();

it("201 OPEN when the policy requires approval, with the durations of the person's location", async () => {
  const { person, key } = await someone();
  const json = { leaveTypeId: vacation(), startDate: "2026-12-24", endDate: "2026-12-28", reason: "Skiing" };
  const { status, body } = await post(key, json);
  expect(status).toBe(201);
  expect(body.data).toMatchObject({
    userId: user(person.id),
    status: "OPEN",
    autoApproved: false,
    approverId: null,
    approvedLevel: 0,
    durationCalendarDays: 5,
    durationWorkingDays: 2,
    locationId: encodeId("location", workspace.locations.north),
    departmentId: encodeId("department", workspace.departments.sales),
    reason: "Skiing",
    startHour: 0,
    createdAt: services.clock().toISOString(),
  });
});

it("201 APPROVED at once when it requires none", async () => {
  const { key } = await someone();
  const sick = encodeId("leaveType", workspace.leaveTypes.sick);
  const { body } = await post(key, { leaveTypeId: sick, startDate: "2026-11-16", endDate: "2026-11-20" });
  expect(body.data).toMatchObject({ status: "APPROVED", autoApproved: true, approverId: null });
});

it("201 a part day takes its hours over hoursPerDay", async () => {
  await setPolicy(services, workspace, { shortestDuration: "QUARTER_HOUR" });
  const { key } = await someone();
  const part = { isFullDayLeave: false, startHour: 9, startMinute: 15, endHour: 11 };
  const { body } = await post(key, {
    leaveTypeId: vacation(),
    startDate: "2026-11-23",
    endDate: "2026-11-23",
    ...part,
  });
  expect(body.data).toMatchObject({
    ...part,
    endMinute: 0,
    durationWorkingDays: 0.219,
    durationCalendarDays: 1,
  });
  await setPolicy(services, workspace);
});

it("201 added for someone by their manager: approved, whatever the policy", async () => {
  const { person } = await someone();
  const json = {
    userId: user(person.id),
    leaveTypeId: vacation(),
    startDate: "2026-11-23",
    endDate: "2026-11-23",
  };
  const { status, body } = await post(keys.locationAdmin, json);
  expect(status).toBe(201);
  expect(body.data).toMatchObject({
    userId: user(person.id),
    status: "APPROVED",
    autoApproved: true,
    approverId: user(workspace.people.locationAdmin.id),
  });
});

it("201 on behalf of someone, the normal rule applies, and the audit line names both", async () => {
  const { person } = await someone();
  const json = { leaveTypeId: vacation(), startDate: "2026-11-23", endDate: "2026-11-23" };
  const { status, body } = await post(keys.approver, json, { "x-on-behalf-of": user(person.id) });
  expect(status).toBe(201);
  expect(body.data).toMatchObject({ userId: user(person.id), status: "OPEN" });
  const traces = await tracesOf(services, String(body.data.id).slice("leave-".length));
  expect(traces.events).toEqual(["leave.requested from null"]);
  expect(traces.audit).toMatchObject([
    {
      action: "leave.request",
      actingUserId: person.id,
      ownerId: workspace.people.approver.id,
      keyId: keys.approver.id,
    },
  ]);
  expect(JSON.stringify(traces.audit)).not.toContain("Skiing");
});

it("201 immediate approval raises leave.approved", async () => {
  const { person } = await someone();
  const leave = await requestLeave(await as(services, workspace.people.admin), {
    ...days(person, "2026-11-23"),
    userId: person.id,
  });
  expect((await tracesOf(services, leave.id)).events).toEqual(["leave.approved from null"]);
});

it("201 a part day fits beside another, 409 when hours or days overlap", async () => {
  await setPolicy(services, workspace, { shortestDuration: "HOUR" });
  const { person } = await someone();
  const ctx = await as(services, person);
  const hours = (startHour: number, endHour: number) =>
    requestLeave(
      ctx,
      days(person, "2026-11-24", "2026-11-24", { isFullDayLeave: false, startHour, endHour }),
    );
  await hours(8, 12);
  await hours(12, 14);
  await expect(hours(13, 15)).rejects.toMatchObject({ code: "CONFLICT" });
  await expect(requestLeave(ctx, days(person, "2026-11-23", "2026-11-24"))).rejects.toMatchObject({
    code: "CONFLICT",
  });
  await requestLeave(ctx, days(person, "2026-11-25"));
  await setPolicy(services, workspace);
});

it("201 again over the days of a cancelled or denied leave", async () => {
  const { person } = await someone();
  const ctx = await as(services, person);
  const leave = await requestLeave(ctx, days(person, "2026-11-24"));
  await services.db.update(leaves).set({ status: "DENIED" }).where(eq(leaves.id, leave.id));
  await requestLeave(ctx, days(person, "2026-11-24"));
});

it("400 lists every fault at once, including those of rules", async () => {
  const { key } = await someone({ startDate: "2026-11-25", endDate: "2026-11-25" });
  await setPolicy(services, workspace, { reasonRequired: true });
  const weekend = { leaveTypeId: vacation(), startDate: "2026-11-21", endDate: "2026-11-28" };
  const { status, body } = await post<Refused>(key, weekend);
  expect(status).toBe(400);
  expect(body.error.code).toBe("VALIDATION_ERROR");
  expect(faultsOf(body)).toEqual(["endDate", "reason", "startDate"]);
  await setPolicy(services, workspace);
});

it("400 for a leave without a working day", async () => {
  const { key } = await someone();
  const { body } = await post<Refused>(key, {
    leaveTypeId: vacation(),
    startDate: "2026-11-21",
    endDate: "2026-11-22",
  });
  expect(faultsOf(body)).toEqual(["endDate"]);
});

it("400 for a leave type that is unknown, of another workspace, inactive or not offered", async () => {
  const other = await makeLeaveWorkspace(services);
  const { key } = await someone();
  const ids = [crypto.randomUUID(), other.leaveTypes.vacation, workspace.leaveTypes.old];
  for (const id of ids) {
    const json = { leaveTypeId: encodeId("leaveType", id), startDate: "2026-11-23", endDate: "2026-11-23" };
    expect(faultsOf((await post<Refused>(key, json)).body)).toEqual(["leaveTypeId"]);
  }
  const { person } = await someone({ locationId: workspace.locations.south });
  const sick = days(person, "2026-11-23", "2026-11-23", { leaveTypeId: workspace.leaveTypes.sick });
  await expect(requestLeave(await as(services, person), sick)).rejects.toMatchObject({
    code: "VALIDATION_ERROR",
  });
});

it("400 for a user who is unknown, of another workspace, out of reach or inactive, along with other faults", async () => {
  const other = await makeLeaveWorkspace(services);
  const { inactive, user: southern } = workspace.people;
  const cases: [TestKey, string][] = [
    [keys.admin, crypto.randomUUID()],
    [keys.admin, other.people.user.id],
    [keys.admin, inactive.id],
    [keys.locationAdmin, southern.id],
    [keys.user, workspace.people.northSeller.id],
  ];
  for (const [key, id] of cases) {
    const json = {
      userId: user(id),
      leaveTypeId: encodeId("leaveType", id),
      startDate: "2026-11-23",
      endDate: "2026-11-23",
    };
    const { status, body } = await post<Refused>(key, json);
    expect([status, ...faultsOf(body)]).toEqual([400, "leaveTypeId", "userId"]);
  }
});

it("403 for a person within reach with a stronger role", async () => {
  const json = {
    userId: user(workspace.people.admin.id),
    leaveTypeId: vacation(),
    startDate: "2026-11-23",
    endDate: "2026-11-23",
  };
  const { status, body } = await post<Refused>(keys.locationAdmin, json);
  expect([status, body.error.code]).toEqual([403, "FORBIDDEN"]);
});

it("403 acting for another user does not widen the key: the owner must reach the person, too", async () => {
  const { person } = await someone({ departmentId: workspace.departments.engineering });
  const json = { leaveTypeId: vacation(), startDate: "2026-11-23", endDate: "2026-11-23" };
  const { body } = await post<Refused>(keys.approver, json, { "x-on-behalf-of": user(person.id) });
  expect(body.error.code).toBe("ON_BEHALF_OF_NOT_ALLOWED");
});

it("422 LEAVE_NEGATIVE_BALANCE, and nothing is written", async () => {
  await setPolicy(services, workspace, { yearlyQuota: 3 });
  const { person, key } = await someone();
  const ask = (startDate: string, endDate: string) =>
    post<Refused>(key, { leaveTypeId: vacation(), startDate, endDate });
  const { status, body } = await ask("2026-11-23", "2026-11-26");
  expect([status, body.error.code]).toEqual([422, "LEAVE_NEGATIVE_BALANCE"]);
  expect(await services.db.select().from(leaves).where(eq(leaves.userId, person.id))).toEqual([]);
  expect((await ask("2026-11-23", "2026-11-25")).status).toBe(201);
  expect((await ask("2026-11-26", "2026-11-26")).status).toBe(422);
  expect((await ask("2027-01-04", "2027-01-04")).status).toBe(201);
  await setPolicy(services, workspace);
});

it("201 below zero when the policy allows it", async () => {
  await setPolicy(services, workspace, { yearlyQuota: 0, allowNegativeBalance: true });
  const { key } = await someone();
  expect(
    (await post(key, { leaveTypeId: vacation(), startDate: "2026-11-23", endDate: "2026-11-24" })).status,
  ).toBe(201);
  await setPolicy(services, workspace);
});

it("days after the year boundary are charged to the next year", async () => {
  await setPolicy(services, workspace, { yearlyQuota: 4 });
  const { person } = await someone();
  const ctx = await as(services, person);
  await requestLeave(ctx, days(person, "2026-12-28", "2027-01-05"));
  await expect(requestLeave(ctx, days(person, "2026-12-21"))).rejects.toMatchObject({
    code: "LEAVE_NEGATIVE_BALANCE",
  });
  await requestLeave(ctx, days(person, "2027-01-11"));
  await expect(requestLeave(ctx, days(person, "2027-01-12"))).rejects.toMatchObject({
    code: "LEAVE_NEGATIVE_BALANCE",
  });
  await setPolicy(services, workspace);
});

it("of 50 parallel requests, exactly as many pass as the balance covers", async () => {
  await setPolicy(services, workspace, { yearlyQuota: 3 });
  const { person } = await someone();
  const ctx = await as(services, person);
  const monday = Date.UTC(2026, 0, 5);
  const date = (n: number) => new Date(monday + n * 7 * 86_400_000).toISOString().slice(0, 10);
  const calls = Array.from({ length: 50 }, (_, n) => requestLeave(ctx, days(person, date(n))));
  expect(await outcomes(calls)).toEqual({ ok: 3, LEAVE_NEGATIVE_BALANCE: 47 });
  expect(await services.db.select().from(leaves).where(eq(leaves.userId, person.id))).toHaveLength(3);
  await setPolicy(services, workspace);
});

it("of 50 parallel requests for the same day one passes, the others are CONFLICT", async () => {
  const { person } = await someone();
  const [self, manager] = await Promise.all([as(services, person), as(services, workspace.people.admin)]);
  const calls = Array.from({ length: 50 }, (_, n) =>
    n % 2
      ? requestLeave(self, days(person, "2026-11-23"))
      : requestLeave(manager, { ...days(person, "2026-11-23"), userId: person.id }),
  );
  expect(await outcomes(calls)).toEqual({ ok: 1, CONFLICT: 49 });
});

it("below COMPLETE, leave by the hour becomes leave by half a day", async () => {
  const core = await makeLeaveWorkspace(services, { shortestDuration: "HOUR" });
  await services.db.update(workspaces).set({ plan: "CORE" }).where(eq(workspaces.id, core.id));
  const person = core.people.northSeller;
  const ctx = await as(services, person);
  const hours = (endHour: number) =>
    requestLeave(
      ctx,
      days(person, "2026-11-23", "2026-11-23", { isFullDayLeave: false, startHour: 8, endHour }),
    );
  await expect(hours(9)).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
  const leave = await hours(12);
  expect((await leaveRow(services, leave.id)).durationWorkingDays).toBe(0.5);
});
