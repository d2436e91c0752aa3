import { and, eq, isNull } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { departmentApprovers, locationAdmins } from "@/drizzle/schema/directory";
import { events } from "@/drizzle/schema/events";
import { oauthClients, oauthGrants } from "@/drizzle/schema/oauth";
import { users } from "@/drizzle/schema/people";
import { sessions, signinTokens } from "@/drizzle/schema/signin";
import { newId } from "@/server/kernel/ids";
import type { Mail } from "@/server/kernel/mail/mail";
import { encodeId } from "@/server/kernel/schema";
import { sha256 } from "@/server/kernel/secrets";
import type { Services } from "@/server/kernel/services";
import { minute } from "@/server/kernel/time/clock";
import { apiClient, type Refused, type Single } from "@/server/test/api-client";
import {
  makeKey,
  makeKeys,
  makeWorkspace,
  type TestKey,
  type TestRole,
  type TestWorkspace,
} from "@/server/test/factories";
import { atTheSameTime } from "@/server/test/lock-table";
import { forgetMails, sendMails } from "@/server/test/mail-kit";
import { standingClock, testServices } from "@/server/test/services";

type Body = Single<Record<string, unknown> & { id: string }>;

let services: Services;
let workspace: TestWorkspace;
let keys: Record<TestRole, TestKey>;
let api: ReturnType<typeof apiClient>;
const clock = standingClock();
/** Keeps the mails that would be sent, or fails like an unavailable mail server. */
const post = {
  sent: [] as Mail[],
  fails: false,
  async send(mail: Mail) {
    if (post.fails) throw new Error("no mail server");
    post.sent.push(mail);
  },
  close: () => undefined,
};

beforeAll(async () => {
  services = await testServices({ clock, mailer: post }, { LOG_LEVEL: "silent" });
  api = apiClient(services);
});
afterAll(() => services.close());
beforeEach(async () => {
  workspace = await makeWorkspace(services);
  keys = await makeKeys(services, workspace);
});

type Member = keyof TestWorkspace["people"];
const location = (name: keyof TestWorkspace["locations"]) => encodeId("location", workspace.locations[name]);
const department = (name: keyof TestWorkspace["departments"]) =>
  encodeId("department", workspace.departments[name]);
const userId = (name: Member) => encodeId("user", workspace.people[name].id);
const path = (name: Member, verb = "") => `/v2/users/${userId(name)}${verb && `/${verb}`}`;

const send = (method: string, url: string, json?: unknown, key: TestKey = keys.admin) =>
  api.v2<Body>(method, url, { key, ...(json !== undefined && { json }) });
const faultsOf = (body: unknown) =>
  ((body as Refused).error.details?.fields ?? []).map(({ path }) => path).sort();
const codeOf = (body: unknown) => (body as Refused).error.code;
const eventsOf = (type: string) =>
  services.db
    .select()
    .from(events)
    .where(and(eq(events.workspaceId, workspace.id), eq(events.type, type as "user.created")));
const rowOf = async (id: string) => {
  const [row] = await services.db
    .select()
    .from(users)
    .where(and(eq(users.workspaceId, workspace.id), eq(users.id, id)));
  if (!row) throw new Error("no such person");
  return row;
};

const zoe = { name: "Zoë Zander", email: "Zoe@Example.com" };

describe("create", () => {
  it("201 an active person in the default places, with an event", async () => {
    const made = await send("POST", "/v2/users", zoe);
    expect(made.status).toBe(201);
    expect(made.body.data).toMatchObject({
      ...zoe,
      isAdmin: false,
      status: "ACTIVE",
      locationId: location("north"),
      departmentId: department("engineering"),
      labels: [],
      employeeId: null,
      startDate: null,
      endDate: null,
    });
    const [event] = await eventsOf("user.created");
    expect(event).toMatchObject({
      data: { previousStatus: null },
      subjectUserId: made.body.data.id.slice(5),
    });
    expect(event?.messageId).toMatch(/^msg_[0-9A-HJKMNP-TV-Z]{26}$/);
  });

  it("201 every field, with birthday and role not shown", async () => {
    const made = await send("POST", "/v2/users", {
      ...zoe,
      locationId: location("south"),
      departmentId: department("sales"),
      labels: ["Remote", encodeId("label", workspace.labels.night)],
      employeeId: "E-9",
      startDate: "2026-01-01",
      endDate: "2027-01-01",
      birthday: "2000-02-29",
      role: "ADMIN",
    });
    expect(made.body.data).toEqual({
      id: made.body.data.id,
      ...zoe,
      isAdmin: true,
      locationId: location("south"),
      departmentId: department("sales"),
      labels: ["Night shift", "Remote"],
      status: "ACTIVE",
      approverId: null,
      employeeId: "E-9",
      startDate: "2026-01-01",
      endDate: "2027-01-01",
      updatedAt: expect.stringMatching(/^\d{4}-.*Z$/),
    });
    expect(await rowOf(made.body.data.id.slice(5))).toMatchObject({ birthday: "2000-02-29" });
  });

  it("409 a taken address, however it is written; a deleted person's is free", async () => {
    const { email } = await rowOf(workspace.people.user.id);
    expect(codeOf((await send("POST", "/v2/users", { name: "U", email: email.toUpperCase() })).body)).toBe(
      "CONFLICT",
    );
    const freed = (await rowOf(workspace.people.deleted.id)).email;
    expect((await send("POST", "/v2/users", { name: "D", email: freed })).status).toBe(201);
  });

  it("one of many concurrent creations with the same address succeeds", async () => {
    const all = await Promise.all(Array.from({ length: 8 }, () => send("POST", "/v2/users", zoe)));
    expect(all.map(({ status }) => status).filter((status) => status === 201)).toHaveLength(1);
    expect(await eventsOf("user.created")).toHaveLength(1);
  });

  it("400 every fault in and between fields at once", async () => {
    const refused = await send("POST", "/v2/users", {
      name: "",
      email: "nobody",
      startDate: "2026-02-02",
      endDate: "2026-02-01",
      birthday: "1999-02-29",
      role: "LOCATION_ADMIN",
      approvedDepartmentIds: [department("sales")],
      nickname: "Z",
    });
    expect(faultsOf(refused.body)).toEqual([
      "approvedDepartmentIds",
      "birthday",
      "email",
      "endDate",
      "managedLocationIds",
      "name",
      "nickname",
    ]);
  });

  it("400 every unknown reference at once", async () => {
    const other = await makeWorkspace(services);
    const refused = await send("POST", "/v2/users", {
      ...zoe,
      locationId: encodeId("location", other.locations.north),
      departmentId: encodeId("department", newId()),
      labels: ["Remote", "Nothing"],
      role: "LOCATION_ADMIN",
      managedLocationIds: [location("north"), encodeId("location", other.locations.south)],
    });
    expect(faultsOf(refused.body)).toEqual([
      "departmentId",
      "labels.1",
      "locationId",
      "managedLocationIds.1",
    ]);
    expect(await eventsOf("user.created")).toEqual([]);
  });

  it("201 by a location admin in their location, 400 elsewhere, 403 with a role", async () => {
    const key = keys.locationAdmin;
    expect((await send("POST", "/v2/users", { ...zoe, role: "USER" }, key)).status).toBe(201);
    const elsewhere = { name: "Y", email: "y@example.com", locationId: location("south") };
    expect(faultsOf((await send("POST", "/v2/users", elsewhere, key)).body)).toEqual(["locationId"]);
    const strong = { name: "X", email: "x@example.com", role: "ADMIN" };
    expect(codeOf((await send("POST", "/v2/users", strong, key)).body)).toBe("FORBIDDEN");
  });
});

describe("update", () => {
  it("200 changes the sent fields, keeps the rest, and emits an event", async () => {
    const changed = await send("PATCH", path("user"), {
      name: "Uma Unger",
      labels: ["Unused"],
      employeeId: null,
    });
    expect(changed.body.data).toMatchObject({
      name: "Uma Unger",
      labels: ["Unused"],
      employeeId: null,
      startDate: "2024-02-01",
    });
    expect(await eventsOf("user.updated")).toMatchObject([
      { subjectUserId: workspace.people.user.id, data: { previousStatus: "ACTIVE" } },
    ]);
  });

  it("400 an end before the stored start", async () => {
    expect(faultsOf((await send("PATCH", path("user"), { endDate: "2024-01-31" })).body)).toEqual([
      "endDate",
    ]);
    expect(faultsOf((await send("PATCH", path("user"), { startDate: "2027-02-01" })).body)).toEqual([
      "startDate",
    ]);
    expect((await send("PATCH", path("user"), { endDate: null, startDate: "2027-02-01" })).status).toBe(200);
  });

  it("400 an empty PATCH", async () => {
    expect((await send("PATCH", path("user"), {})).status).toBe(400);
  });

  it("404 outside the reach of the key, 403 a person with a stronger role", async () => {
    const key = keys.locationAdmin;
    expect((await send("PATCH", path("user"), { name: "Mine" }, key)).status).toBe(404);
    expect(codeOf((await send("PATCH", path("admin"), { name: "Mine" }, key)).body)).toBe("FORBIDDEN");
    expect((await send("PATCH", path("northSeller"), { name: "Nils" }, key)).status).toBe(200);
  });

  it("403 a location admin who manages further places", async () => {
    const row = { workspaceId: workspace.id, userId: workspace.people.platformer.id };
    await services.db.insert(locationAdmins).values([
      { ...row, locationId: workspace.locations.north },
      { ...row, locationId: workspace.locations.south },
    ]);
    const taken = await send("PATCH", path("platformer"), { email: "mine@example.com" }, keys.locationAdmin);
    expect(codeOf(taken.body)).toBe("FORBIDDEN");
  });

  it("404 when the acting user reaches the person but the key's owner does not", async () => {
    const row = { workspaceId: workspace.id, userId: workspace.people.platformer.id };
    await services.db.insert(locationAdmins).values({ ...row, locationId: workspace.locations.south });
    const refused = await api.v2("PATCH", path("user"), {
      key: keys.locationAdmin,
      json: { name: "Mine" },
      headers: { "x-on-behalf-of": userId("platformer") },
    });
    expect(refused.status).toBe(404);
  });

  it("409 a deleted person", async () => {
    expect(codeOf((await send("PATCH", path("deleted"), { name: "Back" })).body)).toBe("CONFLICT");
  });

  it("200 gives exactly the requested role", async () => {
    const { user } = workspace.people;
    const at = (table: typeof locationAdmins | typeof departmentApprovers) =>
      and(eq(table.workspaceId, workspace.id), eq(table.userId, user.id));
    const managed = { role: "LOCATION_ADMIN", managedLocationIds: [location("north"), location("south")] };
    expect((await send("PATCH", path("user"), managed)).status).toBe(200);
    expect(await services.db.select().from(locationAdmins).where(at(locationAdmins))).toHaveLength(2);
    const approving = { role: "APPROVER", approvedDepartmentIds: [department("sales")] };
    expect((await send("PATCH", path("user"), approving)).status).toBe(200);
    expect(await services.db.select().from(locationAdmins).where(at(locationAdmins))).toEqual([]);
    expect(await services.db.select().from(departmentApprovers).where(at(departmentApprovers))).toHaveLength(
      1,
    );
    expect((await send("PATCH", path("user"), { role: "ADMIN" })).body.data).toMatchObject({ isAdmin: true });
    expect((await send("PATCH", path("user"), { role: "USER" })).body.data).toMatchObject({ isAdmin: false });
    expect(await services.db.select().from(departmentApprovers).where(at(departmentApprovers))).toEqual([]);
  });

  it("409 removing the role of the last active administrator, also in a race", async () => {
    expect(codeOf((await send("PATCH", path("admin"), { role: "USER" })).body)).toBe("CONFLICT");
    await send("PATCH", path("user"), { role: "ADMIN" });
    const second = await makeKey(services, { workspaceId: workspace.id, ownerId: workspace.people.user.id });
    const both = await atTheSameTime([
      () => send("PATCH", path("admin"), { role: "USER" }, second),
      () => send("POST", path("user", "deactivate"), undefined, keys.admin),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it("voids mailed links when the address changes", async () => {
    await mailLink(workspace.people.user.id);
    await send("PATCH", path("user"), { email: "new@example.com" });
    expect(await liveLinks(workspace.people.user.id)).toBe(0);
  });

  it("200 notifies the old address when the address changes, and only then", async () => {
    const { email: old } = await rowOf(workspace.people.user.id);
    const taken = (await rowOf(workspace.people.admin.id)).email;
    post.sent.length = 0;
    await forgetMails(services);
    expect((await send("PATCH", path("user"), { email: taken })).status).toBe(409);
    expect((await send("PATCH", path("user"), { email: old.toUpperCase() })).status).toBe(200);
    expect((await send("PATCH", path("user"), { name: "Una Novak" })).status).toBe(200);
    await sendMails(services);
    expect(post.sent).toEqual([]);
    expect((await send("PATCH", path("user"), { email: "new@example.com" })).status).toBe(200);
    await sendMails(services);
    expect(post.sent).toMatchObject([
      { to: old.toUpperCase(), subject: "Your Timeaway email address was changed" },
    ]);
    expect(post.sent[0]?.text).not.toContain("new@example.com");
    expect(post.sent[0]?.text).toContain("ask an administrator");
  });

  it("200 an unavailable mail server does not delay the change, and the old address is notified once it is back", async () => {
    post.sent.length = 0;
    await forgetMails(services);
    post.fails = true;
    expect((await send("PATCH", path("user"), { email: "new@example.com" })).status).toBe(200);
    await sendMails(services);
    post.fails = false;
    clock.pass(minute);
    await sendMails(services);
    expect(post.sent).toMatchObject([{ subject: "Your Timeaway email address was changed" }]);
  });
});

const mine = (table: typeof sessions | typeof signinTokens | typeof oauthGrants, id: string) =>
  and(eq(table.workspaceId, workspace.id), eq(table.userId, id));
const mailLink = (id: string) =>
  services.db.insert(signinTokens).values({
    workspaceId: workspace.id,
    hash: sha256(newId()),
    purpose: "MAGIC_LINK",
    userId: id,
    createdAt: clock(),
    expiresAt: clock(),
  });
const liveLinks = async (id: string) =>
  (
    await services.db
      .select()
      .from(signinTokens)
      .where(and(mine(signinTokens, id), isNull(signinTokens.usedAt)))
  ).length;

async function letIn(id: string): Promise<void> {
  const common = { workspaceId: workspace.id, userId: id, createdAt: clock(), expiresAt: clock() };
  await services.db.insert(sessions).values({ ...common, id: newId(), lastSeenAt: clock() });
  const clientId = newId();
  await services.db.insert(oauthClients).values({
    id: clientId,
    name: "Client",
    redirectUris: [],
    grantTypes: [],
    responseTypes: [],
    tokenEndpointAuthMethod: "none",
    isConfidential: false,
    createdAt: clock(),
  });
  await services.db.insert(oauthGrants).values({ ...common, id: newId(), clientId, scopes: [] });
  await mailLink(id);
}

describe("activate and deactivate", () => {
  it("200 ends sessions, connected apps and links; keys answer 403", async () => {
    const { user } = workspace.people;
    await letIn(user.id);
    const done = await send("POST", path("user", "deactivate"));
    expect(done.body.data).toMatchObject({ status: "INACTIVE" });
    for (const table of [sessions, oauthGrants] as const) {
      const rows = await services.db
        .select({ revokedAt: table.revokedAt })
        .from(table)
        .where(mine(table, user.id));
      expect(rows).toEqual([{ revokedAt: clock() }]);
    }
    expect(await liveLinks(user.id)).toBe(0);
    expect(codeOf((await api.get("/v2/leave-types", keys.user)).body)).toBe("FORBIDDEN");
    expect(await eventsOf("user.deactivated")).toMatchObject([{ data: { previousStatus: "ACTIVE" } }]);
  });

  it("409 when repeated; 200 reactivates, with the keys", async () => {
    await send("POST", path("user", "deactivate"));
    expect(codeOf((await send("POST", path("user", "deactivate"))).body)).toBe("CONFLICT");
    expect((await send("POST", path("user", "activate"))).body.data).toMatchObject({ status: "ACTIVE" });
    expect(codeOf((await send("POST", path("user", "activate"))).body)).toBe("CONFLICT");
    expect((await api.get("/v2/leave-types", keys.user)).status).toBe(200);
    expect(await eventsOf("user.updated")).toMatchObject([{ data: { previousStatus: "INACTIVE" } }]);
  });

  it("409 the last active administrator; a deleted person", async () => {
    expect(codeOf((await send("POST", path("admin", "deactivate"))).body)).toBe("CONFLICT");
    expect(codeOf((await send("POST", path("deleted", "activate"))).body)).toBe("CONFLICT");
  });

  it("404 outside the caller's locations, 403 a stronger person, 403 for a user", async () => {
    expect((await send("POST", path("user", "deactivate"), undefined, keys.locationAdmin)).status).toBe(404);
    expect(
      codeOf((await send("POST", path("admin", "deactivate"), undefined, keys.locationAdmin)).body),
    ).toBe("FORBIDDEN");
    expect((await send("POST", path("user", "deactivate"), undefined, keys.user)).status).toBe(403);
  });
});
