import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { users } from "@/drizzle/schema/people";
import { visibilities } from "@/drizzle/schema/values";
import { workspaces } from "@/drizzle/schema/workspaces";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { makeWorkspace, type TestWorkspace, testRoles } from "@/server/test/factories";
import { testServices } from "@/server/test/services";
import { sightTable } from "@/server/test/sight-table";
import { signedInCaller } from "@/server/test/signed-in-caller";

let services: Services;
let workspace: TestWorkspace;

beforeAll(async () => {
  services = await testServices();
  workspace = await makeWorkspace(services);
  const other = await makeWorkspace(services);
  for (const { people } of [workspace, other])
    for (const [member, { id }] of Object.entries(people))
      await services.db
        .update(users)
        .set({ name: `Zoë ${member}`, email: `${id}@zebra.example` })
        .where(eq(users.id, id));
});
afterAll(() => services.close());

describe.each(visibilities)("with the visibility %s", (visibility) => {
  it.each(testRoles)("the %s finds exactly the people of the table", async (role) => {
    await services.db.update(workspaces).set({ visibility }).where(eq(workspaces.id, workspace.id));
    const caller = await signedInCaller(services, workspace.people[role]);
    const { items: found } = await caller.people.colleagues({ text: "zoe", limit: 20 });
    const seen = sightTable[visibility][role].map((member) => encodeId("user", workspace.people[member].id));
    expect(found.map(({ id }) => id).sort()).toEqual([...seen].sort());
  });
});

it("the search does not match addresses", async () => {
  const caller = await signedInCaller(services, workspace.people.admin);
  const { id } = workspace.people.user;
  expect((await caller.people.colleagues({ text: id.slice(0, 12) })).items).toEqual([]);
});
