import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { locations } from "@/drizzle/schema/directory";
import { leaves } from "@/drizzle/schema/leaves";
import { users } from "@/drizzle/schema/people";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { updateLeaveType } from "@/server/modules/leave/leave-types/update-leave-type";
import { requestLeave } from "@/server/modules/leave/requests/request";
import { updateLocation } from "@/server/modules/people/places/update-location";
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

let services: Services;
let workspace: TestWorkspace;
let admin: TestKey;
let api: ReturnType<typeof apiClient>;
let person: TestPerson;

beforeAll(async () => {
  services = await testServices({ clock: standingClock() });
  api = apiClient(services);
});
afterAll(() => services.close());
beforeEach(async () => {
  workspace = await makeLeaveWorkspace(services);
  admin = (await makeKeys(services, workspace)).admin;
  person = await makePerson(services, workspace, { startDate: "2025-01-01" });
});

const patch = (location: object) =>
  api.v2<Refused>("PATCH", `/v2/locations/${encodeId("location", workspace.locations.north)}`, {
    key: admin,
    json: location,
  });
const refused = (missing: number) => ({
  status: 422,
  body: { error: { code: "LEAVE_NEGATIVE_BALANCE", details: { missing } } },
});
const took = (startDate: string, endDate: string, durationWorkingDays: number) =>
  makeLeave(services, person, { startDate, endDate, durationWorkingDays });
const oneYear = { yearStart: "07-01" };

it("422 a year start that moves leave of two years into one, with names; 200 when each year still covers its own", async () => {
  await took("2026-12-01", "2026-12-31", 20);
  await took("2027-01-04", "2027-01-29", 20);
  const answer = await patch(oneYear);
  expect(answer).toMatchObject(refused(15));
  expect(answer.body.error.description).toContain(`${person.name} (15 days)`);
  expect(await patch({ yearStart: "01-02", name: "North" })).toMatchObject({ status: 200 });
});

it("422 a reset on the employment date with the same effect", async () => {
  await services.db.update(users).set({ startDate: "2025-07-01" }).where(eq(users.id, person.id));
  await took("2026-12-01", "2026-12-31", 20);
  await took("2027-01-04", "2027-01-29", 20);
  expect(await patch({ quotaReset: "EMPLOYMENT_DATE" })).toMatchObject(refused(15));
});

it("422 carried-over days that expire before the leave that needs them; 200 after it", async () => {
  await setPolicy(services, workspace, { rollover: "ALL" });
  await took("2026-12-01", "2026-12-31", 40);
  expect(await patch({ rolloverExpiry: { type: "DATE", monthDay: "06-30" } })).toMatchObject(refused(15));
  expect(await patch({ rolloverExpiry: { type: "DATE", monthDay: "12-31" } })).toMatchObject({ status: 200 });
});

it("200 when negative balances are allowed, nothing is counted, or it is no worse than before", async () => {
  await took("2026-12-01", "2026-12-31", 20);
  await took("2027-01-04", "2027-01-29", 20);
  for (const policy of [{ allowNegativeBalance: true }, { unlimited: true }]) {
    await setPolicy(services, workspace, policy);
    expect(await patch(oneYear)).toMatchObject({ status: 200 });
    expect(await patch({ yearStart: "01-01" })).toMatchObject({ status: 200 });
  }
  await setPolicy(services, workspace, { yearlyQuota: 5 });
  expect(await patch({ yearStart: "02-01" })).toMatchObject({ status: 422 });
  expect(await patch({ yearStart: "01-02" })).toMatchObject({ status: 200 });
});

it("422 bookings after everyone was checked, and before they are locked", async () => {
  await took("2027-01-04", "2027-01-29", 20);
  const [first] = await services.db
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        eq(users.workspaceId, workspace.id),
        eq(users.locationId, workspace.locations.north),
        eq(users.status, "ACTIVE"),
      ),
    )
    .orderBy(users.id)
    .limit(1);
  const boss = await as(services, workspace.people.admin);
  const held = await lockPersonRow(first?.id ?? "");
  const changed = outcomes([updateLocation(boss, workspace.locations.north, oneYear)]);
  await held.waiting(1);
  await requestLeave(await as(services, person), days(person, "2026-12-07", "2026-12-18"));
  await held.release();
  expect(await changed).toEqual({ LEAVE_NEGATIVE_BALANCE: 1 });
});

it("422 years that change together with a policy: the new policy applies", async () => {
  await took("2026-12-07", "2026-12-18", 10);
  await took("2027-01-04", "2027-01-15", 10);
  const boss = await as(services, workspace.people.admin);
  const { north } = workspace.locations;
  const held = await lockPersonRow(person.id);
  const policies = [{ locationId: north, yearlyQuota: 12 }];
  const policy = outcomes([updateLeaveType(boss, workspace.leaveTypes.vacation, { policies })]);
  await held.waiting(1);
  const years = outcomes([updateLocation(boss, north, oneYear)]);
  await held.waiting(2);
  await held.release();
  expect([await policy, await years]).toEqual([{ ok: 1 }, { LEAVE_NEGATIVE_BALANCE: 1 }]);
});

it("a change of years and a concurrent request never both pass", async () => {
  await took("2027-01-04", "2027-01-29", 20);
  const boss = await as(services, workspace.people.admin);
  const own = await as(services, person);
  for (let round = 0; round < 8; round++) {
    const [booked, changed] = await Promise.allSettled([
      requestLeave(own, days(person, "2026-12-07", "2026-12-18")),
      updateLocation(boss, workspace.locations.north, oneYear),
    ]);
    expect([booked.status, changed.status].sort()).toEqual(["fulfilled", "rejected"]);
    if (booked.status === "fulfilled")
      await services.db.update(leaves).set({ status: "CANCELLED" }).where(eq(leaves.id, booked.value.id));
    await services.db
      .update(locations)
      .set({ yearStart: "01-01" })
      .where(eq(locations.workspaceId, workspace.id));
  }
});

it("422 a request that waits while the years change: the new years apply", async () => {
  await took("2027-01-04", "2027-01-29", 20);
  const own = await as(services, person);
  const held = await lockPersonRow(person.id);
  const booked = outcomes([requestLeave(own, days(person, "2026-12-07", "2026-12-18"))]);
  await held.waiting(1);
  await services.db
    .update(locations)
    .set(oneYear)
    .where(and(eq(locations.workspaceId, workspace.id), eq(locations.id, workspace.locations.north)));
  await held.release();
  expect(await booked).toEqual({ LEAVE_NEGATIVE_BALANCE: 1 });
});
