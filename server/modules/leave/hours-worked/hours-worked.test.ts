import { desc, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { auditEvents } from "@/drizzle/schema/audit";
import { locations } from "@/drizzle/schema/directory";
import { hoursWorked } from "@/drizzle/schema/hours-worked";
import { leaveTypes } from "@/drizzle/schema/leaves";
import type { Ctx } from "@/server/access/ctx";
import { ApiError } from "@/server/kernel/errors";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { dayNumber, dayText } from "@/server/kernel/time/calendar-date";
import { requestLeave } from "@/server/modules/leave/requests/request";
import type { ImportBody, ImportResult } from "@/server/modules/workspace/imports/schema";
import { apiClient, type Listed, type Refused, type Single } from "@/server/test/api-client";
import {
  makeKeys,
  type TestKey,
  type TestPerson,
  type TestRole,
  type TestWorkspace,
} from "@/server/test/factories";
import { as, days, makeLeaveWorkspace, makePerson, outcomes, setPolicy } from "@/server/test/leave-kit";
import { standingClock, testNow, testServices } from "@/server/test/services";
import { signedInCaller } from "@/server/test/signed-in-caller";
import { importHours } from "./import-hours";
import { recordHours } from "./record-hours";

const clock = standingClock();
let services: Services;
let workspace: TestWorkspace;
let keys: Record<TestRole, TestKey>;
let api: ReturnType<typeof apiClient>;
let admin: Ctx;
let nina: TestPerson;

/** 5.6 weeks of leave for 46.4 weeks of work. */
const rate = 12.07;

beforeAll(async () => {
  services = await testServices({ clock });
  api = apiClient(services);
  workspace = await makeLeaveWorkspace(services);
  await services.db
    .update(locations)
    .set({ hoursPerDay: 7.5 })
    .where(eq(locations.workspaceId, workspace.id));
});
beforeEach(async () => {
  clock.set(testNow);
  keys = await makeKeys(services, workspace);
  await setPolicy(services, workspace, { yearlyQuota: 0, hoursWorkedRate: rate });
  admin = await as(services, workspace.people.admin);
  nina = await newcomer();
});
afterAll(() => services.close());

const newcomer = (more = {}) => makePerson(services, workspace, { startDate: "2024-01-01", ...more });
const vacation = () => encodeId("leaveType", workspace.leaveTypes.vacation);
const week = (monday: string, hours = 37.5) => ({
  userId: encodeId("user", nina.id),
  firstDay: monday,
  lastDay: dayText(dayNumber(monday) + 6),
  hours,
});
const report = (json: object, key = keys.admin) =>
  api.v2<Single & Refused>("POST", "/v2/hours-worked", { key, json });
const balance = async (asOf = "2026-11-20") => {
  const { body } = await api.get<Listed>(
    `/v2/users/${encodeId("user", nina.id)}/balances?asOf=${asOf}`,
    keys.admin,
  );
  return body.data.find((row) => row.leaveTypeId === vacation());
};
const lines = async (asOf: string) => {
  const path = `/v2/users/${encodeId("user", nina.id)}/balances/explanation`;
  const { body } = await api.get<Listed>(`${path}?leaveTypeId=${vacation()}&asOf=${asOf}`, keys.admin);
  return body.data;
};
/** The Mondays of 52 weeks of 2025. */
const mondays = Array.from({ length: 52 }, (_, place) => dayText(dayNumber("2024-12-30") + 7 * place));

it("12.07 % of 37.5 h a week for 52 weeks is 235.365 h, to the thousandth of a day", async () => {
  const rows = mondays.map((monday) => {
    const { userId: user, ...given } = week(monday);
    return { user, ...given };
  });
  await importHours(admin, { mode: "all", rows });
  // 1,950 h, of which 12.07 % are 235.365 h, or 31.382 days of 7.5 h.
  expect(await balance("2025-12-31")).toMatchObject({ quota: 31.382, accrued: 31.382, remaining: 31.382 });
  await services.db
    .update(leaveTypes)
    .set({ unit: "HOURS" })
    .where(eq(leaveTypes.id, workspace.leaveTypes.vacation));
  expect((await balance("2025-12-31"))?.remainingHours).toBe(235.37);
  await services.db
    .update(leaveTypes)
    .set({ unit: "DAYS" })
    .where(eq(leaveTypes.id, workspace.leaveTypes.vacation));
  const ledger = await lines("2025-12-31");
  expect(ledger).toHaveLength(52);
  expect(ledger[0]).toMatchObject({
    ...{ date: "2025-01-05", kind: "WORKED", days: 0.604, hoursWorked: 37.5, hoursWorkedRate: rate },
  });
  // Each week is 0.6035 days: rounded one by one they would be 31.408.
  expect(ledger.reduce((sum, { days: given }) => sum + Number(given) * 1000, 0)).toBe(31_382);
  expect(ledger.at(-1)?.balanceAfter).toBe(31.382);
});

it("201 hours give days on the last day of their period", async () => {
  const { status, body } = await report(week("2026-11-02"));
  expect(status).toBe(201);
  expect(body.data).toMatchObject({ ...week("2026-11-02"), hoursPerDay: 7.5, source: "API" });
  expect((await balance("2026-11-07"))?.remaining).toBe(0);
  expect((await balance("2026-11-08"))?.remaining).toBe(0.604);
  const path = `/v2/hours-worked/${body.data.id}`;
  expect((await api.get<Single>(path, keys.admin)).body.data).toEqual(body.data);
  const listed = await api.get<Listed>(`/v2/hours-worked?userIds=${encodeId("user", nina.id)}`, keys.admin);
  expect(listed.body.data).toEqual([body.data]);
});

it("201 the same period again replaces its hours, with an audit line of both", async () => {
  const first = (await report(week("2026-11-02"))).body.data;
  const second = (await report(week("2026-11-02", 40))).body.data;
  expect(second).toMatchObject({ id: first.id, hours: 40 });
  expect((await balance())?.remaining).toBe(0.644);
  const [line] = await services.db
    .select({ action: auditEvents.action, changes: auditEvents.changes })
    .from(auditEvents)
    .where(eq(auditEvents.workspaceId, workspace.id))
    .orderBy(desc(auditEvents.id))
    .limit(1);
  expect(line).toMatchObject({ action: "hours_worked.record", changes: { hours: { from: 37.5, to: 40 } } });
});

it("409 another period that shares a day is refused, and names the one that is there", async () => {
  const there = (await report(week("2026-11-02"))).body.data;
  for (const period of [
    { firstDay: "2026-11-08", lastDay: "2026-11-09" },
    { firstDay: "2026-11-01", lastDay: "2026-11-30" },
    { firstDay: "2026-11-04", lastDay: "2026-11-04" },
  ]) {
    const lastDay = period.lastDay > "2026-11-20" ? "2026-11-20" : period.lastDay;
    const { status, body } = await report({ ...week("2026-11-02", 8), ...period, lastDay });
    expect([status, body.error.code]).toEqual([409, "CONFLICT"]);
    expect(body.error.details).toMatchObject({ id: there.id });
  }
});

it("400 hours that cannot be: reversed, longer than the days, not yet worked, before the person's years", async () => {
  const faultOf = async (more: object) => {
    const { status, body } = await report({ ...week("2026-11-02"), ...more });
    const errors = body.error.details?.fields as { path: string }[] | undefined;
    return [status, ...(errors ?? []).map(({ path }) => path)];
  };
  expect(await faultOf({ firstDay: "2026-11-09", lastDay: "2026-11-08" })).toEqual([400, "lastDay"]);
  expect(await faultOf({ hours: 169 })).toEqual([400, "hours"]);
  expect(await faultOf({ hours: 37.555 })).toEqual([400, "hours"]);
  expect(await faultOf({ lastDay: "2026-11-21" })).toEqual([400, "lastDay"]);
  expect(await faultOf({ firstDay: "2023-01-02", lastDay: "2023-01-08" })).toEqual([400, "lastDay"]);
});

it("403 people cannot report their own hours; 400 for someone out of reach", async () => {
  const own = { ...week("2026-11-02"), userId: encodeId("user", workspace.people.user.id) };
  expect((await report(own, keys.user)).status).toBe(403);
});

it("422 fewer hours, or none, are refused where leave would lose its days", async () => {
  await recordHours(admin, { ...week("2026-11-02", 75), userId: nina.id });
  const [row] = await services.db.select().from(hoursWorked).where(eq(hoursWorked.userId, nina.id));
  const path = `/v2/hours-worked/${encodeId("hoursWorked", row?.id ?? "")}`;
  await requestLeave(admin, { ...days(nina, "2026-11-23", "2026-11-23"), userId: nina.id });
  const fewer = await report(week("2026-11-02", 37.5));
  expect([fewer.status, fewer.body.error.code]).toEqual([422, "LEAVE_NEGATIVE_BALANCE"]);
  expect((await api.v2<Refused>("DELETE", path, { key: keys.admin })).body.error.code).toBe(
    "LEAVE_NEGATIVE_BALANCE",
  );
  expect((await report(week("2026-11-02", 70))).status).toBe(201);
  await report(week("2026-11-09", 75));
  expect((await api.v2("DELETE", path, { key: keys.admin })).status).toBe(204);
  expect((await balance())?.remaining).toBe(0.207);
});

it("leave is booked only against hours that are reported by its day", async () => {
  await report(week("2026-11-09", 75));
  const book = (day: string) => requestLeave(admin, { ...days(nina, day, day), userId: nina.id });
  await expect(book("2026-11-13")).rejects.toMatchObject({ code: "LEAVE_NEGATIVE_BALANCE" });
  await expect(book("2026-11-16")).resolves.toMatchObject({ status: "APPROVED" });
});

it("earning stops at the cap, also by hours", async () => {
  await setPolicy(services, workspace, { yearlyQuota: 0, hoursWorkedRate: 100, accrualCap: 6 });
  await report(week("2026-11-02"));
  expect((await balance())?.remaining).toBe(5);
  await report(week("2026-11-09"));
  expect((await balance())?.remaining).toBe(6);
  await setPolicy(services, workspace, { accrualCap: null });
});

it("ten reports of one period at once are one record", async () => {
  const results = await outcomes(
    Array.from({ length: 10 }, (_, place) =>
      recordHours(admin, { ...week("2026-11-02", place), userId: nina.id }),
    ),
  );
  expect(results).toEqual({ ok: 10 });
  expect(await services.db.select().from(hoursWorked).where(eq(hoursWorked.userId, nina.id))).toHaveLength(1);
});

const page = async (who = workspace.people.admin) => signedInCaller(services, who);
const attempt = () => crypto.randomUUID().replaceAll("-", "");
const refusalOf = async (call: Promise<unknown>) => {
  const error = await call.then(
    () => null,
    (thrown: { cause?: unknown }) => thrown.cause ?? thrown,
  );
  return error instanceof ApiError
    ? [error.code, ...(error.more.details?.fields ?? []).map(({ path }) => path)]
    : null;
};

it("a page enters hours of a new period only, and changes them where they are", async () => {
  const { hoursWorked: pages } = await page();
  const { id } = await pages.create({ attempt: attempt(), hours: week("2026-11-02") });
  expect((await balance())?.remaining).toBe(0.604);
  expect(await refusalOf(pages.create({ attempt: attempt(), hours: week("2026-11-02", 40) }))).toEqual([
    "CONFLICT",
  ]);
  await pages.update({ attempt: attempt(), id, hours: 40 });
  const userId = encodeId("user", nina.id);
  expect((await pages.list({ userId })).items).toMatchObject([
    { id, hours: 40, source: "PAGE", firstDay: "2026-11-02" },
  ]);
  const [line] = await services.db
    .select({ action: auditEvents.action, changes: auditEvents.changes })
    .from(auditEvents)
    .where(eq(auditEvents.workspaceId, workspace.id))
    .orderBy(desc(auditEvents.id))
    .limit(1);
  expect(line).toMatchObject({ action: "hours_worked.record", changes: { hours: { from: 37.5, to: 40 } } });
  expect(await refusalOf(pages.update({ attempt: attempt(), id, hours: 169 }))).toEqual([
    "VALIDATION_ERROR",
    "hours",
  ]);
  await pages.delete({ id });
  expect(await refusalOf(pages.update({ attempt: attempt(), id, hours: 30 }))).toEqual([
    "RESOURCE_NOT_FOUND",
  ]);
});

it("a page's form that is sent twice enters hours once", async () => {
  const { hoursWorked: pages } = await page();
  const form = { attempt: attempt(), hours: week("2026-11-02") };
  const [first, second] = await Promise.all([pages.create(form), pages.create(form)]);
  expect(second).toEqual(first);
});

it("of ten forms that enter one period at once, one is accepted", async () => {
  const { hoursWorked: pages } = await page();
  const results = await Promise.all(
    Array.from({ length: 10 }, (_, place) =>
      refusalOf(pages.create({ attempt: attempt(), hours: week("2026-11-02", place) })),
    ),
  );
  expect(results.filter((one) => one === null)).toHaveLength(1);
  expect(results.filter((one) => one?.[0] === "CONFLICT")).toHaveLength(9);
});

it("people neither enter nor change their own hours on a page, and do not learn of others'", async () => {
  const { id } = await (await page()).hoursWorked.create({ attempt: attempt(), hours: week("2026-11-02") });
  const { hoursWorked: own } = await page(nina);
  expect(await refusalOf(own.create({ attempt: attempt(), hours: week("2026-11-09") }))).toEqual([
    "FORBIDDEN",
  ]);
  expect(await refusalOf(own.update({ attempt: attempt(), id, hours: 40 }))).toEqual(["FORBIDDEN"]);
  const { hoursWorked: others } = await page(workspace.people.user);
  expect(await refusalOf(others.update({ attempt: attempt(), id, hours: 40 }))).toEqual([
    "RESOURCE_NOT_FOUND",
  ]);
});

const run = (rows: readonly unknown[], mode: ImportBody["mode"] = "valid", ctx = admin) =>
  importHours(ctx, { mode, rows });
const outcome = (result: ImportResult) =>
  result.rows.map(({ status, errors = [] }) => [status, ...errors.map(({ path }) => path).sort()].join(" "));
const row = (more: object = {}) => ({
  ...{ user: `${nina.id}@example.com`, firstDay: "2026-11-02", lastDay: "2026-11-08", hours: 37.5 },
  ...more,
});

it("an import names the faults of each row, and writes nothing while it checks", async () => {
  await report(week("2026-10-05"));
  const rows = [
    row(),
    row({ firstDay: "2026-11-09", lastDay: undefined, hours: 7 }),
    row({ firstDay: "2026-11-08", hours: 7 }),
    row({ firstDay: "2026-10-05", lastDay: "2026-10-11" }),
    row({ firstDay: "2026-10-05", lastDay: "2026-10-11", hours: 30 }),
    row({ firstDay: "2026-10-11", lastDay: "2026-10-12" }),
    row({ user: "nobody@example.com" }),
    row({ firstDay: "2026-11-10", lastDay: "2026-11-30" }),
    row({ hours: "many" }),
    7,
  ];
  const expected = [
    "created",
    "created",
    "failed firstDay",
    "failed firstDay",
    "created",
    "failed firstDay",
    "failed user",
    "failed lastDay",
    "failed hours",
    "failed ",
  ];
  const checked = outcome(await run(rows, "check"));
  expect(checked.map((text) => text.trim())).toEqual(
    expected.map((text) => text.replace("created", "skipped").trim()),
  );
  expect((await balance())?.remaining).toBe(0.604);
  expect(outcome(await run(rows)).map((text) => text.trim())).toEqual(expected.map((text) => text.trim()));
  // 37.5 + 7 + 30 h
  expect((await balance())?.remaining).toBe(1.199);
});

it("of two imports of the same file at once, the second finds the hours of the first", async () => {
  const results = await Promise.all([run([row()]), run([row()])]);
  expect(results.flatMap(outcome).sort()).toEqual(["created", "failed firstDay"]);
});

it("an import refuses fewer hours where leave would lose its days", async () => {
  await report(week("2026-11-02", 75));
  await requestLeave(admin, { ...days(nina, "2026-11-23", "2026-11-23"), userId: nina.id });
  expect(outcome(await run([row({ hours: 37.5 })]))).toEqual(["failed hours"]);
  expect(outcome(await run([row({ hours: 80 })]))).toEqual(["created"]);
});

it("an import that replaces the hours of 120 people judges each by their leave, with a few statements", async () => {
  const people: TestPerson[] = [];
  for (let place = 0; place < 120; place++) people.push(await newcomer());
  const rowsOf = (hours: number) => people.map(({ id }) => row({ user: `${id}@example.com`, hours }));
  await run(rowsOf(75));
  const taker = people[70];
  if (!taker) throw new Error("no one");
  await requestLeave(admin, { ...days(taker, "2026-11-23", "2026-11-23"), userId: taker.id });
  let statementCount = 0;
  const counted = await testServices({ clock, onStatement: () => void statementCount++ });
  try {
    const results = outcome(await run(rowsOf(37.5), "valid", await as(counted, workspace.people.admin)));
    expect(results.flatMap((result, place) => (result === "created" ? [] : [[place, result]]))).toEqual([
      [70, "failed hours"],
    ]);
    expect(statementCount).toBeLessThan(30);
  } finally {
    await counted.close();
  }
});

it("a policy's rate is from above 0 to 100, needs the Complete plan, and its example is a year of the location's weeks", async () => {
  const at = { locationId: encodeId("location", workspace.locations.north) };
  const preview = (policy: object) =>
    api.v2<Single & Refused>("POST", `/v2/leave-types/${vacation()}/policies/preview`, {
      key: keys.admin,
      json: { policies: [{ ...at, ...policy }] },
    });
  expect((await preview({ hoursWorkedRate: 0 })).status).toBe(400);
  expect((await preview({ hoursWorkedRate: 100.5 })).status).toBe(400);
  const { body } = await preview({ hoursWorkedRate: rate });
  const [example] = body.data.examples as { worked: unknown }[];
  expect(example?.worked).toEqual({ hoursPerWeek: 37.5, days: 31.382, hours: 235.37 });
});
