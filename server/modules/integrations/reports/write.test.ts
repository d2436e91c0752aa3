import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { auditEvents } from "@/drizzle/schema/audit";
import { locationAdmins } from "@/drizzle/schema/directory";
import { workspaces } from "@/drizzle/schema/workspaces";
import { newId } from "@/server/kernel/ids";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { apiClient, type Listed, type Refused, type Single } from "@/server/test/api-client";
import {
  makeKey,
  makeKeys,
  makeUser,
  makeWorkspace,
  type TestKey,
  type TestRole,
  type TestWorkspace,
} from "@/server/test/factories";
import { userIdOf } from "@/server/test/notification-kit";
import { dailyReport, monthlyReport, reportRows, weeklyReport } from "@/server/test/report-kit";
import { standingClock, testServices } from "@/server/test/services";

const path = "/v2/scheduled-reports";
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

const post = (json: unknown, key = keys.admin, headers = {}) =>
  api.v2<Single & Refused>("POST", path, { key, json, headers });
const patch = (id: unknown, json: unknown, key = keys.admin) =>
  api.v2<Single & Refused>("PATCH", `${path}/${id}`, { key, json });
const made = async (json: unknown, key = keys.admin) => {
  const answer = await post(json, key);
  expect([answer.status, answer.text]).toEqual([201, answer.text]);
  return answer.body.data;
};
const faults = (answer: { body: Refused }) =>
  (answer.body.error.details?.fields ?? []).map(({ path }) => path).sort();
const code = (answer: { status: number; body: Refused }) => [answer.status, answer.body.error?.code];
const north = () => encodeId("location", workspace.locations.north);
const south = () => encodeId("location", workspace.locations.south);
const inNorth = () => ({ ...dailyReport, locationIds: [north()] });

/** Every operation, on an existing report. */
const operations = (id: unknown): [string, string, unknown?][] => [
  ["GET", path],
  ["GET", `${path}/${id}`],
  ["POST", path, inNorth()],
  ["PATCH", `${path}/${id}`, { enabled: false }],
  ["DELETE", `${path}/${id}`],
];
const call = ([method, url, json]: [string, string, unknown?], key: TestKey, headers = {}) =>
  api.v2<Single & Refused>(method, url, { key, headers, ...(json !== undefined && { json }) });

describe("create", () => {
  it("201 returns each of the three shapes, with its next send", async () => {
    const base = {
      id: expect.stringMatching(/^report-/),
      ownerId: userIdOf(workspace, "admin"),
      enabled: true,
      locationIds: [],
      departmentIds: [],
      labelIds: [],
      payrollTemplateId: null,
      lastSentAt: null,
      createdAt: "2026-11-20T12:00:00.000Z",
      updatedAt: "2026-11-20T12:00:00.000Z",
    };
    // The clock stands on a Friday.
    for (const [body, nextSendAt] of [
      [dailyReport, "2026-11-23T08:00:00.000Z"],
      [weeklyReport, "2026-11-23T08:00:00.000Z"],
      [monthlyReport, "2026-11-30T08:00:00.000Z"],
      [{ ...monthlyReport, dayOfMonth: 20, hour: 13, minute: 30 }, "2026-11-20T12:30:00.000Z"],
      [{ ...monthlyReport, dayOfMonth: 20 }, "2026-12-20T08:00:00.000Z"],
    ] as const)
      expect(await made(body)).toEqual({ ...body, ...base, nextSendAt });
  });

  it("201 a paused one has no next send", async () => {
    expect(await made({ ...dailyReport, enabled: false })).toMatchObject({
      enabled: false,
      nextSendAt: null,
    });
  });

  it("201 is written into the audit log once, and replayed for the same Idempotency-Key", async () => {
    const headers = { "idempotency-key": newId() };
    const first = await post(dailyReport, keys.admin, headers);
    const again = await post(dailyReport, keys.admin, headers);
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    expect(again.body).toEqual(first.body);
    const lines = await services.db
      .select({ action: auditEvents.action })
      .from(auditEvents)
      .where(eq(auditEvents.workspaceId, workspace.id));
    expect(lines).toEqual([{ action: "scheduled_report.create" }]);
    expect(await reportRows(services, workspace.id)).toHaveLength(1);
  });

  it("202 with Prefer: respond-async", async () => {
    expect((await post(dailyReport, keys.admin, { prefer: "respond-async" })).status).toBe(202);
  });

  it("400 lists every fault at once", async () => {
    const answer = await post({
      ...dailyReport,
      name: "<b>x</b>",
      reportType: "EVERYTHING",
      timezone: "+02:00",
      hour: 24,
      minute: 1.5,
      sendOnDays: [],
      day: 1,
      dayOfMonth: 1,
      format: "PDF",
      recipients: ["a@b\r\nBcc: c@d.example"],
      locationIds: ["nowhere"],
      enabled: "yes",
      oops: 1,
    });
    expect([answer.status, ...faults(answer)]).toEqual([
      400,
      "day",
      "dayOfMonth",
      "enabled",
      "format",
      "hour",
      "locationIds.0",
      "minute",
      "name",
      "oops",
      "recipients.0",
      "reportType",
      "sendOnDays",
      "timezone",
    ]);
  });

  it("400 without a frequency, or with an unknown one, the other faults are listed too", async () => {
    const required = ["format", "hour", "minute", "name", "recipients", "reportType", "timezone"];
    expect(faults(await post({}))).toEqual(["frequency", ...required].sort());
    // A field of no frequency is a fault in any case; another frequency's is not.
    const other = { ...dailyReport, frequency: "BIRTHDAY", hour: -1, dayOfMonth: "x", oops: 1 };
    expect(faults(await post(other))).toEqual(["frequency", "hour", "oops"]);
  });

  it("400 fields of another frequency, and a day field that is missing or out of range", async () => {
    const { sendOnDays: _, ...bare } = dailyReport;
    const wrong: [unknown, string[]][] = [
      [{ ...dailyReport, day: 1 }, ["day"]],
      [{ ...weeklyReport, sendOnDays: [1], dayOfMonth: 3 }, ["dayOfMonth", "sendOnDays"]],
      [bare, ["sendOnDays"]],
      [{ ...dailyReport, sendOnDays: [1, 1] }, ["sendOnDays"]],
      [{ ...weeklyReport, day: 7 }, ["day"]],
      ...[0, 29, 1.5, "31", "last"].map((dayOfMonth): [unknown, string[]] => [
        { ...monthlyReport, dayOfMonth },
        ["dayOfMonth"],
      ]),
    ];
    for (const [body, fields] of wrong) expect(faults(await post(body))).toEqual(fields);
  });

  it("400 for no recipient, 51, or a duplicate; 201 for 50", async () => {
    const many = (count: number) => Array.from({ length: count }, (_, n) => `r${n}@example.com`);
    for (const recipients of [[], many(51), ["a@example.com", "A@example.com"]])
      expect(faults(await post({ ...dailyReport, recipients }))).toEqual(["recipients"]);
    expect(await made({ ...dailyReport, recipients: many(50) })).toMatchObject({ recipients: many(50) });
  });

  it("400 an administrator's filter that references a missing record", async () => {
    const answer = await post({ ...dailyReport, locationIds: [north(), encodeId("location", newId())] });
    expect([...code(answer), ...faults(answer)]).toEqual([400, "VALIDATION_ERROR", "locationIds.1"]);
  });

  it("403 a location admin must name locations, and only their own", async () => {
    for (const locationIds of [[], [south()], [north(), south()], [encodeId("location", newId())]])
      expect(code(await post({ ...dailyReport, locationIds }, keys.locationAdmin))).toEqual([
        403,
        "FORBIDDEN",
      ]);
    expect(await made(inNorth(), keys.locationAdmin)).toMatchObject({
      ownerId: userIdOf(workspace, "locationAdmin"),
    });
  });

  it("403 acting on behalf of another user does not widen a key: both must reach the locations", async () => {
    const other = await makeUser(services, {
      workspaceId: workspace.id,
      name: "Otto Other",
      locationId: workspace.locations.north,
      departmentId: workspace.departments.sales,
    });
    await services.db.insert(locationAdmins).values([
      { workspaceId: workspace.id, locationId: workspace.locations.north, userId: other },
      { workspaceId: workspace.id, locationId: workspace.locations.south, userId: other },
    ]);
    const headers = { "x-on-behalf-of": encodeId("user", other) };
    const both = { ...dailyReport, locationIds: [north(), south()] };
    expect(code(await post(both, keys.locationAdmin, headers))).toEqual([403, "FORBIDDEN"]);
    const answer = await post(inNorth(), keys.locationAdmin, headers);
    expect(answer.body.data.ownerId).toBe(encodeId("user", other));
  });
});

describe("authorization", () => {
  it("403 approvers and users, for every operation", async () => {
    const { id } = await made(inNorth());
    for (const key of [keys.approver, keys.user])
      for (const operation of operations(id))
        expect(code(await call(operation, key))).toEqual([403, "FORBIDDEN"]);
    expect(await reportRows(services, workspace.id)).toHaveLength(1);
  });

  it("403 an administrator acting on behalf of a user", async () => {
    const headers = { "x-on-behalf-of": userIdOf(workspace, "user") };
    expect(code(await post(dailyReport, keys.admin, headers))).toEqual([403, "FORBIDDEN"]);
  });

  it("403 without the scope, which is checked before the plan", async () => {
    const { id } = await made(inNorth());
    await services.db.update(workspaces).set({ plan: "CORE" }).where(eq(workspaces.id, workspace.id));
    const key = await makeKey(services, {
      workspaceId: workspace.id,
      ownerId: workspace.people.admin.id,
      scopes: ["users:read"],
    });
    for (const operation of operations(id))
      expect(code(await call(operation, key))).toEqual([403, "INSUFFICIENT_SCOPE"]);
  });

  it("403 SCHEDULED_REPORTS_NOT_AVAILABLE on other plans, before role, headers, id and body", async () => {
    const { id } = await made(inNorth());
    for (const plan of ["CORE", "FREE"] as const) {
      await services.db.update(workspaces).set({ plan }).where(eq(workspaces.id, workspace.id));
      for (const operation of [...operations(id), ...operations(encodeId("report", newId()))])
        expect(code(await call(operation, keys.admin))).toEqual([403, "SCHEDULED_REPORTS_NOT_AVAILABLE"]);
      const broken = { "idempotency-key": "", "x-on-behalf-of": "nobody" };
      expect(code(await call(["POST", path, { oops: 1 }], keys.user, broken))).toEqual([
        403,
        "SCHEDULED_REPORTS_NOT_AVAILABLE",
      ]);
    }
  });

  it("404 for a location admin: reports without locations, or with another's", async () => {
    const seen = await made(inNorth());
    const hidden = [
      await made(dailyReport),
      await made({ ...dailyReport, locationIds: [south()] }),
      await made({ ...dailyReport, locationIds: [north(), south()] }),
    ];
    const list = async (key: TestKey) => (await api.get<Listed>(path, key)).body.data.map(({ id }) => id);
    expect(await list(keys.admin)).toEqual([seen, ...hidden].map(({ id }) => id));
    expect(await list(keys.locationAdmin)).toEqual([seen.id]);
    for (const { id } of hidden)
      for (const operation of operations(id).filter(([, url]) => url !== path))
        expect(code(await call(operation, keys.locationAdmin))).toEqual([404, "RESOURCE_NOT_FOUND"]);
    expect((await api.get<Single>(`${path}/${seen.id}`, keys.locationAdmin)).body.data).toEqual(seen);
    expect((await patch(seen.id, { name: "Ours" }, keys.locationAdmin)).body.data).toMatchObject({
      name: "Ours",
      ownerId: userIdOf(workspace, "admin"),
    });
  });

  it("404 another workspace's report, and an unknown one", async () => {
    const { id } = await made(inNorth());
    const elsewhere = await makeWorkspace(services);
    const stranger = (await makeKeys(services, elsewhere)).admin;
    for (const key of [stranger, keys.admin])
      for (const operation of operations(key === stranger ? id : encodeId("report", newId())))
        if (operation[1] !== path)
          expect(code(await call(operation, key))).toEqual([404, "RESOURCE_NOT_FOUND"]);
    expect((await api.get<Listed>(path, stranger)).body).toEqual({ data: [] });
  });
});

describe("update and delete", () => {
  it("200 merges, and recomputes the next send", async () => {
    const { id } = await made(dailyReport);
    expect((await patch(id, { hour: 10, recipients: ["x@example.com"] })).body.data).toMatchObject({
      ...dailyReport,
      hour: 10,
      recipients: ["x@example.com"],
      nextSendAt: "2026-11-23T09:00:00.000Z",
    });
  });

  it("200 changes the frequency when the new day field is present, and removes the old one", async () => {
    const { id } = await made(dailyReport);
    const answer = await patch(id, { frequency: "MONTHLY", dayOfMonth: "LAST", day: 3 });
    expect(answer.body.data).toMatchObject({ dayOfMonth: "LAST", nextSendAt: "2026-11-30T08:00:00.000Z" });
    expect(answer.body.data).not.toHaveProperty("sendOnDays");
    expect(answer.body.data).not.toHaveProperty("day");
    expect(faults(await patch(id, { frequency: "WEEKLY" }))).toEqual(["day"]);
  });

  it("200 pauses and resumes", async () => {
    const { id } = await made(dailyReport);
    expect((await patch(id, { enabled: false })).body.data).toMatchObject({
      enabled: false,
      nextSendAt: null,
    });
    expect((await patch(id, { enabled: true })).body.data).toMatchObject({
      nextSendAt: "2026-11-23T08:00:00.000Z",
    });
  });

  it("400 an empty body, unknown fields and every other fault at once; nothing changes", async () => {
    const { id } = await made(dailyReport);
    const before = await reportRows(services, workspace.id);
    expect(code(await patch(id, {}))).toEqual([400, "VALIDATION_ERROR"]);
    const answer = await patch(id, { frequency: "YEARLY", hour: 99, ownerId: "x", lastSentAt: null });
    expect(faults(answer)).toEqual(["frequency", "hour", "lastSentAt", "ownerId"]);
    expect(await reportRows(services, workspace.id)).toEqual(before);
  });

  it("403 a location admin may not take the report out of their locations", async () => {
    const { id } = await made(inNorth(), keys.locationAdmin);
    for (const locationIds of [[], [south()], [north(), south()]])
      expect(code(await patch(id, { locationIds }, keys.locationAdmin))).toEqual([403, "FORBIDDEN"]);
  });

  it("204 deletes, and it is gone", async () => {
    const { id } = await made(inNorth());
    expect((await call(["DELETE", `${path}/${id}`], keys.locationAdmin)).status).toBe(204);
    expect(code(await call(["DELETE", `${path}/${id}`], keys.admin))).toEqual([404, "RESOURCE_NOT_FOUND"]);
  });
});
