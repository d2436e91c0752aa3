import { eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { apiKeys } from "@/drizzle/schema/api-keys";
import { quotaWarnings, requestHours, requestLog } from "@/drizzle/schema/request-log";
import { loadActor } from "@/server/access/load-actor";
import type { SignedIn } from "@/server/access/signed-in";
import { appRouter } from "@/server/api/trpc";
import type { Mail } from "@/server/kernel/mail/mail";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { day, hour, minute, plus } from "@/server/kernel/time/clock";
import { apiClient } from "@/server/test/api-client";
import { makeKey, makeLegacyKey, makeWorkspace, type TestRole } from "@/server/test/factories";
import { sendMails } from "@/server/test/mail-kit";
import { standingClock, testNow, testServices } from "@/server/test/services";
import { flushRequestLog } from "./note";
import { forecastOf, quantileMs, quotaStageOf } from "./policy";
import { deleteOldRequests } from "./sweep";
import { warnOfQuota } from "./warn-of-quota";

const clock = standingClock();
const mails: Mail[] = [];
let services: Services;

beforeAll(async () => {
  const mailer = { send: async (mail: Mail) => void mails.push(mail), close: () => undefined };
  services = await testServices({ clock, mailer });
});
afterEach(() => clock.set(testNow));
afterAll(() => services.close());

async function stage() {
  const workspace = await makeWorkspace(services);
  const of = (role: TestRole) =>
    makeKey(services, { workspaceId: workspace.id, ownerId: workspace.people[role].id });
  const keys = { admin: await of("admin"), user: await of("user"), approver: await of("approver") };
  const as = async (role: TestRole) => {
    const { id: userId, name } = workspace.people[role];
    const found = await loadActor(services.db, workspace.id, userId, { type: "session", sessionId: "s" });
    if (!found) throw new Error("no such person");
    const signedIn: SignedIn = {
      actor: { ...found, userId },
      user: { id: userId, name, email: "" },
      workspace: { name: "", plan: found.plan, openApiEnabled: true },
      sessionId: "s",
    };
    return appRouter.createCaller({ services, requestId: "req_test", signedIn: async () => signedIn })
      .requestLog;
  };
  return { workspace, keys, as };
}

const api = () => apiClient(services);
const written = () => flushRequestLog(services);
const refusal = (code: string) => expect.objectContaining({ cause: expect.objectContaining({ code }) });

describe("whose requests are seen", () => {
  it("administrators see the workspace's, other users those of their own keys", async () => {
    const { workspace, keys, as } = await stage();
    const legacy = await makeLegacyKey(services, workspace.id);
    const other = await stage();
    await api().get("/v2/leave-types", other.keys.admin);
    await api().v1("/v1/departments", { key: legacy });
    const seen: Record<string, string> = {};
    for (const role of ["admin", "user", "approver"] as const)
      seen[role] = (await api().get("/v2/nowhere", keys[role])).headers.get("x-request-id") ?? "";
    await written();
    const ids = async (role: TestRole) =>
      (await (await as(role)).list({})).items.map(({ requestId }) => requestId);
    expect(await ids("admin")).toHaveLength(4);
    expect(await ids("user")).toEqual([seen.user]);
    expect(await ids("approver")).toEqual([seen.approver]);
    expect(await ids("locationAdmin")).toEqual([]);

    const user = await as("user");
    expect(await user.get({ requestId: seen.user ?? "" })).toMatchObject({ keyName: "Test key" });
    await expect(user.get({ requestId: seen.admin ?? "" })).rejects.toEqual(refusal("RESOURCE_NOT_FOUND"));
    expect((await user.errors({})).map(({ count }) => count)).toEqual([1]);
    expect((await (await as("admin")).errors({})).map(({ count }) => count)).toEqual([3]);
    expect((await user.usage({})).total).toMatchObject({ success: 0, clientError: 1 });
    expect((await (await as("admin")).usage({})).total).toMatchObject({ success: 1, clientError: 3 });
    expect((await user.today()).total).toBe(1);
    expect((await user.searchCallers({})).items).toHaveLength(1);
    expect((await (await as("admin")).searchCallers({})).items).toHaveLength(4);
    expect((await user.quotas({})).items).toHaveLength(1);
    expect((await (await as("admin")).quotas({})).items).toHaveLength(4);
    expect((await user.quotaCounts()).all).toBe(1);
    expect((await (await as("admin")).quotaCounts()).all).toBe(4);
    expect(await (await as("locationAdmin")).quotas({})).toEqual({ items: [], next: null, excluded: 0 });
  });
});

describe("filter options", () => {
  it("a search finds keys of both kinds by a part of their names; names that begin with it come first", async () => {
    const { workspace, keys, as } = await stage();
    await makeLegacyKey(services, workspace.id);
    const rename = (key: { id: string }, name: string) =>
      services.db.update(apiKeys).set({ name }).where(eq(apiKeys.id, key.id));
    await rename(keys.admin, "The Payroll");
    await rename(keys.user, "payroll_sync");
    const admin = await as("admin");
    const names = async (text: string) => (await admin.searchCallers({ text })).items.map(({ name }) => name);
    expect(await names("PAYROLL")).toEqual(["payroll_sync", "The Payroll"]);
    expect(await names("l_s")).toEqual(["payroll_sync"]);
    expect(await names("(v1)")).toHaveLength(1);
    const some = await admin.searchCallers({ limit: 2 });
    expect(some.items).toHaveLength(2);
    expect(some.hasMore).toBe(true);
  });

  it("a chosen option has its name, and other users' keys have none", async () => {
    const { workspace, keys, as } = await stage();
    const other = await stage();
    await makeLegacyKey(services, workspace.id);
    const [admin, user] = [await as("admin"), await as("user")];
    const idOf = (key: { id: string }) => encodeId("key", key.id);
    expect(await user.caller({ caller: idOf(keys.user) })).toEqual({ id: idOf(keys.user), name: "Test key" });
    expect(await user.caller({ caller: idOf(keys.admin) })).toBeNull();
    expect(await admin.caller({ caller: idOf(other.keys.admin) })).toBeNull();
    const [legacy] = (await admin.searchCallers({ text: "(v1)" })).items;
    expect(await admin.caller({ caller: legacy?.id ?? "" })).toEqual(legacy);
    expect(await user.caller({ caller: legacy?.id ?? "" })).toBeNull();
  });
});

describe("filters", () => {
  it("each narrows the list, and the histogram counts the same rows", async () => {
    const { keys, as } = await stage();
    const first = await api().get("/v2/leave-types", keys.admin);
    clock.pass(10 * minute);
    await api().get("/v2/labels?limit=x", keys.admin);
    await api().v2("POST", "/v2/labels", { key: keys.user, json: {} });
    clock.pass(10 * minute);
    await api().get("/v2/100%25_sure", keys.user);
    await written();
    const caller = await as("admin");
    const firstId = first.headers.get("x-request-id") ?? "";
    const cases: [Parameters<typeof caller.list>[0], number][] = [
      [{}, 4],
      [{ search: firstId }, 1],
      [{ search: firstId, from: clock() }, 1],
      [{ search: firstId.slice(0, 16) }, 1],
      [{ search: "LABELS" }, 2],
      [{ search: "%25_" }, 1],
      [{ search: "100__5" }, 0],
      [{ method: "POST" }, 1],
      [{ status: "2xx" }, 1],
      [{ status: "4xx" }, 3],
      [{ status: "failed" }, 3],
      [{ status: "5xx" }, 0],
      [{ code: "VALIDATION_ERROR" }, 1],
      [{ code: "RESOURCE_NOT_FOUND" }, 1],
      [{ endpoint: "/v2/labels" }, 2],
      [{ key: encodeId("key", keys.user.id) }, 2],
      [{ from: plus(testNow, 5 * minute), to: plus(testNow, 15 * minute) }, 2],
      [{ from: testNow, to: testNow }, 1],
    ];
    for (const [filter, count] of cases)
      expect((await caller.list(filter)).items.length, JSON.stringify(filter)).toBe(count);
    for (const [{ from = plus(testNow, -hour), to = plus(testNow, hour), ...filter }, count] of cases) {
      if (filter.search) continue;
      const { bars } = await caller.histogram({ ...filter, from, to });
      const total = bars.reduce((sum, bar) => sum + bar.success + bar.clientError + bar.limited, 0);
      expect(total, JSON.stringify(filter)).toBe(count);
    }
  });

  it("an operation's id finds the write that started it and the reads that polled it", async () => {
    const { keys, as } = await stage();
    await api().get("/v2/labels", keys.admin);
    const accepted = await api().v2("POST", "/v2/departments", {
      key: keys.admin,
      json: { name: "Later" },
      headers: { prefer: "respond-async" },
    });
    const location = accepted.headers.get("location") ?? "";
    await api().get(location, keys.admin);
    await written();
    const search = location.slice(location.indexOf("operation-"));
    const { items } = await (await as("admin")).list({ search });
    expect(items.map(({ method, status }) => `${method} ${status}`)).toEqual(["GET 200", "POST 202"]);
    expect((await (await as("user")).list({ search })).items).toEqual([]);
  });

  it("pages are contiguous, and newer requests continue after the newest one seen", async () => {
    const { keys, as } = await stage();
    for (let n = 0; n < 5; n++) {
      await api().get("/v2/labels", keys.user);
      clock.pass(minute);
    }
    await written();
    const caller = await as("user");
    const all = (await caller.list({})).items.map(({ requestId }) => requestId);
    const one = await caller.list({ limit: 2 });
    const two = await caller.list({ limit: 2, before: one.items.at(-1)?.requestId });
    const three = await caller.list({ limit: 2, before: two.items.at(-1)?.requestId });
    expect([one, two, three].flatMap(({ items }) => items.map(({ requestId }) => requestId))).toEqual(all);
    expect([one, two, three].map(({ hasMore }) => hasMore)).toEqual([true, true, false]);
    const newer = await caller.list({ limit: 2, after: all[3] });
    expect(newer.items.map(({ requestId }) => requestId)).toEqual([all[1], all[2]]);
  });
});

describe("errors", () => {
  it("are grouped by code and endpoint with trend, first and last time, and keys", async () => {
    clock.set(plus(testNow, -2 * day));
    const { keys, as } = await stage();
    await api().get("/v2/labels?limit=x", keys.admin);
    clock.set(testNow);
    for (let n = 0; n < 3; n++) await api().get("/v2/labels?limit=x", keys.admin);
    await api().get("/v2/departments?limit=x", keys.user);
    await written();
    const groups = await (await as("admin")).errors({ span: "24h" });
    expect(groups[0]).toMatchObject({
      code: "VALIDATION_ERROR",
      method: "GET",
      endpoint: "/v2/labels",
      count: 3,
      countBefore: 0,
      isNew: false,
      firstSeenAt: plus(testNow, -2 * day),
      lastSeenAt: testNow,
      keyNames: ["Test key"],
    });
    expect(groups[0]?.trend).toHaveLength(24);
    expect(groups[0]?.trend.at(-1)).toBe(3);
    const [week] = await (await as("admin")).errors({ span: "7d" });
    expect(week).toMatchObject({ count: 4, isNew: true });
  });
});

describe("usage", () => {
  it("counts days by outcome, each hour's lowest bucket level, and durations", async () => {
    clock.set(plus(testNow, -day));
    const { keys, as } = await stage();
    for (let n = 0; n < 55; n++) await api().get("/v2/leave-types", keys.user);
    clock.set(testNow);
    await api().get("/v2/labels?limit=x", keys.user);
    await written();
    const usage = await (await as("user")).usage({});
    expect(usage).toMatchObject({ month: "2026-11", droppedCount: 0 });
    expect(usage.days).toHaveLength(20);
    expect(usage.days.at(-2)).toMatchObject({
      day: "2026-11-19",
      success: 50,
      rateLimited: 5,
      clientError: 0,
    });
    expect(usage.days.at(-1)).toMatchObject({ day: "2026-11-20", success: 0, clientError: 1 });
    expect(usage.days.at(-2)?.p95Ms).toBeGreaterThanOrEqual(usage.days.at(-2)?.p50Ms ?? 0);
    expect(usage.days[0]).toMatchObject({ p50Ms: null });
    expect(usage.hours.at(-24)).toMatchObject({ lowest: 0 });
    expect(usage.hours.at(-2)).toMatchObject({ lowest: 50 });
    expect((await (await as("user")).usage({ month: "2026-10" })).days).toHaveLength(31);
  });

  it("of a key covers 30 days across months, and names the endpoints that its scopes allow", async () => {
    const { workspace, keys, as } = await stage();
    const key = encodeId("key", keys.admin.id);
    const narrow = await makeKey(services, {
      workspaceId: workspace.id,
      ownerId: workspace.people.admin.id,
      scopes: ["labels:read"],
    });
    await api().get("/v2/departments", keys.admin);
    clock.pass(29 * day);
    await api().get("/v2/labels", keys.admin);
    await api().v2("HEAD", "/v2/labels", { key: keys.admin });
    await api().v2("POST", "/v2/labels", { key: keys.admin, json: {} });
    await api().get("/v2/nowhere", keys.admin);
    await api().get("/v2/departments", narrow);
    await api().get("/v2/labels", narrow);
    await written();
    const admin = await as("admin");
    const { days, total } = await admin.recentUsage({ key });
    expect(days).toHaveLength(30);
    expect([days[0]?.success, days.at(-1)?.success, days.at(-1)?.clientError]).toEqual([1, 2, 2]);
    expect(total).toMatchObject({ success: 3, clientError: 2 });

    const used = await admin.usedEndpoints({ key });
    expect(used).toHaveLength(3);
    expect(used).toContainEqual({
      ...{ method: "GET", path: "/v2/labels", onBehalf: false },
      ...{ count: 2, lastAt: clock() },
    });
    // Refused for its input, but allowed by its scope.
    expect(used).toContainEqual(expect.objectContaining({ method: "POST", path: "/v2/labels", count: 1 }));
    expect((await admin.usedEndpoints({ key: encodeId("key", narrow.id) })).map(({ path }) => path)).toEqual([
      "/v2/labels",
    ]);
    expect(await (await as("user")).usedEndpoints({ key })).toEqual([]);
  });

  it("a forecast needs a day, and says when the quota runs out", () => {
    const at = (text: string) => new Date(`2026-11-${text}Z`);
    expect(forecastOf(5000, at("01T12:00:00"))).toBeNull();
    expect(forecastOf(12_000, at("16T00:00:00"))).toEqual({ expected: 24_000, runsOutAt: null });
    expect(forecastOf(20_000, at("16T00:00:00"))).toEqual({
      expected: 40_000,
      runsOutAt: at("23T12:00:00"),
    });
    expect([23_999, 24_000, 28_500, 30_000].map((used) => quotaStageOf(used))).toEqual([0, 80, 95, 100]);
  });

  it("quantiles lie between the bounds of their bucket", () => {
    expect(quantileMs([], 0.5)).toBeNull();
    expect(quantileMs([10], 0.5)).toBe(0.5);
    expect(quantileMs([0, 0, 0, 100], 0.5)).toBe(4);
    expect(quantileMs([...Array(18).fill(0), 5], 0.95)).toBe(10_000);
  });
});

describe("due work", () => {
  it("notifies owners once at 80, 95 and 100 % of a quota, and administrators of a v1 key's", async () => {
    const { workspace, keys } = await stage();
    const legacy = await makeLegacyKey(services, workspace.id);
    const use = (id: string, count: number) =>
      services.db.execute(
        sql`update rate_counters set month = '2026-11-01', month_count = ${count} where key_id = ${id}`,
      );
    const subjects = async () => {
      await written();
      mails.length = 0;
      await Promise.all([warnOfQuota(services), warnOfQuota(services)]);
      await warnOfQuota(services);
      await sendMails(services);
      return mails.map(({ to, subject }) => [to.split("@")[0], subject]);
    };
    const { admin, user } = workspace.people;
    await use(keys.user.id, 23_998);
    await api().get("/v2/labels", keys.user);
    expect(await subjects()).toEqual([]);
    await api().get("/v2/labels", keys.user);
    await api().get("/v2/labels", keys.user);
    expect(await subjects()).toEqual([[user.id, expect.stringContaining("has used 80% of its quota")]]);
    expect(await subjects()).toEqual([]);
    await use(keys.user.id, 29_999);
    await api().get("/v2/labels", keys.user);
    await api().get("/v2/labels", keys.user);
    await use(legacy.id, 28_500);
    await api().v1("/v1/departments", { key: legacy });
    const notified = await subjects();
    expect(notified).toHaveLength(2);
    expect(notified).toEqual(
      expect.arrayContaining([
        [user.id, expect.stringContaining("has used up its quota")],
        [admin.id, expect.stringContaining("has used 95% of its quota")],
      ]),
    );
    const rows = await services.db.select().from(quotaWarnings);
    expect(rows.every(({ notified: at, reached }) => at === reached)).toBe(true);
  });

  it("deletes requests after 30 days and keeps hourly counts", async () => {
    const { keys, as } = await stage();
    await api().get("/v2/labels", keys.user);
    await written();
    clock.pass(30 * day + minute);
    await api().get("/v2/labels", keys.user);
    await written();
    expect((await (await as("user")).list({})).items).toHaveLength(1);
    const before = await services.db.$count(requestHours);
    expect(await deleteOldRequests(services)).toBeGreaterThan(0);
    const [oldest] = await services.db.select().from(requestLog).orderBy(requestLog.at).limit(1);
    expect(oldest?.at.getTime()).toBeGreaterThanOrEqual(clock().getTime() - 30 * day);
    expect(await services.db.$count(requestHours)).toBe(before);
  });
});
