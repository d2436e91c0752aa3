import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { users } from "@/drizzle/schema/people";
import { ctxFor } from "@/server/access/ctx";
import { loadActor } from "@/server/access/load-actor";
import type { Services } from "@/server/kernel/services";
import { makeWorkspace, type TestRole, type TestWorkspace, testRoles } from "@/server/test/factories";
import { testServices } from "@/server/test/services";
import { searchUsers } from "./search-users";

let services: Services;
let workspace: TestWorkspace;

beforeAll(async () => {
  services = await testServices();
  workspace = await makeWorkspace(services);
  await makeWorkspace(services);
});
afterAll(() => services.close());

async function found(role: TestRole, text: string): Promise<string[]> {
  const userId = workspace.people[role].id;
  const actor = await loadActor(services.db, workspace.id, userId, { type: "session", sessionId: "s" });
  if (!actor) throw new Error("no such person");
  const rows = await searchUsers(ctxFor(services, { ...actor, userId }, "req_test"), { text, limit: 20 });
  return rows.map(({ id }) => id);
}

const rename = (role: TestRole, name: string) =>
  services.db.update(users).set({ name }).where(eq(users.id, workspace.people[role].id));

it("an administrator finds every user, other roles only people within reach", async () => {
  for (const role of testRoles) await rename(role, `Zora ${role}`);
  const ids = (roles: readonly TestRole[]) => roles.map((role) => workspace.people[role].id);
  expect((await found("admin", "zora")).toSorted()).toEqual(ids(testRoles).toSorted());
  expect(await found("user", "zora")).toEqual(ids(["user"]));
  expect(await found("approver", "zora admin")).toEqual([]);
});

it("names that begin with the text come first; pattern characters are literal", async () => {
  await rename("admin", "Anna Quill");
  await rename("user", "Quill Ann_a");
  const { admin, user } = workspace.people;
  expect(await found("admin", "quill")).toEqual([user.id, admin.id]);
  expect(await found("admin", "n_a")).toEqual([user.id]);
  expect(await found("admin", "%ll")).toEqual([]);
});
