import { eq, inArray, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { auditEvents } from "@/drizzle/schema/audit";
import { wholeDay } from "@/drizzle/schema/day-counts";
import { holidays } from "@/drizzle/schema/directory";
import { events } from "@/drizzle/schema/events";
import { leaves } from "@/drizzle/schema/leaves";
import { mails } from "@/drizzle/schema/mails";
import { users } from "@/drizzle/schema/people";
import { newId } from "@/server/kernel/ids";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { dayNumber } from "@/server/kernel/time/calendar-date";
import { requestLeave } from "@/server/modules/leave/requests/request";
import { apiClient, type Refused } from "@/server/test/api-client";
import { type ApiProcess, startApiProcess } from "@/server/test/api-process";
import { carriedOut } from "@/server/test/carried-out";
import { makeKeys, type TestKey, type TestPerson, type TestWorkspace } from "@/server/test/factories";
import { as, days, makeLeaveWorkspace, makePerson, setPolicy } from "@/server/test/leave-kit";
import { lockTable } from "@/server/test/lock-table";
import { testServices } from "@/server/test/services";
import { writeHoliday } from "./write-holiday";

/** More people than are locked while their leave is counted. */
const crowd = 60;

let services: Services;
let workspace: TestWorkspace;
let key: TestKey;
let api: ReturnType<typeof apiClient>;
let people: TestPerson[];
const processes: ApiProcess[] = [];

beforeAll(async () => {
  services = await testServices();
  api = apiClient(services);
});
afterAll(() => services.close());
beforeEach(async () => {
  workspace = await makeLeaveWorkspace(services);
  await setPolicy(services, workspace, { yearlyQuota: 25 });
  key = (await makeKeys(services, workspace)).admin;
  const one = await makePerson(services, workspace, { startDate: "2020-01-01" });
  people = [one, ...Array.from({ length: crowd - 1 }, () => ({ ...one, id: newId() }))];
  await services.db.insert(users).values(
    people.slice(1).map(({ id }) => ({
      ...{ workspaceId: workspace.id, id, name: "Nina New", email: `${id}@example.com` },
      ...{ locationId: one.locationId, departmentId: one.departmentId, startDate: "2020-01-01" },
      ...{ createdAt: services.clock(), updatedAt: services.clock() },
    })),
  );
  await services.db.insert(leaves).values(
    people.map((person) => ({
      ...{ workspaceId: workspace.id, id: newId(), userId: person.id, leaveTypeId: person.leaveTypeId },
      ...{ locationId: one.locationId, departmentId: one.departmentId, status: "APPROVED" as const },
      ...{ startDate: "2029-03-05", endDate: "2029-03-09", durationCalendarDays: 5, durationWorkingDays: 5 },
      dayCounts: { start: dayNumber("2029-03-05"), counts: [1, 1, 1, 1, 1].map(() => wholeDay) },
      ...{ createdAt: services.clock(), updatedAt: services.clock() },
    })),
  );
});
afterEach(() => Promise.all(processes.splice(0).map((child) => child.kill())));

interface Answer extends Refused {
  data: { id: string };
}
const holiday = () => ({
  ...{ locationId: encodeId("location", workspace.locations.north), date: "2029-03-07", name: "Wednesday" },
});
const add = () => api.v2<Answer>("POST", "/v2/holidays", { key, json: holiday() });
const own = (person: TestPerson) =>
  services.db.select().from(leaves).where(eq(leaves.userId, person.id)).orderBy(leaves.startDate);

/** How many leaves have which days, and the traces of their recounts. */
async function outcome() {
  const ids = people.map(({ id }) => id);
  const counted = await services.db.select().from(leaves).where(inArray(leaves.userId, ids));
  const lines = await services.db
    .select({ id: auditEvents.resourceId })
    .from(auditEvents)
    .where(sql`${auditEvents.workspaceId} = ${workspace.id} and ${auditEvents.action} = 'leave.recount'`);
  const happened = await services.db
    .select()
    .from(events)
    .where(sql`${events.workspaceId} = ${workspace.id} and ${events.type} = 'leave.updated'`);
  const sent = await services.db.select().from(mails).where(eq(mails.workspaceId, workspace.id));
  return {
    days: counted.map(({ durationWorkingDays }) => durationWorkingDays),
    recounted: new Set(lines.map(({ id }) => id)).size,
    lines: lines.length,
    events: happened.length,
    recipients: new Set(sent.map(({ recipient }) => recipient)).size,
    mails: sent.length,
  };
}
const once = { recounted: crowd, lines: crowd, events: crowd, recipients: crowd, mails: crowd };

it("people book while a change for many is counted and recorded", async () => {
  const held = await lockTable("mails");
  const changing = add();
  await held.waiting(1);
  const [first, second] = people;
  if (!first || !second) throw new Error("No one is there");
  // One books elsewhere in the year, the other on the changed day's week: only that is counted anew.
  const apart = await requestLeave(await as(services, first), days(first, "2029-05-07", "2029-05-08"));
  await held.release();
  expect((await changing).status).toBe(201);
  expect(apart.durationWorkingDays).toBe(2);
  expect(await outcome()).toMatchObject(once);
  expect((await own(second)).map(({ durationWorkingDays }) => durationWorkingDays)).toEqual([4]);
});

it("leave that is booked or cancelled meanwhile is counted as the change says, and everyone is told once", async () => {
  const [first, second] = people;
  if (!first || !second) throw new Error("No one is there");
  await services.db.delete(leaves).where(eq(leaves.userId, first.id));
  const held = await lockTable("mails");
  const changing = add();
  await held.waiting(1);
  const booked = await requestLeave(await as(services, first), days(first, "2029-03-06", "2029-03-08"));
  expect(booked.durationWorkingDays).toBe(3);
  await services.db
    .update(leaves)
    .set({ status: "CANCELLED", version: 1, updatedAt: services.clock() })
    .where(eq(leaves.userId, second.id));
  // As every write of leave shows itself.
  await services.db.update(users).set({ updatedAt: services.clock() }).where(eq(users.id, second.id));
  await held.release();
  expect((await changing).status).toBe(201);
  expect((await own(first)).map(({ durationWorkingDays }) => durationWorkingDays)).toEqual([2]);
  expect((await own(second)).map(({ durationWorkingDays }) => durationWorkingDays)).toEqual([5]);
  expect(await outcome()).toMatchObject({
    ...{ recounted: crowd - 1, lines: crowd - 1, events: crowd - 1, recipients: crowd - 1, mails: crowd - 1 },
  });
});

it("two changes for many at once: each leave is counted by both", async () => {
  const other = { ...holiday(), date: "2029-03-08", name: "Thursday" };
  const [a, b] = await Promise.all([add(), api.v2<Answer>("POST", "/v2/holidays", { key, json: other })]);
  expect([a.status, b.status]).toEqual([201, 201]);
  const { days: counted, lines, mails: sent } = await outcome();
  expect(counted).toEqual(people.map(() => 3));
  expect([lines, sent]).toEqual([2 * crowd, 2 * crowd]);
});

it("killed in the middle: another process goes on, and does all of it once", async () => {
  const child = await startApiProcess();
  processes.push(child);
  const held = await lockTable("mails");
  child.send({
    do: "request",
    method: "POST",
    url: "/v2/holidays",
    headers: {
      ...{ "content-type": "application/json", prefer: "respond-async" },
      authorization: `Bearer ${key.plain}`,
    },
    body: JSON.stringify(holiday()),
    answer: true,
  });
  expect(await child.said()).toMatchObject({ status: 202 });
  await held.waiting(1);
  await child.kill();
  await held.release();
  await carriedOut(services);
  expect(await outcome()).toMatchObject({ ...once, days: people.map(() => 4) });
});

it("the page's change of one holiday is an operation where many are counted, and made at once where few are", async () => {
  const ctx = await as(services, workspace.people.admin);
  const holidayOf = (date: string) => ({
    kind: "create" as const,
    holiday: { locationId: workspace.locations.north, date, name: "A day" },
  });
  expect(await writeHoliday(ctx, newId(), holidayOf("2029-04-03"))).toBeNull();
  const attempt = newId();
  const [first, second] = await Promise.all([
    writeHoliday(ctx, attempt, holidayOf("2029-03-07")),
    writeHoliday(ctx, attempt, holidayOf("2029-03-07")),
  ]);
  expect(first).toEqual(expect.any(String));
  expect(second).toBe(first);
  expect((await outcome()).days).toEqual(people.map(() => 5));
  await carriedOut(services);
  expect(await outcome()).toMatchObject({ ...once, days: people.map(() => 4) });
  const [added] = await services.db
    .select()
    .from(holidays)
    .where(sql`${holidays.workspaceId} = ${workspace.id} and ${holidays.date} = '2029-03-07'`);
  const id = added?.id ?? "";
  expect(await writeHoliday(ctx, newId(), { kind: "update", id, patch: { isHalfDay: true } })).not.toBeNull();
  await carriedOut(services);
  expect((await outcome()).days).toEqual(people.map(() => 4.5));
  expect(await writeHoliday(ctx, newId(), { kind: "delete", id })).not.toBeNull();
  await carriedOut(services);
  expect((await outcome()).days).toEqual(people.map(() => 5));
});
