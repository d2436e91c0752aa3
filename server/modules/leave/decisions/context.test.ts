import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { holidays } from "@/drizzle/schema/directory";
import { leavePolicies, leaves } from "@/drizzle/schema/leaves";
import { workspaces } from "@/drizzle/schema/workspaces";
import { newId } from "@/server/kernel/ids";
import { decodeId, encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { readBalances } from "@/server/modules/leave/balances/read";
import { denyLeave } from "@/server/modules/leave/requests/deny";
import { apiClient, type Listed } from "@/server/test/api-client";
import { makeKeys, makeLeave, type TestPerson, type TestWorkspace } from "@/server/test/factories";
import { as, makeLeaveWorkspace, makePerson, setApprovers } from "@/server/test/leave-kit";
import { standingClock, testNow, testServices } from "@/server/test/services";
import { signedInCaller } from "@/server/test/signed-in-caller";

let services: Services;
let workspace: TestWorkspace;
const statements: string[] = [];

beforeAll(async () => {
  services = await testServices({
    clock: standingClock(),
    onStatement: (_: string, text: string) => void statements.push(text),
  });
  workspace = await oneLevelWorkspace();
});
afterAll(() => services.close());

/** Sales has one approver. */
async function oneLevelWorkspace(policy = {}) {
  const made = await makeLeaveWorkspace(services, policy);
  await setApprovers(services, made, made.departments.sales, [[made.people.approver, 1]]);
  return made;
}

const open = (person: TestPerson, startDate: string, more = {}) =>
  makeLeave(services, person, { startDate, status: "OPEN", openedAt: testNow, ...more });

async function contextOf(caller: TestPerson, id: string) {
  const [found] = await (await signedInCaller(services, caller)).approvals.context({
    ids: [encodeId("leave", id)],
  });
  if (!found) throw new Error("there is no context");
  return found;
}

it("three weeks of the team, public holidays within them, and the approvers of each level", async () => {
  const own = await makeLeaveWorkspace(services);
  const { approver, admin, user, northSeller, platformer } = own.people;
  const { sales } = own.departments;
  await setApprovers(services, own, sales, [
    [approver, 1],
    [admin, 2],
  ]);
  await makeLeave(services, admin, { startDate: "2026-11-18", endDate: "2026-11-22" });
  await services.db.insert(holidays).values({
    ...{
      workspaceId: own.id,
      id: newId(),
      locationId: user.locationId,
      date: "2026-12-24",
      name: "Eve",
      isHalfDay: true,
    },
  });
  const id = await open(user, "2026-12-23", { endDate: "2026-12-28", durationWorkingDays: 3.5 });
  for (const startDate of ["2026-12-13", "2026-12-14", "2027-01-10", "2027-01-11"])
    await makeLeave(services, northSeller, { startDate });
  await makeLeave(services, northSeller, { startDate: "2026-12-15", status: "OPEN" });
  await makeLeave(services, northSeller, { startDate: "2026-12-16", status: "DENIED" });
  await makeLeave(services, platformer, { startDate: "2026-12-23" });
  const context = await contextOf(approver, id);
  expect(context).toMatchObject({
    level: 1,
    levels: 2,
    window: { startDate: "2026-12-14", endDate: "2027-01-10", size: 2 },
    holidays: [{ date: "2026-12-24", name: "Eve", isHalfDay: true }],
    warnings: [],
  });
  expect(context.approvers.map(({ name, level, awayUntil }) => [name, level, awayUntil])).toEqual([
    [approver.name, 1, null],
    [admin.name, 2, "2026-11-22"],
  ]);
  expect(context.team.map(({ name, startDate, status }) => [name, startDate, status])).toEqual([
    [northSeller.name, "2026-12-14", "APPROVED"],
    [northSeller.name, "2026-12-15", "OPEN"],
    [northSeller.name, "2027-01-10", "APPROVED"],
  ]);
});

it("long leave of colleagues is included, whenever it began", async () => {
  const own = await oneLevelWorkspace();
  const id = await open(own.people.user, "2026-12-07");
  for (const [startDate, endDate] of [
    ["2026-01-01", "2027-12-31"],
    ["2026-10-26", "2026-12-01"],
    ["2026-10-31", "2026-12-01"],
  ])
    await makeLeave(services, own.people.northSeller, { startDate: startDate ?? "", endDate });
  await makeLeave(services, own.people.approver, { startDate: "2026-01-01", endDate: "2027-12-31" });
  const context = await contextOf(own.people.approver, id);
  expect(context.team).toHaveLength(3);
  expect(context.approvers.map(({ awayUntil }) => awayUntil)).toEqual(["2027-12-31"]);
});

it("warns when most of the team would be absent, on worked days, counting approved leave", async () => {
  const own = await oneLevelWorkspace();
  const { user, northSeller, approver } = own.people;
  const third = await makePerson(services, own, { name: "Third" });
  const id = await open(user, "2026-12-11", { endDate: "2026-12-15" });
  const warnings = async () => (await contextOf(approver, id)).warnings;
  // A Saturday, a part day, and unapproved leave do not count.
  await makeLeave(services, northSeller, { startDate: "2026-12-12" });
  await makeLeave(services, third, {
    startDate: "2026-12-14",
    isFullDayLeave: false,
    startHour: 9,
    endHour: 13,
  });
  const pending = await makeLeave(services, third, { startDate: "2026-12-15", status: "OPEN" });
  expect(await warnings()).toEqual([]);
  await services.db.update(leaves).set({ status: "APPROVED" }).where(eq(leaves.id, pending));
  const warning = { code: "TEAM_AWAY", date: "2026-12-15", awayCount: 2, teamSize: 3 };
  expect(await warnings()).toEqual([warning]);
  const { items } = await (await signedInCaller(services, approver)).approvals.toDecide({});
  const listed = items.find((one) => one.id === encodeId("leave", id));
  expect(listed?.warnings).toEqual([warning]);
  expect(listed?.away).toEqual({ names: ["Third"], count: 1 });
  // Two of four is not a majority.
  await makePerson(services, own, { name: "Fourth" });
  expect(await warnings()).toEqual([]);
});

it("the remaining balance equals the balance with the leave, and without it the balance after a denial", async () => {
  const own = await oneLevelWorkspace({
    yearlyQuota: 10,
    rollover: "LIMITED",
    rolloverMaximum: 4,
    accrual: "MONTHLY",
  });
  const { user, approver } = own.people;
  for (const [startDate, endDate] of [
    ["2026-03-02", "2026-03-04"],
    ["2026-12-29", "2027-01-05"],
    ["2027-06-01", "2027-06-02"],
  ])
    await makeLeave(services, user, { startDate: startDate ?? "", endDate });
  const ids = [
    await open(user, "2026-12-01", { endDate: "2026-12-03" }),
    await open(user, "2026-12-30", { endDate: "2027-01-08", durationWorkingDays: 8 }),
    await open(user, "2027-09-01", { endDate: "2027-09-10", durationWorkingDays: 8 }),
  ];
  const ctx = await as(services, approver);
  const leftOn = async (asOf: string) =>
    (await readBalances(ctx, { userId: user.id, asOf })).find(
      ({ leaveTypeId }) => leaveTypeId === own.leaveTypes.vacation,
    )?.remaining;
  for (const id of ids) {
    const { balance, warnings } = await contextOf(approver, id);
    expect(balance?.years.length).toBe(id === ids[1] ? 2 : 1);
    const years = balance?.years ?? [];
    const { items } = await (await signedInCaller(services, approver)).approvals.toDecide({});
    const listed = items.find((one) => one.id === encodeId("leave", id));
    expect(listed?.daysAfter).toBe(Math.min(...years.map(({ remainingAfter }) => remainingAfter)));
    for (const { asOf, remainingAfter } of years)
      expect(Math.round(remainingAfter * 1000)).toBe(await leftOn(asOf));
    const missing = Math.max(0, ...years.map(({ remainingAfter }) => -remainingAfter));
    expect(warnings).toEqual(missing > 0 ? [{ code: "NEGATIVE_BALANCE", missing }] : []);
    await denyLeave(ctx, id);
    for (const { asOf, remainingBefore } of years)
      expect(Math.round(remainingBefore * 1000)).toBe(await leftOn(asOf));
  }
});

it("no balance when the leave type no longer has a policy, and no figures when it is unlimited", async () => {
  const own = await oneLevelWorkspace({ unlimited: true });
  const id = await open(own.people.user, "2026-12-01");
  expect((await contextOf(own.people.approver, id)).balance).toEqual({ unlimited: true, years: [] });
  await services.db.delete(leavePolicies).where(eq(leavePolicies.workspaceId, own.id));
  expect((await contextOf(own.people.approver, id)).balance).toBeNull();
});

it("the person's own leave of the last twelve months, latest first, without leave that was decided against", async () => {
  const own = await oneLevelWorkspace();
  const { user, approver } = own.people;
  const id = await open(user, "2026-12-01");
  for (const startDate of ["2025-11-19", "2025-11-20", "2026-05-04", "2026-11-20", "2026-11-23"])
    await makeLeave(services, user, { startDate });
  await makeLeave(services, user, { startDate: "2025-01-01", endDate: "2025-11-20" });
  await makeLeave(services, user, { startDate: "2026-06-01", status: "DENIED" });
  expect((await contextOf(approver, id)).history.map(({ startDate }) => startDate)).toEqual([
    "2026-11-20",
    "2026-05-04",
    "2025-11-20",
    "2025-01-01",
  ]);
});

it("reveals no people beyond sight, and no private type that is hidden from the caller", async () => {
  const own = await oneLevelWorkspace();
  const { user, northSeller, approver, locationAdmin } = own.people;
  await services.db.update(workspaces).set({ visibility: "SELF" }).where(eq(workspaces.id, own.id));
  const boss = await makePerson(services, own, { name: "Boss", isAdmin: true });
  await makeLeave(services, boss, { startDate: "2026-12-08", leaveTypeId: own.leaveTypes.sick });
  await makeLeave(services, user, { startDate: "2026-12-08" });
  const id = await open(northSeller, "2026-12-07");
  const team = async (caller: TestPerson) => {
    const { window, team: found } = await contextOf(caller, id);
    return [window.size, found.map(({ name, type }) => [name, type?.name ?? null]).sort()];
  };
  expect(await team(approver)).toEqual([
    3,
    [
      ["Boss", null],
      [user.name, "Vacation"],
    ],
  ]);
  // The user works in the south, which the location admin does not manage.
  expect(await team(locationAdmin)).toEqual([2, [["Boss", null]]]);
  const caller = await signedInCaller(services, user);
  expect(await caller.approvals.context({ ids: [encodeId("leave", id)] })).toEqual([]);
});

it("200 in the order of the ids; decided leave and leave of others is left out; 400 for more than 50", async () => {
  const own = await oneLevelWorkspace();
  const keys = await makeKeys(services, own);
  const api = apiClient(services);
  const made = [await open(own.people.user, "2026-12-01"), await open(own.people.northSeller, "2026-12-02")];
  const decided = await makeLeave(services, own.people.user, { startDate: "2026-12-03" });
  const foreign = await open(workspace.people.user, "2026-12-01");
  const wanted = [foreign, ...made, decided].map((id) => encodeId("leave", id)).join(",");
  const path = (ids: string) => `/v2/leaves/decision-context?ids=${ids}`;
  const ask = async (key: (typeof keys)["admin"]) =>
    (await api.get<Listed>(path(wanted), key)).body.data.map(({ leaveId }) =>
      decodeId("leave", String(leaveId)),
    );
  expect(await ask(keys.admin)).toEqual(made);
  expect(await ask(keys.approver)).toEqual(made);
  expect(await ask(keys.locationAdmin)).toEqual(made.slice(1));
  expect(await ask(keys.user)).toEqual([]);
  const many = Array.from({ length: 51 }, () => encodeId("leave", newId())).join(",");
  expect((await api.get(path(many), keys.admin)).status).toBe(400);
  expect((await api.get("/v2/leaves/decision-context", keys.admin)).status).toBe(400);
});

it("50 leaves take at most five statements, for any caller", async () => {
  const own = await oneLevelWorkspace({ rollover: "ALL" });
  const ids: string[] = [];
  for (let n = 0; n < 50; n++) {
    const person = await makePerson(services, own, { name: `Seller ${n}` });
    // Some cross the turn of the year, so that calendars are needed twice.
    ids.push(
      await open(person, "2026-12-28", {
        endDate: n % 2 ? "2026-12-29" : "2027-01-05",
        durationWorkingDays: 2,
      }),
    );
    await makeLeave(services, person, { startDate: "2026-12-28", endDate: "2027-01-02" });
  }
  await services.db
    .update(leaves)
    .set({ durationWorkingDays: 2 })
    .where(and(eq(leaves.workspaceId, own.id), eq(leaves.status, "OPEN")));
  for (const caller of [own.people.admin, own.people.approver]) {
    const procedures = await signedInCaller(services, caller);
    statements.length = 0;
    const found = await procedures.approvals.context({ ids: ids.map((id) => encodeId("leave", id)) });
    expect(found).toHaveLength(50);
    expect(statements.length).toBeLessThanOrEqual(5);
  }
});
