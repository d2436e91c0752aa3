import { afterAll, beforeAll, expect, it } from "vitest";
import type { Services } from "@/server/kernel/services";
import { makeWorkspace, type TestRole, type TestWorkspace } from "@/server/test/factories";
import { makePerson } from "@/server/test/leave-kit";
import { standingClock, testServices } from "@/server/test/services";
import { activeMembers } from "@/server/test/sight-table";
import { signedInCaller } from "@/server/test/signed-in-caller";

let services: Services;
let workspace: TestWorkspace;

beforeAll(async () => {
  services = await testServices({ clock: standingClock() });
  workspace = await makeWorkspace(services);
  await makeWorkspace(services);
});
afterAll(() => services.close());

const found = async (role: TestRole, text?: string) => {
  const { items, hasMore } = await (
    await signedInCaller(services, workspace.people[role])
  ).leaves.searchTakers({ text });
  return { names: items.map(({ name }) => name).sort(), hasMore };
};
const namesOf = (members: readonly (keyof TestWorkspace["people"])[]) =>
  members.map((member) => workspace.people[member].name).sort();

it("offers the people one manages: never oneself, no one stronger, no one inactive", async () => {
  expect((await found("admin")).names).toEqual(namesOf(activeMembers.filter((one) => one !== "admin")));
  expect((await found("locationAdmin")).names).toEqual(namesOf(["northSeller", "platformer"]));
  expect((await found("approver")).names).toEqual(namesOf(["user", "northSeller"]));
  expect((await found("user")).names).toEqual([]);
});

it("searches by name, treats wildcards literally, and reports when there are more", async () => {
  const [name] = namesOf(["northSeller"]);
  expect(await found("admin", name?.slice(1, 6).toUpperCase())).toMatchObject({ names: [name] });
  expect((await found("admin", "%")).names).toEqual([]);
  for (let count = 0; count < 25; count++) await makePerson(services, workspace, { name: `Zora ${count}` });
  const { names, hasMore } = await found("approver", "zora");
  expect([names.length, hasMore]).toEqual([20, true]);
});
