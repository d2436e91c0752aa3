import { and, eq } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { holidays } from "@/drizzle/schema/directory";
import { leaves } from "@/drizzle/schema/leaves";
import { newId } from "@/server/kernel/ids";
import type { Services } from "@/server/kernel/services";
import { setWorkPattern } from "@/server/modules/people/patterns/set-work-pattern";
import type { TestPerson, TestWorkspace } from "@/server/test/factories";
import {
  as,
  days,
  leaveRow,
  makeLeaveWorkspace,
  makePerson,
  outcomes,
  setApprovers,
  setPolicy,
  tracesOf,
} from "@/server/test/leave-kit";
import { standingClock, testServices } from "@/server/test/services";
import { cancelLeave } from "./cancel";
import { deleteLeave } from "./delete";
import { denyLeave } from "./deny";
import { editLeave } from "./edit";
import { expireLeaves } from "./expire";
import { importLeaves } from "./import-leaves";
import { leavePreviewV2 } from "./present";
import { previewLeave } from "./preview";
import { requestLeave } from "./request";

let services: Services;
let workspace: TestWorkspace;
const clock = standingClock();
const date = "2027-12-24";
const ownPolicy = { approvalRequired: false, shortestDuration: "QUARTER_HOUR" } as const;
const plainDate = "2027-12-20";

beforeAll(async () => {
  services = await testServices({ clock });
  workspace = await makeLeaveWorkspace(services, {
    approvalRequired: false,
    shortestDuration: "QUARTER_HOUR",
  });
  await services.db.insert(holidays).values({
    ...{ workspaceId: workspace.id, id: newId(), locationId: workspace.locations.north },
    ...{ date, name: "Christmas Eve", isHalfDay: true },
  });
});
afterAll(() => services.close());

const hours = (startHour: number, endHour: number) => ({
  ...{ isFullDayLeave: false, startHour, startMinute: 0, endHour, endMinute: 0 },
});
const wanted = (person: TestPerson, on: string, from: number, to: number) =>
  days(person, on, on, hours(from, to));
const book = async (person: TestPerson, on: string, from: number, to: number) =>
  requestLeave(await as(services, person), wanted(person, on, from, to));
const countOf = async (id: string) => (await leaveRow(services, id)).durationWorkingDays;

it("the morning and the afternoon of a half-day holiday cost half a day in total", async () => {
  const person = await makePerson(services, workspace);
  const morning = await book(person, date, 8, 12);
  expect(morning.durationWorkingDays).toBe(0.5);
  const seen = await previewLeave(await as(services, person), wanted(person, date, 12, 16));
  expect(leavePreviewV2(seen)).toMatchObject({
    durationWorkingDays: 0,
    days: [{ date, amount: 0, kind: "HALF_DAY_HOLIDAY" }],
    faults: [],
  });
  expect((await book(person, date, 12, 16)).durationWorkingDays).toBe(0);
});

it("more hours than a day has cost one day in total, even when requested concurrently", async () => {
  const person = await makePerson(services, workspace);
  const asked = [
    [6, 14],
    [14, 22],
    [22, 23],
  ] as const;
  expect(await outcomes(asked.map(([from, to]) => book(person, plainDate, from, to)))).toEqual({ ok: 3 });
  const all = await services.db.select().from(leaves).where(eq(leaves.userId, person.id));
  expect(all.reduce((sum, { durationWorkingDays }) => sum + durationWorkingDays, 0)).toBe(1);
});

it("an edit is counted beside the other leave, and releases to it what it no longer takes", async () => {
  const person = await makePerson(services, workspace);
  const ctx = await as(services, person);
  const early = await book(person, plainDate, 6, 14);
  const late = await book(person, plainDate, 14, 22);
  expect([early, late].map(({ durationWorkingDays }) => durationWorkingDays)).toEqual([1, 0]);
  expect(await editLeave(ctx, early.id, { endHour: 10 })).toMatchObject({ durationWorkingDays: 0.5 });
  expect(await countOf(late.id)).toBe(0.5);
  expect(await editLeave(ctx, early.id, { endHour: 14 })).toMatchObject({ durationWorkingDays: 0.5 });
  expect(await countOf(late.id)).toBe(0.5);
});

it.each([
  ["cancelled", async (id: string, person: TestPerson) => cancelLeave(await as(services, person), id)],
  ["deleted", async (id: string, person: TestPerson) => deleteLeave(await as(services, person), id)],
  [
    "moved to another day",
    async (id: string, person: TestPerson) =>
      editLeave(await as(services, person), id, { startDate: "2027-12-21", endDate: "2027-12-21" }),
  ],
])("the counts of a leave pass to the other leave on its date when it is %s", async (_, end) => {
  const person = await makePerson(services, workspace);
  const early = await book(person, plainDate, 6, 14);
  const late = await book(person, plainDate, 12 + 2, 20);
  expect(await countOf(late.id)).toBe(0);
  await end(early.id, person);
  const after = await leaveRow(services, late.id);
  expect(after).toMatchObject({ durationWorkingDays: 0.75, version: 1 });
  const { audit, events } = await tracesOf(services, late.id);
  expect(audit.at(-1)).toMatchObject({
    action: "leave.recount",
    changes: { durationWorkingDays: { from: 0, to: 0.75 } },
  });
  expect(events.at(-1)).toBe("leave.updated from APPROVED");
});

it("the same applies when it is denied, or expires", async () => {
  await setPolicy(services, workspace, { ...ownPolicy, approvalRequired: true });
  await setApprovers(services, workspace, workspace.departments.sales, [[workspace.people.approver, 1]]);
  const person = await makePerson(services, workspace);
  const admin = await as(services, workspace.people.admin);
  const early = await book(person, plainDate, 6, 14);
  const late = await book(person, plainDate, 14, 22);
  await denyLeave(admin, early.id);
  expect(await countOf(late.id)).toBe(1);
  const again = await book(person, plainDate, 6, 14);
  expect(again.durationWorkingDays).toBe(0);
  await services.db
    .update(leaves)
    .set({ openedAt: new Date("2026-10-01T08:00:00Z") })
    .where(and(eq(leaves.id, late.id)));
  expect(await expireLeaves(services)).toBe(1);
  expect(await countOf(again.id)).toBe(1);
  await setPolicy(services, workspace, ownPolicy);
});

it("a public holiday added meanwhile releases nothing", async () => {
  const person = await makePerson(services, workspace);
  const on = "2027-11-02";
  const early = await book(person, on, 6, 14);
  const late = await book(person, on, 14, 22);
  await services.db.insert(holidays).values({
    ...{ workspaceId: workspace.id, id: newId(), locationId: workspace.locations.north },
    ...{ date: on, name: "New", isHalfDay: false },
  });
  await cancelLeave(await as(services, person), early.id);
  expect(await leaveRow(services, late.id)).toMatchObject({ durationWorkingDays: 0, version: 0 });
});

it("rows of an import are counted beside each other, and beside existing leave", async () => {
  const person = await makePerson(services, workspace);
  await book(person, plainDate, 8, 10);
  const row = (on: string, from: number, to: number) => ({
    ...{ user: `${person.id}@example.com`, leaveType: "Vacation", startDate: on, endDate: on },
    ...hours(from, to),
  });
  const ctx = await as(services, workspace.people.admin);
  const rows = [row(plainDate, 10, 18), row(date, 8, 12), row(date, 12, 16)];
  const result = await importLeaves(ctx, { mode: "valid", rows });
  expect(result.rows.flatMap(({ errors }) => errors ?? [])).toEqual([]);
  const all = await services.db.select().from(leaves).where(eq(leaves.userId, person.id)).orderBy(leaves.id);
  expect(all.map(({ durationWorkingDays }) => durationWorkingDays)).toEqual([0.25, 0.75, 0.5, 0]);
});

it("a row that is not booked takes nothing of its date from the next row", async () => {
  await setPolicy(services, workspace, { ...ownPolicy, yearlyQuota: 0.5 });
  const person = await makePerson(services, workspace);
  const row = (from: number, to: number) => ({
    ...{ user: `${person.id}@example.com`, leaveType: "Vacation", startDate: plainDate, endDate: plainDate },
    ...hours(from, to),
  });
  const ctx = await as(services, workspace.people.admin);
  const result = await importLeaves(ctx, { mode: "valid", rows: [row(6, 14), row(14, 18), row(18, 22)] });
  expect(result.rows.map(({ errors }) => errors?.length ?? 0)).toEqual([1, 0, 1]);
  const all = await services.db.select().from(leaves).where(eq(leaves.userId, person.id));
  expect(all.map(({ durationWorkingDays }) => durationWorkingDays)).toEqual([0.5]);
  await setPolicy(services, workspace, ownPolicy);
});

it("a recount by another pattern charges no date more than it has", async () => {
  const person = await makePerson(services, workspace);
  const early = await book(person, plainDate, 8, 12);
  const late = await book(person, plainDate, 12, 16);
  const minutes = Array.from({ length: 7 }, (_, weekday) => [weekday === 0 || weekday === 6 ? 0 : 360]);
  await setWorkPattern(await as(services, workspace.people.admin), person.id, {
    ...{ from: "2027-12-01", minutes },
  });
  expect([await countOf(early.id), await countOf(late.id)]).toEqual([0.667, 0.333]);
});

it("after any bookings, changes and cancellations, a date costs what is taken of it, up to what it has", async () => {
  const parts = fc.array(
    fc.record({
      from: fc.integer({ min: 0, max: 22 }),
      length: fc.integer({ min: 1, max: 10 }),
      does: fc.constantFrom("book", "book", "cancel", "edit"),
      which: fc.nat(5),
    }),
    { minLength: 2, maxLength: 9 },
  );
  await fc.assert(
    fc.asyncProperty(parts, fc.constantFrom(date, plainDate), async (steps, on) => {
      const person = await makePerson(services, workspace);
      const ctx = await as(services, person);
      const standing: string[] = [];
      for (const { from, length, does, which } of steps) {
        const to = Math.min(23, from + length);
        const id = standing[which % Math.max(1, standing.length)];
        try {
          if (does === "book" || !id) standing.push((await book(person, on, from, to)).id);
          else if (does === "edit") await editLeave(ctx, id, { startHour: from, endHour: to });
          else {
            await cancelLeave(ctx, id);
            standing.splice(standing.indexOf(id), 1);
          }
        } catch (error) {
          if ((error as { code?: string }).code !== "CONFLICT") throw error;
        }
        const rows = await services.db
          .select()
          .from(leaves)
          .where(and(eq(leaves.userId, person.id), eq(leaves.status, "APPROVED")));
        const booked = rows.reduce((sum, { startHour, endHour }) => sum + endHour - startHour, 0);
        const cost = rows.reduce((sum, { durationWorkingDays }) => sum + durationWorkingDays, 0);
        expect(cost).toBe(Math.min(on === date ? 0.5 : 1, booked / 8));
      }
    }),
    { numRuns: 25 },
  );
}, 120_000);
