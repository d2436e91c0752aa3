import { desc, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { auditEvents } from "@/drizzle/schema/audit";
import { balanceAdjustments } from "@/drizzle/schema/leaves";
import type { Ctx } from "@/server/access/ctx";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { balanceV2 } from "@/server/modules/leave/balances/present";
import { readBalances } from "@/server/modules/leave/balances/read";
import { requestLeave } from "@/server/modules/leave/requests/request";
import type { ImportBody, ImportResult } from "@/server/modules/workspace/imports/schema";
import { type CastMember, makeLeave, type TestPerson, type TestWorkspace } from "@/server/test/factories";
import { as, days, makeLeaveWorkspace, makePerson, setPolicy } from "@/server/test/leave-kit";
import { standingClock, testServices } from "@/server/test/services";
import { adjustBalance } from "./adjust-balance";
import { importOpenings } from "./import-openings";

let services: Services;
let workspace: TestWorkspace;
let admin: Ctx;
let person: TestPerson;

beforeAll(async () => {
  services = await testServices({ clock: standingClock() });
  workspace = await makeLeaveWorkspace(services);
  admin = await as(services, workspace.people.admin);
});
afterAll(() => services.close());
beforeEach(async () => {
  person = await newcomer();
});

const newcomer = (more = {}) => makePerson(services, workspace, { startDate: "2025-01-01", ...more });
const addressOf = ({ id }: { id: string }) => `${id}@example.com`;
const row = (more: object = {}) => ({
  user: addressOf(person),
  leaveType: "Vacation",
  days: 4.5,
  effectiveDate: "2026-11-01",
  note: "Brought along",
  ...more,
});
const run = (rows: readonly unknown[], mode: ImportBody["mode"] = "valid", ctx = admin) =>
  importOpenings(ctx, { mode, rows });
const outcomes = (result: ImportResult) =>
  result.rows.map(({ status, errors = [] }) => [status, ...errors.map(({ path }) => path).sort()].join(" "));
const given = (who: TestPerson = person) =>
  services.db.select().from(balanceAdjustments).where(eq(balanceAdjustments.userId, who.id));
const adjusted = async () =>
  (await readBalances(admin, { userId: person.id, asOf: "2026-11-20" }))
    .map(balanceV2)
    .find(({ leaveTypeId }) => leaveTypeId === encodeId("leaveType", person.leaveTypeId))?.adjusted;

it("created as adjustments of kind OPENING by the importing user, and they count", async () => {
  await newcomer({ employeeId: "E-7" });
  const other = await newcomer({ employeeId: "E-8" });
  const result = await run([
    row(),
    row({ days: -1, effectiveDate: "2026-11-02", user: encodeId("user", person.id), note: " Taken early " }),
    row({ user: "E-8", leaveType: encodeId("leaveType", person.leaveTypeId) }),
  ]);
  expect(outcomes(result)).toEqual(["created", "created", "created"]);
  expect(await adjusted()).toBe(3.5);
  const [first, second] = (await given()).sort((a, b) => (a.effectiveDate < b.effectiveDate ? -1 : 1));
  expect(first).toMatchObject({ kind: "OPENING", days: 4.5, createdById: workspace.people.admin.id });
  expect(second).toMatchObject({ days: -1, note: "Taken early" });
  expect(result.rows[0]?.id).toBe(encodeId("adjustment", first?.id ?? ""));
  expect(await given(other)).toHaveLength(1);
});

it("every kind of fault is reported row by row, those of form and of references together", async () => {
  await makeLeave(services, person, { startDate: "2026-12-07", durationWorkingDays: 24 });
  await newcomer({ employeeId: "E-9" });
  await newcomer({ employeeId: "E-9" });
  const elsewhere = await newcomer({ locationId: workspace.locations.empty });
  const result = await run([
    row({ days: "4,5", effectiveDate: "2026-02-30", note: " ", more: 1 }),
    row({ user: "nobody@example.com", leaveType: "Nothing", days: 1001 }),
    row({ leaveType: "Old" }),
    row({ user: addressOf(elsewhere) }),
    row({ user: "E-9" }),
    row({ user: "E-10" }),
    row({ effectiveDate: "2024-12-31" }),
    row({ days: -2 }),
    row({ days: -1, effectiveDate: "2026-11-03" }),
    row({ days: -1, effectiveDate: "2026-11-04" }),
    row({ effectiveDate: "2026-11-03" }),
    {},
    7,
  ]);
  expect(outcomes(result)).toEqual([
    "failed days effectiveDate more note",
    "failed days leaveType user",
    "failed leaveType",
    "failed leaveType",
    "failed user",
    "failed user",
    "failed effectiveDate",
    "failed days",
    "created",
    "failed days",
    "failed effectiveDate",
    "failed days effectiveDate leaveType note user",
    "failed ",
  ]);
  const messageOf = (at: number) => result.rows[at]?.errors?.[0]?.message;
  expect(messageOf(3)).toBe("This leave type isn't available at the person's location.");
  expect(messageOf(4)).toBe("More than one person has this employee ID.");
  expect(messageOf(10)).toBe("Has the same person, leave type and date as row 8.");
  expect(await given()).toHaveLength(1);
});

it("negative days are accepted when the policy allows them, and unlimited leave has no opening balance", async () => {
  await makeLeave(services, person, { startDate: "2026-12-07", durationWorkingDays: 25 });
  await setPolicy(services, workspace, { allowNegativeBalance: true });
  expect(outcomes(await run([row({ days: -40 })]))).toEqual(["created"]);
  await setPolicy(services, workspace, { unlimited: true });
  const refused = await run([row({ effectiveDate: "2026-11-02" })]);
  expect(refused.rows[0]?.errors?.[0]?.message).toBe(
    "This leave type is unlimited at the person's location.",
  );
  await setPolicy(services, workspace);
});

it("days added by one row may be taken by another of the same person", async () => {
  await makeLeave(services, person, { startDate: "2026-12-07", durationWorkingDays: 25 });
  const rows = [row({ days: -3 }), row({ days: 5, effectiveDate: "2026-11-02" })];
  expect(outcomes(await run(rows))).toEqual(["created", "created"]);
  expect(await adjusted()).toBe(2);
});

it("the same file again writes nothing, and reports existing rows; reversed rows may be imported again", async () => {
  const rows = [row(), row({ effectiveDate: "2026-11-02" })];
  await run(rows);
  const again = await run([...rows, row({ days: 9 })]);
  expect(outcomes(again)).toEqual(Array(3).fill("failed effectiveDate"));
  expect(again.rows[2]?.errors?.[0]?.message).toBe("Already there, with 4.5 days.");
  expect(await given()).toHaveLength(2);
  const reverses = (await given()).find(({ effectiveDate }) => effectiveDate === "2026-11-01")?.id ?? "";
  await adjustBalance(admin, person.id, { kind: "REVERSAL", reverses, note: "Wrong" });
  expect(outcomes(await run(rows))).toEqual(["created", "failed effectiveDate"]);
});

it("the same file by six administrators at once: each row is written once, and reported as existing to the others", async () => {
  const people = await Promise.all(Array.from({ length: 12 }, () => newcomer()));
  const rows = people.map((one) => row({ user: addressOf(one) }));
  const files = Array.from({ length: 6 }, (_, at) => (at % 2 === 0 ? rows : [...rows].reverse()));
  const results = await Promise.all(files.map((file) => run(file)));
  expect(results.reduce((sum, { createdCount }) => sum + createdCount, 0)).toBe(rows.length);
  for (const { rows: reported } of results)
    for (const { status, errors } of reported)
      if (status === "failed") expect(errors?.[0]?.message).toBe("Already there, with 4.5 days.");
  for (const one of people) expect(await given(one)).toHaveLength(1);
});

it("leave booked against days that an import takes concurrently: one of the two is refused", async () => {
  await setPolicy(services, workspace, { yearlyQuota: 5, approvalRequired: false });
  for (let round = 0; round < 6; round++) {
    person = await newcomer();
    const own = await as(services, person);
    const [booked, imported] = await Promise.allSettled([
      requestLeave(own, days(person, "2026-12-07", "2026-12-11")),
      run([row({ days: -1 })]),
    ]);
    const taken = imported.status === "fulfilled" && imported.value.createdCount === 1;
    expect([booked.status === "fulfilled", taken].sort()).toEqual([false, true]);
  }
  await setPolicy(services, workspace);
});

it("failed when leave needs the carry-over that the opening balance replaces", async () => {
  await setPolicy(services, workspace, { rollover: "ALL" });
  await makeLeave(services, person, { startDate: "2026-12-07", durationWorkingDays: 27 });
  expect(outcomes(await run([row({ days: 1 })]))).toEqual(["failed days"]);
  expect(outcomes(await run([row({ days: 2 })]))).toEqual(["created"]);
  await setPolicy(services, workspace);
});

it("check and all write nothing when a row is invalid; the audit log records the import", async () => {
  const rows = [row(), row({ days: 1001 })];
  expect(outcomes(await run(rows, "check"))).toEqual(["skipped", "failed days"]);
  expect(outcomes(await run(rows, "all"))).toEqual(["skipped", "failed days"]);
  expect(await given()).toEqual([]);
  const lines = await services.db
    .select()
    .from(auditEvents)
    .where(eq(auditEvents.action, "balance_adjustment.import"))
    .orderBy(desc(auditEvents.id));
  expect(lines[0]?.changes).toEqual({ created: { to: 0 }, failed: { to: 1 }, skipped: { to: 1 } });
});

it("403 for approvers and users; a location admin's rows for people out of reach, and for themselves, fail", async () => {
  const ctxOf = (member: CastMember) => as(services, workspace.people[member]);
  for (const member of ["approver", "user"] as const)
    await expect(run([row()], "valid", await ctxOf(member))).rejects.toMatchObject({ code: "FORBIDDEN" });
  const south = await newcomer({ locationId: workspace.locations.south, employeeId: "S-1" });
  const rows = [
    row(),
    row({ user: addressOf(south) }),
    row({ user: "S-1" }),
    row({ user: addressOf(workspace.people.locationAdmin) }),
  ];
  expect(outcomes(await run(rows, "valid", await ctxOf("locationAdmin")))).toEqual([
    "created",
    "failed user",
    "failed user",
    "failed user",
  ]);
});
