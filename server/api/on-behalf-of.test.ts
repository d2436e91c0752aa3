import { desc, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { auditEvents } from "@/drizzle/schema/audit";
import { locationAdmins } from "@/drizzle/schema/directory";
import { newId } from "@/server/kernel/ids";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { type ApiAnswer, apiClient, type Refused } from "@/server/test/api-client";
import {
  makeKey,
  makeKeys,
  makeWorkspace,
  type TestKey,
  type TestRole,
  type TestWorkspace,
} from "@/server/test/factories";
import { standingClock, testServices } from "@/server/test/services";
import { v2Endpoints } from "./endpoints";

let services: Services;
let workspace: TestWorkspace;
let keys: Record<TestRole, TestKey>;
let api: ReturnType<typeof apiClient>;

beforeAll(async () => {
  services = await testServices({ clock: standingClock() });
  api = apiClient(services);
});
afterAll(() => services.close());
beforeEach(async () => {
  workspace = await makeWorkspace(services);
  keys = await makeKeys(services, workspace);
});

type Member = keyof TestWorkspace["people"];
const userId = (name: Member) => encodeId("user", workspace.people[name].id);
const codeOf = (answer: ApiAnswer) => (answer.body as Refused).error?.code;

/** A write that every role's scopes allow; its body is invalid, so only the header's rules show. */
const asked = (key: TestKey, actingUserId: string) =>
  api.v2("POST", "/v2/leaves", { key, json: {}, headers: { "x-on-behalf-of": actingUserId } });
const isAllowed = async (key: TestKey, actingUserId: string) => {
  const code = codeOf(await asked(key, actingUserId));
  expect(["ON_BEHALF_OF_NOT_ALLOWED", "VALIDATION_ERROR"]).toContain(code);
  return code === "VALIDATION_ERROR";
};

it.each(["", " "])("400 for an empty header, which would otherwise act for the owner: %j", async (header) => {
  const answer = await asked(keys.admin, header);
  const fields = (answer.body as Refused).error?.details?.fields;
  expect([answer.status, fields]).toEqual([400, [{ path: "X-On-Behalf-Of", message: "Must not be empty." }]]);
});

describe("which users may act for which", () => {
  const may: Record<TestRole, readonly Member[]> = {
    admin: ["admin", "locationAdmin", "approver", "user", "northSeller", "platformer"],
    // Those of north, but not the administrator, who is stronger.
    locationAdmin: ["locationAdmin", "northSeller", "platformer"],
    // Those of sales; the approver's own department is another.
    approver: ["approver", "user", "northSeller"],
    // A USER's key cannot have the scope.
    user: [],
  };
  for (const role of Object.keys(may) as TestRole[])
    it(`${role}: ${may[role].join(", ") || "no one"}`, async () => {
      const allowed: Member[] = [];
      for (const name of Object.keys(workspace.people) as Member[])
        if (await isAllowed(keys[role], userId(name))) allowed.push(name);
      expect(allowed.sort()).toEqual([...may[role]].sort());
    });
});

describe("403 alike, whatever the reason", () => {
  it("for an unknown, a malformed, a foreign and an inactive user, and a key without the scope", async () => {
    const other = await makeWorkspace(services);
    const without = await makeKey(services, {
      workspaceId: workspace.id,
      ownerId: workspace.people.admin.id,
      scopes: ["leaves:write"],
    });
    const answers = [
      await asked(keys.admin, encodeId("user", newId())),
      await asked(keys.admin, "nobody"),
      await asked(keys.admin, encodeId("location", workspace.people.user.id)),
      await asked(keys.admin, encodeId("user", other.people.user.id)),
      await asked(keys.admin, userId("inactive")),
      await asked(keys.admin, `${userId("user")}, ${userId("user")}`),
      await asked(without, userId("user")),
      await asked(without, userId("admin")),
    ];
    const bodies = answers.map(({ body }) => ({ ...(body as Refused).error, requestId: "" }));
    expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1);
    expect(answers.map(codeOf)).toEqual(Array(8).fill("ON_BEHALF_OF_NOT_ALLOWED"));
  });

  it("before the body is read, and after the scope check", async () => {
    const answer = await api.v2("POST", "/v2/departments", {
      key: keys.approver,
      body: "{",
      headers: { "x-on-behalf-of": "nobody" },
    });
    expect(codeOf(answer)).toBe("INSUFFICIENT_SCOPE");
    expect(
      codeOf(
        await api.v2("POST", "/v2/leaves", {
          key: keys.admin,
          body: "{",
          headers: { "x-on-behalf-of": "x" },
        }),
      ),
    ).toBe("ON_BEHALF_OF_NOT_ALLOWED");
  });
});

it("200 a read ignores it", async () => {
  const answer = await api.get("/v2/departments", keys.admin, { "x-on-behalf-of": "nobody" });
  expect(answer.status).toBe(200);
});

/** Safe in spite of their method: they change nothing. */
const previews = [
  "/v2/leaves/preview",
  "/v2/users/{id}/work-patterns/preview",
  "/v2/leave-types/{id}/policies/preview",
  "/v2/holidays/preview",
  "/v2/holidays/import/preview",
  "/v2/holidays/{id}/preview",
  "/v2/company-leaves/preview",
  "/v2/leave-rules/preview",
];

it("every write honours it except those of webhooks", () => {
  for (const { method, path, write } of v2Endpoints)
    expect([method, path, write?.onBehalf ?? false]).toEqual([
      method,
      path,
      method !== "GET" && !path.startsWith("/v2/webhooks") && !previews.includes(path),
    ]);
});

describe("a key is never widened", () => {
  it("404 what the acting user reaches but the owner does not", async () => {
    const row = { workspaceId: workspace.id, userId: workspace.people.platformer.id };
    await services.db.insert(locationAdmins).values({ ...row, locationId: workspace.locations.south });
    const holiday = `/v2/holidays/${encodeId("holiday", workspace.holidays.southLabour)}`;
    const answer = await api.v2("DELETE", holiday, {
      key: keys.locationAdmin,
      headers: { "x-on-behalf-of": userId("platformer") },
    });
    expect(answer.status).toBe(404);
  });

  it("404 what the owner reaches but the acting user does not", async () => {
    const row = { workspaceId: workspace.id, userId: workspace.people.platformer.id };
    await services.db.insert(locationAdmins).values({ ...row, locationId: workspace.locations.south });
    const holiday = `/v2/holidays/${encodeId("holiday", workspace.holidays.northChristmas)}`;
    const answer = await api.v2("DELETE", holiday, {
      key: keys.admin,
      headers: { "x-on-behalf-of": userId("platformer") },
    });
    expect(answer.status).toBe(404);
  });
});

it("the audit line names key, owner, acting user and request", async () => {
  const answer = await api.v2("POST", "/v2/holidays", {
    key: keys.admin,
    json: { locationId: encodeId("location", workspace.locations.north), date: "2026-07-01", name: "July" },
    headers: { "x-on-behalf-of": userId("locationAdmin") },
  });
  expect(answer.status).toBe(201);
  const [line] = await services.db
    .select()
    .from(auditEvents)
    .where(eq(auditEvents.workspaceId, workspace.id))
    .orderBy(desc(auditEvents.at));
  expect(line).toMatchObject({
    action: "holiday.create",
    keyId: keys.admin.id,
    ownerId: workspace.people.admin.id,
    actingUserId: workspace.people.locationAdmin.id,
    requestId: answer.headers.get("x-request-id"),
    changes: { name: { to: "July" }, date: { to: "2026-07-01" } },
  });
});
