import { and, eq, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { auditEvents } from "@/drizzle/schema/audit";
import { decisionLinks, leaveNotices } from "@/drizzle/schema/leave-mails";
import { balanceAdjustments, leaves } from "@/drizzle/schema/leaves";
import { workPatterns } from "@/drizzle/schema/work-patterns";
import { workspaces } from "@/drizzle/schema/workspaces";
import { newId } from "@/server/kernel/ids";
import { sha256 } from "@/server/kernel/secrets";
import type { Services } from "@/server/kernel/services";
import { readBalances } from "@/server/modules/leave/balances/read";
import { readExplanation } from "@/server/modules/leave/balances/read-explanation";
import { makeLeave, type TestPerson, type TestWorkspace } from "@/server/test/factories";
import { as, makeLeaveWorkspace, makePerson } from "@/server/test/leave-kit";
import { standingClock, testNow, testServices } from "@/server/test/services";
import { signedInCaller } from "@/server/test/signed-in-caller";
import { deleteExpiredAudit, deleteExpiredLeave } from "./delete-expired";
import type { Retention } from "./schema";

const clock = standingClock();
let services: Services;
let workspace: TestWorkspace;

beforeAll(async () => {
  services = await testServices({ clock });
});
afterAll(() => services.close());
beforeEach(async () => {
  clock.set(testNow);
  workspace = await makeLeaveWorkspace(services);
});

/** The same moment some years ago, or slightly earlier. */
const yearsAgo = (years: number, earlierMs = 0): Date => {
  const at = new Date(testNow);
  at.setUTCFullYear(at.getUTCFullYear() - years);
  return new Date(at.getTime() - earlierMs);
};
const keep = (kept: Partial<Retention>, { id } = workspace) =>
  services.db.update(workspaces).set(kept).where(eq(workspaces.id, id));
const callerOf = (member: "admin" | "locationAdmin") => signedInCaller(services, workspace.people[member]);

async function addLines(times: readonly Date[], { id } = workspace) {
  const line = { workspaceId: id, action: "thing.do", resourceType: "thing" };
  await services.db.insert(auditEvents).values(times.map((at) => ({ ...line, at, id: newId() })));
}
const linesLeft = async ({ id } = workspace) =>
  (
    await services.db
      .select({ at: auditEvents.at })
      .from(auditEvents)
      .where(and(eq(auditEvents.workspaceId, id), eq(auditEvents.action, "thing.do")))
      .orderBy(auditEvents.at)
  ).map(({ at }) => at.getTime());

it("audit lines are deleted after their workspace's retention period; in other workspaces all stay", async () => {
  const other = await makeLeaveWorkspace(services);
  const times = [yearsAgo(10), yearsAgo(3, 1), yearsAgo(3), yearsAgo(1)];
  for (const each of [workspace, other]) await addLines(times, each);
  await deleteExpiredAudit(services);
  expect(await linesLeft()).toHaveLength(4);
  await keep({ auditKeptYears: 3 });
  expect(await deleteExpiredAudit(services)).toBe(2);
  expect(await linesLeft()).toEqual([yearsAgo(3).getTime(), yearsAgo(1).getTime()]);
  expect(await linesLeft(other)).toHaveLength(4);
});

it("many lines are deleted in steps, also by several processes at once", async () => {
  await keep({ auditKeptYears: 1 });
  for (let part = 0; part < 6; part++) await addLines(Array.from({ length: 1000 }, () => yearsAgo(2)));
  await addLines([yearsAgo(0)]);
  const done = await Promise.all(Array.from({ length: 3 }, () => deleteExpiredAudit(services)));
  expect(done.reduce((sum, one) => sum + one)).toBe(6000);
  expect(await linesLeft()).toHaveLength(1);
});

/** An employee with leave, an adjustment, a pattern, and a decision link for their approver. */
async function withRecords(more: object): Promise<TestPerson> {
  const person = await makePerson(services, workspace, { startDate: "2020-01-01", ...more });
  const own = { workspaceId: workspace.id, userId: person.id, createdAt: yearsAgo(4) };
  const leaveId = await makeLeave(services, person, { startDate: "2026-11-02", endDate: "2026-11-03" });
  const { leaveTypeId } = person;
  await services.db.insert(balanceAdjustments).values({
    ...{ ...own, id: newId(), leaveTypeId, kind: "ADJUSTMENT", days: 2 },
    ...{ effectiveDate: "2026-01-01", note: "" },
  });
  await services.db
    .insert(workPatterns)
    .values({ ...own, id: newId(), startsOn: "2021-01-01", cycleStart: "2020-12-27", minutes: null });
  await services.db.insert(decisionLinks).values({
    ...{ ...own, userId: workspace.people.approver.id, hash: sha256(newId()), leaveId, version: 0 },
    ...{ expiresAt: yearsAgo(4), shown: {} as never },
  });
  const { userId: _userId, ...notice } = own;
  await services.db.insert(leaveNotices).values({
    ...notice,
    id: newId(),
    leaveId,
    kind: "remind",
    status: "OPEN",
    nextAttemptAt: yearsAgo(0),
  });
  return person;
}

type TableOfPeople = PgTable & { workspaceId: typeof leaves.workspaceId };
const rowsIn = async (table: unknown) => {
  const rows = table as TableOfPeople;
  const [found] = await services.db
    .select({ count: sql<number>`count(*)::int` })
    .from(rows)
    .where(eq(rows.workspaceId, workspace.id));
  return found?.count;
};
const recordsLeft = () =>
  Promise.all([leaves, balanceAdjustments, workPatterns, decisionLinks, leaveNotices].map(rowsIn));

it("leave of an erased person is deleted after the period, with the records behind its balance; other people's stays", async () => {
  const erased = await withRecords({ status: "DELETED", erasedAt: yearsAgo(2, 1) });
  const recently = await withRecords({ status: "DELETED", erasedAt: yearsAgo(2) });
  const inactive = await withRecords({ status: "INACTIVE" });
  await deleteExpiredLeave(services);
  expect(await recordsLeft()).toEqual([3, 3, 3, 3, 3]);
  await keep({ erasedLeaveKeptYears: 2 });
  const admin = await as(services, workspace.people.admin);
  const before = await Promise.all([recently, inactive].map(({ id }) => readBalances(admin, { userId: id })));

  expect(await deleteExpiredLeave(services)).toBe(1);
  expect(await recordsLeft()).toEqual([2, 2, 2, 2, 2]);
  expect(
    await Promise.all([recently, inactive].map(({ id }) => readBalances(admin, { userId: id }))),
  ).toEqual(before);
  const balances = await readBalances(admin, { userId: erased.id });
  const vacation = balances.find(({ leaveTypeId }) => leaveTypeId === erased.leaveTypeId);
  const lines = await readExplanation(admin, { userId: erased.id, leaveTypeId: erased.leaveTypeId });
  expect(vacation).toMatchObject({ taken: 0, adjusted: 0, remaining: 25_000 });
  expect(lines.at(-1)?.balanceAfter).toBe(vacation?.remaining);
  expect(await deleteExpiredLeave(services)).toBe(0);
});

it("of many erased people each is deleted by one of several concurrent processes", async () => {
  await keep({ erasedLeaveKeptYears: 1 });
  const people = await Promise.all(
    Array.from({ length: 60 }, () =>
      makePerson(services, workspace, { status: "DELETED", erasedAt: yearsAgo(3) }),
    ),
  );
  for (const person of people) await makeLeave(services, person, { startDate: "2024-03-04" });
  await Promise.all(Array.from({ length: 3 }, () => deleteExpiredLeave(services)));
  expect(await rowsIn(leaves)).toBe(0);
});

it("counts what a shorter period would delete; the change is audited; FORBIDDEN for others", async () => {
  const erasedAt = yearsAgo(2);
  await addLines([yearsAgo(5), yearsAgo(2), yearsAgo(1, 1), yearsAgo(0)]);
  await withRecords({ status: "DELETED", erasedAt });
  await withRecords({});
  const admin = await callerOf("admin");
  const counted = (auditKeptYears: Retention["auditKeptYears"], erasedLeaveKeptYears: 1 | 3 | null) =>
    admin.retention.countExpired({ auditKeptYears, erasedLeaveKeptYears, endedAccessKeptYears: null });
  const endedAccessCount = 0;
  expect(await counted(null, null)).toEqual({ auditEntryCount: 0, leaveCount: 0, endedAccessCount });
  expect(await counted(3, 3)).toEqual({ auditEntryCount: 1, leaveCount: 0, endedAccessCount });
  expect(await counted(1, 1)).toEqual({ auditEntryCount: 3, leaveCount: 1, endedAccessCount });
  const patch = { auditKeptYears: 5, erasedLeaveKeptYears: null, endedAccessKeptYears: null } as const;
  expect(await admin.workspace.updateSettings(patch)).toMatchObject(patch);
  await expect(admin.workspace.updateSettings({ auditKeptYears: 4 as never })).rejects.toThrow();
  const { items } = await admin.audit.list({ action: "workspace.update" } as never);
  expect(items[0]?.changes).toEqual({ auditKeptYears: { from: null, to: 5 } });
  const lead = await callerOf("locationAdmin");
  await expect(lead.retention.countExpired(patch)).rejects.toMatchObject({ code: "FORBIDDEN" });
});
