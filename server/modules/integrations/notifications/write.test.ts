import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { departmentApprovers } from "@/drizzle/schema/directory";
import { newId } from "@/server/kernel/ids";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { looksLikeMarkup } from "@/server/kernel/text/text-rules";
import { apiClient, type Listed, type Refused, type Single } from "@/server/test/api-client";
import {
  makeKey,
  makeKeys,
  makeWorkspace,
  type TestKey,
  type TestRole,
  type TestWorkspace,
} from "@/server/test/factories";
import { birthday, daily, notificationRows, userIdOf, weekly } from "@/server/test/notification-kit";
import { standingClock, testServices } from "@/server/test/services";

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

type Body = Record<string, unknown>;
const post = (json: unknown, key = keys.admin, headers = {}) =>
  api.v2<Single & Refused>("POST", "/v2/notifications", { key, json, headers });
const patch = (id: unknown, json: unknown, key = keys.admin) =>
  api.v2<Single & Refused>("PATCH", `/v2/notifications/${id}`, { key, json });
const made = async (json: unknown, key = keys.admin) => {
  const answer = await post(json, key);
  expect([answer.status, answer.text]).toEqual([201, answer.text]);
  return answer.body.data;
};
const faults = (answer: { body: Refused }) =>
  (answer.body.error.details?.fields ?? []).map(({ path }) => path).sort();
const code = (answer: { status: number; body: Refused }) => [answer.status, answer.body.error?.code];

describe("create", () => {
  it("201 returns each of the three shapes with its defaults and no fields of the others", async () => {
    const base = {
      id: expect.stringMatching(/^notification-/),
      ownerId: userIdOf(workspace, "admin"),
      enabled: true,
      locale: "en",
      locationIds: [],
      departmentIds: [],
      labelIds: [],
    };
    for (const body of [daily, weekly, birthday]) expect(await made(body)).toEqual({ ...body, ...base });
  });

  it("201 returns destinations as written", async () => {
    const channel = { platform: "microsoft", addresses: ["19:abc@thread.tacv2"], msGroup: "group" };
    const { text } = await post({ ...daily, destinations: [channel] });
    expect(text).toContain(`"destinations":${JSON.stringify([channel])}`);
  });

  it("201 a BIRTHDAY may start paused", async () => {
    expect(await made({ ...birthday, enabled: false })).toMatchObject({ enabled: false });
    const [row] = await notificationRows(services, workspace.id);
    expect(row).toMatchObject({ nextDueAt: null, nextDate: null });
  });

  it("400 enabled false for DAILY and WEEKLY", async () => {
    for (const body of [daily, weekly]) {
      const answer = await post({ ...body, enabled: false });
      expect([...code(answer), ...faults(answer)]).toEqual([400, "VALIDATION_ERROR", "enabled"]);
    }
  });

  it("400 lists every fault at once", async () => {
    const answer = await post({
      ...daily,
      name: "<b>x</b>",
      timezone: "+02:00",
      hour: 24,
      minute: 60,
      locale: "xx",
      sendOnDays: [1, 1],
      groupBy: "NOBODY",
      sendEmpty: undefined,
      day: 1,
      oops: true,
      locationIds: ["nowhere"],
      destinations: [{ platform: "email", addresses: ["a@b\r\nBcc: c@d"], channelName: "x" }],
    });
    expect(faults(answer)).toEqual([
      "day",
      "destinations.0.addresses.0",
      "destinations.0.channelName",
      "groupBy",
      "hour",
      "locale",
      "locationIds.0",
      "minute",
      "name",
      "oops",
      "sendEmpty",
      "sendOnDays",
      "timezone",
    ]);
  });

  it("400 without a frequency, or with an unknown one, the other faults are listed too", async () => {
    expect(faults(await post({}))).toEqual([
      "destinations",
      "frequency",
      "hour",
      "minute",
      "name",
      "timezone",
    ]);
    expect(faults(await post({ ...daily, frequency: "HOURLY", hour: -1 }))).toEqual(["frequency", "hour"]);
    // A field of no frequency is a fault in any case; another frequency's is not.
    const other = { ...daily, currentWeek: "x", frequency: "HOURLY", oops: 1 };
    expect(faults(await post(other))).toEqual(["frequency", "oops"]);
  });

  const destination = async (one: Body, base: Body = daily) =>
    faults(await post({ ...base, destinations: [one] }));

  it("400 destinations that break a rule", async () => {
    expect(faults(await post({ ...daily, destinations: [] }))).toEqual(["destinations"]);
    const eleven = Array.from({ length: 11 }, () => daily.destinations[0]);
    expect(faults(await post({ ...daily, destinations: eleven }))).toEqual(["destinations"]);
    expect(await destination({ platform: "email", addresses: [] })).toEqual(["destinations.0.addresses"]);
    const many = Array.from({ length: 51 }, (_, i) => `a${i}@example.com`);
    expect(await destination({ platform: "email", addresses: many })).toEqual(["destinations.0.addresses"]);
    expect(await destination({ platform: "slack", addresses: ["C1", "C2"] })).toEqual([
      "destinations.0.addresses",
    ]);
    expect(await destination({ platform: "slack", addresses: ["C1"], msGroup: "g" })).toEqual([
      "destinations.0.msGroup",
    ]);
    expect(await destination({ platform: "pager", addresses: ["x"] })).toEqual(["destinations.0.platform"]);
    expect(
      await destination({ platform: "email", addresses: ["a@example.com"], msGroup: "g", channelName: "c" }),
    ).toEqual(["destinations.0.channelName", "destinations.0.msGroup"]);
  });

  it("400 a BIRTHDAY channel without its name; 201 with it, and without it elsewhere", async () => {
    for (const platform of ["slack", "microsoft"]) {
      const channel = { platform, addresses: ["C1"] };
      expect(await destination(channel, birthday)).toEqual(["destinations.0.channelName"]);
      await made({ ...birthday, destinations: [{ ...channel, channelName: "general" }] });
      await made({ ...daily, destinations: [channel] });
    }
  });

  it("400 addresses that would add recipients or inject a header", async () => {
    const bad = [
      "a",
      "a@",
      "@b",
      "a b@c.d",
      "a@b,c@d",
      "<a@b>",
      "a@b>",
      "a@b\nX: y",
      '"x"@y',
      "a@b..c",
      "a@b\u202e",
    ];
    for (const address of bad)
      expect([address, await destination({ platform: "email", addresses: [address] })]).toEqual([
        address,
        ["destinations.0.addresses.0"],
      ]);
    await made({ ...daily, destinations: [{ platform: "email", addresses: ["josé+x@münchen.example"] }] });
  });

  it("400 filters that reference missing records; 403 first for callers who may not know", async () => {
    const unknown = encodeId("location", newId());
    expect(faults(await post({ ...daily, locationIds: [unknown] }))).toEqual(["locationIds.0"]);
    expect(code(await post({ ...daily, locationIds: [unknown] }, keys.approver))).toEqual([403, "FORBIDDEN"]);
  });

  it("403 filters beyond reach, 201 within", async () => {
    const { departments, locations, labels } = workspace;
    const cases: [TestRole, Body, number][] = [
      ["approver", { departmentIds: [departments.sales] }, 201],
      ["approver", { departmentIds: [departments.engineering] }, 403],
      ["approver", { departmentIds: [departments.sales, departments.engineering] }, 403],
      ["approver", { labelIds: [labels.remote] }, 201],
      ["approver", { labelIds: [labels.unused] }, 403],
      ["approver", { locationIds: [locations.empty] }, 403],
      ["locationAdmin", { locationIds: [locations.north] }, 201],
      ["locationAdmin", { locationIds: [locations.south] }, 403],
      ["locationAdmin", { departmentIds: [departments.platform] }, 201],
      ["locationAdmin", { departmentIds: [departments.empty] }, 403],
      ["admin", { locationIds: [locations.empty], departmentIds: [departments.empty] }, 201],
    ];
    const kinds = { locationIds: "location", departmentIds: "department", labelIds: "label" } as const;
    for (const [role, filters, status] of cases) {
      const encoded = Object.entries(filters).map(([name, ids]) => [
        name,
        (ids as string[]).map((id) => encodeId(kinds[name as keyof typeof kinds], id)),
      ]);
      const answer = await post({ ...daily, ...Object.fromEntries(encoded) }, keys[role]);
      expect([role, encoded, answer.status]).toEqual([role, encoded, status]);
    }
  });

  it("403 for a user; the user acted for becomes the owner, and must be an approver", async () => {
    expect(code(await post(daily, keys.user))).toEqual([403, "FORBIDDEN"]);
    const asApprover = await post(daily, keys.admin, { "x-on-behalf-of": userIdOf(workspace, "approver") });
    expect(asApprover.body.data).toMatchObject({ ownerId: userIdOf(workspace, "approver") });
    const asUser = await post(daily, keys.admin, { "x-on-behalf-of": userIdOf(workspace, "user") });
    expect(code(asUser)).toEqual([403, "FORBIDDEN"]);
  });

  it("403 acting for a user whose reach exceeds the key owner's, unless filters stay within", async () => {
    await services.db.insert(departmentApprovers).values({
      workspaceId: workspace.id,
      departmentId: workspace.departments.sales,
      userId: workspace.people.northSeller.id,
    });
    const headers = { "x-on-behalf-of": userIdOf(workspace, "northSeller") };
    expect(code(await post(daily, keys.locationAdmin, headers))).toEqual([403, "FORBIDDEN"]);
    const north = [encodeId("location", workspace.locations.north)];
    expect((await post({ ...daily, locationIds: north }, keys.locationAdmin, headers)).status).toBe(201);
  });

  it("201 once for one Idempotency-Key", async () => {
    const headers = { "idempotency-key": "one" };
    const [first, second] = [await post(daily, keys.admin, headers), await post(daily, keys.admin, headers)];
    expect(second.body).toEqual(first.body);
    expect(second.headers.get("idempotent-replayed")).toBe("true");
    expect(await notificationRows(services, workspace.id)).toHaveLength(1);
  });
});

describe("the name", () => {
  const attacks = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "</title>",
    "<!--",
    "<?php",
    "<%= x %>",
    "&lt;b&gt;",
    "&#60;b>",
    "&#x3c;svg",
    "&amp;lt;b&amp;gt;",
    "%3Cb%3E",
    "%253Cb%253E",
    "＜script＞",
    "<\u200bscript>",
    "javascript:alert(1)",
    "JaVa\u00adScRiPt:x",
    "java script:x",
    "vbscript:x",
    "livescript:x",
    "data:text/html,x",
    "data:image/svg+xml;base64,x",
    '" onmouseover="x',
    "' onclick='x",
    "x/onload=f(1)",
  ];
  const names = [
    "R&D",
    "Team <3",
    "Q3 < Q4",
    "a -> b",
    "C++",
    "Équipe été",
    "فريق المبيعات",
    "営業部",
    "🎉 Birthdays",
    "O'Brien's \"A\" team",
    "100% remote",
    "Data: weekly",
    "JavaScript guild",
    "On-call = nights",
    "a & b; c",
  ];
  it("rejects what looks like HTML or script, and nothing else", () => {
    expect(attacks.filter((name) => !looksLikeMarkup(name))).toEqual([]);
    expect(names.filter(looksLikeMarkup)).toEqual([]);
  });

  it("is checked quickly, whatever the text", () => {
    const started = performance.now();
    for (const part of ["<", "&#", "%25", "data:", ' on="', "java "]) looksLikeMarkup(part.repeat(200_000));
    expect(performance.now() - started).toBeLessThan(500);
  });
});

describe("update", () => {
  it("200 merges, keeps absent fields, replaces lists", async () => {
    const { id } = await made(daily);
    const answer = await patch(id, { name: "Other", sendOnDays: [0] });
    expect(answer.body.data).toMatchObject({ ...daily, id, name: "Other", sendOnDays: [0] });
  });

  it("200 pauses and resumes; a paused DAILY can be edited", async () => {
    const { id } = await made(daily);
    expect((await patch(id, { enabled: false })).body.data).toMatchObject({ enabled: false });
    expect((await patch(id, { name: "Still paused" })).body.data).toMatchObject({ enabled: false });
    expect((await notificationRows(services, workspace.id))[0]?.nextDueAt).toBeNull();
    expect((await patch(id, { enabled: true })).body.data).toMatchObject({ enabled: true });
    // Friday the 20th, 13:00 in Paris: the next one is on Monday.
    expect((await notificationRows(services, workspace.id))[0]?.nextDueAt?.toISOString()).toBe(
      "2026-11-23T08:00:00.000Z",
    );
  });

  it("200 moves between DAILY and WEEKLY when the new fields are present, 400 lists the missing ones", async () => {
    const { id } = await made(daily);
    expect(faults(await patch(id, { frequency: "WEEKLY" }))).toEqual([
      "currentWeek",
      "day",
      "firstDayOfWeek",
    ]);
    const toWeekly = { frequency: "WEEKLY", day: 2, firstDayOfWeek: 0, currentWeek: false };
    const { sendOnDays: _, ...kept } = daily;
    expect((await patch(id, toWeekly)).body.data).toEqual({
      ...kept,
      ...toWeekly,
      id,
      ownerId: expect.anything(),
      enabled: true,
      locale: "en",
      locationIds: [],
      departmentIds: [],
      labelIds: [],
    });
    expect((await patch(id, { frequency: "DAILY", sendOnDays: [3] })).body.data).toMatchObject({
      frequency: "DAILY",
      sendOnDays: [3],
    });
  });

  it("400 moves to and from BIRTHDAY", async () => {
    const moves = [
      [daily, "BIRTHDAY"],
      [weekly, "BIRTHDAY"],
      [birthday, "DAILY"],
      [birthday, "WEEKLY"],
    ] as const;
    for (const [body, frequency] of moves) {
      const { id } = await made(body);
      expect(code(await patch(id, { frequency }))).toEqual([
        400,
        "NOTIFICATION_FREQUENCY_CHANGE_NOT_ALLOWED",
      ]);
    }
    const { id } = await made(birthday);
    expect((await patch(id, { frequency: "BIRTHDAY", hour: 7 })).status).toBe(200);
  });

  it("200 ignores fields of another frequency, whatever they contain; 400 for unknown ones and an empty body", async () => {
    const { id } = await made(daily);
    expect((await patch(id, { day: "never", sendOnNonWorkingDays: 7, hour: 8 })).body.data).toMatchObject({
      hour: 8,
    });
    expect(faults(await patch(id, { oops: 1, hour: 99, sendOnDays: [] }))).toEqual([
      "hour",
      "oops",
      "sendOnDays",
    ]);
    expect(code(await patch(id, {}))).toEqual([400, "VALIDATION_ERROR"]);
    expect(code(await patch(id, []))).toEqual([400, "INVALID_REQUEST_BODY"]);
    expect(faults(await patch(id, { frequency: "HOURLY", name: "" }))).toEqual(["frequency", "name"]);
  });

  it("200 a filter whose record was deleted does not block a pause", async () => {
    const label = encodeId("label", workspace.labels.unused);
    const { id } = await made({ ...daily, labelIds: [label] });
    await api.v2("DELETE", `/v2/labels/${label}`, { key: keys.admin });
    expect((await patch(id, { enabled: false })).status).toBe(200);
    expect(faults(await patch(id, { labelIds: [label] }))).toEqual(["labelIds.0"]);
  });
});

describe("ownership", () => {
  it("others see, change and delete only their own; an administrator all, and the owner stays", async () => {
    const own = await made(daily, keys.approver);
    const other = await made(weekly, keys.locationAdmin);
    const list = async (key: TestKey) =>
      (await api.get<Listed>("/v2/notifications", key)).body.data.map(({ id }) => id);
    expect(await list(keys.approver)).toEqual([own.id]);
    expect(await list(keys.user)).toEqual([]);
    expect(await list(keys.admin)).toEqual([own.id, other.id]);
    for (const answer of [
      await api.get<Refused>(`/v2/notifications/${other.id}`, keys.approver),
      await patch(other.id, { hour: 1 }, keys.approver),
      await api.v2<Refused>("DELETE", `/v2/notifications/${other.id}`, { key: keys.approver }),
    ])
      expect(code(answer)).toEqual([404, "RESOURCE_NOT_FOUND"]);
    expect((await patch(other.id, { hour: 1 })).body.data).toMatchObject({ ownerId: other.ownerId, hour: 1 });
    expect((await api.v2("DELETE", `/v2/notifications/${other.id}`, { key: keys.admin })).status).toBe(204);
    expect((await api.v2("DELETE", `/v2/notifications/${own.id}`, { key: keys.approver })).status).toBe(204);
    expect(await list(keys.admin)).toEqual([]);
  });

  it("404 for another workspace's, an unknown and a malformed id", async () => {
    const { id } = await made(daily);
    const elsewhere = await makeWorkspace(services);
    const key = await makeKey(services, { workspaceId: elsewhere.id, ownerId: elsewhere.people.admin.id });
    for (const path of [id, encodeId("notification", newId()), "x"])
      expect((await api.get(`/v2/notifications/${path}`, key)).status).toBe(404);
  });

  it("200 lists come in pages", async () => {
    for (let i = 0; i < 3; i++) await made(daily);
    const first = await api.get<Listed>("/v2/notifications?limit=2", keys.admin);
    const rest = await api.get<Listed>(
      `/v2/notifications?limit=2&nextToken=${first.body.nextToken}`,
      keys.admin,
    );
    expect([first.body.data.length, rest.body.data.length, rest.body.nextToken]).toEqual([2, 1, undefined]);
  });
});
