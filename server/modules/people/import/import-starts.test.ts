import { and, eq, inArray } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { auditEvents } from "@/drizzle/schema/audit";
import { balanceAdjustments, leaveTypes } from "@/drizzle/schema/leaves";
import { workPatterns } from "@/drizzle/schema/work-patterns";
import { newId } from "@/server/kernel/ids";
import { decodeId, encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { readBalances } from "@/server/modules/leave/balances/read";
import { apiClient, type Single } from "@/server/test/api-client";
import { carriedOut } from "@/server/test/carried-out";
import { makeKey, type TestWorkspace } from "@/server/test/factories";
import { as, makeLeaveWorkspace, setPolicy } from "@/server/test/leave-kit";
import { standingClock, testNow, testServices } from "@/server/test/services";
import { importUsers } from "./import-users";
import { UserImport, type UserImportResult } from "./schema";

let services: Services;
let workspace: TestWorkspace;
let statementCount = 0;

beforeAll(async () => {
  services = await testServices({ clock: standingClock(), onStatement: () => statementCount++ });
});
afterAll(() => services.close());
// Today is Friday 20 November 2026.
beforeEach(async () => {
  workspace = await makeLeaveWorkspace(services, { rollover: "ALL" });
});

const person = (address: string, more: object = {}) => ({
  ...{ name: address, email: `${address}@example.com`, startDate: "2020-01-01" },
  ...more,
});
const boss = () => as(services, workspace.people.admin);
const send = async (rows: object[], more: object = {}): Promise<UserImportResult> =>
  importUsers(await boss(), UserImport.parse({ mode: "valid", rows, ...more }));
const failures = ({ rows }: UserImportResult) =>
  rows.map(({ status, errors }) => [status, ...(errors ?? []).map(({ path }) => path)]);
const messages = ({ rows }: UserImportResult) => rows.map(({ errors }) => errors?.[0]?.message ?? null);
const idOf = (result: UserImportResult, at = 0) => decodeId("user", result.rows[at]?.id ?? "") ?? "";

async function balanceOf(userId: string, asOf?: string) {
  const found = await readBalances(await boss(), { userId, asOf });
  return found.find(({ leaveTypeId }) => leaveTypeId === workspace.leaveTypes.vacation);
}
const given = async () =>
  (
    await services.db
      .select()
      .from(balanceAdjustments)
      .where(eq(balanceAdjustments.workspaceId, workspace.id))
  ).map(({ kind, days, effectiveDate }) => `${kind} ${days} from ${effectiveDate}`);
const patterns = () =>
  services.db.select().from(workPatterns).where(eq(workPatterns.workspaceId, workspace.id));
const auditLines = async () => {
  const lines = await services.db
    .select({ action: auditEvents.action })
    .from(auditEvents)
    .where(
      and(
        eq(auditEvents.workspaceId, workspace.id),
        inArray(auditEvents.action, ["balance_adjustment.create", "work_pattern.create"]),
      ),
    );
  return lines.map(({ action }) => action).toSorted();
};

/** Another leave type with a yearly quota in North. */
async function secondType(name: string, policy: object = {}): Promise<string> {
  const id = newId();
  await services.db
    .insert(leaveTypes)
    .values({ workspaceId: workspace.id, id, name, color: "3b82f6", position: 9, createdAt: testNow });
  await setPolicy(services, workspace, { leaveTypeId: id, yearlyQuota: 5, ...policy });
  return id;
}

it("yearly days replace the policy's from this accounting year on, and days left are what is left today", async () => {
  const result = await send([
    person("both", { yearlyDays: 30, daysLeft: 12.5 }),
    person("yearly", { yearlyDays: 27.5 }),
    person("left", { daysLeft: 0 }),
    person("plain"),
  ]);
  expect(result).toMatchObject({ createdCount: 4, set: { yearlyDays: 2, daysLeft: 2, workPatterns: 0 } });
  expect(await balanceOf(idOf(result))).toMatchObject({ quota: 30_000, remaining: 12_500 });
  expect(await balanceOf(idOf(result, 1))).toMatchObject({ quota: 27_500 });
  expect(await balanceOf(idOf(result, 1), "2025-12-31")).toMatchObject({ quota: 25_000 });
  expect(await balanceOf(idOf(result, 2))).toMatchObject({ quota: 25_000, carriedOver: 0, remaining: 0 });
  expect(await given()).toEqual([
    "QUOTA 30 from 2026-01-01",
    "OPENING -17.5 from 2026-11-20",
    "QUOTA 27.5 from 2026-01-01",
    "OPENING -25 from 2026-11-20",
  ]);
  expect(await auditLines()).toEqual(Array(4).fill("balance_adjustment.create"));
});

it("days left of someone who starts later are what is left on their first day", async () => {
  const result = await send([person("later", { startDate: "2027-03-01", yearlyDays: 30, daysLeft: 4 })]);
  expect(await given()).toEqual([
    "QUOTA 30 from 2027-01-01",
    expect.stringMatching(/^OPENING .* 2027-03-01$/),
  ]);
  expect(await balanceOf(idOf(result), "2027-03-01")).toMatchObject({ remaining: 4000 });
});

it("days left are what is left today with the extra days of the row's labels", async () => {
  await setPolicy(services, workspace, { labelDays: [{ labelId: workspace.labels.night, days: 5 }] });
  const labels = ["night shift"];
  const result = await send([person("a", { labels, daysLeft: 3 }), person("b", { labels })]);
  expect(await balanceOf(idOf(result))).toMatchObject({ quota: 30_000, remaining: 3000 });
  expect(await balanceOf(idOf(result, 1))).toMatchObject({ quota: 30_000 });
});

it("days left are what is left today while days accrue month by month", async () => {
  await setPolicy(services, workspace, { accrual: "MONTHLY", rollover: "ALL" });
  const result = await send([person("a", { startDate: "2026-03-16", yearlyDays: 24, daysLeft: 3.25 })]);
  expect(await balanceOf(idOf(result))).toMatchObject({ carriedOver: 0, remaining: 3250 });
  expect(await balanceOf(idOf(result), "2026-12-01")).toMatchObject({ remaining: 5250 });
});

it("the leave type: of the row, else of the import, else the only one with a yearly quota; otherwise the row fails", async () => {
  const rows = [person("a", { daysLeft: 3 }), person("b", { leaveType: "Vacation", yearlyDays: 26 })];
  expect(failures(await send(rows, { mode: "check" }))).toEqual([["skipped"], ["skipped"]]);
  const training = await secondType("Training");
  const unsure = await send(rows, { mode: "check" });
  expect(failures(unsure)).toEqual([["failed", "leaveType"], ["skipped"]]);
  expect(messages(unsure)[0]).toBe("Is required: several leave types have a yearly quota.");
  await send(rows, { leaveType: encodeId("leaveType", training) });
  const written = await services.db
    .select()
    .from(balanceAdjustments)
    .where(eq(balanceAdjustments.workspaceId, workspace.id));
  expect(written.map(({ kind, leaveTypeId }) => [kind, leaveTypeId])).toEqual([
    ["OPENING", training],
    ["QUOTA", workspace.leaveTypes.vacation],
  ]);
});

it("the faults of a row's days stand at their fields, all at once, and nothing is written", async () => {
  await secondType("Sickness", { unlimited: true, yearlyQuota: 0 });
  const rows = [
    person("a", { daysLeft: -1 }),
    person("b", { daysLeft: 1.2345, yearlyDays: -1, email: "none" }),
    person("c", { daysLeft: 1, leaveType: "Nothing" }),
    person("d", { yearlyDays: 1, leaveType: "Sickness" }),
    person("e", { yearlyDays: "many", workPattern: "Mon-Thu" }),
    person("f", { workPattern: [0, 0, 0, 0, 0, 0, 0] }),
    person("g", { workPattern: [0, 2000, 0, 0, 0, 0, "HALF"] }),
    person("h", { daysLeft: -1, location: "Nowhere" }),
  ];
  const result = await send(rows);
  expect(failures(result)).toEqual([
    ["failed", "daysLeft"],
    ["failed", "email", "yearlyDays", "daysLeft"],
    ["failed", "leaveType"],
    ["failed", "leaveType"],
    ["failed", "yearlyDays", "workPattern"],
    ["failed", "workPattern"],
    ["failed", "workPattern.1", "workPattern.6"],
    ["failed", "daysLeft", "location"],
  ]);
  expect(messages(result)[0]).toBe("Must be at least 0: this leave type allows no balance below zero.");
  const said = result.rows.flatMap(({ errors }) => errors ?? []);
  expect(said.filter(({ reason }) => !reason)).toEqual([]);
  expect([await given(), await patterns()]).toEqual([[], []]);
});

it("days left may be below zero where the policy allows it", async () => {
  await setPolicy(services, workspace, { allowNegativeBalance: true });
  const result = await send([person("a", { daysLeft: -2.5 })]);
  expect(await balanceOf(idOf(result))).toMatchObject({ remaining: -2500 });
});

it("a working pattern counts from the first day of work, by the location's hours; the location's work week is none", async () => {
  const [full, half] = ["FULL_DAY", "HALF_DAY"];
  const result = await send([
    person("a", { workPattern: [0, full, full, full, full, half, 0] }),
    person("b", { workPattern: [0, 360, 0, 0, 0, 0, 0], startDate: undefined }),
    person("c", { workPattern: [0, full, full, full, full, full, 0] }),
    person("d", { workPattern: [0, 480, 480, 480, 480, 480, 0] }),
  ]);
  expect(result).toMatchObject({ createdCount: 4, set: { workPatterns: 2 } });
  const found = await patterns();
  expect(
    found.map(({ userId, startsOn, cycleStart, minutes }) => ({ userId, startsOn, cycleStart, minutes })),
  ).toEqual([
    {
      ...{ userId: idOf(result), startsOn: "2020-01-01", cycleStart: "2019-12-30" },
      minutes: [[0], [480], [480], [480], [480], [240], [0]],
    },
    {
      ...{ userId: idOf(result, 1), startsOn: "2026-01-01", cycleStart: "2025-12-29" },
      minutes: [[0], [360], [0], [0], [0], [0], [0]],
    },
  ]);
  expect(await auditLines()).toEqual(Array(2).fill("work_pattern.create"));
});

it("check: says what would be set, and sets nothing; the same rows a second time change nothing and say so", async () => {
  const rows = [person("a", { yearlyDays: 30, daysLeft: 12, workPattern: [0, 480, 0, 0, 0, 0, 0] })];
  const set = { yearlyDays: 1, daysLeft: 1, workPatterns: 1 };
  expect(await send(rows, { mode: "check" })).toMatchObject({ skippedCount: 1, set });
  expect([await given(), await patterns()]).toEqual([[], []]);
  expect(await send(rows, { mode: "all" })).toMatchObject({ createdCount: 1, set });
  const before = [await given(), await patterns(), await auditLines()];
  for (const mode of ["all", "valid"])
    expect(await send(rows, { mode })).toMatchObject({
      createdCount: 0,
      set: { yearlyDays: 0, daysLeft: 0, workPatterns: 0 },
      rows: [{ errors: [{ path: "email", message: "Another person already has this email address." }] }],
    });
  expect([await given(), await patterns(), await auditLines()]).toEqual(before);
});

it("403 INSUFFICIENT_SCOPE for days, with a key that may not adjust a single balance", async () => {
  const api = apiClient(services);
  const owner = { workspaceId: workspace.id, ownerId: workspace.people.admin.id };
  const key = await makeKey(services, { ...owner, scopes: ["users:write"] });
  const operation = async (row: object) => {
    const json = { mode: "valid", rows: [row] };
    const accepted = await api.v2<{ operation: { url: string } }>("POST", "/v2/users/import", { key, json });
    await carriedOut(services);
    return (await api.get<Single>(accepted.body.operation.url, key)).body.data;
  };
  expect(await operation(person("a", { daysLeft: 3 }))).toMatchObject({
    status: "FAILED",
    error: { code: "INSUFFICIENT_SCOPE", details: { requiredScopes: ["leaves:write"] } },
  });
  const patterned = person("b", { workPattern: [0, 480, 0, 0, 0, 0, 0] });
  expect(await operation(patterned)).toMatchObject({ status: "SUCCEEDED" });
});

it("the number of statements does not grow with the rows of a chunk, and all are written", async () => {
  const rows = (from: number, count: number) =>
    Array.from({ length: count }, (_, at) =>
      person(`p${from + at}`, { yearlyDays: 30, daysLeft: at % 30, workPattern: [0, 480, 480, 0, 0, 0, 0] }),
    );
  const statementsOf = async (wanted: object[]) => {
    const before = statementCount;
    expect(await send(wanted)).toMatchObject({ createdCount: wanted.length });
    return statementCount - before;
  };
  await statementsOf(rows(0, 1));
  const few = await statementsOf(rows(1, 2));
  expect(few).toBeGreaterThan(5);
  expect(await statementsOf(rows(10, 900))).toBe(few);
  expect([(await given()).length, (await patterns()).length]).toEqual([2 * 903, 903]);
});
