import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { balanceAdjustments } from "@/drizzle/schema/leaves";
import { users } from "@/drizzle/schema/people";
import { newId } from "@/server/kernel/ids";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { readBalances } from "@/server/modules/leave/balances/read";
import { adjustBalance } from "@/server/modules/leave/entitlements/adjust-balance";
import { requestLeave } from "@/server/modules/leave/requests/request";
import { apiClient, type Refused } from "@/server/test/api-client";
import {
  makeKeys,
  makeLeave,
  type TestKey,
  type TestPerson,
  type TestWorkspace,
} from "@/server/test/factories";
import { as, days, makeLeaveWorkspace, makePerson, outcomes, setPolicy } from "@/server/test/leave-kit";
import { lockPersonRow } from "@/server/test/lock-table";
import { standingClock, testServices } from "@/server/test/services";
import { signedInCaller } from "@/server/test/signed-in-caller";
import { updateLeaveType } from "./update-leave-type";

let services: Services;
let workspace: TestWorkspace;
let admin: TestKey;
let api: ReturnType<typeof apiClient>;

beforeAll(async () => {
  services = await testServices({ clock: standingClock() });
  api = apiClient(services);
  workspace = await makeLeaveWorkspace(services);
  admin = (await makeKeys(services, workspace)).admin;
});
afterAll(() => services.close());

const vacation = () => encodeId("leaveType", workspace.leaveTypes.vacation);
const north = () => encodeId("location", workspace.locations.north);
const patch = (policy: object, locationId = north()) =>
  api.v2<Refused>("PATCH", `/v2/leave-types/${vacation()}`, {
    key: admin,
    json: { policies: [{ locationId, ...policy }] },
  });
const refused = (missing: number) => ({
  status: 422,
  body: { error: { code: "LEAVE_NEGATIVE_BALANCE", details: { missing } } },
});
/** Resets the policy to 25 days, and creates a person with upcoming leave of this length in December. */
async function withLeave(durationWorkingDays: number, policy = {}, more = {}): Promise<TestPerson> {
  await setPolicy(services, workspace, policy);
  const person = await makePerson(services, workspace, { startDate: "2025-01-01" });
  const december = { startDate: "2026-12-01", endDate: "2026-12-31" };
  await makeLeave(services, person, { ...december, durationWorkingDays, ...more });
  return person;
}
/** Their leave no longer counts. */
const gone = ({ id }: TestPerson) =>
  services.db.update(users).set({ status: "INACTIVE" }).where(eq(users.id, id));

it("422 a quota that no longer covers booked or requested leave, with names; 200 one that just does", async () => {
  const person = await withLeave(20, {}, { status: "OPEN" });
  const answer = await patch({ yearlyQuota: 18.5 });
  expect(answer).toMatchObject(refused(1.5));
  expect(answer.body.error.description).toContain(`${person.name} (1.5 days)`);
  expect(await patch({ yearlyQuota: 20 })).toMatchObject({ status: 200 });
  expect(await patch({ yearlyQuota: 0, allowNegativeBalance: true })).toMatchObject({ status: 200 });
  await gone(person);
});

it("422 unlimited leave becomes limited, and negative balances are no longer allowed", async () => {
  const person = await withLeave(20, { unlimited: true });
  expect(await patch({ unlimited: false, yearlyQuota: 19 })).toMatchObject(refused(1));
  await setPolicy(services, workspace, { yearlyQuota: 12, allowNegativeBalance: true });
  expect(await patch({ allowNegativeBalance: false })).toMatchObject(refused(8));
  expect(await patch({ reasonRequired: true })).toMatchObject({ status: 200 });
  await gone(person);
});

it("422 days would no longer be carried over, or accrue too late", async () => {
  const person = await withLeave(40, { rollover: "ALL" });
  expect(await patch({ rollover: "NONE" })).toMatchObject(refused(15));
  expect(await patch({ rollover: "LIMITED", rolloverMaximum: 14 })).toMatchObject(refused(1));
  expect(await patch({ rollover: "LIMITED", rolloverMaximum: 15 })).toMatchObject({ status: 200 });
  await gone(person);
  const early = await withLeave(20, {}, { startDate: "2026-11-23", endDate: "2026-11-27" });
  expect(await patch({ accrual: "MONTHLY", yearlyQuota: 24 })).toMatchObject({ status: 200 });
  await gone(early);
  const late = await withLeave(23, {}, { startDate: "2026-11-23", endDate: "2026-11-27" });
  expect(await patch({ accrual: "MONTHLY", yearlyQuota: 24 })).toMatchObject({ status: 422 });
  await gone(late);
});

it("200 leave of past years, leave of other types, and one's own quota block nothing", async () => {
  const person = await withLeave(24, {}, { startDate: "2025-06-02", endDate: "2025-07-03" });
  expect(await patch({ yearlyQuota: 10 })).toMatchObject({ status: 200 });
  await gone(person);
  const own = await withLeave(22);
  await services.db.insert(balanceAdjustments).values({
    workspaceId: workspace.id,
    id: newId(),
    userId: own.id,
    leaveTypeId: workspace.leaveTypes.vacation,
    kind: "QUOTA",
    days: 22,
    effectiveDate: "2026-01-01",
    note: "By contract",
    createdById: workspace.people.admin.id,
    createdAt: services.clock(),
  });
  expect(await patch({ yearlyQuota: 10 })).toMatchObject({ status: 200 });
  expect(await patch({ yearlyQuota: 1 }, encodeId("location", workspace.locations.south))).toMatchObject({
    status: 200,
  });
  await gone(own);
});

it("200 an already overdrawn balance blocks no change that leaves it as it is; 422 a change that makes it worse", async () => {
  const person = await withLeave(30);
  expect(await patch({ reasonRequired: true, yearlyQuota: 26 })).toMatchObject({ status: 200 });
  expect(await patch({ yearlyQuota: 25 })).toMatchObject(refused(1));
  await gone(person);
});

it("200 the preview shows the effect of a change", async () => {
  const person = await withLeave(20);
  const caller = await signedInCaller(services, workspace.people.admin);
  const effect = await caller.leaveTypes.previewPolicies({
    id: vacation(),
    policies: [{ locationId: north(), yearlyQuota: 12 }],
  } as never);
  expect(effect).toMatchObject({
    comingLeaveCount: 1,
    overdrawnCount: 1,
    overdrawn: [{ userId: encodeId("user", person.id), name: person.name, missingDays: 8 }],
  });
  expect(effect.peopleCount).toBeGreaterThan(1);
  await gone(person);
  const user = await signedInCaller(services, workspace.people.user);
  await expect(
    user.leaveTypes.previewPolicies({ id: vacation(), policies: [{ locationId: north() }] } as never),
  ).rejects.toMatchObject({ code: "FORBIDDEN" });
});

it("200 the preview of v2 returns the same; 400 and 403 as for the change itself", async () => {
  const person = await withLeave(20);
  const keys = await makeKeys(services, workspace);
  const preview = (policies: object[], key = admin) =>
    api.v2("POST", `/v2/leave-types/${vacation()}/policies/preview`, { key, json: { policies } });
  const found = await preview([{ locationId: north(), yearlyQuota: 12 }]);
  expect(found).toMatchObject({
    status: 200,
    body: {
      data: {
        overdrawnCount: 1,
        overdrawn: [{ userId: encodeId("user", person.id), locationId: north(), missingDays: 8 }],
      },
    },
  });
  expect((await patch({ yearlyQuota: 12 })).status).toBe(422);
  await gone(person);
  const nowhere = { locationId: encodeId("location", newId()), rollover: "LIMITED" };
  const fields = [{ path: "policies.0.locationId" }, { path: "policies.0.rolloverMaximum" }];
  expect(await preview([nowhere])).toMatchObject({ status: 400, body: { error: { details: { fields } } } });
  expect((await preview([{ locationId: north() }], keys.locationAdmin)).status).toBe(403);
});

it("422 leave requested while the quota is lowered: never both", async () => {
  for (let round = 0; round < 8; round++) {
    await setPolicy(services, workspace, { yearlyQuota: 5 });
    const person = await makePerson(services, workspace, { startDate: "2026-01-01" });
    const [own, boss] = await Promise.all([as(services, person), as(services, workspace.people.admin)]);
    const policies = [{ locationId: workspace.locations.north, yearlyQuota: 4 }];
    const counts = await outcomes([
      requestLeave(own, days(person, "2026-12-07", "2026-12-11")),
      updateLeaveType(boss, workspace.leaveTypes.vacation, { name: `Vacation ${round % 2}`, policies }),
    ]);
    expect(counts).toEqual({ ok: 1, LEAVE_NEGATIVE_BALANCE: 1 });
    const balances = await readBalances(own, { userId: person.id });
    const balance = balances.find(({ leaveTypeId }) => leaveTypeId === workspace.leaveTypes.vacation);
    expect(balance?.remaining).toBeGreaterThanOrEqual(0);
    await gone(person);
  }
});

it("422 changes after everyone was checked, and before they are locked", async () => {
  const { north } = workspace.locations;
  const boss = await as(services, workspace.people.admin);
  const changes: Record<string, (person: TestPerson) => Promise<unknown>> = {
    leave: async (person) =>
      requestLeave(await as(services, person), days(person, "2026-11-24", "2026-11-30")),
    adjustment: ({ id, leaveTypeId }) => {
      const facts = { kind: "ADJUSTMENT", effectiveDate: "2026-11-02", note: "Meanwhile" } as const;
      return adjustBalance(boss, id, { ...facts, leaveTypeId, days: -5 });
    },
  };
  for (const [what, change] of Object.entries(changes)) {
    const person = await withLeave(20);
    // People are locked in id order: while the first is blocked, no one after them is locked yet.
    const [first] = await services.db
      .select({ id: users.id })
      .from(users)
      .where(
        and(eq(users.workspaceId, workspace.id), eq(users.locationId, north), eq(users.status, "ACTIVE")),
      )
      .orderBy(users.id)
      .limit(1);
    const held = await lockPersonRow(first?.id ?? "");
    const policies = [{ locationId: north, yearlyQuota: 20 }];
    const changed = outcomes([updateLeaveType(boss, workspace.leaveTypes.vacation, { policies })]);
    await held.waiting(1);
    await change(person);
    await held.release();
    expect([what, await changed]).toEqual([what, { LEAVE_NEGATIVE_BALANCE: 1 }]);
    await gone(person);
  }
});
