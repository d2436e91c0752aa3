import { and, eq } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { holidays, locations } from "@/drizzle/schema/directory";
import { leavePolicies, leaves, leaveTypes } from "@/drizzle/schema/leaves";
import { workspaces } from "@/drizzle/schema/workspaces";
import { newId } from "@/server/kernel/ids";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { approveLeave } from "@/server/modules/leave/requests/approve";
import { cancelLeave } from "@/server/modules/leave/requests/cancel";
import { deleteLeave } from "@/server/modules/leave/requests/delete";
import { denyLeave } from "@/server/modules/leave/requests/deny";
import { editLeave } from "@/server/modules/leave/requests/edit";
import { requestLeave } from "@/server/modules/leave/requests/request";
import { apiClient, type Listed, type Refused } from "@/server/test/api-client";
import {
  makeKey,
  makeKeys,
  makeLeave,
  type TestKey,
  type TestPerson,
  type TestRole,
  type TestWorkspace,
} from "@/server/test/factories";
import { as, days, makeLeaveWorkspace, makePerson, setApprovers, setPolicy } from "@/server/test/leave-kit";
import { standingClock, testServices } from "@/server/test/services";
import { balanceV2 } from "./present";
import { readBalances } from "./read";

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

const path = (person: { id: string }, query = "") =>
  `/v2/users/${encodeId("user", person.id)}/balances${query}`;
/** The vacation row when a person reads their own balances. */
const vacationOf = async (person: TestPerson, asOf?: string) => {
  const rows = await readBalances(await as(services, person), { userId: person.id, asOf });
  const row = rows.find(({ leaveTypeId }) => leaveTypeId === person.leaveTypeId);
  if (!row) throw new Error("There is no vacation");
  return balanceV2(row);
};

it("200 one row for each active leave type of the location, in their order", async () => {
  const person = await makePerson(services, workspace);
  await makeLeave(services, person, { startDate: "2026-11-18", endDate: "2026-11-20" });
  await makeLeave(services, person, { startDate: "2026-11-23" });
  await makeLeave(services, person, { startDate: "2026-11-24", status: "OPEN" });
  await makeLeave(services, person, { startDate: "2026-11-25", status: "CANCELLED" });
  await makeLeave(services, person, { startDate: "2025-11-25" });
  const { status, body } = await api.get<Listed>(path(person), keys.admin);
  expect(status).toBe(200);
  const year = { start: "2026-01-01", end: "2026-12-31" };
  expect(body.data).toEqual([
    {
      leaveTypeId: encodeId("leaveType", workspace.leaveTypes.sick),
      year,
      unlimited: true,
      quota: 0,
      accrued: 0,
      adjusted: 0,
      credited: 0,
      credits: [],
      carriedOver: 0,
      carriedOverExpiresAt: null,
      taken: 0,
      scheduled: 0,
      pending: 0,
      ...{ remaining: null, hoursPerDay: null, remainingHours: null },
    },
    {
      leaveTypeId: encodeId("leaveType", workspace.leaveTypes.vacation),
      year,
      unlimited: false,
      quota: 25,
      accrued: 25,
      adjusted: 0,
      credited: 0,
      credits: [],
      carriedOver: 0,
      carriedOverExpiresAt: null,
      taken: 3,
      scheduled: 1,
      pending: 1,
      ...{ remaining: 20, hoursPerDay: null, remainingHours: null },
    },
  ]);
});

it("200 as of any day: leave that spans it is split by working days", async () => {
  const person = await makePerson(services, workspace);
  await makeLeave(services, person, {
    startDate: "2026-11-18",
    endDate: "2026-11-25",
    durationWorkingDays: 6,
  });
  expect(await vacationOf(person)).toMatchObject({ taken: 3, scheduled: 3 });
  expect(await vacationOf(person, "2026-11-22")).toMatchObject({ taken: 3, scheduled: 3 });
  expect(await vacationOf(person, "2026-11-24")).toMatchObject({ taken: 5, scheduled: 1 });
  expect(await vacationOf(person, "2025-12-31")).toMatchObject({ taken: 0, scheduled: 0, remaining: 25 });
});

it("200 leave over the year boundary is charged to both years, and keeps its recorded duration", async () => {
  const person = await makePerson(services, workspace);
  await makeLeave(services, person, {
    startDate: "2026-12-28",
    endDate: "2027-01-06",
    durationWorkingDays: 7,
  });
  expect(await vacationOf(person)).toMatchObject({ scheduled: 4, remaining: 21 });
  // Friday, Monday to Wednesday would be four; the record has seven in all.
  expect(await vacationOf(person, "2027-01-01")).toMatchObject({ taken: 1, scheduled: 2, remaining: 22 });
});

it("200 days are carried over, limited, and expire", async () => {
  await setPolicy(services, workspace, { rollover: "LIMITED", rolloverMaximum: 5 });
  const expiry = (rolloverExpiry: { type: "DATE"; monthDay: string } | null) =>
    services.db.update(locations).set({ rolloverExpiry }).where(eq(locations.id, workspace.locations.north));
  await expiry({ type: "DATE", monthDay: "03-31" });
  const person = await makePerson(services, workspace, { startDate: "2024-01-01" });
  await makeLeave(services, person, { startDate: "2026-02-02", endDate: "2026-02-03" });
  const carried = { carriedOver: 5, carriedOverExpiresAt: "2026-03-31", remaining: 28 };
  expect(await vacationOf(person, "2026-03-31")).toMatchObject(carried);
  expect(await vacationOf(person, "2026-04-01")).toMatchObject({ ...carried, carriedOver: 2, remaining: 25 });
  await expiry(null);
  await setPolicy(services, workspace);
});

it("200 quotas reset on the employment date when the location uses it; the first year is pro rata", async () => {
  const set = (quotaReset: "EMPLOYMENT_DATE" | "ACCOUNTING_YEAR") =>
    services.db.update(locations).set({ quotaReset }).where(eq(locations.id, workspace.locations.north));
  const person = await makePerson(services, workspace, { startDate: "2026-07-01" });
  expect(await vacationOf(person)).toMatchObject({
    quota: 12.603,
    year: { start: "2026-01-01", end: "2026-12-31" },
  });
  await set("EMPLOYMENT_DATE");
  expect(await vacationOf(person)).toMatchObject({
    quota: 25,
    year: { start: "2026-07-01", end: "2027-06-30" },
  });
  await set("ACCOUNTING_YEAR");
});

it("200 accrual needs the COMPLETE plan, otherwise the quota is given at once", async () => {
  const own = await makeLeaveWorkspace(services, { accrual: "MONTHLY", yearlyQuota: 24 });
  const person = own.people.northSeller;
  expect(await vacationOf(person)).toMatchObject({ quota: 24, accrued: 22, remaining: 22 });
  await services.db.update(workspaces).set({ plan: "CORE" }).where(eq(workspaces.id, own.id));
  expect(await vacationOf(person)).toMatchObject({ quota: 24, accrued: 24, remaining: 24 });
});

it("200 today is the day at the person's location", async () => {
  const own = await makeLeaveWorkspace(services);
  await services.db
    .update(locations)
    .set({ timezone: "Pacific/Kiritimati" })
    .where(eq(locations.workspaceId, own.id));
  const person = own.people.northSeller;
  await makeLeave(services, person, { startDate: "2026-11-21" });
  expect(await vacationOf(person)).toMatchObject({ taken: 1, scheduled: 0 });
});

it("200 for oneself and people within reach, 404 for others", async () => {
  const person = await makePerson(services, workspace);
  const self = await makeKey(services, { workspaceId: workspace.id, ownerId: person.id });
  const status = async (key: TestKey, of: { id: string }) => (await api.get(path(of), key)).status;
  expect(await status(self, person)).toBe(200);
  expect(await status(keys.approver, workspace.people.approver)).toBe(200);
  expect(await status(keys.locationAdmin, person)).toBe(200);
  expect(await status(keys.approver, person)).toBe(200);
  expect(await status(keys.user, person)).toBe(404);
  expect(await status(keys.locationAdmin, workspace.people.user)).toBe(404);
  expect(await status(keys.admin, (await makeLeaveWorkspace(services)).people.user)).toBe(404);
  expect(await status(keys.admin, { id: newId() })).toBe(404);
});

it("400 for an invalid asOf, or one far in the past or future", async () => {
  for (const asOf of ["2026-02-30", "yesterday", "", "1899-12-31", "2200-01-01"]) {
    const { status, body } = await api.get<Refused>(path(workspace.people.user, `?asOf=${asOf}`), keys.admin);
    expect([status, body.error.details?.fields?.[0]?.path]).toEqual([400, "asOf"]);
  }
});

/* ---- Any sequence of operations ---- */

const dayMs = 86_400_000;
const dateAt = (offset: number) =>
  new Date(Date.UTC(2026, 10, 1) + offset * dayMs).toISOString().slice(0, 10);

/** Counts one person's vacation day by day from the rows, as one would on a wall calendar. */
async function recount(person: TestPerson, year: number, asOf: string) {
  const rows = await services.db
    .select()
    .from(leaves)
    .where(and(eq(leaves.userId, person.id), eq(leaves.leaveTypeId, person.leaveTypeId)));
  const free = await services.db.select().from(holidays).where(eq(holidays.locationId, person.locationId));
  const counts = { taken: 0, scheduled: 0, pending: 0 };
  for (const row of rows)
    for (let at = Date.parse(row.startDate); at <= Date.parse(row.endDate); at += dayMs) {
      const date = new Date(at).toISOString().slice(0, 10);
      const weekday = new Date(at).getUTCDay();
      const off = free.filter((holiday) => holiday.date === date);
      if (!date.startsWith(String(year)) || weekday === 0 || weekday === 6) continue;
      if (off.some((holiday) => !holiday.isHalfDay)) continue;
      const share = off.length > 0 ? 0.5 : 1;
      if (row.status === "OPEN") counts.pending += share;
      else if (row.status === "APPROVED") counts[date <= asOf ? "taken" : "scheduled"] += share;
    }
  return { ...counts, remaining: 12 - counts.taken - counts.scheduled - counts.pending };
}

type Operation = { kind: string; offset: number; length: number; target: number; byManager: boolean };
const operations: fc.Arbitrary<Operation[]> = fc.array(
  fc.record({
    kind: fc.constantFrom("request", "request", "edit", "approve", "deny", "cancel", "delete"),
    offset: fc.integer({ min: 0, max: 120 }),
    length: fc.integer({ min: 0, max: 8 }),
    target: fc.nat(6),
    byManager: fc.boolean(),
  }),
  { minLength: 5, maxLength: 25 },
);

it("after any requests, edits, decisions and cancellations, the balance equals a recount and is never below zero", async () => {
  const own = await makeLeaveWorkspace(services, { yearlyQuota: 12 });
  await setApprovers(services, own, own.departments.sales, []);
  const half = { workspaceId: own.id, locationId: own.locations.north, name: "Half", isHalfDay: true };
  await services.db.insert(holidays).values([
    { ...half, id: newId(), date: "2026-12-24" },
    { ...half, id: newId(), date: "2026-12-31" },
  ]);
  const admin = await as(services, own.people.admin);
  let refused = 0;
  async function run(person: TestPerson, sequence: Operation[]) {
    const self = await as(services, person);
    const ids: string[] = [];
    for (const { kind, offset, length, target, byManager } of sequence) {
      const ctx = byManager ? admin : self;
      const id = ids[target % Math.max(1, ids.length)] ?? newId();
      const [start, end] = [dateAt(offset), dateAt(offset + length)];
      const call: Record<string, () => Promise<unknown>> = {
        request: async () =>
          ids.push((await requestLeave(ctx, { ...days(person, start, end), userId: person.id })).id),
        edit: () => editLeave(ctx, id, { startDate: start, endDate: end }),
        approve: () => approveLeave(admin, id),
        deny: () => denyLeave(admin, id),
        cancel: () => cancelLeave(ctx, id),
        delete: () => deleteLeave(ctx, id),
      };
      try {
        await call[kind]?.();
      } catch (error) {
        expect(["CONFLICT", "LEAVE_NEGATIVE_BALANCE", "VALIDATION_ERROR", "RESOURCE_NOT_FOUND"]).toContain(
          (error as { code?: string }).code,
        );
        refused += 1;
      }
    }
  }
  await fc.assert(
    fc.asyncProperty(operations, async (sequence) => {
      const person = await makePerson(services, own);
      await run(person, sequence);
      for (const [year, asOf] of [
        [2026, "2026-12-29"],
        [2027, "2027-01-12"],
      ] as const) {
        const counted = await recount(person, year, asOf);
        expect(await vacationOf(person, asOf)).toMatchObject(counted);
        expect(counted.remaining).toBeGreaterThanOrEqual(0);
      }
    }),
    { numRuns: 40 },
  );
  expect(refused).toBeGreaterThan(0);
}, 120_000);

it("an inactive leave type has no row", async () => {
  await services.db.insert(leavePolicies).values({
    workspaceId: workspace.id,
    leaveTypeId: workspace.leaveTypes.old,
    locationId: workspace.locations.north,
  });
  const [type] = await services.db
    .select()
    .from(leaveTypes)
    .where(eq(leaveTypes.id, workspace.leaveTypes.old));
  expect(type?.isActive).toBe(false);
  const { body } = await api.get<Listed>(path(workspace.people.northSeller), keys.admin);
  expect(body.data).toHaveLength(2);
});

it("200 the explanation lists each step to the remaining balance, with the leave that took it", async () => {
  const person = await makePerson(services, workspace);
  const taken = await makeLeave(services, person, { startDate: "2026-11-18", endDate: "2026-11-19" });
  const open = await makeLeave(services, person, { startDate: "2026-12-01", status: "OPEN" });
  const explained = (leaveType: string, key = keys.admin) =>
    api.get<Listed & Refused>(
      path(person, `/explanation?leaveTypeId=${encodeId("leaveType", leaveType)}`),
      key,
    );
  const { vacation, sick } = workspace.leaveTypes;
  const { status, body } = await explained(vacation);
  expect(status).toBe(200);
  expect(body.data).toMatchObject([
    { date: "2026-01-01", kind: "GRANTED", days: 25, balanceAfter: 25, leaveId: null },
    { kind: "TAKEN", days: -2, balanceAfter: 23, leaveId: encodeId("leave", taken) },
    { kind: "PENDING", days: -1, balanceAfter: 22, leaveId: encodeId("leave", open) },
  ]);
  expect((await explained(sick)).body.data).toEqual([]);
  expect((await explained(newId())).status).toBe(404);
  const elsewhere = await makePerson(services, workspace, { locationId: workspace.locations.south });
  const theirs = path(elsewhere, `/explanation?leaveTypeId=${encodeId("leaveType", vacation)}`);
  expect((await api.get<Refused>(theirs, keys.locationAdmin)).status).toBe(404);
});
