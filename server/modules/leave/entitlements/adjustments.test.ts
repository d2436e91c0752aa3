import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { auditEvents } from "@/drizzle/schema/audit";
import { balanceAdjustments, leaveTypes } from "@/drizzle/schema/leaves";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { requestLeave } from "@/server/modules/leave/requests/request";
import { apiClient, type Listed, type Refused } from "@/server/test/api-client";
import {
  makeKeys,
  makeLeave,
  type TestKey,
  type TestPerson,
  type TestRole,
  type TestWorkspace,
} from "@/server/test/factories";
import { as, days, makeLeaveWorkspace, makePerson, outcomes, setPolicy } from "@/server/test/leave-kit";
import { standingClock, testServices } from "@/server/test/services";
import { signedInCaller } from "@/server/test/signed-in-caller";
import { adjustBalance } from "./adjust-balance";

let services: Services;
let workspace: TestWorkspace;
let keys: Record<TestRole, TestKey>;
let api: ReturnType<typeof apiClient>;
let person: TestPerson;

beforeAll(async () => {
  services = await testServices({ clock: standingClock() });
  api = apiClient(services);
  workspace = await makeLeaveWorkspace(services, { rollover: "ALL" });
});
// Each key has its own rate limit.
beforeEach(async () => {
  keys = await makeKeys(services, workspace);
});
afterAll(() => services.close());

const path = ({ id }: { id: string }) => `/v2/users/${encodeId("user", id)}/balance-adjustments`;
const vacation = () => encodeId("leaveType", workspace.leaveTypes.vacation);
const given = (more = {}) => ({
  kind: "ADJUSTMENT",
  leaveTypeId: vacation(),
  days: 2,
  effectiveDate: "2026-11-02",
  note: "Worked on a Saturday",
  ...more,
});
const adjust = (json: object, key = keys.admin, who: { id: string } = person) =>
  api.v2<{ data: { id: string } } & Refused>("POST", path(who), { key, json });
const made = async (json: object) => (await adjust(json)).body.data.id;
const balance = async (asOf = "2026-11-20", key = keys.admin) => {
  const { body } = await api.get<Listed>(
    `/v2/users/${encodeId("user", person.id)}/balances?asOf=${asOf}`,
    key,
  );
  return body.data.find((row) => row.leaveTypeId === vacation());
};
const newcomer = async (more = {}) => {
  person = await makePerson(services, workspace, { startDate: "2025-01-01", ...more });
  return person;
};

it("201 added days count from their day on, are carried over, and are listed with author and note", async () => {
  await newcomer();
  const { status, body } = await adjust(given());
  expect(status).toBe(201);
  expect(body.data).toMatchObject({
    ...given(),
    userId: encodeId("user", person.id),
    reverses: null,
    reversedBy: null,
    createdById: encodeId("user", workspace.people.admin.id),
  });
  expect(await balance("2026-11-01")).toMatchObject({ adjusted: 0, remaining: 50 });
  expect(await balance("2026-11-02")).toMatchObject({ adjusted: 2, remaining: 52 });
  expect(await balance("2027-01-01")).toMatchObject({ adjusted: 0, carriedOver: 52 });
  const listed = await api.get<Listed>(path(person), keys.admin);
  expect(listed.body.data.map(({ id, note }) => [id, note])).toEqual([
    [body.data.id, "Worked on a Saturday"],
  ]);
});

it("201 one's own yearly quota replaces the policy's, from the first day of an accounting year on", async () => {
  await newcomer();
  await makeLeave(services, person, { startDate: "2025-03-03", durationWorkingDays: 1 });
  expect(await adjust(given({ kind: "QUOTA", days: 30, effectiveDate: "2026-06-15" }))).toMatchObject({
    body: { data: { effectiveDate: "2026-01-01" } },
  });
  expect(await balance()).toMatchObject({ quota: 30, carriedOver: 24 });
  expect(await balance("2025-12-31")).toMatchObject({ quota: 25 });
  // The latest quota of a year applies.
  await adjust(given({ kind: "QUOTA", days: 28, effectiveDate: "2026-02-01" }));
  expect(await balance()).toMatchObject({ quota: 28 });
});

it("201 a reversal undoes an adjustment, also a quota, and both stay in the list", async () => {
  await newcomer();
  const quota = await made(given({ kind: "QUOTA", days: 30 }));
  const opening = await made(given({ kind: "OPENING", days: 4.125 }));
  expect(await balance()).toMatchObject({ quota: 30, adjusted: 4.125 });
  for (const reverses of [quota, opening])
    expect(await adjust({ kind: "REVERSAL", reverses, note: "By mistake" })).toMatchObject({ status: 201 });
  expect(await balance()).toMatchObject({ quota: 25, adjusted: 0 });
  const { body } = await api.get<Listed>(path(person), keys.admin);
  expect(body.data.map(({ kind, reversedBy }) => [kind, reversedBy !== null])).toEqual([
    ["REVERSAL", false],
    ["REVERSAL", false],
    ["OPENING", true],
    ["QUOTA", true],
  ]);
});

it("201 an opening balance replaces the carry-over into its year, even when it is zero", async () => {
  await newcomer({ startDate: "2021-01-01" });
  expect(await balance()).toMatchObject({ carriedOver: 125, remaining: 150 });
  const opening = { kind: "OPENING", effectiveDate: "2026-03-01" };
  const none = await made(given({ ...opening, days: 0 }));
  expect(await balance()).toMatchObject({ carriedOver: 0, adjusted: 0, remaining: 25 });
  await made(given({ ...opening, days: 3.5 }));
  expect(await balance()).toMatchObject({ carriedOver: 0, adjusted: 3.5, remaining: 28.5 });
  expect(await balance("2027-01-01")).toMatchObject({ carriedOver: 28.5, remaining: 53.5 });
  expect(await balance("2025-12-31")).toMatchObject({ carriedOver: 100 });
  for (const reverses of [none, (await api.get<Listed>(path(person), keys.admin)).body.data[0]?.id])
    await adjust({ kind: "REVERSAL", reverses, note: "By mistake" });
  expect(await balance()).toMatchObject({ carriedOver: 125, remaining: 150 });
});

it("422 LEAVE_NEGATIVE_BALANCE for an opening balance when leave needs the carried-over days", async () => {
  await newcomer({ startDate: "2025-01-01" });
  await makeLeave(services, person, { startDate: "2026-10-05", durationWorkingDays: 27 });
  const opening = { kind: "OPENING", effectiveDate: "2026-03-01" };
  const refused = { body: { error: { code: "LEAVE_NEGATIVE_BALANCE", details: { missing: 1 } } } };
  expect(await adjust(given({ ...opening, days: 1 }))).toMatchObject(refused);
  expect(await adjust(given({ ...opening, days: 2 }))).toMatchObject({ status: 201 });
});

it("409 each is reversed at most once, out of ten concurrent attempts", async () => {
  await newcomer();
  const reverses = await made(given());
  const counts = await Promise.all(
    Array.from({ length: 10 }, () => adjust({ kind: "REVERSAL", reverses, note: "Twice" })),
  );
  expect(counts.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)]);
  expect(await balance()).toMatchObject({ adjusted: 0 });
});

it("422 LEAVE_NEGATIVE_BALANCE when booked or requested leave would lose its days, also by a reversal or a quota", async () => {
  await setPolicy(services, workspace);
  await newcomer();
  await makeLeave(services, person, { startDate: "2026-12-07", durationWorkingDays: 20, status: "OPEN" });
  const opening = await made(given({ kind: "OPENING", days: 3, effectiveDate: "2026-01-01" }));
  await makeLeave(services, person, { startDate: "2026-12-01", durationWorkingDays: 6 });
  const refused = { body: { error: { code: "LEAVE_NEGATIVE_BALANCE", details: { missing: 1 } } } };
  expect(await adjust(given({ days: -3 }))).toMatchObject(refused);
  expect(await adjust({ kind: "REVERSAL", reverses: opening, note: "Gone" })).toMatchObject(refused);
  expect(await adjust(given({ kind: "QUOTA", days: 22 }))).toMatchObject(refused);
  expect(await adjust(given({ days: -2 }))).toMatchObject({ status: 201 });
  // Days that are added after the leave do not cover it.
  expect(await adjust(given({ days: 5, effectiveDate: "2026-12-31" }))).toMatchObject({ status: 201 });
  expect(await adjust(given({ days: -1, effectiveDate: "2026-12-01" }))).toMatchObject(refused);
  await setPolicy(services, workspace, { allowNegativeBalance: true });
  expect(await adjust(given({ days: -30 }))).toMatchObject({ status: 201 });
  await setPolicy(services, workspace, { rollover: "ALL" });
});

it("422 leave booked against days that are concurrently taken away: one of the two is refused", async () => {
  await setPolicy(services, workspace, { yearlyQuota: 5, approvalRequired: false });
  for (let round = 0; round < 8; round++) {
    await newcomer();
    const [own, admin] = await Promise.all([as(services, person), as(services, workspace.people.admin)]);
    const counts = await outcomes([
      requestLeave(own, days(person, "2026-12-07", "2026-12-11")),
      adjustBalance(admin, person.id, {
        kind: "ADJUSTMENT",
        leaveTypeId: workspace.leaveTypes.vacation,
        days: -1,
        effectiveDate: "2026-11-02",
        note: "Taken back",
      }),
    ]);
    expect(counts).toEqual({ ok: 1, LEAVE_NEGATIVE_BALANCE: 1 });
  }
  await setPolicy(services, workspace, { rollover: "ALL" });
});

it("400 invalid adjustments, by field", async () => {
  await newcomer();
  const faultsOf = async (json: object) => {
    const { status, body } = await adjust(json);
    return [status, ...(body.error.details?.fields ?? []).map(({ path: field }) => field)];
  };
  expect(await faultsOf(given({ days: 0 }))).toEqual([400, "days"]);
  expect(await faultsOf(given({ days: 0.0001, note: " " }))).toEqual([400, "days", "note"]);
  expect(await faultsOf(given({ kind: "QUOTA", days: -1 }))).toEqual([400, "days"]);
  expect(await faultsOf(given({ effectiveDate: "2024-12-31" }))).toEqual([400, "effectiveDate"]);
  const sick = encodeId("leaveType", workspace.leaveTypes.sick);
  expect(await faultsOf(given({ leaveTypeId: sick }))).toEqual([400, "leaveTypeId"]);
  const other = await made(given());
  await newcomer();
  const reversal = { kind: "REVERSAL", note: "Gone" };
  expect(await faultsOf({ ...reversal, reverses: other })).toEqual([400, "reverses"]);
  const own = await made(given());
  const reversed = await made({ ...reversal, reverses: own });
  expect(await faultsOf({ ...reversal, reverses: reversed })).toEqual([400, "reverses"]);
});

it("403 approvers, and a location admin for themselves; 404 beyond reach", async () => {
  await newcomer();
  expect(await adjust(given(), keys.approver)).toMatchObject({ status: 403 });
  expect(await adjust(given(), keys.locationAdmin)).toMatchObject({ status: 201 });
  const { locationAdmin, admin } = workspace.people;
  expect(await adjust(given(), keys.locationAdmin, locationAdmin)).toMatchObject({ status: 403 });
  expect(await adjust(given(), keys.admin, admin)).toMatchObject({ status: 201 });
  await newcomer({ locationId: workspace.locations.south, departmentId: workspace.departments.sales });
  expect(await adjust(given(), keys.locationAdmin)).toMatchObject({ status: 404 });
});

it("200 notes are for the person and their managers, and so are private leave types", async () => {
  const { admin, locationAdmin } = workspace.people;
  await adjust(given(), keys.admin, locationAdmin);
  const seenBy = async (key: TestKey) =>
    (await api.get<Listed>(path(locationAdmin), key)).body.data.map(({ note }) => note);
  expect(await seenBy(keys.locationAdmin)).toEqual(["Worked on a Saturday"]);
  expect(await seenBy(keys.admin)).toEqual(["Worked on a Saturday"]);
  const isPrivate = (value: boolean) =>
    services.db
      .update(leaveTypes)
      .set({ isPrivate: value })
      .where(eq(leaveTypes.id, workspace.leaveTypes.vacation));
  await adjust(given(), keys.admin, admin);
  await isPrivate(true);
  const own = await signedInCaller(services, locationAdmin);
  const shown = await own.entitlements.list({ userId: encodeId("user", locationAdmin.id) });
  expect(shown.items).toMatchObject([{ note: "Worked on a Saturday", createdByName: admin.name }]);
  await isPrivate(false);
});

it("201 a resubmitted form adjusts once, and the audit log records the change without the note", async () => {
  await newcomer();
  const admin = await signedInCaller(services, workspace.people.admin);
  const form = {
    attempt: "0".repeat(32),
    userId: encodeId("user", person.id),
    adjustment: given() as never,
  };
  const ids = await Promise.all(Array.from({ length: 5 }, () => admin.entitlements.create(form)));
  expect(new Set(ids.map(({ id }) => id)).size).toBe(1);
  const rows = await services.db
    .select()
    .from(balanceAdjustments)
    .where(eq(balanceAdjustments.userId, person.id));
  expect(rows).toHaveLength(1);
  const [line] = await services.db
    .select()
    .from(auditEvents)
    .where(eq(auditEvents.resourceId, rows[0]?.id ?? ""));
  expect(line).toMatchObject({ action: "balance_adjustment.create" });
  expect(line?.changes).toMatchObject({ days: { to: 2 }, userId: { to: person.id } });
  expect(line?.changes).not.toHaveProperty("note");
});

it("a preview says what an adjustment does to the balance and as of when, as the adjustment then does", async () => {
  await newcomer();
  const { entitlements } = await signedInCaller(services, workspace.people.admin);
  const userId = encodeId("user", person.id);
  for (const adjustment of [
    given({ days: 2.5 }),
    given({ days: -1, effectiveDate: "2027-03-01" }),
    given({ kind: "QUOTA", days: 12, effectiveDate: "2026-11-02" }),
    given({ kind: "OPENING", days: 3, effectiveDate: "2026-01-01" }),
  ] as const) {
    const effects = await entitlements.preview({ userId, adjustment } as never);
    const year = adjustment.effectiveDate.slice(0, 4);
    const first = adjustment.effectiveDate > "2026-11-20" ? adjustment.effectiveDate : "2026-11-20";
    expect(effects.map(({ asOf }) => asOf)).toEqual([first, `${year}-12-31`]);
    for (const { asOf, before } of effects) expect((await balance(asOf))?.remaining).toBe(before);
    await made(adjustment);
    for (const { asOf, after } of effects) expect((await balance(asOf))?.remaining).toBe(after);
  }
  const nina = await signedInCaller(services, person);
  await expect(nina.entitlements.preview({ userId, adjustment: given() } as never)).rejects.toMatchObject({
    cause: { code: "FORBIDDEN" },
  });
});
