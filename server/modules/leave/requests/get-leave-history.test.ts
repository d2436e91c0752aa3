import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { leaveTypes } from "@/drizzle/schema/leaves";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { apiClient, type Listed, type Refused } from "@/server/test/api-client";
import {
  makeKey,
  makeKeys,
  makeLeave,
  type TestKey,
  type TestPerson,
  type TestRole,
  type TestWorkspace,
  testRoles,
} from "@/server/test/factories";
import { as, days, makeLeaveWorkspace, makePerson } from "@/server/test/leave-kit";
import { standingClock, testServices } from "@/server/test/services";
import { activeMembers, sightTable } from "@/server/test/sight-table";
import { deleteLeave } from "./delete";
import { denyLeave } from "./deny";
import { editLeave } from "./edit";
import { requestLeave } from "./request";

interface Step {
  at: string;
  step: string;
  by: { id: string; name: string | null } | null;
  status: string | null;
  level: number | null;
  reason: string | null;
  moved: { from: { startDate: string }; to: { startDate: string } } | null;
}

let services: Services;
let workspace: TestWorkspace;
let keys: Record<TestRole, TestKey>;
let api: ReturnType<typeof apiClient>;
const clock = standingClock();

beforeAll(async () => {
  services = await testServices({ clock });
  api = apiClient(services);
  workspace = await makeLeaveWorkspace(services);
  keys = await makeKeys(services, workspace);
});
afterAll(() => services.close());

const path = (id: string) => `/v2/leaves/${encodeId("leave", id)}/history`;
const read = async (key: TestKey, id: string) => (await api.get<Listed<Step>>(path(id), key)).body.data;
const keyOf = (person: TestPerson) =>
  makeKey(services, { workspaceId: person.workspaceId, ownerId: person.id });
async function request(person: TestPerson, startDate: string): Promise<string> {
  const { id } = await requestLeave(await as(services, person), {
    ...days(person, startDate),
    reason: "Hiking",
  });
  clock.pass(60_000);
  return id;
}

it("each role reads the history of the leave that it can read, and of no other", async () => {
  for (const member of activeMembers) {
    const id = await makeLeave(services, workspace.people[member], { startDate: "2026-12-01" });
    for (const role of testRoles) {
      const seen: readonly string[] = sightTable.SELF[role];
      const { status } = await api.get(path(id), keys[role]);
      expect([role, member, status]).toEqual([role, member, seen.includes(member) ? 200 : 404]);
      clock.pass(1000);
    }
  }
});

it("200 steps, acting users and changes, oldest first", async () => {
  const person = await makePerson(services, workspace);
  const id = await request(person, "2027-01-04");
  await editLeave(await as(services, person), id, { startDate: "2027-01-05", endDate: "2027-01-05" });
  clock.pass(60_000);
  await denyLeave(await as(services, workspace.people.admin), id, { reason: "We need you" });
  const steps = await read(keys.admin, id);
  expect(steps.map(({ step, by, status, reason }) => [step, by?.name, status, reason])).toEqual([
    ["request", person.name, "OPEN", null],
    ["edit", person.name, null, null],
    ["deny", "Ada Admin", "DENIED", "We need you"],
  ]);
  expect(steps[1]?.moved).toMatchObject({
    from: { startDate: "2027-01-04" },
    to: { startDate: "2027-01-05" },
  });
  // The person's own text is part of the leave itself.
  expect(JSON.stringify(steps)).not.toContain("Hiking");
});

it("200 people beyond reach have no name, just as they are missing from an expanded approver", async () => {
  const person = await makePerson(services, workspace);
  const id = await request(person, "2027-02-01");
  await denyLeave(await as(services, workspace.people.admin), id, { reason: "No" });
  const own = await read(await keyOf(person), id);
  const { admin } = workspace.people;
  expect(own.map(({ by }) => by)).toEqual([
    { id: encodeId("user", person.id), name: person.name },
    { id: encodeId("user", admin.id), name: null },
  ]);
});

it("200 a private type hides itself and the reason", async () => {
  const person = await makePerson(services, workspace);
  const { leaveTypeId } = person;
  await services.db.update(leaveTypes).set({ isPrivate: true }).where(eq(leaveTypes.id, leaveTypeId));
  const id = await request(person, "2027-03-01");
  const text = JSON.stringify(await read(keys.admin, id));
  await services.db.update(leaveTypes).set({ isPrivate: false }).where(eq(leaveTypes.id, leaveTypeId));
  expect(text).not.toContain("Hiking");
  expect(text).not.toContain(leaveTypeId);
});

it("200 a deleted leave, which stays readable", async () => {
  const person = await makePerson(services, workspace);
  const id = await request(person, "2027-04-05");
  await deleteLeave(await as(services, person), id);
  expect((await read(keys.admin, id)).map(({ step }) => step)).toEqual(["request", "delete"]);
});

it("403 without leaves:read, 404 for another workspace's", async () => {
  const other = await makeLeaveWorkspace(services);
  const id = await makeLeave(services, other.people.user, { startDate: "2026-12-01" });
  expect((await api.get(path(id), keys.admin)).status).toBe(404);
  const ownerId = workspace.people.admin.id;
  const key = await makeKey(services, { workspaceId: workspace.id, ownerId, scopes: ["users:read"] });
  const { status, body } = await api.get<Refused>(path(id), key);
  expect([status, body.error.details?.requiredScopes]).toEqual([403, ["leaves:read"]]);
});
