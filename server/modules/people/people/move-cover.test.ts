import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { locations } from "@/drizzle/schema/directory";
import { leavePolicies } from "@/drizzle/schema/leaves";
import { users } from "@/drizzle/schema/people";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { readBalances } from "@/server/modules/leave/balances/read";
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
import { signedInCaller } from "@/server/test/signed-in-caller";
import { updateUser } from "./update-user";
import { updateUsers } from "./update-users";

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

const boss = () => as(services, workspace.people.admin);
const setSouth = (policy: object) =>
  setPolicy(services, workspace, { locationId: workspace.locations.south, ...policy });
const took = (startDate: string, endDate: string, durationWorkingDays: number, who = person) =>
  makeLeave(services, who, { startDate, endDate, durationWorkingDays });
const patch = (body: object = { locationId: encodeId("location", workspace.locations.south) }) =>
  api.v2<Refused>("PATCH", `/v2/users/${encodeId("user", person.id)}`, { key: admin, json: body });
const refused = (missing: number) => ({
  status: 422,
  body: { error: { code: "LEAVE_NEGATIVE_BALANCE", details: { missing } } },
});
const placeOf = async ({ id }: { id: string }) =>
  (await services.db.select().from(users).where(eq(users.id, id)))[0]?.locationId;
async function remaining(): Promise<number> {
  const balances = await readBalances(await boss(), { userId: person.id, asOf: "2026-12-31" });
  return balances.find(({ leaveTypeId }) => leaveTypeId === person.leaveTypeId)?.remaining ?? Number.NaN;
}

it("422 a location whose policy does not cover the booked leave, by name; nothing changes until it does", async () => {
  await took("2026-12-01", "2026-12-31", 20);
  await setSouth({ yearlyQuota: 18.5 });
  const south = encodeId("location", workspace.locations.south);
  const answer = await patch({ locationId: south, name: "Moved" });
  expect(answer).toMatchObject(refused(1.5));
  expect(answer.body.error.description).toContain(`${person.name} (1.5 days)`);
  expect(await placeOf(person)).toBe(workspace.locations.north);
  expect(await patch({ locationId: encodeId("location", workspace.locations.north) })).toMatchObject({
    status: 200,
  });
  expect(await patch({ name: "Stays" })).toMatchObject({ status: 200 });
  await setSouth({ yearlyQuota: 20 });
  expect(await patch()).toMatchObject({ status: 200 });
  expect(await remaining()).toBe(0);
});

it("422 other accounting years that put leave of two years into one", async () => {
  await services.db
    .update(locations)
    .set({ yearStart: "07-01" })
    .where(and(eq(locations.workspaceId, workspace.id), eq(locations.id, workspace.locations.south)));
  await took("2026-12-01", "2026-12-31", 20);
  await took("2027-01-04", "2027-01-29", 20);
  expect(await patch()).toMatchObject(refused(15));
});

it("200 where a negative balance is allowed, nothing is counted, the leave type does not exist, the balance gets no worse, or the person is inactive", async () => {
  await took("2026-12-01", "2026-12-31", 20);
  const back = { locationId: encodeId("location", workspace.locations.north) };
  for (const policy of [{ allowNegativeBalance: true }, { unlimited: true }]) {
    await setSouth({ yearlyQuota: 1, ...policy });
    expect(await patch()).toMatchObject({ status: 200 });
    expect(await patch(back)).toMatchObject({ status: 200 });
  }
  await services.db.delete(leavePolicies).where(eq(leavePolicies.locationId, workspace.locations.south));
  expect(await patch()).toMatchObject({ status: 200 });
  expect(await patch(back)).toMatchObject({ status: 200 });
  await setPolicy(services, workspace, { yearlyQuota: 5 });
  await setSouth({ yearlyQuota: 5 });
  expect(await patch()).toMatchObject({ status: 200 });
  await setPolicy(services, workspace, { yearlyQuota: 4 });
  expect(await patch(back)).toMatchObject(refused(16));
  await services.db.update(users).set({ status: "INACTIVE" }).where(eq(users.id, person.id));
  expect(await patch(back)).toMatchObject({ status: 200 });
});

it("a bulk change leaves people without enough days where they are, with the reason; the preview agrees", async () => {
  const other = await makePerson(services, workspace, { name: "Ole Other", startDate: "2025-01-01" });
  await took("2026-12-01", "2026-12-31", 20);
  await took("2026-12-07", "2026-12-11", 5, other);
  await setSouth({ yearlyQuota: 12 });
  const ids = [person, other].map(({ id }) => encodeId("user", id));
  const change = { locationId: encodeId("location", workspace.locations.south) };
  const caller = await signedInCaller(services, workspace.people.admin);
  const preview = await caller.people.previewChange({ select: { ids }, change });
  expect(preview).toMatchObject({
    ...{ changedCount: 1, failedCount: 1, leaveCount: 1 },
    failed: [{ id: ids[0], name: person.name, code: "LEAVE_NEGATIVE_BALANCE", missing: 8 }],
  });
  const done = await updateUsers(await boss(), {
    userIds: [person.id, other.id],
    change: { locationId: workspace.locations.south },
  });
  expect(done).toMatchObject({ changedCount: 1, failedCount: 1 });
  expect(done.users.find(({ id }) => id === person.id)).toMatchObject({
    code: "LEAVE_NEGATIVE_BALANCE",
    missing: 8,
  });
  expect(await Promise.all([person, other].map(placeOf))).toEqual([
    workspace.locations.north,
    workspace.locations.south,
  ]);
});

const moves: Record<string, () => Promise<unknown>> = {
  "a single one": async () => updateUser(await boss(), person.id, { locationId: workspace.locations.south }),
  "one of many": async () => {
    const change = { locationId: workspace.locations.south };
    const { failedCount } = await updateUsers(await boss(), { userIds: [person.id], change });
    if (failedCount > 0) throw Object.assign(new Error("left out"), { code: "LEAVE_NEGATIVE_BALANCE" });
  },
};

it.each(Object.entries(moves))("%s who moves and books concurrently is never overdrawn", async (_, move) => {
  await setSouth({ yearlyQuota: 5 });
  const own = await as(services, person);
  for (let round = 0; round < 6; round++) {
    const booked = ["2026-12-07", "2026-12-14"].map((day, at) =>
      requestLeave(own, days(person, day, at === 0 ? "2026-12-10" : "2026-12-17")),
    );
    await Promise.allSettled(round % 2 ? [move(), ...booked] : [...booked, move()]);
    expect(await remaining()).toBeGreaterThanOrEqual(0);
    person = await makePerson(services, workspace, { startDate: "2025-01-01" });
  }
});

it.each(Object.entries(moves))(
  "%s whose move waits for a booking is judged with that booking",
  async (_, move) => {
    await setSouth({ yearlyQuota: 5 });
    await took("2026-12-07", "2026-12-10", 4);
    const held = await lockPersonRow(person.id);
    const moved = outcomes([move()]);
    await held.waiting(1);
    await took("2026-12-14", "2026-12-17", 4);
    await held.release();
    expect(await moved).toEqual({ LEAVE_NEGATIVE_BALANCE: 1 });
  },
);

it.each(Object.entries(moves))(
  "%s who moves in waits for a concurrent change of a policy or of the accounting year",
  async (_, move) => {
    await setSouth({ yearlyQuota: 5 });
    await took("2026-12-01", "2026-12-07", 5);
    const { south } = workspace.locations;
    // An employee of that location with a locked row stops the change after it has checked everyone.
    const there = await makePerson(services, workspace, { name: "Sam South", locationId: south });
    const vacation = workspace.leaveTypes.vacation;
    const changes = [
      async () =>
        updateLeaveType(await boss(), vacation, { policies: [{ locationId: south, yearlyQuota: 4 }] }),
      async () => updateLocation(await boss(), south, { yearStart: "07-01" }),
    ];
    await took("2027-01-04", "2027-01-08", 5);
    for (const change of changes) {
      await setSouth({ yearlyQuota: 5 });
      const held = await lockPersonRow(there.id);
      const changed = outcomes([change()]);
      await held.waiting(1);
      const moved = outcomes([move()]);
      await held.waiting(2);
      await held.release();
      expect([await changed, await moved]).toEqual([{ ok: 1 }, { LEAVE_NEGATIVE_BALANCE: 1 }]);
    }
  },
);
