import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { departmentApprovers } from "@/drizzle/schema/directory";
import { users } from "@/drizzle/schema/people";
import { invitations, providerAccounts, sessions } from "@/drizzle/schema/signin";
import { visibilities } from "@/drizzle/schema/values";
import { workspaces } from "@/drizzle/schema/workspaces";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import {
  type CastMember,
  makeKey,
  makeLeave,
  makeWorkspace,
  type TestWorkspace,
  testRoles,
} from "@/server/test/factories";
import { allPages } from "@/server/test/paged-list";
import { testServices } from "@/server/test/services";
import { sightTable } from "@/server/test/sight-table";
import { signedInCaller } from "@/server/test/signed-in-caller";

let services: Services;
let workspace: TestWorkspace;

beforeAll(async () => {
  services = await testServices();
});
afterAll(() => services.close());
beforeEach(async () => {
  workspace = await makeWorkspace(services);
  await makeWorkspace(services);
});

const idOf = (member: CastMember) => encodeId("user", workspace.people[member].id);
const callerOf = (member: CastMember) => signedInCaller(services, workspace.people[member]);
type Asked = Parameters<Awaited<ReturnType<typeof signedInCaller>>["people"]["page"]>[0];
const page = async (member: CastMember, asked: Asked = {}) => (await callerOf(member)).people.page(asked);
const found = async (member: CastMember, asked: Asked = {}) =>
  (await page(member, asked)).items.map(({ name }) => name.split(" ")[0]);
const show = (visibility: (typeof visibilities)[number]) =>
  services.db.update(workspaces).set({ visibility }).where(eq(workspaces.id, workspace.id));
const setOf = (members: readonly CastMember[]) => members.map(idOf).sort();

describe("the page of people", () => {
  it.each(visibilities)(
    "shows each role the people within sight, with the visibility %s",
    async (visibility) => {
      await show(visibility);
      for (const role of testRoles) {
        const { items, count } = await page(role);
        expect(items.map(({ id }) => id).sort()).toEqual(setOf(sightTable[visibility][role]));
        expect(count).toBe(items.length);
      }
    },
  );

  it("shows only the name of a colleague out of reach", async () => {
    await show("WORKSPACE");
    const { items } = await page("user");
    expect(items.filter(({ details }) => details).map(({ id }) => id)).toEqual([idOf("user")]);
    const { items: sales } = await page("approver");
    expect(
      sales
        .filter(({ details }) => details)
        .map(({ id }) => id)
        .sort(),
    ).toEqual(setOf(["approver", "user", "northSeller"]));
  });

  it("shows a role only to managers of the person", async () => {
    const { people } = workspace;
    await services.db.update(users).set({ isAdmin: true }).where(eq(users.id, people.northSeller.id));
    const roleOf = async (viewer: CastMember, member: CastMember) =>
      (await page(viewer)).items.find(({ id }) => id === idOf(member))?.details?.role;
    expect(await roleOf("admin", "northSeller")).toBe("ADMIN");
    expect(await roleOf("approver", "northSeller")).toBeNull();
    expect(await roleOf("approver", "user")).toBe("USER");
    expect(await roleOf("user", "user")).toBe("USER");
    expect(await found("approver", { role: "ADMIN" })).toEqual([]);
  });

  it("is searched by a part of the name, and by the address of people within reach", async () => {
    await show("WORKSPACE");
    expect(await found("admin", { text: "PA" })).toEqual(["Paul"]);
    const address = `${workspace.people.platformer.id}@EXAMPLE`;
    expect(await found("admin", { text: address })).toEqual(["Pia"]);
    expect(await found("user", { text: address })).toEqual([]);
    expect(await found("admin", { text: "%" })).toEqual([]);
  });

  it("says who was not invited: without an invitation, a session and anything to sign in with; not of colleagues out of reach", async () => {
    await show("WORKSPACE");
    const { people, id: workspaceId } = workspace;
    const stateOf = async (viewer: CastMember, member: CastMember) =>
      (await page(viewer)).items.find(({ id }) => id === idOf(member))?.details?.state;
    const at = services.clock();
    await services.db.delete(sessions).where(eq(sessions.userId, people.northSeller.id));
    expect(await stateOf("admin", "northSeller")).toBe("NOT_INVITED");
    expect(await found("admin", { states: ["NOT_INVITED"] })).toContain("Nils");
    expect(await found("user", { states: ["NOT_INVITED"] })).not.toContain("Nils");
    const account = { workspaceId, userId: people.northSeller.id, email: "nils@example.com", createdAt: at };
    await services.db
      .insert(providerAccounts)
      .values({ ...account, issuer: "https://id.example", subject: "1" });
    expect(await stateOf("admin", "northSeller")).toBe("ACTIVE");
    await services.db.delete(providerAccounts).where(eq(providerAccounts.userId, people.northSeller.id));
    await services.db.insert(invitations).values({ workspaceId, userId: people.northSeller.id, sentAt: at });
    expect(await stateOf("admin", "northSeller")).toBe("INVITED");
    await services.db.delete(invitations).where(eq(invitations.userId, people.northSeller.id));
  });

  it("is filtered by place, label, role and state; labels and roles of colleagues out of reach do not match", async () => {
    await show("WORKSPACE");
    const { departments, locations, labels } = workspace;
    const sales = encodeId("department", departments.sales);
    const south = encodeId("location", locations.south);
    const remote = encodeId("label", labels.remote);
    expect(await found("admin", { departments: [sales] })).toEqual(["Nils", "Uma"]);
    expect(await found("user", { locations: [south] })).toEqual(["Paul", "Uma"]);
    expect(await found("admin", { labels: [remote] })).toEqual(["Nils", "Uma"]);
    expect(await found("user", { labels: [remote] })).toEqual(["Uma"]);
    expect(await found("admin", { role: "LOCATION_ADMIN" })).toEqual(["Lena"]);
    expect(await found("admin", { role: "APPROVER" })).toEqual(["Paul"]);
    expect(await found("user", { role: "USER" })).toEqual(["Uma"]);
    expect(await found("admin", { states: ["INACTIVE"] })).toEqual(["Ines"]);
    expect(
      await found("approver", { states: ["ACTIVE", "NOT_INVITED", "INACTIVE"], departments: [sales] }),
    ).toEqual(["Ines", "Nils", "Uma"]);
    expect(await found("user", { states: ["INACTIVE"] })).toEqual([]);
  });

  it("continues after the last name, also among equal names", async () => {
    await services.db.update(users).set({ name: "Same Name" }).where(eq(users.workspaceId, workspace.id));
    const caller = await callerOf("admin");
    const seen: string[] = [];
    for (const { items } of await allPages((cursor) => caller.people.page({ limit: 2, cursor })))
      seen.push(...items.map(({ id }) => id));
    expect(seen.toSorted()).toEqual(setOf(sightTable.SELF.admin));
  });
});

describe("one person", () => {
  const person = async (viewer: CastMember, member: CastMember) =>
    (await callerOf(viewer)).people.person({ id: idOf(member) });

  it("404 out of sight, deleted, or an inactive colleague", async () => {
    await show("SELF");
    for (const [viewer, member] of [
      ["user", "northSeller"],
      ["approver", "platformer"],
      ["admin", "deleted"],
    ] as const)
      await expect(person(viewer, member)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await show("WORKSPACE");
    await expect(person("user", "inactive")).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect((await person("approver", "inactive")).details?.state).toBe("INACTIVE");
  });

  it("says what the caller may do", async () => {
    await show("WORKSPACE");
    const none = { edit: false, changeSignIn: false, appoint: false, endAccess: false, erase: false };
    expect((await person("user", "user")).may).toEqual(none);
    expect((await person("approver", "user")).may).toEqual(none);
    expect((await person("locationAdmin", "northSeller")).may).toEqual({
      ...none,
      edit: true,
      changeSignIn: true,
    });
    expect((await person("locationAdmin", "user")).may).toEqual(none);
    // An employee of the location with a stronger role.
    expect((await person("locationAdmin", "admin")).may).toEqual(none);
    expect((await person("admin", "locationAdmin")).may).toEqual({
      edit: true,
      changeSignIn: true,
      appoint: true,
      endAccess: true,
      erase: true,
    });
  });

  it("shows birthday and appointments to managers of the person, and to the person", async () => {
    await show("WORKSPACE");
    const { id } = workspace.people.user;
    await services.db.update(users).set({ birthday: "1990-02-03" }).where(eq(users.id, id));
    for (const viewer of ["admin", "approver", "user"] as const)
      expect((await person(viewer, "user")).profile?.birthday).toBe("1990-02-03");
    expect((await person("locationAdmin", "user")).profile).toBeNull();
    expect((await person("user", "northSeller")).employment).toBeNull();
    const names = (places: readonly { name: string }[] = []) => places.map(({ name }) => name);
    expect(names((await person("admin", "locationAdmin")).profile?.managedLocations)).toEqual(["North"]);
    expect(names((await person("admin", "approver")).profile?.approvedDepartments)).toEqual(["Sales"]);
  });
});

describe("what depends on a user's access", () => {
  it("is counted only for a caller who may deactivate them", async () => {
    const count = async (viewer: CastMember, member: CastMember) =>
      (await callerOf(viewer)).people.access({ id: idOf(member) });
    const { approver, admin } = workspace.people;
    await makeKey(services, { workspaceId: workspace.id, ownerId: approver.id });
    await makeKey(services, { workspaceId: workspace.id, ownerId: approver.id, revokedAt: services.clock() });
    await makeLeave(services, approver, { startDate: "2999-01-04" });
    const counted = { sessionCount: 0, keyCount: 1, appCount: 0, webhookCount: 0, leaveCount: 1 };
    expect(await count("admin", "approver")).toEqual({ ...counted, orphanedDepartments: [] });
    await services.db.delete(departmentApprovers).where(eq(departmentApprovers.userId, admin.id));
    expect(await count("admin", "approver")).toEqual({ ...counted, orphanedDepartments: ["Sales"] });
    expect(await count("locationAdmin", "northSeller")).toMatchObject({ orphanedDepartments: [] });
    await expect(count("locationAdmin", "user")).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(count("approver", "user")).rejects.toMatchObject({ code: "FORBIDDEN" });
  });
});
