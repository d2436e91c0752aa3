import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { userLabels } from "@/drizzle/schema/directory";
import { users } from "@/drizzle/schema/people";
import { inTransaction } from "@/server/access/ctx";
import { newId } from "@/server/kernel/ids";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { dayNumber } from "@/server/kernel/time/calendar-date";
import { balanceRows } from "@/server/modules/integrations/reports/balance-rows";
import { balancesOf } from "@/server/modules/leave/balances/list-balances";
import { readBalances } from "@/server/modules/leave/balances/read";
import { readExplanation } from "@/server/modules/leave/balances/read-explanation";
import { findDaysLeft } from "@/server/modules/leave/entitlements/find-days-left";
import { previewLeave } from "@/server/modules/leave/requests/preview";
import { updateUser } from "@/server/modules/people/people/update-user";
import { deleteLabel } from "@/server/modules/people/places/delete-label";
import { apiClient, type Refused, type Single } from "@/server/test/api-client";
import {
  makeKeys,
  makeLeave,
  type TestKey,
  type TestPerson,
  type TestRole,
  type TestWorkspace,
} from "@/server/test/factories";
import { as, days, makeLeaveWorkspace, makePerson, setApprovers } from "@/server/test/leave-kit";
import { standingClock, testNow, testServices } from "@/server/test/services";
import { signedInCaller } from "@/server/test/signed-in-caller";

let services: Services;
let workspace: TestWorkspace;
let keys: Record<TestRole, TestKey>;
let api: ReturnType<typeof apiClient>;

beforeAll(async () => {
  services = await testServices({ clock: standingClock() });
  api = apiClient(services);
});
afterAll(() => services.close());
beforeEach(async () => {
  workspace = await makeLeaveWorkspace(services);
  keys = await makeKeys(services, workspace);
});

interface Policy {
  locationId: string;
  tenureSteps: { afterMonths: number; quota: number }[];
  tenureFrom: string;
  labelDays: { labelId: string; days: number }[];
}
const north = () => encodeId("location", workspace.locations.north);
const label = (name: keyof TestWorkspace["labels"]) => encodeId("label", workspace.labels[name]);
const url = () => `/v2/leave-types/${encodeId("leaveType", workspace.leaveTypes.vacation)}`;
const patch = (policy: object) =>
  api.v2<Single<{ policies: Policy[] }>>("PATCH", url(), {
    key: keys.admin,
    json: { policies: [{ locationId: north(), ...policy }] },
  });
const boss = () => as(services, workspace.people.admin);
const steps = [
  { afterMonths: 24, quota: 27 },
  { afterMonths: 60, quota: 30 },
];
/** With two labels that give days, employed since 2023. */
async function labelled(more = {}): Promise<TestPerson> {
  const person = await makePerson(services, workspace, { startDate: "2023-07-02", ...more });
  const { remote, night } = workspace.labels;
  for (const labelId of [remote, night])
    await services.db.insert(userLabels).values({ workspaceId: workspace.id, userId: person.id, labelId });
  return person;
}
const both = () => [
  { labelId: label("remote"), days: 5 },
  { labelId: label("night"), days: 1.5 },
];
const vacationOf = async ({ id }: TestPerson, asOf = "2026-12-31") =>
  (await readBalances(await boss(), { userId: id, asOf })).find(
    ({ leaveTypeId }) => leaveTypeId === workspace.leaveTypes.vacation,
  );

const missingIn = (body: unknown) =>
  (body as { error?: { details?: { missing?: number } } }).error?.details?.missing;

it("200 steps and extra days replace the earlier ones where they are sent, and stay where they are not", async () => {
  const policyAfter = async (policy: object) => {
    const answer = await patch(policy);
    expect(answer.status).toBe(200);
    return answer.body.data.policies.find(({ locationId }) => locationId === north());
  };
  const set = { tenureSteps: steps, tenureFrom: "DAY", labelDays: both() };
  expect(await policyAfter(set)).toMatchObject(set);
  expect(await policyAfter({ yearlyQuota: 26 })).toMatchObject({ ...set, yearlyQuota: 26 });
  expect(await policyAfter({ tenureSteps: [], labelDays: both().slice(1) })).toMatchObject({
    ...{ tenureSteps: [], tenureFrom: "DAY", labelDays: both().slice(1) },
  });
});

it("400 steps that are not later and more than those before, labels twice or of nowhere", async () => {
  const faultsOf = async (policy: object) => {
    const { status, body } = await patch(policy);
    expect(status).toBe(400);
    return ((body as unknown as Refused).error.details?.fields ?? []).map(({ path }) =>
      path.slice("policies.0.".length),
    );
  };
  expect(await faultsOf({ tenureSteps: steps.toReversed() })).toEqual(["tenureSteps.1.afterMonths"]);
  expect(await faultsOf({ tenureSteps: [{ afterMonths: 12, quota: 25 }] })).toEqual(["tenureSteps.0.quota"]);
  expect(await faultsOf({ tenureSteps: [{ afterMonths: 0, quota: 1000 }] })).toEqual([
    "tenureSteps.0.afterMonths",
    "tenureSteps.0.quota",
  ]);
  expect(await faultsOf({ labelDays: [...both(), { labelId: label("remote"), days: 2 }] })).toEqual([
    "labelDays.2.labelId",
  ]);
  expect(await faultsOf({ labelDays: [{ labelId: encodeId("label", newId()), days: 2 }] })).toEqual([
    "labelDays.0.labelId",
  ]);
  await patch({ tenureSteps: steps });
  expect(await faultsOf({ yearlyQuota: 28 })).toEqual(["tenureSteps.0.quota"]);
});

it("every reader of balances counts the steps and labels of a person", async () => {
  const { vacation } = workspace.leaveTypes;
  await setApprovers(services, workspace, workspace.departments.sales, [[workspace.people.approver, 1]]);
  const person = await labelled();
  await patch({ tenureSteps: steps, labelDays: both() });
  expect(await vacationOf(person)).toMatchObject({ quota: 33_500, remaining: 33_500 });
  const [listed] = await balancesOf(await boss(), [person.id], { leaveTypeId: vacation });
  expect(listed?.balances).toMatchObject([{ quota: 33_500 }]);
  const explained = await readExplanation(await boss(), { userId: person.id, leaveTypeId: vacation });
  expect(explained.map(({ kind, amount }) => [kind, amount])).toEqual([
    ["GRANTED", 27_000],
    ["EXTRA", 6500],
  ]);
  const left = await findDaysLeft(await boss(), {}, { limit: 100, after: null });
  expect(left.items.find(({ id }) => id === person.id)?.left).toMatchObject([{ remaining: 33_500 }]);
  const filters = { locationIds: [], departmentIds: [], labelIds: [workspace.labels.night] };
  const period = {
    day: dayNumber("2026-12-31"),
    after: testNow,
    until: testNow,
    lastDay: dayNumber("2026-12-31"),
  };
  const reported = await inTransaction(await boss(), async (tx) => {
    const found: unknown[] = [];
    for await (const rows of balanceRows(tx, filters, period)) found.push(...rows);
    return found;
  });
  expect(reported).toContainEqual(expect.arrayContaining([33.5]));
  const preview = await previewLeave(await as(services, person), days(person, "2026-12-01"));
  expect(preview.balance?.years).toMatchObject([
    { before: { remaining: 33_500 }, after: { remaining: 32_500 } },
  ]);
  const waiting = { startDate: "2026-12-01", status: "OPEN" as const, openedAt: testNow };
  const id = encodeId("leave", await makeLeave(services, person, waiting));
  const [context] = await (await signedInCaller(services, workspace.people.approver)).approvals.context({
    ids: [id],
  });
  expect(context?.balance?.years).toMatchObject([{ remainingBefore: 33.5, remainingAfter: 32.5 }]);
});

it("a label that is gone gives no days, whatever is booked: a fact about a person cannot be refused", async () => {
  const person = await labelled();
  await patch({ labelDays: both() });
  await makeLeave(services, person, { startDate: "2026-12-01", durationWorkingDays: 31 });
  expect(await vacationOf(person)).toMatchObject({ remaining: 500 });
  await updateUser(await boss(), person.id, { labels: [label("night")] });
  expect(await vacationOf(person)).toMatchObject({ quota: 26_500, remaining: -4500 });
  await deleteLabel(await boss(), workspace.labels.night);
  expect(await vacationOf(person)).toMatchObject({ quota: 25_000, remaining: -6000 });
  // The policy keeps it where its list isn't sent.
  expect((await patch({ reasonRequired: true })).status).toBe(200);
  expect((await patch({ labelDays: both() })).status).toBe(400);
});

it("422 steps or extra days that booked leave needs; 200 those that it does not", async () => {
  const person = await labelled();
  await patch({ tenureSteps: steps, labelDays: both() });
  await makeLeave(services, person, { startDate: "2026-12-01", durationWorkingDays: 30 });
  const missing = async (policy: object) => {
    const { status, body } = await patch(policy);
    return [status, missingIn(body)];
  };
  expect(await missing({ tenureSteps: [] })).toEqual([200, undefined]);
  expect(await missing({ labelDays: both().slice(1) })).toEqual([422, 3.5]);
  await services.db.update(users).set({ startDate: "2024-07-02" }).where(eq(users.id, person.id));
  // The step is reached on 2 July 2026: half of its two days.
  expect(await missing({ tenureSteps: steps, tenureFrom: "DAY", labelDays: both().slice(1) })).toEqual([
    422, 2.497,
  ]);
});

it("previews the later years and the labels of someone who starts in the middle of the year", async () => {
  const policy = {
    locationId: north(),
    yearlyQuota: 25,
    quotaRounding: "HALF",
    tenureSteps: steps,
    labelDays: both(),
  };
  const preview = async (more: object) => {
    const json = { policies: [{ ...policy, ...more }] };
    const { body } = await api.v2<Single<{ examples: object[] }>>("POST", `${url()}/policies/preview`, {
      key: keys.admin,
      json,
    });
    return body.data.examples[0];
  };
  expect(await preview({})).toMatchObject({
    ...{ startDate: "2026-06-15", firstYearDays: 13.5, nextYearDays: 25 },
    later: [
      { yearStart: "2029-01-01", days: 27 },
      { yearStart: "2032-01-01", days: 30 },
    ],
    byLabel: [
      { labelId: label("remote"), firstYearDays: 16.5, nextYearDays: 30 },
      { labelId: label("night"), firstYearDays: 14.5, nextYearDays: 26.5 },
    ],
  });
  expect(await preview({ tenureFrom: "DAY" })).toMatchObject({
    later: [
      { yearStart: "2028-01-01", days: 26 },
      { yearStart: "2029-01-01", days: 27 },
      { yearStart: "2031-01-01", days: 28.5 },
      { yearStart: "2032-01-01", days: 30 },
    ],
  });
});
