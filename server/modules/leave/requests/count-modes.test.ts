import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { wholeDay } from "@/drizzle/schema/day-counts";
import { holidays } from "@/drizzle/schema/directory";
import { newId } from "@/server/kernel/ids";
import type { Services } from "@/server/kernel/services";
import { readBalances } from "@/server/modules/leave/balances/read";
import type { TestPerson, TestWorkspace } from "@/server/test/factories";
import { as, days, leaveRow, makeLeaveWorkspace, makePerson, setPolicy } from "@/server/test/leave-kit";
import { standingClock, testServices } from "@/server/test/services";
import { editLeave } from "./edit";
import { getLeaveDetails } from "./get-leave-details";
import { importLeaves } from "./import-leaves";
import { previewLeave } from "./preview";
import { requestLeave } from "./request";

let services: Services;
let workspace: TestWorkspace;

beforeAll(async () => {
  services = await testServices({ clock: standingClock() });
  workspace = await makeLeaveWorkspace(services);
});
afterAll(() => services.close());

const approved = { approvalRequired: false } as const;
const takenBy = async (person: TestPerson, asOf: string) => {
  const rows = await readBalances(await as(services, person), { userId: person.id, asOf });
  const vacation = rows.find(({ leaveTypeId }) => leaveTypeId === workspace.leaveTypes.vacation);
  return (vacation?.taken ?? 0) + (vacation?.scheduled ?? 0);
};
const book = async (person: TestPerson, start: string, end = start) =>
  requestLeave(await as(services, person), days(person, start, end));

it("Monday to Saturday: preview, booking, balance and the leave's page agree; the holiday after the leave does not count", async () => {
  await setPolicy(services, workspace, { ...approved, countMode: "MONDAY_TO_SATURDAY" });
  const person = await makePerson(services, workspace);
  const own = await as(services, person);
  const shown = await previewLeave(own, days(person, "2027-05-03", "2027-05-14"));
  const leave = await book(person, "2027-05-03", "2027-05-14");
  expect(leave.durationWorkingDays).toBe(12);
  expect(shown.days.reduce((sum, { amount }) => sum + amount, 0)).toBe(12_000);
  expect(await takenBy(person, "2027-12-31")).toBe(12_000);
  const details = await getLeaveDetails(own, leave.id);
  expect(details.days).toEqual(shown.days.map((day) => ({ ...day, hours: null })));
  expect(details.days[5]).toMatchObject({ kind: "CALENDAR_DAY", amount: 1000 });
  expect(details.days[6]).toMatchObject({ kind: "NON_WORKING_DAY", amount: 0 });
  expect(details.days.at(-1)).toMatchObject({ kind: "WORKING_DAY", amount: 2000, after: 1000 });
  await services.db.insert(holidays).values({
    ...{ workspaceId: workspace.id, id: newId(), locationId: workspace.locations.north },
    ...{ date: "2027-05-22", name: "Off", isHalfDay: false },
  });
  expect(await book(person, "2027-05-17", "2027-05-21")).toMatchObject({ durationWorkingDays: 5 });
  await services.db.delete(holidays).where(eq(holidays.workspaceId, workspace.id));
});

it("days after the leave are charged to the year in which it ends", async () => {
  await setPolicy(services, workspace, { ...approved, countMode: "MONDAY_TO_SATURDAY" });
  const person = await makePerson(services, workspace);
  // 31 December 2027 is a Friday.
  expect(await book(person, "2027-12-31")).toMatchObject({ durationWorkingDays: 2 });
  expect(await takenBy(person, "2027-12-31")).toBe(2000);
});

it("leave counts by the mode of when it was booked; new dates are counted by the present one", async () => {
  await setPolicy(services, workspace, { ...approved, countMode: "CALENDAR_DAYS" });
  const person = await makePerson(services, workspace);
  const { id } = await book(person, "2027-06-04", "2027-06-07");
  expect(await leaveRow(services, id)).toMatchObject({ durationWorkingDays: 4, countMode: "CALENDAR_DAYS" });
  await setPolicy(services, workspace, approved);
  const own = await as(services, person);
  await editLeave(own, id, { reason: "Moving" });
  expect(await leaveRow(services, id)).toMatchObject({
    ...{ durationWorkingDays: 4, countMode: "CALENDAR_DAYS" },
    dayCounts: { counts: Array(4).fill(wholeDay) },
  });
  expect((await getLeaveDetails(own, id)).days[1]).toMatchObject({ kind: "CALENDAR_DAY" });
  await editLeave(own, id, { endDate: "2027-06-08" });
  expect(await leaveRow(services, id)).toMatchObject({ durationWorkingDays: 3, countMode: "WORKING_DAYS" });
});

it("400 for leave without a day of work, in each mode", async () => {
  const person = await makePerson(services, workspace);
  for (const countMode of ["CALENDAR_DAYS", "MONDAY_TO_SATURDAY", "WORKING_DAYS"] as const) {
    await setPolicy(services, workspace, { ...approved, countMode });
    await expect(book(person, "2027-06-12", "2027-06-13")).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
    });
  }
});

it("an import counts by the policy's mode, and a file's amount is checked against it", async () => {
  await setPolicy(services, workspace, { ...approved, countMode: "MONDAY_TO_SATURDAY" });
  const person = await makePerson(services, workspace);
  const admin = await as(services, workspace.people.admin);
  const row = { user: `user-${person.id}`, leaveType: `leaveType-${workspace.leaveTypes.vacation}` };
  const friday = { ...row, startDate: "2027-07-02", endDate: "2027-07-02" };
  const result = await importLeaves(admin, {
    mode: "valid",
    rows: [
      { ...friday, workingDays: 1 },
      { ...friday, workingDays: 2 },
    ],
  });
  expect(result).toMatchObject({ rows: [{ errors: [{ path: "workingDays" }] }, { status: "created" }] });
  expect(await takenBy(person, "2027-12-31")).toBe(2000);
});
