import { and, eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { auditEvents } from "@/drizzle/schema/audit";
import { companyLeavePeople } from "@/drizzle/schema/company-leaves";
import { userLabels } from "@/drizzle/schema/directory";
import { events } from "@/drizzle/schema/events";
import { leaves } from "@/drizzle/schema/leaves";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { dayNumber, dayText, weekdayOf } from "@/server/kernel/time/calendar-date";
import { apiClient, type Single } from "@/server/test/api-client";
import { type ApiProcess, startApiProcess } from "@/server/test/api-process";
import { carriedOut, makeOperationsDue } from "@/server/test/carried-out";
import { expireWorkerLease } from "@/server/test/expire-worker-lease";
import { makeKeys, type TestKey, type TestPerson, type TestWorkspace } from "@/server/test/factories";
import { makeLeaveWorkspace, makePerson } from "@/server/test/leave-kit";
import { testServices } from "@/server/test/services";

let services: Services;
let workspace: TestWorkspace;
let key: TestKey;
let api: ReturnType<typeof apiClient>;
let everyone: TestPerson[];
const processes: ApiProcess[] = [];
/** More than one step of fifty, so that a booking can be stopped between steps and within one. */
const size = 180;

/** Monday to Friday, some weeks ahead: the processes have the real clock. */
const monday = (() => {
  const day = dayNumber(new Date(Date.now() + 21 * 86_400_000).toISOString().slice(0, 10));
  return day + ((8 - weekdayOf(day)) % 7);
})();
const week = { startDate: dayText(monday), endDate: dayText(monday + 4) };

beforeAll(async () => {
  services = await testServices();
  api = apiClient(services);
});
afterAll(() => services.close());
afterEach(() => Promise.all(processes.splice(0).map((child) => child.kill())));
beforeEach(async () => {
  workspace = await makeLeaveWorkspace(services, { unlimited: true });
  key = (await makeKeys(services, workspace)).admin;
  everyone = [];
  for (let place = 0; place < size; place++)
    everyone.push(
      await makePerson(services, workspace, {
        ...{ name: `Person ${place}`, email: `person${place}-${workspace.id}@example.com` },
        startDate: "2025-01-01",
      }),
    );
  await services.db.insert(userLabels).values(
    [...new Set(Object.values(workspace.people).map(({ id }) => id))].map((userId) => ({
      ...{ workspaceId: workspace.id, userId, labelId: workspace.labels.unused },
    })),
  );
});

async function start(): Promise<ApiProcess> {
  const child = await startApiProcess();
  processes.push(child);
  return child;
}

const book = async (): Promise<string> => {
  const answer = await api.v2<Single<{ id: string }>>("POST", "/v2/company-leaves", {
    key,
    json: {
      ...{ name: "Shutdown", leaveTypeId: encodeId("leaveType", workspace.leaveTypes.vacation), ...week },
      exemptLabelIds: [encodeId("label", workspace.labels.unused)],
    },
  });
  expect(answer.status).toBe(201);
  return answer.body.data.id;
};
const bookedCount = () =>
  services.db.$count(
    leaves,
    and(eq(leaves.workspaceId, workspace.id), sql`${leaves.companyLeaveId} is not null`),
  );

/** Each person has their leave once, with one audit line and one event, and their row says so. */
async function expectOnceForAll() {
  const rows = await services.db
    .select({ id: leaves.id, userId: leaves.userId, status: leaves.status })
    .from(leaves)
    .where(and(eq(leaves.workspaceId, workspace.id), sql`${leaves.companyLeaveId} is not null`));
  expect(rows.map(({ userId }) => userId).sort()).toEqual(everyone.map(({ id }) => id).sort());
  expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(["APPROVED"]));
  const lines = and(eq(auditEvents.workspaceId, workspace.id), eq(auditEvents.action, "leave.book"));
  expect(await services.db.$count(auditEvents, lines)).toBe(size);
  const approved = and(eq(events.workspaceId, workspace.id), eq(events.type, "leave.approved"));
  expect(await services.db.$count(events, approved)).toBe(size);
  const booked = and(
    eq(companyLeavePeople.workspaceId, workspace.id),
    eq(companyLeavePeople.outcome, "BOOKED"),
  );
  expect(await services.db.$count(companyLeavePeople, booked)).toBe(size);
}

/** Longer than a step takes on a busy machine. */
const askEveryMs = 5000;

it("killed half way, again and again: no one is booked twice, and no one is missing", async () => {
  await book();
  const counts: number[] = [];
  for (let tries = 0; tries < 8 && (counts.at(-1) ?? 0) < size; tries++) {
    const before = await bookedCount();
    const [victim, survivor] = [await start(), await start()];
    let askedAt = -askEveryMs;
    const hasMore = async () => {
      // An attempt that died is put off, and its lanes are held for a while. Not each time: the worker that holds one would lose it.
      if (performance.now() - askedAt > askEveryMs) {
        askedAt = performance.now();
        await expireWorkerLease(services, workspace.id);
        await makeOperationsDue(services);
        victim.send({ do: "carryOut" });
        if (tries % 2 === 1) survivor.send({ do: "carryOut" });
      }
      return (await bookedCount()) > before;
    };
    await expect.poll(hasMore, { interval: 20, timeout: 60_000 }).toBe(true);
    await Promise.all([victim.kill(), survivor.kill()]);
    counts.push(await bookedCount());
  }
  // It was killed half way at least once.
  expect(counts[0]).toBeLessThan(size);
  await expireWorkerLease(services, workspace.id);
  await carriedOut(services);
  await expectOnceForAll();
}, 300_000);

it("beside an import of the same people and days: no one has two leaves on a day", async () => {
  const rows = everyone.slice(0, 100).map(({ id }, place) => ({
    ...{ user: encodeId("user", id), leaveType: "Vacation" },
    startDate: dayText(monday + (place % 5)),
    endDate: dayText(monday + (place % 5)),
  }));
  const [, imported] = await Promise.all([
    book(),
    api.v2("POST", "/v2/leaves/import", { key, json: { mode: "valid", rows } }),
  ]);
  expect(imported.status).toBe(202);
  const workers = [await start(), await start()];
  for (const worker of workers) worker.send({ do: "carryOut" });
  await Promise.all(workers.map((worker) => worker.said()));
  await carriedOut(services);
  expect(await overlapping()).toEqual([]);
  // The second of the two took what was left.
  const taken = await services.db.$count(
    leaves,
    and(eq(leaves.workspaceId, workspace.id), eq(leaves.status, "APPROVED")),
  );
  expect(taken).toBeGreaterThanOrEqual(size);
  const unbooked = sql`${companyLeavePeople.outcome} is null or ${companyLeavePeople.outcome} not in ('BOOKED', 'PARTLY_BOOKED')`;
  expect(
    await services.db.$count(
      companyLeavePeople,
      and(eq(companyLeavePeople.workspaceId, workspace.id), unbooked),
    ),
  ).toBe(0);
});

it("two on the same days by two processes: one leave for each person", async () => {
  await Promise.all([book(), book()]);
  const workers = [await start(), await start()];
  for (const worker of workers) worker.send({ do: "carryOut" });
  await Promise.all(workers.map((worker) => worker.said()));
  await carriedOut(services);
  await expectOnceForAll();
  expect(await overlapping()).toEqual([]);
});

const overlapping = () =>
  services.db.execute(sql`
    select a.user_id from ${leaves} a join ${leaves} b on b.workspace_id = a.workspace_id and b.user_id = a.user_id and a.id < b.id
    where a.workspace_id = ${workspace.id} and a.status in ('OPEN', 'APPROVED') and b.status in ('OPEN', 'APPROVED')
      and a.start_date <= b.end_date and b.start_date <= a.end_date`);
