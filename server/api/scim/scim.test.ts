import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { auditEvents } from "@/drizzle/schema/audit";
import { users } from "@/drizzle/schema/people";
import { requestLog } from "@/drizzle/schema/request-log";
import { sessions } from "@/drizzle/schema/signin";
import { newId } from "@/server/kernel/ids";
import { decodeId, encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { day, plus } from "@/server/kernel/time/clock";
import { flushRequestLog } from "@/server/modules/integrations/request-log/note";
import { updateUser } from "@/server/modules/people/people/update-user";
import { claimPeople } from "@/server/modules/people/provisioning/claim-people";
import { createProvisioningToken } from "@/server/modules/people/provisioning/create-token";
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

let services: Services;
let workspace: TestWorkspace;
let connectionId: string;
let scim: Scim;
/** Verified, and the workspace's own. */
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
const user = (more: Record<string, unknown> = {}) => {
  count += 1;
  const address = `person${count}@${domain}`;
  return {
    schemas: ["urn:ietf:params:scim:schemas:core:2.0:User"],
    ...{ userName: address, externalId: `ext-${count}`, active: true },
    name: { givenName: "Ada", familyName: `Person ${count}` },
    emails: [{ type: "work", value: address, primary: true }],
    ...more,
  };
};
const create = async (more: Record<string, unknown> = {}) => {
  const { status, body } = await scim("POST", "/Users", user(more));
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
};
const patch = (id: string, ...operations: unknown[]) =>
  scim("PATCH", `/Users/${id}`, { schemas: [patchSchema], Operations: operations });
const rowOf = async (id: string) => {
  const [row] = await services.db
    .select()
    .from(users)
    .where(and(eq(users.workspaceId, workspace.id), eq(users.id, decodeId("user", id) ?? "")));
  if (!row) throw new Error("no such person");
  return row;
};

describe("users", () => {
  it("201 a new user is a person with the role USER in the workspace's default place", async () => {
    const made = await create({ title: "Engineer", [enterpriseSchema]: { employeeNumber: "E-9" } });
    expect(made).toMatchObject({
      active: true,
      title: "Engineer",
      [enterpriseSchema]: { employeeNumber: "E-9" },
    });
    const row = await rowOf(made.id);
    expect(row).toMatchObject({ isAdmin: false, status: "ACTIVE", employeeId: "E-9", email: made.userName });
    expect(row.name).toBe(`Ada ${(made.name as { familyName: string }).familyName}`);
  });

  it("409 uniqueness: an address that a person has whom the directory does not provision, and a user twice", async () => {
    const { email } = await rowOf(encodeId("user", workspace.people.user.id));
    const taken = await scim("POST", "/Users", user({ userName: email, emails: [{ value: email }] }));
    expect(taken).toMatchObject({ status: 409, body: { scimType: "uniqueness", status: "409" } });
    const body = user();
    const both = await Promise.all([1, 2, 3, 4].map(() => scim("POST", "/Users", body)));
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
  });

  it("1: Replace active with the text False deactivates, and every session ends", async () => {
    const { id } = await create();
    const [userId, now] = [decodeId("user", id) ?? "", services.clock()];
    await services.db.insert(sessions).values({
      ...{ workspaceId: workspace.id, userId, id: newId(), createdAt: now, lastSeenAt: now },
      expiresAt: plus(now, day),
    });
    const { status, body } = await patch(id, { op: "Replace", path: "active", value: "False" });
    expect([status, body.active]).toEqual([200, false]);
    expect((await rowOf(id)).status).toBe("INACTIVE");
    const rows = await services.db
      .select()
      .from(sessions)
      .where(eq(sessions.userId, decodeId("user", id) ?? ""));
    expect(rows.map(({ revokedAt }) => revokedAt !== null)).toEqual([true]);
  });

  it("2: replace without a path deactivates, and keeps the userName", async () => {
    const { id, userName } = await create();
    const { body } = await patch(id, { op: "replace", value: { active: false } });
    expect(body).toMatchObject({ active: false, userName });
  });

  it("3: replace without a path, whose keys are paths", async () => {
    const { id } = await create();
    const { body } = await patch(id, {
      op: "replace",
      value: { "name.givenName": "Grace", [`${enterpriseSchema}:employeeNumber`]: "E-77" },
    });
    expect(body).toMatchObject({
      name: { givenName: "Grace" },
      [enterpriseSchema]: { employeeNumber: "E-77" },
    });
    expect(await rowOf(id)).toMatchObject({ employeeId: "E-77" });
  });

  it("4: Add to an element that does not exist makes it", async () => {
    const { id, userName } = await create({ emails: undefined });
    expect((await rowOf(id)).email).toBe(userName);
    const value = `work-${userName}`;
    const { body } = await patch(id, { op: "Add", path: 'emails[type eq "work"].value', value });
    expect(body.emails).toEqual([{ type: "work", value }]);
    expect((await rowOf(id)).email).toBe(value);
  });

  it("8: Add of a manager as a text", async () => {
    const [boss, other] = [await create(), await create()];
    const { status } = await patch(other.id, {
      op: "Add",
      path: `${enterpriseSchema}:manager`,
      value: boss.id,
    });
    expect(status).toBe(200);
    expect(encodeId("user", (await rowOf(other.id)).approverId ?? "")).toBe(boss.id);
  });

  it("9 and 10: paths with their URN, and in any case", async () => {
    const { id } = await create();
    const path = "urn:ietf:params:scim:schemas:core:2.0:User:name.givenName";
    expect((await patch(id, { op: "replace", path, value: "Grace" })).body).toMatchObject({
      name: { givenName: "Grace" },
    });
    expect((await patch(id, { op: "replace", path: "Active", value: false })).body.active).toBe(false);
    const found = await scim("GET", `/Users?filter=${encodeURIComponent(`externalid eq "nothing"`)}`);
    expect(found.body.totalResults).toBe(0);
  });

  it.each(["__proto__.x", "constructor.prototype.x", "nothing", "name.nothing"])(
    "11: 400 invalidPath %s",
    async (path) => {
      const { id } = await create();
      const byPath = await patch(id, { op: "replace", path, value: "1" });
      expect(byPath).toMatchObject({ status: 400, body: { scimType: "invalidPath" } });
      const byKey = JSON.parse(`{"op":"replace","value":{${JSON.stringify(path)}:"1"}}`);
      if (path !== "nothing")
        expect(await patch(id, byKey)).toMatchObject({ status: 400, body: { scimType: "invalidPath" } });
      expect(({} as Record<string, unknown>).x).toBeUndefined();
    },
  );

  it("12: userName is found in any case, without one of another workspace", async () => {
    const { id, userName } = await create();
    const filter = encodeURIComponent(`USERNAME Eq "${String(userName).toUpperCase()}"`);
    const { body } = await scim("GET", `/Users?filter=${filter}`);
    expect(body).toMatchObject({ totalResults: 1, Resources: [{ id }] });
    const other = await makeWorkspace(services);
    const theirs = await makeConnection(services, other.id, directoryProvider);
    const token = await createProvisioningToken(await loadOperator(services, other.id), theirs);
    expect((await scimClient(services, token)("GET", `/Users?filter=${filter}`)).body.totalResults).toBe(0);
    expect((await scimClient(services, token)("GET", `/Users/${id}`)).status).toBe(404);
  });

  it("13: a fault in the third operation undoes the others", async () => {
    const { id } = await create();
    const before = (await scim("GET", `/Users/${id}`)).body;
    const { status } = await patch(
      id,
      { op: "replace", path: "displayName", value: "Someone else" },
      { op: "replace", path: "active", value: false },
      { op: "replace", path: "nothing", value: 1 },
    );
    expect(status).toBe(400);
    expect((await scim("GET", `/Users/${id}`)).body).toEqual(before);
  });

  it("a user who leaves and comes back is the same person", async () => {
    const made = await create();
    expect((await scim("DELETE", `/Users/${made.id}`)).status).toBe(204);
    expect((await rowOf(made.id)).status).toBe("INACTIVE");
    expect((await scim("GET", `/Users/${made.id}`)).status).toBe(404);
    const { schemas: _s, id: _i, meta: _m, ...again } = made;
    const back = await scim("POST", "/Users", { ...again, displayName: "Ada Again" });
    expect(back).toMatchObject({ status: 201, body: { id: made.id, active: true } });
    expect(await rowOf(made.id)).toMatchObject({ status: "ACTIVE", name: "Ada Again" });
  });

  it("PUT replaces what was sent before, and keeps what the directory never said", async () => {
    const made = await create({ title: "Engineer" });
    const id = decodeId("user", made.id) ?? "";
    await services.db
      .update(users)
      .set({ employeeId: "HR-1", approverId: workspace.people.admin.id })
      .where(eq(users.id, id));
    const { status, body } = await scim("PUT", `/Users/${made.id}`, {
      ...{ userName: made.userName, name: { givenName: "Grace", familyName: "Hopper" } },
    });
    expect(status).toBe(200);
    expect(body.title).toBeUndefined();
    expect(body.active).toBe(true);
    expect(await rowOf(made.id)).toMatchObject({
      ...{ name: "Grace Hopper", employeeId: "HR-1", approverId: workspace.people.admin.id },
    });
  });

  it("412 If-Match with the version before; two changes at once with the same version: one", async () => {
    const made = await create();
    const version = (made.meta as { version: string }).version;
    const change = (title: string) =>
      scim(
        "PATCH",
        `/Users/${made.id}`,
        { Operations: [{ op: "add", path: "title", value: title }] },
        {
          "if-match": version,
        },
      );
    const both = await Promise.all(["One", "Two", "Three"].map(change));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 412, 412]);
    expect((await scim("GET", `/Users/${made.id}`, undefined, { "if-none-match": version })).status).toBe(
      200,
    );
  });

  it("lists by pages, in the order of creation, with filters on any attribute", async () => {
    const made = [];
    for (const title of ["A", "B", "B"])
      made.push(await create({ title, [enterpriseSchema]: { department: "R&D" } }));
    const list = async (query: string) => (await scim("GET", `/Users?${query}`)).body;
    const page = await list("startIndex=2&count=1");
    expect(page).toMatchObject({ totalResults: 3, startIndex: 2, itemsPerPage: 1 });
    expect((page.Resources as { id: string }[])[0]?.id).toBe(made[1]?.id);
    expect((await list("count=0")).totalResults).toBe(3);
    const count = async (filter: string) => (await list(`filter=${encodeURIComponent(filter)}`)).totalResults;
    expect(await count('title eq "b"')).toBe(2);
    expect(await count('not (title eq "b")')).toBe(1);
    expect(await count('title eq "a" or (title sw "B" and active eq true)')).toBe(3);
    expect(await count(`emails[type eq "work" and value co "@${domain}"]`)).toBe(3);
    expect(await count(`emails.value eq "${made[0]?.userName}"`)).toBe(1);
    expect(await count(`${enterpriseSchema}:department eq "r&d"`)).toBe(3);
    expect(await count("externalId pr and active eq False")).toBe(0);
    expect(await count(`id eq "${made[0]?.id}"`)).toBe(1);
    expect(await count('meta.lastModified gt "2000-01-01T00:00:00Z"')).toBe(3);
    expect(await count('title co "%"')).toBe(0);
    for (const filter of [
      "title",
      'title eq "',
      "title is 1",
      "nothing eq 1",
      `${"(".repeat(30)}title pr${")".repeat(30)}`,
    ])
      expect((await scim("GET", `/Users?filter=${encodeURIComponent(filter)}`)).body, filter).toMatchObject({
        scimType: "invalidFilter",
      });
  });

  it("400 an address of a domain that is not verified, for someone who is here", async () => {
    const made = await create();
    const path = 'emails[type eq "work"].value';
    const away = await patch(made.id, { op: "replace", path, value: "ada@elsewhere.example" });
    expect(away).toMatchObject({ status: 400, body: { scimType: "invalidValue" } });
    expect((await rowOf(made.id)).email).toBe(made.userName);
    expect((await patch(made.id, { op: "replace", path, value: `ada@${domain}` })).status).toBe(200);
    expect((await rowOf(made.id)).email).toBe(`ada@${domain}`);
  });

  it("hands over who is here, by address in a verified domain, and says what the request log and the audit log are to know", async () => {
    const { id } = workspace.people.user;
    await services.db
      .update(users)
      .set({ email: `uma@${domain}` })
      .where(eq(users.id, id));
    const filter = encodeURIComponent(`userName eq "uma@${domain}"`);
    expect((await scim("GET", `/Users?filter=${filter}`)).body.totalResults).toBe(0);
    expect(await claimPeople(await operator(), connectionId)).toBe(1);
    const { body } = await scim("GET", `/Users?filter=${filter}`);
    expect(body).toMatchObject({ totalResults: 1, Resources: [{ id: encodeId("user", id), active: true }] });
    const change = updateUser(await operator(), id, { name: "By hand" });
    await expect(change).rejects.toMatchObject({ code: "CONFLICT" });
    await expect(updateUser(await operator(), id, { employeeId: "HR-9" })).resolves.toMatchObject({
      employeeId: "HR-9",
    });
    const refused = await scim("PATCH", `/Users/${encodeId("user", id)}`, { Operations: [] });
    await flushRequestLog(services);
    const [logged] = await services.db
      .select()
      .from(requestLog)
      .where(eq(requestLog.requestId, refused.headers.get("x-request-id") ?? ""));
    expect(logged).toMatchObject({
      ...{ api: "scim", workspaceId: workspace.id, errorCode: "invalidSyntax", bodyFields: ["Operations"] },
      error: { description: "Operations must be a list with an operation." },
    });
  });

  it("409 the last administrator is not deactivated", async () => {
    const made = await create();
    const id = decodeId("user", made.id) ?? "";
    await services.db.update(users).set({ isAdmin: false }).where(eq(users.workspaceId, workspace.id));
    await services.db.update(users).set({ isAdmin: true }).where(eq(users.id, id));
    expect((await patch(made.id, { op: "replace", path: "active", value: false })).status).toBe(409);
    expect((await scim("DELETE", `/Users/${made.id}`)).status).toBe(409);
    expect((await rowOf(made.id)).status).toBe("ACTIVE");
  });

  it("answers with the attributes that were asked for", async () => {
    const { id, userName } = await create();
    const only = (await scim("GET", `/Users/${id}?attributes=userName,name.givenName`)).body;
    expect(only).toEqual({ schemas: expect.anything(), id, userName, name: { givenName: "Ada" } });
    const without = (await scim("GET", `/Users/${id}?excludedAttributes=emails,meta`)).body;
    expect([without.emails, without.meta, without.userName]).toEqual([undefined, undefined, userName]);
  });
});

describe("tokens", () => {
  it("401 without a token, with another's, and after its end; the one before works a day beside the new one", async () => {
    expect((await scimClient(services, "")("GET", "/Users")).status).toBe(401);
    expect((await scimClient(services, `timeaway_scim_${"x".repeat(65)}`)("GET", "/Users")).status).toBe(401);
    const next = scimClient(services, await createProvisioningToken(await operator(), connectionId));
    expect([(await scim("GET", "/Users")).status, (await next("GET", "/Users")).status]).toEqual([200, 200]);
    const third = scimClient(services, await createProvisioningToken(await operator(), connectionId));
    const answers = await Promise.all([scim, next, third].map((one) => one("GET", "/Users")));
    expect(answers.map(({ status }) => status)).toEqual([401, 200, 200]);
  });

  it("says in the audit log that it was the directory, and with which request", async () => {
    const { id } = await create();
    const [line] = await services.db
      .select()
      .from(auditEvents)
      .where(
        and(eq(auditEvents.action, "user.create"), eq(auditEvents.resourceId, decodeId("user", id) ?? "")),
      );
    expect(line).toMatchObject({
      via: "directory",
      actingUserId: null,
      requestId: expect.stringMatching(/^req_/),
    });
  });
});

it.each([
  "/ServiceProviderConfig",
  "/ResourceTypes",
  "/ResourceTypes/User",
  "/Schemas",
  `/Schemas/${enterpriseSchema}`,
])("200 %s", async (path) => expect((await scim("GET", path)).status).toBe(200));

it("404, 405 and 400 in SCIM's format", async () => {
  expect((await scim("GET", "/Nothing")).body).toMatchObject({ status: "404" });
  expect((await scim("PUT", "/Users", {})).status).toBe(405);
  expect(await scim("POST", "/Users", { userName: "" })).toMatchObject({
    ...{ status: 400, body: { scimType: "invalidValue" } },
  });
  expect((await scim("POST", "/Users", "no json")).body).toMatchObject({ scimType: "invalidSyntax" });
});
