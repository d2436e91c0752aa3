import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { leavePolicies } from "@/drizzle/schema/leaves";
import { users } from "@/drizzle/schema/people";
import type { Services } from "@/server/kernel/services";
import { readBalances } from "@/server/modules/leave/balances/read";
import { readExplanation } from "@/server/modules/leave/balances/read-explanation";
import { adjustBalance } from "@/server/modules/leave/entitlements/adjust-balance";
import { updateUser } from "@/server/modules/people/people/update-user";
import type { TestPerson, TestWorkspace } from "@/server/test/factories";
import { as, makeLeaveWorkspace, makePerson } from "@/server/test/leave-kit";
import { standingClock, testServices } from "@/server/test/services";
import { createLeaveType } from "./create-leave-type";
import { updateLeaveType } from "./update-leave-type";

let services: Services;
let workspace: TestWorkspace;
const clock = standingClock();

beforeAll(async () => {
  services = await testServices({ clock });
  workspace = await makeLeaveWorkspace(services);
});
afterAll(() => services.close());

const boss = () => as(services, workspace.people.admin);
const rules = { yearlyQuota: 30, rollover: "LIMITED", rolloverMaximum: 5 } as const;
const policyAt = (place: "north" | "south") => ({ ...rules, locationId: workspace.locations[place] });
let count = 0;
const makeType = async (place: "north" | "south" = "north") =>
  (
    await createLeaveType(await boss(), {
      name: `Rest ${count++}`,
      color: "3b82f6",
      policies: [policyAt(place)],
    })
  ).id;
const veteran = (more = {}) => makePerson(services, workspace, { startDate: "2019-05-01", ...more });
async function balance(person: TestPerson, leaveTypeId: string, asOf: string) {
  const found = await readBalances(await boss(), { userId: person.id, asOf });
  const one = found.find((row) => row.leaveTypeId === leaveTypeId);
  return { carried: one?.carriedOver, remaining: one?.remaining };
}
const thisYear = clock().getUTCFullYear();
const [today, later] = [`${thisYear}-12-31`, `${thisYear + 1}-12-31`];
const known = (person: TestPerson, createdAt: string) =>
  services.db
    .update(users)
    .set({ createdAt: new Date(createdAt) })
    .where(eq(users.id, person.id));
const begin = (type: string, place: "north" | "south", beginsOn: string | null, typeBeginsOn = beginsOn) =>
  services.db
    .update(leavePolicies)
    .set({ beginsOn, typeBeginsOn })
    .where(eq(leavePolicies.leaveTypeId, type))
    .returning({ at: leavePolicies.locationId })
    .then((rows) => expect(rows.map(({ at }) => at)).toContain(workspace.locations[place]));

it("nothing is carried into the year in which a policy begins; later years get a carry-over", async () => {
  const person = await veteran();
  const type = await makeType();
  expect(await balance(person, type, today)).toEqual({ carried: 0, remaining: 30_000 });
  expect(await balance(person, type, later)).toEqual({ carried: 5000, remaining: 35_000 });
  const lines = await readExplanation(await boss(), { userId: person.id, leaveTypeId: type, asOf: today });
  expect(lines.map(({ kind, amount }) => `${kind} ${amount}`)).toEqual(["GRANTED 30000"]);
});

it("an opening balance adds the days a person brought along", async () => {
  const person = await veteran();
  const type = await makeType();
  await adjustBalance(await boss(), person.id, {
    ...{
      kind: "OPENING",
      leaveTypeId: type,
      days: 3,
      effectiveDate: `${thisYear}-01-01`,
      note: "Old system",
    },
  });
  expect(await balance(person, type, today)).toEqual({ carried: 0, remaining: 33_000 });
});

it("a policy older than its record carries over as before, and a change of it does not restart it", async () => {
  const person = await veteran();
  const type = await makeType();
  await begin(type, "north", null);
  expect(await balance(person, type, today)).toEqual({ carried: 5000, remaining: 35_000 });
  await updateLeaveType(await boss(), type, { policies: [policyAt("north"), policyAt("south")] });
  expect(await balance(person, type, today)).toEqual({ carried: 5000, remaining: 35_000 });
});

it("an employee who moves brings days along to the new location; one who is new there does not", async () => {
  const type = await makeType();
  await begin(type, "north", `${thisYear - 1}-02-01`);
  await updateLeaveType(await boss(), type, { policies: [policyAt("south")] });
  const [moved, added] = [await veteran(), await veteran({ locationId: workspace.locations.south })];
  await known(moved, `${thisYear - 1}-03-01T00:00:00Z`);
  await updateUser(await boss(), moved.id, { locationId: workspace.locations.south });
  expect(await balance(moved, type, today)).toEqual({ carried: 5000, remaining: 35_000 });
  expect(await balance(added, type, today)).toEqual({ carried: 0, remaining: 30_000 });
});
