import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { wholeDay } from "@/drizzle/schema/day-counts";
import { users } from "@/drizzle/schema/people";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { dayNumber } from "@/server/kernel/time/calendar-date";
import { type CastMember, makeLeave, makeWorkspace, type TestWorkspace } from "@/server/test/factories";
import { standingClock, testServices } from "@/server/test/services";
import { signedInCaller } from "@/server/test/signed-in-caller";

let services: Services;
let workspace: TestWorkspace;

beforeAll(async () => {
  services = await testServices({ clock: standingClock() });
  workspace = await makeWorkspace(services);
  // Now the approver of sales reaches an administrator, whom they do not manage.
  await services.db
    .update(users)
    .set({ departmentId: workspace.departments.sales })
    .where(eq(users.id, workspace.people.admin.id));
});
afterAll(() => services.close());

const yearOf = async (member: CastMember, owner: CastMember, year = 2027) => {
  const caller = await signedInCaller(services, workspace.people[member]);
  return caller.leaves.year({ userId: encodeId("user", workspace.people[owner].id), year });
};

it("a leave across the turn of the year counts in each year what it takes there", async () => {
  const { user } = workspace.people;
  await makeLeave(services, user, {
    leaveTypeId: workspace.leaveTypes.vacation,
    startDate: "2027-12-27",
    endDate: "2028-01-07",
    durationWorkingDays: 9,
    dayCounts: {
      start: dayNumber("2027-12-27"),
      counts: [1, 1, 1, 1, 1, 0, 0, 1, 1, 0.5, 0.5, 1].map((part) => part * wholeDay),
    },
  });
  const [first, second] = [await yearOf("user", "user"), await yearOf("user", "user", 2028)];
  expect([first.leaves, second.leaves].map((all) => all.map(({ days }) => days))).toEqual([[5], [4]]);
  expect(first.leaves[0]).toMatchObject({ startDate: "2027-12-27", type: { name: "Vacation" } });
  expect((await yearOf("user", "user", 2026)).leaves).toEqual([]);
});

it("404 for a person out of reach, as for one that does not exist", async () => {
  for (const owner of ["admin", "approver"] as const)
    await expect(yearOf("user", owner)).rejects.toThrow(/RESOURCE_NOT_FOUND|exist|access/i);
  for (const reader of ["user", "admin"] as const)
    await expect(yearOf(reader, reader)).resolves.toMatchObject({ person: { name: expect.any(String) } });
});

it("a private type is shown to the person and to those who manage them, and to no other reader", async () => {
  await makeLeave(services, workspace.people.admin, {
    leaveTypeId: workspace.leaveTypes.sick,
    reason: "Operation",
    startDate: "2029-02-05",
    endDate: "2029-02-06",
  });
  const types = async (reader: CastMember) =>
    (await yearOf(reader, "admin", 2029)).leaves.map(({ type }) => type?.name ?? null);
  expect(await types("admin")).toEqual(["Sick"]);
  expect(await types("approver")).toEqual([null]);
});

it("400 for a year that no calendar has", async () => {
  for (const year of [0, 1899, 9999, 2027.5]) await expect(yearOf("user", "user", year)).rejects.toThrow();
});
