import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { balancesOf } from "@/server/modules/leave/balances/list-balances";
import { readBalances } from "@/server/modules/leave/balances/read";
import { readExplanation } from "@/server/modules/leave/balances/read-explanation";
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
let person: TestPerson;
let api: ReturnType<typeof apiClient>;

beforeAll(async () => {
  services = await testServices({ clock: standingClock() });
  api = apiClient(services);
});
afterAll(() => services.close());
beforeEach(async () => {
  workspace = await makeLeaveWorkspace(services, { yearlyQuota: 20, rollover: "ALL" });
  admin = (await makeKeys(services, workspace)).admin;
  person = await makePerson(services, workspace, { startDate: "2025-01-01" });
});

const boss = () => as(services, workspace.people.admin);
const patch = <T = Single<{ policies: { locationId: string; carryExpiry: unknown; carryUse: string }[] }>>(
  policy: object,
) =>
  api.v2<T>("PATCH", `/v2/leave-types/${encodeId("leaveType", workspace.leaveTypes.vacation)}`, {
    key: admin,
    json: { policies: [{ locationId: encodeId("location", workspace.locations.north), ...policy }] },
  });
const vacationOn = async (asOf: string) =>
  (await readBalances(await boss(), { userId: person.id, asOf })).find(
    ({ leaveTypeId }) => leaveTypeId === workspace.leaveTypes.vacation,
  );

it("200 each expiry and use is kept, stays when it isn't sent, and null is as at the location", async () => {
  const north = encodeId("location", workspace.locations.north);
  const ruleOf = async (policy: object) => {
    const { policies } = (await patch(policy)).body.data;
    const { carryExpiry, carryUse } = policies.find(({ locationId }) => locationId === north) ?? {};
    return { carryExpiry, carryUse };
  };
  for (const carryExpiry of [
    { type: "NEVER" },
    { type: "DATE", monthDay: "03-31" },
    { type: "DAYS_AFTER_RESET", days: 90 },
    { type: "MONTHS", months: 15 },
  ])
    expect(await ruleOf({ carryExpiry })).toEqual({ carryExpiry, carryUse: "FIRST" });
  expect(await ruleOf({ carryUse: "LAST" })).toEqual({
    ...{ carryExpiry: { type: "MONTHS", months: 15 }, carryUse: "LAST" },
  });
  expect(await ruleOf({ yearlyQuota: 21 })).toMatchObject({ carryUse: "LAST" });
  expect(await ruleOf({ carryExpiry: null })).toEqual({ carryExpiry: null, carryUse: "LAST" });
});

it.each([
  { type: "MONTHS", months: 0 },
  { type: "MONTHS", months: 61 },
  { type: "DATE", monthDay: "02-30" },
  { type: "DAYS_AFTER_RESET", days: 367 },
  { type: "SOMETIMES" },
  { type: "NEVER", days: 1 },
])("400 %j", async (carryExpiry) => {
  const refused = await patch<Refused>({ carryExpiry });
  expect(refused.status).toBe(400);
  expect(JSON.stringify(refused.body.error.details)).toContain("policies.0.carryExpiry");
});

it("every reader of balances knows lots that outlast the year, also with leave across an expiry", async () => {
  const { vacation } = workspace.leaveTypes;
  await patch({ carryExpiry: { type: "MONTHS", months: 15 } });
  await makeLeave(services, person, {
    ...{ startDate: "2025-06-02", endDate: "2025-06-20", durationWorkingDays: 15 },
  });
  // Of five days of 2025, Monday and Tuesday are used before they expire on 31 March.
  await makeLeave(services, person, {
    ...{ startDate: "2027-03-30", endDate: "2027-04-02", durationWorkingDays: 4 },
  });
  for (const [asOf, carriedOver, carriedOverExpiresAt, remaining] of [
    ["2026-12-31", 5000, "2027-03-31", 25_000],
    ["2027-03-31", 25_000, "2027-03-31", 41_000],
    ["2027-04-01", 22_000, "2028-03-31", 38_000],
    ["2027-12-31", 22_000, "2028-03-31", 38_000],
  ] as const) {
    const balance = await vacationOn(asOf);
    expect(balance).toMatchObject({ carriedOver, remaining });
    const [listed] = await balancesOf(await boss(), [person.id], { asOf, leaveTypeId: vacation });
    expect(listed?.balances).toMatchObject([{ carriedOver, remaining }]);
    const wire = await api.v2<{ data: { leaveTypeId: string; carriedOverExpiresAt: string | null }[] }>(
      ...(["GET", `/v2/users/${encodeId("user", person.id)}/balances?asOf=${asOf}`] as const),
      { key: admin },
    );
    const own = wire.body.data.find(({ leaveTypeId }) => leaveTypeId === encodeId("leaveType", vacation));
    expect(own).toMatchObject({ carriedOverExpiresAt });
    const lines = await readExplanation(await boss(), { userId: person.id, leaveTypeId: vacation, asOf });
    expect(lines.at(-1)?.balanceAfter).toBe(remaining);
  }
});

it("the preview says how many carried days a leave uses, first or last", async () => {
  const wanted = days(person, "2027-01-04", "2027-01-08");
  const usedBy = async () => {
    const { balance } = await previewLeave(await as(services, person), wanted);
    return balance?.years.map(({ carriedOverUsed }) => carriedOverUsed);
  };
  expect(await usedBy()).toEqual([5000]);
  await patch({ carryUse: "LAST" });
  expect(await usedBy()).toEqual([0]);
});

it("422 an expiry, or a use, that leaves booked leave uncovered; 200 one that does not", async () => {
  await requestLeave(await as(services, person), days(person, "2027-05-03", "2027-06-11"));
  const march = { type: "DATE", monthDay: "03-31" };
  expect(await patch<Refused>({ carryExpiry: march })).toMatchObject({
    status: 422,
    body: { error: { code: "LEAVE_NEGATIVE_BALANCE" } },
  });
  expect(await patch({ carryExpiry: { type: "MONTHS", months: 12 } })).toMatchObject({ status: 200 });
  await requestLeave(await as(services, person), days(person, "2027-02-01", "2027-02-05"));
  expect(await patch({ carryExpiry: { type: "DATE", monthDay: "06-11" } })).toMatchObject({ status: 200 });
});

it("previews what is carried over of some days left, and the last day to use them", async () => {
  const preview = async (policy: object) => {
    const json = { policies: [{ locationId: encodeId("location", workspace.locations.north), ...policy }] };
    const path = `/v2/leave-types/${encodeId("leaveType", workspace.leaveTypes.vacation)}/policies/preview`;
    const { body } = await api.v2<Single<{ examples: { carried: unknown }[] }>>("POST", path, {
      key: admin,
      json,
    });
    return body.data.examples[0]?.carried;
  };
  const carryExpiry = { type: "MONTHS", months: 15 };
  expect(await preview({ yearlyQuota: 20, rollover: "NONE" })).toBeNull();
  expect(await preview({ yearlyQuota: 20, rollover: "ALL", carryExpiry: { type: "NEVER" } })).toEqual({
    ...{ yearEnd: "2026-12-31", daysLeft: 5, days: 5, expiresAt: null },
  });
  expect(await preview({ yearlyQuota: 20, rollover: "LIMITED", rolloverMaximum: 3, carryExpiry })).toEqual({
    yearEnd: "2026-12-31",
    daysLeft: 5,
    days: 3,
    expiresAt: "2028-03-31",
  });
});
