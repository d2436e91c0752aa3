import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { leavePolicies } from "@/drizzle/schema/leaves";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { makeWorkspace, type TestPerson, type TestWorkspace } from "@/server/test/factories";
import { standingClock, testServices } from "@/server/test/services";
import { signedInCaller } from "@/server/test/signed-in-caller";

let services: Services;
let workspace: TestWorkspace;

beforeAll(async () => {
  services = await testServices({ clock: standingClock() });
  workspace = await makeWorkspace(services);
});
afterAll(() => services.close());

const deciders = async (caller: TestPerson, of: TestPerson) =>
  (await signedInCaller(services, caller)).leaves.deciders({ userId: encodeId("user", of.id) });

it("the approvers by level, for oneself and for those who reach one", async () => {
  const { user, approver, admin } = workspace.people;
  const approvers = [
    { name: approver.name, level: 1 },
    { name: admin.name, level: 2 },
  ];
  for (const caller of [user, admin])
    expect(await deciders(caller, user)).toContainEqual({ types: ["Vacation"], isRequired: true, approvers });
});

it("one level alone, if the policy has one", async () => {
  const { user, approver } = workspace.people;
  const set = (approvalLevels: number) =>
    services.db
      .update(leavePolicies)
      .set({ approvalLevels })
      .where(eq(leavePolicies.leaveTypeId, workspace.leaveTypes.vacation));
  await set(1);
  const [vacation] = await deciders(user, user);
  expect(vacation?.approvers).toEqual([{ name: approver.name, level: 1 }]);
  await set(2);
});

it("a type without approval has no approvers", async () => {
  const { user } = workspace.people;
  await services.db
    .update(leavePolicies)
    .set({ approvalRequired: false })
    .where(eq(leavePolicies.leaveTypeId, workspace.leaveTypes.vacation));
  expect(await deciders(user, user)).toContainEqual({
    types: ["Vacation"],
    isRequired: false,
    approvers: [],
  });
});

it("404 for a person beyond one's reach", async () => {
  const { user, northSeller } = workspace.people;
  await expect(deciders(northSeller, user)).rejects.toMatchObject({ cause: { code: "RESOURCE_NOT_FOUND" } });
});
