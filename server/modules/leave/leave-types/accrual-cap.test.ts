import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { workspaces } from "@/drizzle/schema/workspaces";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { balancesOf } from "@/server/modules/leave/balances/list-balances";
import { readBalances } from "@/server/modules/leave/balances/read";
import { readExplanation } from "@/server/modules/leave/balances/read-explanation";
import { setDaysLeft } from "@/server/modules/leave/entitlements/set-days-left";
import { previewLeave } from "@/server/modules/leave/requests/preview";
import { requestLeave } from "@/server/modules/leave/requests/request";
import { apiClient, type Refused, type Single } from "@/server/test/api-client";
import {
  makeKeys,
  makeLeave,
  type TestKey,
  type TestPerson,
  type TestWorkspace,
} from "@/server/test/factories";
import { as, days, makeLeaveWorkspace, makePerson } from "@/server/test/leave-kit";
import { standingClock, testServices } from "@/server/test/services";

let services: Services;
let workspace: TestWorkspace;
let admin: TestKey;
let api: ReturnType<typeof apiClient>;
const rules = { yearlyQuota: 24, accrual: "MONTHLY", accrualCap: 10, rollover: "ALL" } as const;

beforeAll(async () => {
  services = await testServices({ clock: standingClock() });
  api = apiClient(services);
});
afterAll(() => services.close());
beforeEach(async () => {
  workspace = await makeLeaveWorkspace(services, rules);
  admin = (await makeKeys(services, workspace)).admin;
});

const boss = () => as(services, workspace.people.admin);
const patch = (policy: object) =>
  api.v2<Single<{ policies: { accrualCap: number | null }[] }>>(
    "PATCH",
    `/v2/leave-types/${encodeId("leaveType", workspace.leaveTypes.vacation)}`,
    {
      key: admin,
      json: { policies: [{ locationId: encodeId("location", workspace.locations.north), ...policy }] },
    },
  );
const joined = () => makePerson(services, workspace, { startDate: "2026-01-01" });
const vacationOf = async ({ id }: TestPerson, asOf: string) =>
  (await readBalances(await boss(), { userId: id, asOf })).find(
    ({ leaveTypeId }) => leaveTypeId === workspace.leaveTypes.vacation,
  );

const missingIn = (body: unknown) =>
  (body as { error?: { details?: { missing?: number } } }).error?.details?.missing;

it("400 a cap without accrual; a policy that no longer accrues loses it", async () => {
  const refused = await patch({ accrual: "NONE", accrualCap: 5 });
  expect((refused.body as unknown as Refused).error.details?.fields).toMatchObject([
    { path: "policies.0.accrualCap" },
  ]);
  const capOf = async (policy: object) =>
    (await patch(policy)).body.data.policies.map(({ accrualCap }) => accrualCap);
  expect(await capOf({ accrualCap: 12.5 })).toContain(12.5);
  expect(await capOf({ yearlyQuota: 20 })).toContain(12.5);
  expect(await capOf({ accrual: "NONE" })).not.toContain(12.5);
});

it("every reader of balances stops at the cap, and goes on after leave, also leave across a share's day", async () => {
  const { vacation } = workspace.leaveTypes;
  const person = await joined();
  // Three days in June, two in July: the share of 1 July fits, that of 1 August is cut to one.
  await makeLeave(services, person, {
    startDate: "2026-06-26",
    endDate: "2026-07-02",
    durationWorkingDays: 5,
  });
  for (const [asOf, accrued, remaining] of [
    ["2026-06-30", 10_000, 5000],
    ["2026-07-01", 12_000, 7000],
    ["2026-08-01", 14_000, 9000],
    ["2026-09-01", 15_000, 10_000],
    ["2027-02-01", 0, 10_000],
  ] as const) {
    expect(await vacationOf(person, asOf)).toMatchObject({ accrued, remaining });
    const [listed] = await balancesOf(await boss(), [person.id], { asOf, leaveTypeId: vacation });
    expect(listed?.balances).toMatchObject([{ accrued, remaining }]);
    const lines = await readExplanation(await boss(), { userId: person.id, leaveTypeId: vacation, asOf });
    expect(lines.at(-1)?.balanceAfter).toBe(remaining);
  }
});

it("422 leave beyond what the cap lets accrue; 200 leave after leave that makes room", async () => {
  const person = await joined();
  const book = async (from: string, to: string) =>
    requestLeave(await as(services, person), days(person, from, to));
  const tooLong = days(person, "2027-03-01", "2027-03-15");
  await expect(requestLeave(await as(services, person), tooLong)).rejects.toMatchObject({
    code: "LEAVE_NEGATIVE_BALANCE",
  });
  const preview = await previewLeave(await as(services, person), days(person, "2027-03-01", "2027-03-05"));
  expect(preview.balance?.years).toMatchObject([
    { before: { remaining: 10_000 }, after: { remaining: 5000 } },
  ]);
  await book("2027-01-11", "2027-01-15");
  // 5 left, 2 on the first of February and of March.
  await book("2027-03-01", "2027-03-11");
  await expect(book("2027-03-12", "2027-03-12")).rejects.toMatchObject({ code: "LEAVE_NEGATIVE_BALANCE" });
  const { status, body } = await patch({ accrualCap: 8 });
  expect([status, missingIn(body)]).toEqual([422, 2]);
});

it("the days left that are set are left today, whatever was carried over before", async () => {
  const person = await makePerson(services, workspace, { startDate: "2025-01-01" });
  const { vacation } = workspace.leaveTypes;
  expect(await vacationOf(person, "2026-11-20")).toMatchObject({
    carriedOver: 10_000,
    accrued: 0,
    remaining: 10_000,
  });
  const left = [{ userId: person.id, leaveTypeId: vacation, days: 6 }];
  await setDaysLeft(await boss(), { left, note: "Old system" });
  expect(await vacationOf(person, "2026-11-20")).toMatchObject({ carriedOver: 0, remaining: 6000 });
  expect(await vacationOf(person, "2026-12-01")).toMatchObject({ remaining: 8000 });
});

it("without the Complete plan the quota is given at once, without a cap", async () => {
  await services.db.update(workspaces).set({ plan: "CORE" }).where(eq(workspaces.id, workspace.id));
  expect(await vacationOf(await joined(), "2026-12-31")).toMatchObject({
    accrued: 24_000,
    remaining: 24_000,
  });
});
