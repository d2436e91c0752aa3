import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { auditEvents } from "@/drizzle/schema/audit";
import { credits } from "@/drizzle/schema/credits";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { findCreditsToDecide } from "@/server/modules/leave/decisions/find-credits-to-decide";
import { cancelLeave } from "@/server/modules/leave/requests/cancel";
import { getLeaveDetails } from "@/server/modules/leave/requests/get-leave-details";
import { requestLeave } from "@/server/modules/leave/requests/request";
import { apiClient, type Listed, type Refused, type Single } from "@/server/test/api-client";
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
  makeLeaveWorkspace,
  makePerson,
  outcomes,
  setApprovers,
  setPolicy,
} from "@/server/test/leave-kit";
import { standingClock, testNow, testServices } from "@/server/test/services";
import { signedInCaller } from "@/server/test/signed-in-caller";
import { decideCredit } from "./decide-credit";

const clock = standingClock();
let services: Services;
let workspace: TestWorkspace;
let keys: Record<TestRole, TestKey>;
let api: ReturnType<typeof apiClient>;
let nina: TestPerson;
let ninaKey: TestKey;

beforeAll(async () => {
  services = await testServices({ clock });
  api = apiClient(services);
  workspace = await makeLeaveWorkspace(services);
});
beforeEach(async () => {
  clock.set(testNow);
  keys = await makeKeys(services, workspace);
  await setPolicy(services, workspace, { creditsRequestable: true, creditValidDays: 60 });
  nina = await makePerson(services, workspace, { startDate: "2025-01-01" });
  ninaKey = await makeKey(services, { workspaceId: workspace.id, ownerId: nina.id });
  await setApprovers(services, workspace, workspace.departments.sales, [[workspace.people.approver, 1]]);
});
afterAll(() => services.close());

const vacation = () => encodeId("leaveType", workspace.leaveTypes.vacation);
const wanted = (more = {}) => ({
  leaveTypeId: vacation(),
  amount: 1,
  earnedOn: "2026-09-12",
  reason: "The move on Saturday",
  ...more,
});
const send = (path: string, key: TestKey, json: object) =>
  api.v2<Single & Refused>("POST", `/v2/credits${path}`, { key, json });
const grant = async (more = {}) =>
  (await send("", keys.admin, wanted({ userId: encodeId("user", nina.id), ...more }))).body.data;
const ask = async (more = {}) => (await send("", ninaKey, wanted(more))).body.data;
const balance = async (asOf = "2026-11-20") => {
  const { body } = await api.get<Listed>(
    `/v2/users/${encodeId("user", nina.id)}/balances?asOf=${asOf}`,
    keys.admin,
  );
  return body.data.find((row) => row.leaveTypeId === vacation());
};
const lines = async (asOf: string) => {
  const path = `/v2/users/${encodeId("user", nina.id)}/balances/explanation`;
  const { body } = await api.get<Listed>(`${path}?leaveTypeId=${vacation()}&asOf=${asOf}`, keys.admin);
  return body.data.map(({ date, kind, days: amount, note }) =>
    `${date} ${kind} ${amount} ${note ?? ""}`.trim(),
  );
};

it("201 a granted credit is days with an expiry of their own, from its first day on", async () => {
  const credit = await grant({ amount: 1.5, expiresOn: "2027-03-31", source: "BOUGHT" });
  expect(credit).toMatchObject({
    ...{ days: 1.5, earnedOn: "2026-09-12", expiresOn: "2027-03-31", source: "BOUGHT" },
    status: "APPROVED",
    createdById: encodeId("user", workspace.people.admin.id),
    decidedById: encodeId("user", workspace.people.admin.id),
  });
  const shown = { id: credit.id, days: 1.5, used: 0, earnedOn: "2026-09-12", expiresOn: "2027-03-31" };
  expect(await balance("2026-09-11")).toMatchObject({ credited: 0, credits: [], remaining: 25 });
  expect(await balance("2026-09-12")).toMatchObject({ credited: 1.5, credits: [shown], remaining: 26.5 });
  // It outlasts the year, whose own days are not carried over.
  expect(await balance("2027-03-31")).toMatchObject({ credited: 1.5, carriedOver: 0, remaining: 26.5 });
  expect(await balance("2027-04-01")).toMatchObject({ credited: 0, credits: [], remaining: 25 });
  expect(await lines("2027-04-01")).toEqual([
    "2027-01-01 CREDITED 1.5 The move on Saturday",
    "2027-01-01 GRANTED 25",
    "2027-04-01 EXPIRED -1.5",
  ]);
});

it("201 a credit that never expires is days of its year", async () => {
  await grant({ expiresOn: null });
  expect(await balance()).toMatchObject({ credited: 1, adjusted: 0, credits: [], remaining: 26 });
  expect(await balance("2027-01-01")).toMatchObject({ credited: 0, remaining: 25 });
  expect(await lines("2026-11-20")).toEqual([
    "2026-01-01 GRANTED 25",
    "2026-09-12 CREDITED 1 The move on Saturday",
  ]);
});

it("leave uses credits before the days of the year, the first to expire first", async () => {
  const late = await grant({ amount: 2, expiresOn: "2027-06-30" });
  const early = await grant({ amount: 1, expiresOn: "2027-01-31" });
  await requestLeave(await as(services, workspace.people.admin), {
    ...days(nina, "2026-11-23", "2026-11-24"),
    userId: nina.id,
  });
  const { credits, remaining } = (await balance()) ?? {};
  expect(credits).toMatchObject([
    { id: early.id, used: 1 },
    { id: late.id, used: 1 },
  ]);
  expect(remaining).toBe(26);
  expect(await balance("2027-01-01")).toMatchObject({ credited: 1, remaining: 26 });
});

it("a credit of 60 days that was taken on day 59 and cancelled on day 61 is lost, and the cancellation says so", async () => {
  const credit = await ask({ earnedOn: "2026-09-21" });
  await send(`/${credit.id}/approve`, keys.approver, {});
  expect(credit.expiresOn).toBe("2026-11-20");
  const admin = await as(services, workspace.people.admin);
  const { id } = await requestLeave(admin, { ...days(nina, "2026-11-19"), userId: nina.id });
  expect(await balance()).toMatchObject({ taken: 1, remaining: 25 });
  clock.set(new Date(Date.parse("2026-11-21T12:00:00Z")));
  const { cancelEffect } = await getLeaveDetails(await as(services, workspace.people.admin), id);
  expect(cancelEffect).toMatchObject({
    daysBack: 1000,
    lapsed: [{ amount: 1000, expiresOn: 20_777 }],
  });
  await cancelLeave(await as(services, workspace.people.admin), id, { reason: "Was ill" });
  expect(await balance("2026-11-20")).toMatchObject({ credited: 1, taken: 0, remaining: 26 });
  expect(await balance("2026-11-21")).toMatchObject({ credited: 0, taken: 0, remaining: 25 });
  expect((await lines("2026-11-21")).at(-1)).toBe("2026-11-21 EXPIRED -1");
});

it("201 the person gets the policy's expiry, and the credit counts once it is approved", async () => {
  const credit = await ask({ source: undefined });
  expect(credit).toMatchObject({ status: "OPEN", expiresOn: "2026-11-11", source: "TIME_IN_LIEU", days: 1 });
  expect(await balance("2026-11-01")).toMatchObject({ credited: 0, remaining: 25 });
  expect(await send(`/${credit.id}/approve`, keys.approver, {})).toMatchObject({
    body: { data: { status: "APPROVED", decidedById: encodeId("user", workspace.people.approver.id) } },
  });
  expect(await balance("2026-11-01")).toMatchObject({ credited: 1, remaining: 26 });
});

it("201 hours count by the person's day on that date", async () => {
  expect(await ask({ amount: 6, unit: "HOURS" })).toMatchObject({ days: 0.75 });
});

it("400 for what a credit cannot be", async () => {
  const faults = async (key: TestKey, more: object) =>
    (await send("", key, wanted(more))).body.error?.details?.fields?.map(({ path }) => path);
  const other = { userId: encodeId("user", nina.id) };
  expect(await faults(keys.admin, { ...other, amount: 0 })).toEqual(["amount"]);
  expect(await faults(keys.admin, { ...other, amount: 0.001, unit: "HOURS" })).toEqual(["amount"]);
  expect(await faults(keys.admin, { ...other, expiresOn: "2026-09-11" })).toEqual(["expiresOn"]);
  expect(await faults(keys.admin, { ...other, earnedOn: "2024-12-31" })).toEqual(["earnedOn"]);
  expect(await faults(ninaKey, { expiresOn: "2030-01-01" })).toEqual(["expiresOn"]);
  await setPolicy(services, workspace);
  expect(await faults(ninaKey, {})).toEqual(["leaveTypeId"]);
  await setPolicy(services, workspace, { unlimited: true });
  expect(await faults(keys.admin, other)).toEqual(["leaveTypeId"]);
});

it("403 for who may not grant, decide or cancel", async () => {
  const given = await grant();
  const open = await ask();
  const user = encodeId("user", nina.id);
  expect((await send("", keys.approver, wanted({ userId: user }))).status).toBe(403);
  expect((await send(`/${open.id}/approve`, ninaKey, {})).status).toBe(403);
  expect((await send(`/${given.id}/cancel`, ninaKey, {})).status).toBe(403);
  expect((await send(`/${given.id}/cancel`, keys.approver, {})).status).toBe(403);
});

it("404 for people beyond reach", async () => {
  const open = await ask();
  const stranger = await makePerson(services, workspace);
  const key = await makeKey(services, { workspaceId: workspace.id, ownerId: stranger.id });
  expect((await api.get(`/v2/credits/${open.id}`, key)).status).toBe(404);
  for (const verb of ["approve", "deny", "cancel"])
    expect((await send(`/${open.id}/${verb}`, key, {})).status).toBe(404);
  expect((await api.get<Listed>("/v2/credits", key)).body.data).toEqual([]);
});

it("200 the list names the credits within reach, the newest first", async () => {
  const [first, second] = [await grant(), await ask()];
  const ids = async (key: TestKey, query = "") =>
    (await api.get<Listed>(`/v2/credits?userIds=${encodeId("user", nina.id)}${query}`, key)).body.data.map(
      ({ id }) => id,
    );
  expect(await ids(ninaKey)).toEqual([second.id, first.id]);
  expect(await ids(keys.admin, "&status=OPEN")).toEqual([second.id]);
  expect(await ids(keys.approver, "&status=APPROVED,DENIED")).toEqual([first.id]);
});

it("200 the person cancels what waits, who manages them also what is approved", async () => {
  const [given, open] = [await grant(), await ask()];
  expect((await send(`/${open.id}/cancel`, ninaKey, {})).body.data).toMatchObject({ status: "CANCELLED" });
  expect((await send(`/${given.id}/cancel`, keys.admin, { reason: "Paid out" })).body.data).toMatchObject({
    ...{ status: "CANCELLED", decisionReason: "Paid out" },
  });
  expect(await balance()).toMatchObject({ credited: 0, remaining: 25 });
  for (const { id } of [given, open]) expect((await send(`/${id}/cancel`, keys.admin, {})).status).toBe(409);
});

it("422 a credit that leave needs is not taken away", async () => {
  await setPolicy(services, workspace, { yearlyQuota: 2 });
  const credit = await grant({ amount: 2, expiresOn: "2027-02-28" });
  const admin = await as(services, workspace.people.admin);
  await requestLeave(admin, { ...days(nina, "2026-12-01", "2026-12-03"), userId: nina.id });
  const refused = await send(`/${credit.id}/cancel`, keys.admin, {});
  expect(refused).toMatchObject({
    status: 422,
    body: { error: { code: "LEAVE_NEGATIVE_BALANCE", details: { missing: 1 } } },
  });
  // After its last day no leave can be booked against it.
  await expect(
    requestLeave(admin, { ...days(nina, "2027-03-01", "2027-03-03"), userId: nina.id }),
  ).rejects.toMatchObject({ code: "LEAVE_NEGATIVE_BALANCE" });
});

it("409 of decisions at once only the first counts", async () => {
  const open = await ask();
  const second = await makePerson(services, workspace);
  await setApprovers(services, workspace, workspace.departments.sales, [
    [workspace.people.approver, 1],
    [second, 1],
  ]);
  const id = String(open.id).slice("credit-".length);
  const deciders = await Promise.all(
    [workspace.people.approver, second, workspace.people.admin].map((one) => as(services, one)),
  );
  expect(
    await outcomes(
      deciders.map((ctx, place) => decideCredit(ctx, id, { action: place === 1 ? "deny" : "approve" })),
    ),
  ).toEqual({ ok: 1, CONFLICT: 2 });
  const written = await services.db
    .select({ action: auditEvents.action })
    .from(auditEvents)
    .where(and(eq(auditEvents.resourceId, id), eq(auditEvents.resourceType, "credit")));
  expect(written).toHaveLength(2);
});

it("nobody decides their own, unless there is no one else", async () => {
  const { admin } = workspace.people;
  const key = await makeKey(services, { workspaceId: workspace.id, ownerId: admin.id });
  await setApprovers(services, workspace, admin.departmentId, [[nina, 1]]);
  const own = (await send("", key, wanted({ earnedOn: "2026-11-14" }))).body.data;
  expect(own.status).toBe("OPEN");
  expect((await send(`/${own.id}/approve`, key, {})).status).toBe(403);
  await setApprovers(services, workspace, admin.departmentId, []);
  expect((await send(`/${own.id}/approve`, key, {})).body.data).toMatchObject({ status: "APPROVED" });
});

it("those who may decide a credit find it to decide, and it is counted", async () => {
  const asked = await ask();
  const id = String(asked.id).slice("credit-".length);
  const found = async (who: TestPerson) =>
    (await findCreditsToDecide(await as(services, who))).some(({ credit }) => credit.id === id);
  const { approver, admin, user } = workspace.people;
  expect([await found(approver), await found(admin), await found(user), await found(nina)]).toEqual([
    ...[true, true, false, false],
  ]);
  // A hundred that only administrators decide do not hide it.
  const { sick } = workspace.leaveTypes;
  await setPolicy(services, workspace, { leaveTypeId: sick, decidedBy: "ADMINS" });
  const { id: newest, ...like } = await services.db
    .select()
    .from(credits)
    .where(eq(credits.id, id))
    .then(([row]) => row ?? Promise.reject(new Error("There is no credit")));
  const ids = Array.from(
    { length: 100 },
    (_, place) => `00000000-0000-7000-8000-${String(place).padStart(12, "0")}`,
  );
  await services.db.insert(credits).values(ids.map((one) => ({ ...like, id: one, leaveTypeId: sick })));
  expect([await found(approver), newest]).toEqual([true, id]);
  await services.db.delete(credits).where(eq(credits.leaveTypeId, sick));
  // Where administrators decide, the department's approvers do not.
  await setPolicy(services, workspace, { creditsRequestable: true, decidedBy: "ADMINS" });
  expect([await found(approver), await found(admin)]).toEqual([false, true]);
  const caller = await signedInCaller(services, admin);
  const before = (await caller.approvals.count()).count;
  await send(`/${asked.id}/deny`, keys.admin, { reason: "It was planned" });
  expect((await caller.approvals.count()).count).toBe(before - 1);
  expect(await found(admin)).toBe(false);
});

const patch = (id: unknown, json: object, key = keys.admin) =>
  api.v2<Single & Refused>("PATCH", `/v2/credits/${id}`, { key, json });

it("200 another expiry counts at once, and the audit log has both", async () => {
  const credit = await grant({ expiresOn: "2026-12-31" });
  const { status, body } = await patch(credit.id, { expiresOn: "2027-02-28" });
  expect([status, body.data.expiresOn]).toEqual([200, "2027-02-28"]);
  expect(await balance("2027-02-28")).toMatchObject({ credited: 1, remaining: 26 });
  expect(await balance("2027-03-01")).toMatchObject({ credited: 0, remaining: 25 });
  const [line] = await services.db
    .select({ changes: auditEvents.changes })
    .from(auditEvents)
    .where(and(eq(auditEvents.workspaceId, workspace.id), eq(auditEvents.action, "credit.update")));
  expect(line?.changes).toEqual({ expiresOn: { from: "2026-12-31", to: "2027-02-28" } });
  expect((await patch(credit.id, { expiresOn: null })).body.data.expiresOn).toBeNull();
});

it("400 an expiry before today or the first day; 403 by the person; 409 once it is over, or cancelled", async () => {
  const credit = await grant({ expiresOn: "2026-12-31" });
  expect((await patch(credit.id, { expiresOn: "2026-11-19" })).status).toBe(400);
  expect((await patch(credit.id, { expiresOn: "2026-09-11" })).status).toBe(400);
  expect((await patch(credit.id, { expiresOn: "2027-01-31" }, ninaKey)).status).toBe(403);
  const over = await grant({ expiresOn: "2026-11-19" });
  expect((await patch(over.id, { expiresOn: "2027-01-31" })).body.error.code).toBe("CONFLICT");
  await send(`/${credit.id}/cancel`, keys.admin, {});
  expect((await patch(credit.id, { expiresOn: "2027-01-31" })).body.error.code).toBe("CONFLICT");
});

it("a page says that an approved credit has expired once its last day is over; its status stays", async () => {
  const over = await grant({ expiresOn: "2026-11-19" });
  const last = await grant({ expiresOn: "2026-11-20" });
  const never = await grant({ expiresOn: null });
  const cancelled = await grant({ expiresOn: "2026-11-19" });
  await send(`/${cancelled.id}/cancel`, keys.admin, {});
  const caller = await signedInCaller(services, workspace.people.admin);
  const { items } = await caller.credits.list({ userId: encodeId("user", nina.id) });
  const shown = new Map<unknown, unknown>(
    items.map(({ id, status, hasExpired }) => [id, [status, hasExpired]]),
  );
  expect(shown.get(over.id)).toEqual(["APPROVED", true]);
  expect(shown.get(last.id)).toEqual(["APPROVED", false]);
  expect(shown.get(never.id)).toEqual(["APPROVED", false]);
  expect(shown.get(cancelled.id)).toEqual(["CANCELLED", false]);
});

it("422 an earlier expiry is refused where leave would lose its days", async () => {
  await setPolicy(services, workspace, { yearlyQuota: 0 });
  const credit = await grant({ expiresOn: "2026-12-31" });
  await requestLeave(await as(services, workspace.people.admin), {
    ...days(nina, "2026-12-14", "2026-12-14"),
    userId: nina.id,
  });
  const { status, body } = await patch(credit.id, { expiresOn: "2026-12-11" });
  expect([status, body.error.code]).toEqual([422, "LEAVE_NEGATIVE_BALANCE"]);
  expect((await patch(credit.id, { expiresOn: "2026-12-14" })).status).toBe(200);
});
