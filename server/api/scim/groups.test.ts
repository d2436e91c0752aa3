import { and, eq, inArray } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { auditEvents } from "@/drizzle/schema/audit";
import { departmentApprovers, departments, labels, userLabels } from "@/drizzle/schema/directory";
import { users } from "@/drizzle/schema/people";
import { provisionedGroupMembers, provisionedPeople } from "@/drizzle/schema/provisioning";
import { newId } from "@/server/kernel/ids";
import { decodeId, encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { getPerson } from "@/server/modules/people/people/get-person";
import { previewUsersChange } from "@/server/modules/people/people/preview-users-change";
import { updateUser } from "@/server/modules/people/people/update-user";
import { updateUsers } from "@/server/modules/people/people/update-users";
import { createProvisioningToken } from "@/server/modules/people/provisioning/create-token";
import { previewMapping } from "@/server/modules/people/provisioning/preview-mapping";
import type { MappingChoice } from "@/server/modules/people/provisioning/schema";
import { setMapping } from "@/server/modules/people/provisioning/set-mapping";
import { loadOperator } from "@/server/modules/workspace/settings/operator";
import { makeConnection } from "@/server/test/connection-kit";
import { makeWorkspace, type TestWorkspace } from "@/server/test/factories";
import { type Scim, scimClient } from "@/server/test/scim-client";
import {
  directoryProvider,
  enterpriseSchema,
  makeDirectory,
  patchSchema,
} from "@/server/test/scim-directory";
import { testServices } from "@/server/test/services";

const groupSchema = "urn:ietf:params:scim:schemas:core:2.0:Group";

let services: Services;
let workspace: TestWorkspace;
let connectionId: string;
let scim: Scim;
let domain: string;

beforeAll(async () => {
  services = await testServices();
});
afterAll(() => services.close());
beforeEach(async () => {
  workspace = await makeWorkspace(services);
  ({ connectionId, scim, domain } = await makeDirectory(services, workspace.id));
});

const operator = () => loadOperator(services, workspace.id);
let count = 0;

const makePerson = async (more: Record<string, unknown> = {}): Promise<string> => {
  count += 1;
  const userName = `person${count}@${domain}`;
  const { status, body } = await scim("POST", "/Users", {
    ...{ userName, displayName: `Person ${String(count).padStart(3, "0")}`, active: true },
    ...more,
  });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.id;
};
const asMembers = (ids: readonly string[]) => ids.map((value) => ({ value }));
const makeGroup = async (ids: readonly string[] = [], more: Record<string, unknown> = {}) => {
  count += 1;
  const body = {
    ...{ schemas: [groupSchema], displayName: `Group ${count}`, externalId: `g-${count}` },
    ...{ members: asMembers(ids), ...more },
  };
  const made = await scim("POST", "/Groups", body);
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  return made.body;
};
const patch = (id: string, ...operations: unknown[]) =>
  scim("PATCH", `/Groups/${id}`, { schemas: [patchSchema], Operations: operations });
const membersOf = async (id: string) => {
  const { body } = await scim("GET", `/Groups/${id}`);
  return (body.members as { value: string }[]).map(({ value }) => value).sort();
};
const rowOf = async (id: string) => {
  const [row] = await services.db
    .select()
    .from(users)
    .where(and(eq(users.workspaceId, workspace.id), eq(users.id, decodeId("user", id) ?? "")));
  if (!row) throw new Error("no such person");
  return row;
};
const list = async (query: string) => (await scim("GET", `/Groups?${query}`)).body;
const filtered = (filter: string, more = "") => list(`filter=${encodeURIComponent(filter)}${more}`);

/** Many people whom the directory provisions, without a request for each. */
async function makePeople(number: number): Promise<string[]> {
  const { locationId, departmentId } = workspace.people.user;
  const at = services.clock();
  const ids = Array.from({ length: number }, () => newId());
  const who = ids.map((id) => ({ workspaceId: workspace.id, id, email: `${id}@${domain}` }));
  await services.db.insert(users).values(
    who.map((one) => ({
      ...{ ...one, name: `Many ${one.id}`, locationId, departmentId, createdAt: at, updatedAt: at },
    })),
  );
  await services.db.insert(provisionedPeople).values(
    who.map(({ id, email }) => ({
      ...{ workspaceId: workspace.id, userId: id, connectionId, userName: email, createdAt: at },
      ...{ attributes: { userName: email }, updatedAt: at },
    })),
  );
  return ids.map((id) => encodeId("user", id)).sort();
}

describe("groups", () => {
  it("201 with its members, an ETag and its address; 404 for another directory", async () => {
    const ids = [await makePerson(), await makePerson()].sort();
    const made = await makeGroup(ids);
    expect(made).toMatchObject({
      ...{ schemas: [groupSchema], members: ids.map((value) => ({ value, type: "User" })) },
      meta: { resourceType: "Group", version: 'W/"1"', location: expect.stringContaining(made.id) },
    });
    const got = await scim("GET", `/Groups/${made.id}`);
    expect([got.headers.get("etag"), got.body]).toEqual(['W/"1"', made]);
    const unchanged = await scim("GET", `/Groups/${made.id}`, undefined, { "if-none-match": 'W/"1"' });
    expect(unchanged.status).toBe(304);
    const other = await makeConnection(services, workspace.id, {
      ...directoryProvider,
      issuer: "https://b.example",
    });
    const theirs = scimClient(services, await createProvisioningToken(await operator(), other));
    expect((await theirs("GET", `/Groups/${made.id}`)).status).toBe(404);
    expect((await theirs("GET", "/Groups")).body.totalResults).toBe(0);
    expect((await theirs("PATCH", `/Groups/${made.id}`, { Operations: [] })).status).toBe(404);
  });

  it("409 uniqueness: a second group of this name, also when both are sent at once", async () => {
    const body = { displayName: "Everyone" };
    const both = await Promise.all([1, 2, 3, 4].map(() => scim("POST", "/Groups", body)));
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
    expect((await scim("POST", "/Groups", { displayName: "EVERYONE" })).body).toMatchObject({
      scimType: "uniqueness",
    });
    expect((await filtered('displayName eq "everyone"')).totalResults).toBe(1);
  });

  it("400 invalidValue without a name, with a group in it by id, type or address", async () => {
    const inner = await makeGroup();
    for (const body of [
      {},
      { displayName: " " },
      { displayName: "A", members: [{ value: inner.id }] },
      { displayName: "A", members: [{ value: "1", type: "Group" }] },
      { displayName: "A", members: [{ value: "1", $ref: "https://a.example/scim/v2/Groups/1" }] },
    ])
      expect((await scim("POST", "/Groups", body)).body).toMatchObject({ scimType: "invalidValue" });
    const added = await patch(inner.id, { op: "add", path: "members", value: [{ value: inner.id }] });
    expect(added).toMatchObject({ status: 400, body: { detail: expect.stringContaining("its people") } });
  });

  it("400 a text that can't be stored", async () => {
    for (const displayName of ["a\0b", "\ud800"])
      expect((await scim("POST", "/Groups", { displayName })).status).toBe(400);
    expect((await filtered('displayName eq "a\\u0000"')).scimType).toBe("invalidFilter");
  });

  it("an unknown member is left out: no id, no one, a person of another directory or none", async () => {
    const id = await makePerson();
    const own = encodeId("user", workspace.people.user.id);
    const unknown = ["", "x", "user-1", encodeId("user", newId()), own];
    const made = await makeGroup([...unknown, id, id]);
    expect(await membersOf(made.id)).toEqual([id]);
    expect((await patch(made.id, { op: "add", path: "members", value: asMembers(unknown) })).status).toBe(
      200,
    );
    expect(await membersOf(made.id)).toEqual([id]);
  });

  it("5: Remove members with values, and by a filter; who isn't in it is no error", async () => {
    const ids = [await makePerson(), await makePerson(), await makePerson()].sort();
    const { id } = await makeGroup(ids);
    const [first = "", second = "", third = ""] = ids;
    const stranger = encodeId("user", newId());
    const removed = await patch(id, { op: "Remove", path: "members", value: asMembers([first, stranger]) });
    expect(removed.status).toBe(200);
    expect(await membersOf(id)).toEqual([second, third]);
    expect((await patch(id, { op: "remove", path: `members[value eq "${second}"]` })).status).toBe(200);
    expect((await patch(id, { op: "remove", path: `members[value eq "${stranger}"]` })).status).toBe(200);
    expect(await membersOf(id)).toEqual([third]);
  });

  it("6: replace with an empty list empties it", async () => {
    const { id, displayName } = await makeGroup([await makePerson()]);
    const { status } = await patch(id, { op: "replace", value: { members: [], id, displayName } });
    expect([status, await membersOf(id)]).toEqual([200, []]);
  });

  it("7: replace with a name only renames; a PUT without members keeps them, and one with none empties it", async () => {
    const member = await makePerson();
    const { id } = await makeGroup([member]);
    const { body } = await patch(id, { op: "replace", value: { id, displayName: "Renamed" } });
    expect([body.displayName, await membersOf(id)]).toEqual(["Renamed", [member]]);
    const put = await scim("PUT", `/Groups/${id}`, { displayName: "Again" });
    expect([put.body.displayName, put.body.externalId, await membersOf(id)]).toEqual([
      "Again",
      undefined,
      [member],
    ]);
    await scim("PUT", `/Groups/${id}`, { displayName: "Again", members: [] });
    expect(await membersOf(id)).toEqual([]);
  });

  it("9 and 10: paths with their URN, and in any case", async () => {
    const member = await makePerson();
    const { id } = await makeGroup();
    await patch(id, { op: "Add", path: `${groupSchema}:Members`, value: [{ Value: member }] });
    await patch(id, { op: "Replace", path: "DISPLAYNAME", value: "By case" });
    expect((await filtered('DisplayName eq "by CASE"')).totalResults).toBe(1);
    expect(await membersOf(id)).toEqual([member]);
  });

  it.each(["__proto__.x", "constructor.prototype.x", "nothing", "members.nothing", "userName"])(
    "11: 400 invalidPath %s",
    async (path) => {
      const { id } = await makeGroup();
      const refused = await patch(id, { op: "replace", path, value: "1" });
      expect(refused).toMatchObject({ status: 400, body: { scimType: "invalidPath" } });
      expect(({} as Record<string, unknown>).x).toBeUndefined();
    },
  );

  it("13: a fault in the third operation undoes the others", async () => {
    const { id } = await makeGroup([await makePerson()]);
    const before = (await scim("GET", `/Groups/${id}`)).body;
    const { status } = await patch(
      id,
      { op: "remove", path: "members" },
      { op: "replace", path: "displayName", value: "Other" },
      { op: "replace", path: "nothing", value: 1 },
    );
    expect([status, (await scim("GET", `/Groups/${id}`)).body]).toEqual([400, before]);
  });

  it("14: without members none is read; a filter for an unknown user finds nothing", async () => {
    const member = await makePerson();
    const { id } = await makeGroup([member]);
    const texts: string[] = [];
    const watched = await testServices({ onStatement: (_pool, text) => void texts.push(text) });
    const token = await createProvisioningToken(await loadOperator(watched, workspace.id), connectionId);
    const client = scimClient(watched, token);
    texts.length = 0;
    const listed = await client("GET", "/Groups?excludedAttributes=members");
    const one = await client("GET", `/Groups/${id}?excludedAttributes=members`);
    const named = await client("GET", "/Groups?attributes=displayName");
    for (const { body } of [listed, one, named]) expect(JSON.stringify(body)).not.toContain(member);
    expect(texts.length).toBeGreaterThan(0);
    expect(texts.filter((text) => text.includes("provisioned_group_members"))).toEqual([]);
    await watched.close();
    const found = await scim("GET", `/Users?filter=${encodeURIComponent('userName eq "no@one.test"')}`);
    expect(found).toMatchObject({ status: 200, body: { totalResults: 0 } });
  });

  it("finds groups by id, name, externalId and member", async () => {
    const [inside, outside] = [await makePerson(), await makePerson()];
    const made = await makeGroup([inside], { displayName: "Sales 100%", externalId: "Ab" });
    await makeGroup([], { displayName: "Support", externalId: undefined });
    const totals = async (filter: string) => (await filtered(filter)).totalResults;
    expect(await totals(`id eq "${made.id}" and members eq "${inside}"`)).toBe(1);
    expect(await totals(`id eq "${made.id}" and members[value eq "${outside}"]`)).toBe(0);
    expect(await totals(`members.value eq "${inside}"`)).toBe(1);
    expect(await totals('members eq "nothing"')).toBe(0);
    expect(await totals("members pr")).toBe(1);
    expect(await totals("not (members pr)")).toBe(1);
    expect(await totals('members[type eq "user"]')).toBe(1);
    expect(await totals('displayName co "0%"')).toBe(1);
    expect(await totals('externalId eq "ab"')).toBe(0);
    expect(await totals("externalId pr")).toBe(1);
    expect(await totals('meta.lastModified gt "2000-01-01T00:00:00Z" and displayName pr')).toBe(2);
    expect(await list("startIndex=2&count=1")).toMatchObject({
      ...{ totalResults: 2, startIndex: 2, itemsPerPage: 1, Resources: [{ displayName: "Support" }] },
    });
    expect((await filtered('nothing eq "1"')).scimType).toBe("invalidFilter");
  });

  it("a user says its groups, which no one writes there", async () => {
    const member = await makePerson();
    const made = await makeGroup([member]);
    const { body } = await scim("GET", `/Users/${member}`);
    expect(body.groups).toEqual([
      { value: made.id, $ref: expect.stringContaining(made.id), display: made.displayName, type: "direct" },
    ]);
    const operation = { op: "replace", path: "groups", value: [] };
    const ignored = await scim("PATCH", `/Users/${member}`, { Operations: [operation] });
    expect([ignored.status, ignored.body.groups]).toEqual([200, body.groups]);
    for (const filter of [`groups.value eq "${made.id}"`, `groups[display eq "${made.displayName}"]`])
      expect((await scim("GET", `/Users?filter=${encodeURIComponent(filter)}`)).body.totalResults).toBe(1);
  });

  it("204 DELETE, then 404; a deleted user leaves their groups, whose version changes", async () => {
    const [stays, goes] = [await makePerson(), await makePerson()];
    const made = await makeGroup([stays, goes]);
    expect((await scim("DELETE", `/Users/${goes}`)).status).toBe(204);
    const after = await scim("GET", `/Groups/${made.id}`);
    expect([after.headers.get("etag"), await membersOf(made.id)]).toEqual(['W/"2"', [stays]]);
    const stale = await scim("DELETE", `/Groups/${made.id}`, undefined, { "if-match": 'W/"1"' });
    expect(stale.status).toBe(412);
    expect((await scim("DELETE", `/Groups/${made.id}`)).status).toBe(204);
    expect((await scim("GET", `/Groups/${made.id}`)).status).toBe(404);
    expect((await rowOf(stays)).status).toBe("ACTIVE");
  });

  it("200 the documents name groups", async () => {
    expect((await scim("GET", "/ResourceTypes/Group")).body).toMatchObject({ endpoint: "/Groups" });
    const { body } = await scim("GET", `/Schemas/${groupSchema}`);
    const names = (body.attributes as { name: string; required: boolean }[]).map(({ name }) => name);
    expect(names).toEqual(["displayName", "members"]);
    const user = (await scim("GET", "/Schemas/urn:ietf:params:scim:schemas:core:2.0:User")).body;
    expect(user.attributes).toContainEqual(
      expect.objectContaining({ name: "groups", mutability: "readOnly" }),
    );
  });
});

describe("at once", () => {
  it("412 for all but one with the same If-Match; without it no member is lost", async () => {
    const ids = await makePeople(12);
    const { id } = await makeGroup();
    const add = (value: string, headers = {}) =>
      scim(
        "PATCH",
        `/Groups/${id}`,
        { Operations: [{ op: "add", path: "members", value: [{ value }] }] },
        headers,
      );
    const matched = await Promise.all(ids.slice(0, 4).map((one) => add(one, { "if-match": 'W/"1"' })));
    expect(matched.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412]);
    const all = await Promise.all(ids.map((one) => add(one)));
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await membersOf(id)).toEqual(ids);
    const put = (some: string[]) =>
      scim("PUT", `/Groups/${id}`, { displayName: "Put", members: asMembers(some) });
    await Promise.all([put(ids.slice(0, 6)), put(ids.slice(6))]);
    expect([ids.slice(0, 6), ids.slice(6)]).toContainEqual(await membersOf(id));
  });

  it("takes 2,000 members by POST, by PATCH in pieces, and by two syncs at once", async () => {
    const ids = await makePeople(2000);
    const made = await makeGroup(ids);
    expect((made.members as unknown[]).length).toBe(2000);
    const { id } = await makeGroup();
    const pieces = Array.from({ length: 20 }, (_, at) => ids.slice(at * 100, (at + 1) * 100));
    const add = (piece: string[]) => patch(id, { op: "Add", path: "members", value: asMembers(piece) });
    await Promise.all([
      (async () => {
        for (const piece of pieces) expect((await add(piece)).status).toBe(200);
      })(),
      (async () => {
        for (const piece of pieces.toReversed()) expect((await add(piece)).status).toBe(200);
      })(),
    ]);
    expect(await membersOf(id)).toEqual(ids);
    const rest = await patch(id, { op: "remove", path: "members", value: asMembers(ids.slice(1)) });
    expect([rest.status, await membersOf(id)]).toEqual([200, ids.slice(0, 1)]);
  });
});

describe("a mapping", () => {
  const idOf = (group: { id: string }) => decodeId("group", group.id) ?? "";
  const map = async (group: { id: string }, mapsTo: MappingChoice) =>
    setMapping(await operator(), { groupId: idOf(group), mapsTo });
  const preview = async (group: { id: string }, mapsTo: MappingChoice) =>
    previewMapping(await operator(), { groupId: idOf(group), mapsTo });
  const makeDepartment = async (name: string) => {
    const id = newId();
    await services.db
      .insert(departments)
      .values({ workspaceId: workspace.id, id, name, createdAt: services.clock() });
    return id;
  };
  const makeLabel = async (name: string) => {
    const id = newId();
    await services.db
      .insert(labels)
      .values({ workspaceId: workspace.id, id, name, color: "112233", createdAt: services.clock() });
    return id;
  };
  const hasLabel = async (id: string, labelId: string) =>
    (
      await services.db
        .select()
        .from(userLabels)
        .where(and(eq(userLabels.labelId, labelId), eq(userLabels.userId, decodeId("user", id) ?? "")))
    ).length === 1;
  const administrators: MappingChoice = { kind: "ADMINISTRATORS" };
  const join = (group: { id: string }, ...ids: string[]) =>
    patch(group.id, { op: "add", path: "members", value: asMembers(ids) });
  const leave = (group: { id: string }, ...ids: string[]) =>
    patch(group.id, { op: "remove", path: "members", value: asMembers(ids) });

  it("to a department moves the members, as the preview said, and those who join; who leaves stays", async () => {
    const ids = [await makePerson(), await makePerson()];
    const [first = "", second = ""] = ids;
    const group = await makeGroup(ids);
    const departmentId = await makeDepartment("Field sales");
    await services.db
      .update(users)
      .set({ departmentId })
      .where(eq(users.id, decodeId("user", second) ?? ""));
    const to: MappingChoice = { kind: "DEPARTMENT", departmentId };
    expect(await preview(group, to)).toEqual({
      ...{ changedCount: 1, names: [(await rowOf(first)).name], passedOverCount: 0 },
    });
    await map(group, to);
    expect((await rowOf(first)).departmentId).toBe(departmentId);
    expect((await preview(group, to)).changedCount).toBe(0);
    const third = await makePerson();
    await join(group, third);
    expect((await rowOf(third)).departmentId).toBe(departmentId);
    await leave(group, third);
    expect((await rowOf(third)).departmentId).toBe(departmentId);
    const lines = await services.db
      .select()
      .from(auditEvents)
      .where(and(eq(auditEvents.workspaceId, workspace.id), eq(auditEvents.action, "connection.map_group")));
    expect(lines).toMatchObject([{ changes: { mapsTo: { from: null, to: "DEPARTMENT" } } }]);
  });

  it("of two groups with departments the one that was created first counts, then the attribute", async () => {
    const [a, b, c] = [await makeDepartment("A"), await makeDepartment("B"), await makeDepartment("C")];
    const id = await makePerson({ [enterpriseSchema]: { department: "C" } });
    expect((await rowOf(id)).departmentId).toBe(c);
    const [first, second] = [await makeGroup(), await makeGroup([id])];
    await map(second, { kind: "DEPARTMENT", departmentId: b });
    await map(first, { kind: "DEPARTMENT", departmentId: a });
    expect((await rowOf(id)).departmentId).toBe(b);
    await join(first, id);
    expect((await rowOf(id)).departmentId).toBe(a);
    expect(await preview(second, { kind: "DEPARTMENT", departmentId: c })).toMatchObject({
      ...{ changedCount: 0, passedOverCount: 1 },
    });
    const operation = { op: "replace", path: `${enterpriseSchema}:department`, value: "B" };
    expect((await scim("PATCH", `/Users/${id}`, { Operations: [operation] })).status).toBe(200);
    expect((await rowOf(id)).departmentId).toBe(a);
    await leave(first, id);
    expect((await rowOf(id)).departmentId).toBe(b);
    await map(second, { kind: "NOTHING" });
    const away = { op: "replace", path: `${enterpriseSchema}:department`, value: "C" };
    await scim("PATCH", `/Users/${id}`, { Operations: [away] });
    expect((await rowOf(id)).departmentId).toBe(c);
  });

  it("to a label gives it, and takes it from who leaves, unless another group gives it", async () => {
    const id = await makePerson();
    const [one, two] = [await makeGroup([id]), await makeGroup([id])];
    const to: MappingChoice = { kind: "LABEL", labelId: await makeLabel("On call") };
    await map(one, to);
    await map(two, to);
    expect(await hasLabel(id, to.labelId)).toBe(true);
    await leave(one, id);
    expect(await hasLabel(id, to.labelId)).toBe(true);
    expect((await scim("DELETE", `/Groups/${two.id}`)).status).toBe(204);
    expect(await hasLabel(id, to.labelId)).toBe(false);
    await join(one, id);
    await services.db.delete(labels).where(eq(labels.id, to.labelId));
    expect((await leave(one, id)).status).toBe(200);
  });

  it("to administrators gives the role to active members, and takes it from who leaves", async () => {
    const [active, inactive] = [await makePerson(), await makePerson({ active: false })];
    const group = await makeGroup([active, inactive]);
    expect(await preview(group, administrators)).toMatchObject({ changedCount: 1, passedOverCount: 1 });
    await map(group, administrators);
    expect([(await rowOf(active)).isAdmin, (await rowOf(inactive)).isAdmin]).toEqual([true, false]);
    const back = { op: "replace", path: "active", value: true };
    await scim("PATCH", `/Users/${inactive}`, { Operations: [back] });
    expect((await rowOf(inactive)).isAdmin).toBe(true);
    const { departmentId } = workspace.people.user;
    const userId = decodeId("user", active) ?? "";
    await services.db
      .insert(departmentApprovers)
      .values({ workspaceId: workspace.id, departmentId, userId, level: 2 });
    await leave(group, active);
    expect((await rowOf(active)).isAdmin).toBe(false);
    const kept = await services.db
      .select({ level: departmentApprovers.level })
      .from(departmentApprovers)
      .where(eq(departmentApprovers.userId, userId));
    expect(kept).toEqual([{ level: 2 }]);
    await map(group, { kind: "NOTHING" });
    expect((await rowOf(inactive)).isAdmin).toBe(true);
  });

  it("409 the last administrator does not leave, by any way and all at once", async () => {
    const ids = [await makePerson(), await makePerson()];
    const group = await makeGroup(ids);
    await map(group, administrators);
    const bare = ids.map((id) => decodeId("user", id) ?? "");
    await services.db.update(users).set({ isAdmin: false }).where(eq(users.workspaceId, workspace.id));
    await services.db.update(users).set({ isAdmin: true }).where(inArray(users.id, bare));
    expect((await leave(group, ...ids)).status).toBe(409);
    expect((await patch(group.id, { op: "replace", value: { members: [] } })).status).toBe(409);
    expect((await scim("DELETE", `/Groups/${group.id}`)).status).toBe(409);
    expect(await membersOf(group.id)).toEqual(ids.toSorted());
    const both = await Promise.all(ids.map((id) => leave(group, id)));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await membersOf(group.id)).length).toBe(1);
  });

  it("two syncs and a mapping at once leave everyone with what their groups mean", async () => {
    const ids = await makePeople(20);
    const group = await makeGroup(ids.slice(0, 12));
    const to: MappingChoice = { kind: "LABEL", labelId: await makeLabel("Shift") };
    const answers = await Promise.all(
      [
        ...ids.slice(12).map((id) => join(group, id)),
        ...ids.slice(0, 5).map((id) => leave(group, id)),
      ].concat(map(group, to).then(() => ({ status: 200 })) as never),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const labelled = await services.db
      .select({ id: userLabels.userId })
      .from(userLabels)
      .where(eq(userLabels.labelId, to.labelId));
    expect(labelled.map(({ id }) => encodeId("user", id)).sort()).toEqual(await membersOf(group.id));
    expect(labelled.length).toBe(15);
    const rows = await services.db
      .select()
      .from(provisionedGroupMembers)
      .where(eq(provisionedGroupMembers.groupId, idOf(group)));
    expect(rows.length).toBe(15);
  });

  it("what groups and the directory give is changed by no one here: the form and a bulk change say so", async () => {
    const id = await makePerson({ [enterpriseSchema]: { manager: { value: await makePerson() } } });
    const userId = decodeId("user", id) ?? "";
    const given = { kind: "LABEL", labelId: await makeLabel("Given") } as const;
    await map(await makeGroup([id]), given);
    await map(await makeGroup([id]), { kind: "DEPARTMENT", departmentId: await makeDepartment("Given") });
    await map(await makeGroup([id]), administrators);
    const ctx = await operator();
    expect((await getPerson(ctx, userId)).directory).toEqual({
      ...{ name: "Acme SSO", labels: ["Given"] },
      fields: new Set(["name", "email", "approverId", "departmentId", "role"]),
    });
    const { departmentId } = workspace.people.user;
    for (const patch of [{ departmentId }, { role: "USER" as const }, { labels: [] }, { approverId: null }])
      await expect(updateUser(ctx, userId, patch)).rejects.toMatchObject({
        more: { reason: { key: "directoryFields" } },
      });
    await makeLabel("Own");
    await expect(updateUser(ctx, userId, { labels: ["Given", "Own"] })).resolves.toMatchObject({
      labels: ["Given", "Own"],
    });
    const byId = [encodeId("label", given.labelId)];
    await expect(updateUser(ctx, userId, { labels: byId })).resolves.toMatchObject({ labels: ["Given"] });
    const free = workspace.people.user.id;
    for (const change of [{ departmentId }, { removeLabels: ["Given"] }, { approverId: null }]) {
      const bulk = { userIds: [userId, free], change };
      const expected = expect.objectContaining({ id: userId, status: "failed", code: "PROVISIONED" });
      expect((await previewUsersChange(ctx, bulk)).users).toContainEqual(expected);
      const outcome = await updateUsers(ctx, bulk);
      expect(outcome).toMatchObject({ failedCount: 1, users: expect.arrayContaining([expected]) });
    }
    const own = await updateUsers(ctx, { userIds: [userId], change: { addLabels: ["Own"] } });
    expect(own.changedCount).toBe(1);
  });

  it("400 a department or label of no one; 404 a group of no one", async () => {
    const group = await makeGroup();
    await expect(map(group, { kind: "DEPARTMENT", departmentId: newId() })).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
    });
    await expect(map(group, { kind: "LABEL", labelId: newId() })).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
    });
    await expect(map({ id: encodeId("group", newId()) }, administrators)).rejects.toMatchObject({
      code: "RESOURCE_NOT_FOUND",
    });
  });
});
