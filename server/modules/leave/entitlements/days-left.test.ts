import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { wholeDay } from "@/drizzle/schema/day-counts";
import { balanceAdjustments } from "@/drizzle/schema/leaves";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { dayNumber } from "@/server/kernel/time/calendar-date";
import { readBalances } from "@/server/modules/leave/balances/read";
import { requestLeave } from "@/server/modules/leave/requests/request";
import { findSetup } from "@/server/modules/workspace/settings/find-setup";
import { makeLeave, type TestPerson, type TestWorkspace } from "@/server/test/factories";
import { as, days, makeLeaveWorkspace, makePerson, outcomes, setPolicy } from "@/server/test/leave-kit";
import { lockPersonRow } from "@/server/test/lock-table";
import { standingClock, testServices } from "@/server/test/services";
import { signedInCaller } from "@/server/test/signed-in-caller";
import { setDaysLeft } from "./set-days-left";

let services: Services;
let workspace: TestWorkspace;
let person: TestPerson;

beforeAll(async () => {
  services = await testServices({ clock: standingClock() });
});
afterAll(() => services.close());
beforeEach(async () => {
  workspace = await makeLeaveWorkspace(services, { rollover: "LIMITED", rolloverMaximum: 5 });
  person = await makePerson(services, workspace, { startDate: "2020-01-01" });
});

const boss = () => as(services, workspace.people.admin);
const say = async (left: number, who = person) =>
  setDaysLeft(await boss(), {
    left: [{ userId: who.id, leaveTypeId: who.leaveTypeId, days: left }],
    note: "Old list",
  });
async function remaining(): Promise<number | null | undefined> {
  const found = await readBalances(await boss(), { userId: person.id });
  return found.find(({ leaveTypeId }) => leaveTypeId === person.leaveTypeId)?.remaining;
}
const given = async () =>
  (await services.db.select().from(balanceAdjustments).where(eq(balanceAdjustments.userId, person.id))).map(
    (row) => `${row.kind} ${row.days}`,
  );

it("the given number of days is left, whatever was taken, carried over, or set before", async () => {
  await makeLeave(services, person, {
    startDate: "2026-02-02",
    endDate: "2026-02-03",
    durationWorkingDays: 2,
  });
  expect(await remaining()).toBe(28_000);
  expect(await say(12.5)).toBe(1);
  expect(await remaining()).toBe(12_500);
  expect(await given()).toEqual(["OPENING -10.5"]);
  expect(await say(12.5)).toBe(0);
  expect(await say(14)).toBe(1);
  expect(await remaining()).toBe(14_000);
  expect(await given()).toEqual(["OPENING -10.5", "ADJUSTMENT 1.5"]);
  expect(await findSetup(await boss())).toMatchObject({ opened: 1 });
});

it("the given number is left to the thousandth, where hours were taken", async () => {
  await setPolicy(services, workspace, { rollover: "ALL" });
  const hours = {
    isFullDayLeave: false,
    startHour: 9,
    endHour: 9,
    endMinute: 45,
    durationWorkingDays: 0.094,
  };
  for (const on of ["2025-02-03", "2026-02-02"])
    await makeLeave(services, person, {
      ...{ ...hours, startDate: on, endDate: on },
      dayCounts: { start: dayNumber(on), counts: [(wholeDay * 3) / 32] },
    });
  await say(12.5);
  expect(await remaining()).toBe(12_500);
});

it("the page shows the remaining days by name, and whether they were set", async () => {
  const caller = await signedInCaller(services, workspace.people.admin);
  await say(7);
  const { items, next } = await caller.entitlements.daysLeft({});
  expect(next).toBeNull();
  expect(items.find(({ id }) => id === encodeId("user", person.id))?.left).toMatchObject([
    { leaveTypeId: encodeId("leaveType", person.leaveTypeId), days: 7, isOpened: true },
  ]);
  const own = await signedInCaller(services, person);
  await expect(own.entitlements.daysLeft({})).rejects.toThrow();
});

it("400 at each row: inactive users, no quota, duplicates, days that leave needs; nothing is written", async () => {
  const gone = await makePerson(services, workspace, { status: "INACTIVE" });
  await makeLeave(services, person, {
    startDate: "2026-12-21",
    endDate: "2026-12-22",
    durationWorkingDays: 2,
  });
  const row = { userId: person.id, leaveTypeId: person.leaveTypeId, days: -1 };
  const left = [row, row, { ...row, userId: gone.id }, { ...row, leaveTypeId: gone.id }];
  await expect(setDaysLeft(await boss(), { left, note: "x" })).rejects.toMatchObject({
    more: {
      details: {
        fields: [
          { path: "left.1.leaveTypeId" },
          { path: "left.2.userId" },
          { path: "left.3.leaveTypeId" },
          { path: "left.0.days" },
        ],
      },
    },
  });
  expect(await given()).toEqual([]);
  await setPolicy(services, workspace, { unlimited: true });
  await expect(say(5)).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
  const own = await as(services, person);
  expect(() => setDaysLeft(own, { left: [row], note: "x" })).toThrow(
    expect.objectContaining({ code: "FORBIDDEN" }),
  );
});

it("400 below zero where the policy forbids it: says what is allowed; an overdrawn balance may rise", async () => {
  const refused = (message: string) => ({
    more: { details: { fields: [{ path: "left.0.days", message }] } },
  });
  await expect(say(-1)).rejects.toMatchObject(
    refused("Must be at least 0: this leave type allows no balance below zero."),
  );
  await setPolicy(services, workspace, { allowNegativeBalance: true });
  expect(await say(-5)).toBe(1);
  await setPolicy(services, workspace);
  await expect(say(-5.5)).rejects.toMatchObject(
    refused("Must be at least -5: this leave type allows no balance below zero."),
  );
  expect(await say(-4)).toBe(1);
  expect(await remaining()).toBe(-4000);
});

it("concurrent bookings never take more than is left", async () => {
  const own = await as(services, person);
  const held = await lockPersonRow(person.id);
  const said = outcomes([say(3)]);
  await held.waiting(1);
  const booked = outcomes([requestLeave(own, days(person, "2026-12-14", "2026-12-18"))]);
  await held.waiting(2);
  await held.release();
  expect([await said, await booked]).toEqual([{ ok: 1 }, { LEAVE_NEGATIVE_BALANCE: 1 }]);
});
