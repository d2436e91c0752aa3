import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { wholeDay } from "@/drizzle/schema/day-counts";
import { holidays, locations } from "@/drizzle/schema/directory";
import { leaveNotices } from "@/drizzle/schema/leave-mails";
import { leaves } from "@/drizzle/schema/leaves";
import { newId } from "@/server/kernel/ids";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { dayNumber } from "@/server/kernel/time/calendar-date";
import { createRun } from "@/server/modules/integrations/payroll/create-run";
import { readRunLines } from "@/server/modules/integrations/payroll/store";
import { readBalances } from "@/server/modules/leave/balances/read";
import { readExplanation } from "@/server/modules/leave/balances/read-explanation";
import { editLeave } from "@/server/modules/leave/requests/edit";
import { requestLeave } from "@/server/modules/leave/requests/request";
import { apiClient, type Refused } from "@/server/test/api-client";
import {
  makeKeys,
  makeLeave,
  type TestKey,
  type TestPerson,
  type TestWorkspace,
} from "@/server/test/factories";
import {
  as,
  days,
  leaveRow,
  makeLeaveWorkspace,
  makePerson,
  setPolicy,
  tracesOf,
} from "@/server/test/leave-kit";
import { lockPersonRow } from "@/server/test/lock-table";
import { standingClock, testServices } from "@/server/test/services";
import { signedInCaller } from "@/server/test/signed-in-caller";
import { updateUser } from "./update-user";

let services: Services;
let workspace: TestWorkspace;
let admin: TestKey;
let api: ReturnType<typeof apiClient>;
let person: TestPerson;

beforeAll(async () => {
  services = await testServices({ clock: standingClock() });
  api = apiClient(services);
});
afterAll(() => services.close());
beforeEach(async () => {
  workspace = await makeLeaveWorkspace(services);
  admin = (await makeKeys(services, workspace)).admin;
  person = await makePerson(services, workspace, { startDate: "2026-01-01" });
});

const patch = (json: object) =>
  api.v2<Refused>("PATCH", `/v2/users/${encodeId("user", person.id)}`, { key: admin, json });
const took = (startDate: string, endDate: string, durationWorkingDays: number, more = {}) =>
  makeLeave(services, person, { startDate, endDate, durationWorkingDays, ...more });
const standing = async () =>
  (await services.db.select().from(leaves).where(eq(leaves.userId, person.id)).orderBy(leaves.startDate)).map(
    ({ status, startDate, endDate, durationWorkingDays }) =>
      `${status} ${startDate} ${endDate} ${durationWorkingDays}`,
  );
const boss = () => as(services, workspace.people.admin);

it("200 a last day cancels later leave, pending or approved, and shortens leave that spans it", async () => {
  await took("2026-06-01", "2026-06-05", 5);
  const across = await took("2026-06-29", "2026-07-10", 10);
  const open = await took("2026-08-03", "2026-08-07", 5, { status: "OPEN" });
  const approved = await took("2026-12-01", "2026-12-02", 2);
  await took("2026-12-07", "2026-12-07", 1, { status: "DENIED" });
  expect(await patch({ endDate: "2026-06-30" })).toMatchObject({ status: 200 });
  expect(await standing()).toEqual([
    "APPROVED 2026-06-01 2026-06-05 5",
    "APPROVED 2026-06-29 2026-06-30 2",
    "CANCELLED 2026-08-03 2026-08-07 5",
    "CANCELLED 2026-12-01 2026-12-02 2",
    "DENIED 2026-12-07 2026-12-07 1",
  ]);
  expect(await leaveRow(services, across)).toMatchObject({ durationCalendarDays: 2, version: 1 });
  const traces = [across, open, approved].map((id) => tracesOf(services, id));
  expect(
    (await Promise.all(traces)).map(({ events, audit }) => [events, audit.map(({ action }) => action)]),
  ).toEqual([
    [["leave.updated from APPROVED"], ["leave.edit"]],
    [["leave.cancelled from OPEN"], ["leave.cancel"]],
    [["leave.cancelled from APPROVED"], ["leave.cancel"]],
  ]);
  const balances = await readBalances(await boss(), { userId: person.id, asOf: "2026-06-30" });
  const vacation = balances.find(({ leaveTypeId }) => leaveTypeId === person.leaveTypeId);
  expect(vacation).toMatchObject({ taken: 7000, scheduled: 0, pending: 0 });
  const notices = await services.db.select().from(leaveNotices);
  expect(notices.map(({ leaveId, kind, status }) => `${leaveId} ${kind} ${status}`)).toEqual(
    expect.arrayContaining([
      `${across} tell APPROVED`,
      `${open} tell CANCELLED`,
      `${approved} tell CANCELLED`,
    ]),
  );
  const away = await api.v2("GET", "/v2/away?startDate=2026-07-01&endDate=2026-09-30", { key: admin });
  expect(away).toMatchObject({ status: 200, body: { data: [] } });
});

it("200 a later first day cancels earlier leave, and leave that spans it begins on it", async () => {
  await took("2026-02-02", "2026-02-06", 5);
  await took("2026-02-26", "2026-03-04", 5);
  await took("2026-03-09", "2026-03-10", 2);
  expect(await patch({ startDate: "2026-03-02" })).toMatchObject({ status: 200 });
  expect(await standing()).toEqual([
    "CANCELLED 2026-02-02 2026-02-06 5",
    "APPROVED 2026-03-02 2026-03-04 3",
    "APPROVED 2026-03-09 2026-03-10 2",
  ]);
});

it("200 leave left without a working day is cancelled; hours stay; today's rules are not applied again", async () => {
  await took("2026-06-27", "2026-07-03", 5);
  const hours = { isFullDayLeave: false, startHour: 9, endHour: 13 };
  await took("2026-06-24", "2026-06-29", 2, hours);
  await setPolicy(services, workspace, {
    yearlyQuota: 1,
    reasonRequired: true,
    shortestDuration: "FULL_DAY",
  });
  expect(await patch({ endDate: "2026-06-28" })).toMatchObject({ status: 200 });
  expect(await standing()).toEqual([
    "APPROVED 2026-06-24 2026-06-28 1.5",
    "CANCELLED 2026-06-27 2026-07-03 5",
  ]);
});

it("200 the remaining days keep their day counts, whatever became a holiday or was booked beside them", async () => {
  await setPolicy(services, workspace, { approvalRequired: false, shortestDuration: "HOUR" });
  const theirs = await as(services, person);
  const hours = (startHour: number, endHour: number) => ({
    ...{ isFullDayLeave: false, startHour, startMinute: 0, endHour, endMinute: 0 },
  });
  await requestLeave(theirs, days(person, "2026-12-15", "2026-12-15", hours(9, 17)));
  const { id: late } = await requestLeave(theirs, days(person, "2026-12-15", "2026-12-16", hours(17, 19)));
  const { id: across } = await requestLeave(theirs, days(person, "2026-12-14", "2026-12-17", hours(6, 8)));
  await services.db.insert(holidays).values({
    ...{ workspaceId: workspace.id, id: newId(), locationId: workspace.locations.north },
    ...{ date: "2026-12-14", name: "New", isHalfDay: false },
  });
  expect(await patch({ endDate: "2026-12-15" })).toMatchObject({ status: 200 });
  const start = dayNumber("2026-12-14");
  expect(await leaveRow(services, across)).toMatchObject({
    durationWorkingDays: 0.25,
    dayCounts: { start, counts: [wholeDay / 4, 0] },
  });
  expect(await leaveRow(services, late)).toMatchObject({
    ...{ status: "APPROVED", durationWorkingDays: 0, endDate: "2026-12-15" },
    dayCounts: { start: start + 1, counts: [0] },
  });
});

it("200 another field, an earlier first day or no last day leaves all leave unchanged", async () => {
  await took("2026-06-01", "2026-06-05", 5);
  for (const change of [
    { name: "Nina Newer" },
    { startDate: "2025-01-01" },
    { endDate: null },
    { endDate: "2026-06-05" },
  ])
    expect(await patch(change)).toMatchObject({ status: 200 });
  expect(await standing()).toEqual(["APPROVED 2026-06-01 2026-06-05 5"]);
});

it("400 a refused change leaves leave unchanged", async () => {
  await took("2026-06-01", "2026-06-05", 5);
  expect(await patch({ endDate: "2025-12-31" })).toMatchObject({ status: 400 });
  expect(await standing()).toEqual(["APPROVED 2026-06-01 2026-06-05 5"]);
});

it("the preview names what the change will do, to managers of the person", async () => {
  await took("2026-06-29", "2026-07-10", 10);
  await took("2026-08-03", "2026-08-07", 5, { status: "OPEN" });
  const caller = await signedInCaller(services, workspace.people.admin);
  const asked = { userId: encodeId("user", person.id), endDate: "2026-06-30" };
  expect(await caller.leaves.previewEmployment(asked)).toMatchObject({
    leaves: [
      {
        leaveTypeName: "Vacation",
        startDate: "2026-06-29",
        endDate: "2026-07-10",
        rest: { endDate: "2026-06-30" },
        returnedDays: 8,
      },
      { startDate: "2026-08-03", rest: null, returnedDays: 5 },
    ],
  });
  expect(await standing()).toEqual(["APPROVED 2026-06-29 2026-07-10 10", "OPEN 2026-08-03 2026-08-07 5"]);
  const other = await signedInCaller(services, await makePerson(services, workspace));
  await expect(other.leaves.previewEmployment(asked)).rejects.toThrow();
});

describe("the balance on the last day of work", () => {
  beforeEach(async () => {
    await setPolicy(services, workspace, {
      ...{ yearlyQuota: 25, accrual: "MONTHLY", rollover: "LIMITED", rolloverMaximum: 5 },
    });
    await took("2026-03-02", "2026-03-03", 2);
    await took("2026-08-13", "2026-08-19", 5);
    await took("2026-10-05", "2026-10-06", 2, { status: "OPEN" });
    await took("2027-01-11", "2027-01-12", 2);
  });
  const asked = (dates: object) => ({ userId: encodeId("user", person.id), ...dates });
  const previewed = async (dates: object) => {
    const caller = await signedInCaller(services, workspace.people.admin);
    const { lastDay, finalBalances } = await caller.leaves.previewEmployment(asked(dates));
    return [lastDay, finalBalances.find(({ leaveTypeName }) => leaveTypeName === "Vacation")?.remaining];
  };
  const balanceOn = async (asOf: string) => {
    const rows = await readBalances(await boss(), { userId: person.id, asOf });
    const found = rows.find(({ leaveTypeId }) => leaveTypeId === person.leaveTypeId);
    return found?.remaining === undefined || found.remaining === null ? null : found.remaining / 1000;
  };

  it("is previewed to the thousandth, and is then the balance, its explanation's last line and the payroll run's line", async () => {
    // 25 days in twelfths: seven months, and 14 of 31 days of August; four days are taken.
    const expected = 11.524;
    expect(25 * (7 / 12 + 14 / 31 / 12) - 4).toBeCloseTo(expected, 3);
    await services.db
      .update(locations)
      .set({ payPeriod: { type: "MONTHLY", endsOn: 31 } })
      .where(and(eq(locations.workspaceId, workspace.id), eq(locations.id, person.locationId)));
    expect(await previewed({ endDate: "2026-08-14" })).toEqual(["2026-08-14", expected]);
    expect(await patch({ endDate: "2026-08-14" })).toMatchObject({ status: 200 });
    expect(await balanceOn("2026-08-14")).toBe(expected);
    const explained = await readExplanation(await boss(), {
      ...{ userId: person.id, leaveTypeId: person.leaveTypeId, asOf: "2026-08-14" },
    });
    expect(explained.at(-1)?.balanceAfter).toBe(expected * 1000);
    const run = await createRun(await boss(), { locationId: person.locationId, date: "2026-08-01" });
    const lines = await readRunLines(await boss(), run.id);
    expect(
      lines
        .filter(({ userId, leaveTypeId }) => userId === person.id && leaveTypeId === person.leaveTypeId)
        .map(({ kind, days: amount, firstDay, lastDay }) => `${kind} ${amount} ${firstDay} ${lastDay}`),
    ).toEqual(["LEAVE 2 2026-08-13 2026-08-14", `BALANCE ${expected} 2026-08-14 2026-08-14`]);
  });

  it("is previewed as it becomes, whatever day the employment begins and ends on", async () => {
    for (const dates of [
      { startDate: "2026-08-14", endDate: "2026-12-31" },
      { startDate: "2025-06-16", endDate: "2027-01-11" },
      { endDate: "2027-03-31" },
      { endDate: "2026-10-05" },
      { startDate: "2026-03-03" },
      { endDate: "2026-05-31" },
    ]) {
      const [lastDay, remaining] = await previewed(dates);
      expect(await patch(dates)).toMatchObject({ status: 200 });
      expect([dates, await balanceOn(lastDay as string)]).toEqual([dates, remaining]);
    }
  });

  it("a later last day brings no leave back", async () => {
    expect(await patch({ endDate: "2026-08-14" })).toMatchObject({ status: 200 });
    const after = await standing();
    expect(await patch({ endDate: "2026-12-31" })).toMatchObject({ status: 200 });
    expect(await patch({ endDate: null })).toMatchObject({ status: 200 });
    expect(await standing()).toEqual(after);
    expect(after).toContain("CANCELLED 2027-01-11 2027-01-12 2");
    expect(await previewed({ startDate: "2026-01-01" })).toEqual([null, undefined]);
  });
});

it.each(["request", "edit"])("a %s concurrent with a new last day leaves no leave after it", async (what) => {
  const ctx = await boss();
  for (let round = 0; round < 6; round++) {
    person = await makePerson(services, workspace, { startDate: "2026-01-01" });
    const theirs = await as(services, person);
    const leave = await took("2026-11-30", "2026-11-30", 1);
    const book = () =>
      what === "request"
        ? requestLeave(theirs, days(person, "2026-12-01", "2026-12-04"))
        : editLeave(theirs, leave, { endDate: "2026-12-04" });
    const end = () => updateUser(ctx, person.id, { endDate: "2026-12-02" });
    const held = await lockPersonRow(person.id);
    const [first, second] = round % 2 ? [end, book] : [book, end];
    const one = Promise.allSettled([first()]);
    await held.waiting(1);
    const other = Promise.allSettled([second()]);
    await held.waiting(2);
    await held.release();
    await Promise.all([one, other]);
    const rows = await services.db.select().from(leaves).where(eq(leaves.userId, person.id));
    expect(rows.filter(({ endDate, status }) => status !== "CANCELLED" && endDate > "2026-12-02")).toEqual(
      [],
    );
  }
});
