import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { auditEvents } from "@/drizzle/schema/audit";
import { departments, labels, locations, userLabels } from "@/drizzle/schema/directory";
import { users } from "@/drizzle/schema/people";
import { newId } from "@/server/kernel/ids";
import { decodeId, encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { getPerson } from "@/server/modules/people/people/get-person";
import { updateUser } from "@/server/modules/people/people/update-user";
import { updateUsers } from "@/server/modules/people/people/update-users";
import { findGroups } from "@/server/modules/people/provisioning/find-groups";
import { previewAttributeMapping } from "@/server/modules/people/provisioning/preview-attribute-mapping";
import { AttributeMappingChange } from "@/server/modules/people/provisioning/schema";
import { setAttributeMapping } from "@/server/modules/people/provisioning/set-attribute-mapping";
import { setMapping } from "@/server/modules/people/provisioning/set-mapping";
import { loadOperator } from "@/server/modules/workspace/settings/operator";
import { makeLeave, type TestWorkspace } from "@/server/test/factories";
import { makeLeaveWorkspace, setPolicy } from "@/server/test/leave-kit";
import type { Scim } from "@/server/test/scim-client";
import { enterpriseSchema, makeDirectory, patchSchema } from "@/server/test/scim-directory";
import { testServices } from "@/server/test/services";

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
  workspace = await makeLeaveWorkspace(services);
  ({ connectionId, scim, domain } = await makeDirectory(services, workspace.id));
});

const operator = () => loadOperator(services, workspace.id);
let count = 0;

async function makePerson(more: Record<string, unknown> = {}): Promise<string> {
  count += 1;
  const { status, body } = await scim("POST", "/Users", {
    ...{ userName: `person${count}@${domain}`, displayName: `Person ${count}`, active: true, ...more },
  });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.id;
}
const patch = async (id: string, ...operations: unknown[]) => {
  const { status, body } = await scim("PATCH", `/Users/${id}`, {
    schemas: [patchSchema],
    Operations: operations,
  });
  expect(status, JSON.stringify(body)).toBe(200);
};
const replace = (id: string, path: string, value: string) => patch(id, { op: "replace", path, value });
const rowOf = async (id: string) => {
  const [row] = await services.db
    .select()
    .from(users)
    .where(and(eq(users.workspaceId, workspace.id), eq(users.id, decodeId("user", id) ?? "")));
  if (!row) throw new Error("no such person");
  return row;
};
async function makePlace(table: typeof departments | typeof labels, name: string): Promise<string> {
  const id = newId();
  const row = { workspaceId: workspace.id, id, name, createdAt: services.clock() };
  await (table === labels
    ? services.db.insert(labels).values({ ...row, color: "112233" })
    : services.db.insert(departments).values(row));
  return id;
}
const rename = (id: string, name: string) =>
  services.db
    .update(locations)
    .set({ name })
    .where(and(eq(locations.workspaceId, workspace.id), eq(locations.id, id)));
const labelsOf = async (id: string) =>
  (
    await services.db
      .select({ name: labels.name })
      .from(userLabels)
      .innerJoin(
        labels,
        and(eq(labels.workspaceId, userLabels.workspaceId), eq(labels.id, userLabels.labelId)),
      )
      .where(and(eq(userLabels.workspaceId, workspace.id), eq(userLabels.userId, decodeId("user", id) ?? "")))
      .orderBy(labels.name)
  ).map(({ name }) => name);
type Kind = "location" | "department" | "label";
const ruleOf = (kind: Kind, attribute: string | null, values: Record<string, string> = {}) =>
  AttributeMappingChange.parse({
    connectionId: encodeId("connection", connectionId),
    ...{ target: kind.toUpperCase(), attribute },
    values: Object.entries(values).map(([value, id]) => ({ value, id: encodeId(kind, id) })),
  });
const map = async (...rule: Parameters<typeof ruleOf>) =>
  setAttributeMapping(await operator(), ruleOf(...rule));
const preview = async (...rule: Parameters<typeof ruleOf>) =>
  previewAttributeMapping(await operator(), ruleOf(...rule));
const address = (country: string, more: object = {}) => ({ addresses: [{ type: "work", country, ...more }] });

it("201, 200 the location follows the country by POST, PATCH and PUT: by its name, or as an exception says", async () => {
  const { north, south } = workspace.locations;
  await rename(south, "Chile");
  await map("location", "country", { NO: north });
  expect((await rowOf(await makePerson(address(" chile ")))).locationId).toBe(south);
  const id = await makePerson(address("NO"));
  expect((await rowOf(id)).locationId).toBe(north);
  await patch(id, { op: "replace", path: 'addresses[type eq "work"].country', value: "CHILE" });
  expect((await rowOf(id)).locationId).toBe(south);
  const { userName } = (await scim("GET", `/Users/${id}`)).body;
  const put = async (addresses: object[]) =>
    expect((await scim("PUT", `/Users/${id}`, { userName, displayName: "Put", addresses })).status).toBe(200);
  await put([{ country: "Chile" }, { country: "no", primary: true }]);
  expect((await rowOf(id)).locationId).toBe(north);
  await put([{ country: "Chile" }, { country: "Atlantis", primary: true }]);
  expect((await rowOf(id)).locationId).toBe(north);
  await put([]);
  expect(await rowOf(id)).toMatchObject({ locationId: north, name: "Put" });
});

it("the department follows the chosen attribute in place of `department`; a group comes first", async () => {
  const [a, b] = [await makePlace(departments, "A"), await makePlace(departments, "B")];
  const id = await makePerson({ [enterpriseSchema]: { department: "A", division: "b" } });
  expect((await rowOf(id)).departmentId).toBe(a);
  await map("department", "division");
  expect((await rowOf(id)).departmentId).toBe(b);
  await replace(id, `${enterpriseSchema}:department`, "Other");
  expect((await rowOf(id)).departmentId).toBe(b);
  const group = await scim("POST", "/Groups", { displayName: "G", members: [{ value: id }] });
  const groupId = decodeId("group", group.body.id) ?? "";
  await setMapping(await operator(), { groupId, mapsTo: { kind: "DEPARTMENT", departmentId: a } });
  await replace(id, `${enterpriseSchema}:division`, "C");
  await replace(id, `${enterpriseSchema}:division`, "B");
  expect((await rowOf(id)).departmentId).toBe(a);
  expect(await preview("department", "division")).toMatchObject({ changedCount: 0, stayingCount: 0 });
  await scim("DELETE", `/Groups/${group.body.id}`);
  expect(await findGroups(await operator(), connectionId)).toEqual([]);
  expect((await rowOf(id)).departmentId).toBe(b);
  await map("department", null);
  await replace(id, `${enterpriseSchema}:division`, "A");
  expect((await rowOf(id)).departmentId).toBe(b);
});

it("a label goes when its value does, unless a group gives it; a label set here stays", async () => {
  const contractor = await makePlace(labels, "Contractor");
  await makePlace(labels, "Intern");
  await makePlace(labels, "Own");
  await map("label", "userType", { External: contractor });
  const id = await makePerson({ userType: "external" });
  expect(await labelsOf(id)).toEqual(["Contractor"]);
  const userId = decodeId("user", id) ?? "";
  await updateUser(await operator(), userId, { labels: ["Contractor", "Own"] });
  await replace(id, "userType", "INTERN");
  expect(await labelsOf(id)).toEqual(["Intern", "Own"]);
  const group = await scim("POST", "/Groups", { displayName: "G", members: [{ value: id }] });
  const groupId = decodeId("group", group.body.id) ?? "";
  await setMapping(await operator(), { groupId, mapsTo: { kind: "LABEL", labelId: contractor } });
  await replace(id, "userType", "External");
  await replace(id, "userType", "Else");
  expect(await labelsOf(id)).toEqual(["Contractor", "Own"]);
  await replace(id, "userType", "External");
  const remove = { op: "remove", path: `members[value eq "${id}"]` };
  await scim("PATCH", `/Groups/${group.body.id}`, { schemas: [patchSchema], Operations: [remove] });
  expect(await labelsOf(id)).toEqual(["Contractor", "Own"]);
  await patch(id, { op: "remove", path: "userType" });
  expect(await labelsOf(id)).toEqual(["Own"]);
});

it("200 where leave would not be covered at the location: the person stays, the rest is written, and the preview names them", async () => {
  const { north, south } = workspace.locations;
  await rename(south, "Chile");
  await setPolicy(services, workspace, { locationId: south, yearlyQuota: 1 });
  const id = await makePerson();
  const userId = decodeId("user", id) ?? "";
  await services.db.update(users).set({ locationId: north }).where(eq(users.id, userId));
  const taken = { startDate: "2026-12-01", endDate: "2026-12-31", durationWorkingDays: 20 };
  await makeLeave(services, { ...workspace.people.user, id: userId, locationId: north }, taken);
  await map("location", "country");
  await patch(id, { op: "add", value: { displayName: "Renamed", ...address("Chile") } });
  expect(await rowOf(id)).toMatchObject({ name: "Renamed", locationId: north });
  const expected = { changedCount: 0, stayingCount: 1, stayingNames: ["Renamed"] };
  expect(await preview("location", "country")).toMatchObject(expected);
  await setPolicy(services, workspace, { locationId: south, yearlyQuota: 30 });
  expect(await preview("location", "country")).toMatchObject({ changedCount: 1, stayingCount: 0 });
  await map("location", "country");
  expect((await rowOf(id)).locationId).toBe(south);
});

it("a changed rule moves whom its preview counted, with a line in the audit log; what it decided before stays", async () => {
  const { north, south } = workspace.locations;
  const ids = [await makePerson({ title: "One" }), await makePerson({ title: "Two" }), await makePerson()];
  for (const id of ids)
    await services.db
      .update(users)
      .set({ locationId: north })
      .where(eq(users.id, decodeId("user", id) ?? ""));
  const exceptions = { "ONE ": south, two: north };
  expect(await preview("location", "title", exceptions)).toEqual({
    ...{ changedCount: 1, names: [(await rowOf(ids[0] ?? "")).name], stayingCount: 0, stayingNames: [] },
  });
  await map("location", "title", exceptions);
  expect(await Promise.all(ids.map(async (id) => (await rowOf(id)).locationId))).toEqual([
    south,
    north,
    north,
  ]);
  expect(await preview("location", "title", exceptions)).toMatchObject({ changedCount: 0 });
  await map("location", null);
  expect((await rowOf(ids[0] ?? "")).locationId).toBe(south);
  const lines = await services.db
    .select({ changes: auditEvents.changes })
    .from(auditEvents)
    .where(
      and(eq(auditEvents.workspaceId, workspace.id), eq(auditEvents.action, "connection.map_attribute")),
    );
  expect(lines.length).toBe(2);
  expect(lines).toContainEqual({
    changes: {
      target: { to: "LOCATION" },
      attribute: { from: null, to: "title" },
      exceptions: { from: 0, to: 2 },
    },
  });
});

it("two syncs and a change of the rule at once: whichever order, everyone is where the rule says", async () => {
  const { north, south } = workspace.locations;
  const ids = [await makePerson({ title: "N" }), await makePerson({ title: "N" })];
  await Promise.all([
    ...ids.map((id) => replace(id, "title", "S")),
    map("location", "title", { N: north, S: south }),
  ]);
  for (const id of ids) expect((await rowOf(id)).locationId).toBe(south);
});

it("a value ends with its department; then only a name counts", async () => {
  const a = await makePlace(departments, "A");
  await map("department", "costCenter", { "100": a });
  await services.db.delete(departments).where(eq(departments.id, a));
  const id = await makePerson({ [enterpriseSchema]: { costCenter: "100" } });
  const before = (await rowOf(id)).departmentId;
  expect(before).not.toBe(a);
  const b = await makePlace(departments, "100");
  expect(await preview("department", "costCenter")).toMatchObject({ changedCount: 1 });
  await map("department", "costCenter");
  expect((await rowOf(id)).departmentId).toBe(b);
});

it("409 by hand for what an attribute decides; a bulk change says so; a value that means nothing leaves it open", async () => {
  const { north, south } = workspace.locations;
  await makePlace(labels, "Contractor");
  await map("location", "country", { NO: north });
  await map("label", "userType");
  const id = await makePerson({ userType: "Contractor", ...address("NO") });
  const userId = decodeId("user", id) ?? "";
  const ctx = await operator();
  expect((await getPerson(ctx, userId)).directory).toMatchObject({
    fields: new Set(["name", "email", "locationId"]),
    labels: ["Contractor"],
  });
  for (const wanted of [{ locationId: south }, { labels: [] }])
    await expect(updateUser(ctx, userId, wanted)).rejects.toMatchObject({
      more: { reason: { key: "directoryFields" } },
    });
  for (const change of [{ locationId: south }, { removeLabels: ["Contractor"] }])
    expect(await updateUsers(ctx, { userIds: [userId], change })).toMatchObject({
      users: [{ code: "PROVISIONED" }],
    });
  await patch(id, { op: "replace", path: 'addresses[type eq "work"].country', value: "Atlantis" });
  await expect(updateUser(ctx, userId, { locationId: south })).resolves.toMatchObject({ locationId: south });
});

it("400 a value twice and a department of no one; 404 a connection of no one; 403 without the right", async () => {
  const { north, south } = workspace.locations;
  await expect(map("location", "country", { NO: north, " no": south })).rejects.toMatchObject({
    code: "VALIDATION_ERROR",
  });
  await expect(map("department", "title", { NO: newId() })).rejects.toMatchObject({
    code: "VALIDATION_ERROR",
  });
  const other = { ...ruleOf("label", "title"), connectionId: newId() };
  await expect(setAttributeMapping(await operator(), other)).rejects.toMatchObject({
    code: "RESOURCE_NOT_FOUND",
  });
  const user = await operator();
  const weak = { ...user, actor: { ...user.actor, role: "USER" as const } };
  await expect(setAttributeMapping(weak, ruleOf("label", "title"))).rejects.toMatchObject({
    code: "FORBIDDEN",
  });
  await expect(previewAttributeMapping(weak, ruleOf("label", "title"))).rejects.toMatchObject({
    code: "FORBIDDEN",
  });
});
