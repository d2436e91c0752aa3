import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { leaveTypes } from "@/drizzle/schema/leaves";
import { users } from "@/drizzle/schema/people";
import { workspaces } from "@/drizzle/schema/workspaces";
import { newId } from "@/server/kernel/ids";
import type { Services } from "@/server/kernel/services";
import { makeLeave, makeWorkspace, type TestWorkspace } from "@/server/test/factories";
import { standingClock, testServices } from "@/server/test/services";
import { signedInCaller } from "@/server/test/signed-in-caller";

let services: Services;
let workspace: TestWorkspace;
const today = "2026-12-08";
const asked = { today, until: "2026-12-15", days: [today, "2026-12-09"] };
const crowd = 500;

/** Five hundred people of another department are away, and two colleagues of one's own. */
beforeAll(async () => {
  services = await testServices({ clock: standingClock() });
  workspace = await makeWorkspace(services);
  await services.db
    .update(workspaces)
    .set({ visibility: "WORKSPACE" })
    .where(eq(workspaces.id, workspace.id));
  const { user, northSeller, platformer } = workspace.people;
  const people = Array.from({ length: crowd }, (_, at) => ({
    ...{ id: newId(), workspaceId: workspace.id, status: "ACTIVE" as const },
    ...{ locationId: platformer.locationId, departmentId: platformer.departmentId },
    ...{ createdAt: services.clock(), updatedAt: services.clock() },
    ...{ name: `Aa ${String(at).padStart(3, "0")}`, email: `aa.${at}@example.test` },
  }));
  await services.db.insert(users).values(people);
  for (const { id } of people) await makeLeave(services, { ...platformer, id }, { startDate: today });
  await makeLeave(services, northSeller, { startDate: today });
  await makeLeave(services, user, { startDate: today, endDate: "2026-12-09" });
});
afterAll(() => services.close());

const overviewFor = async (person: TestWorkspace["people"]["user"]) =>
  (await signedInCaller(services, person)).absences.overview(asked);

it("with 500 people away, a day has its first people and the number of all; one's own team comes first", async () => {
  const { user, northSeller } = workspace.people;
  const { today: away, days, elsewhere, soon } = await overviewFor(user);
  expect(away.count).toBe(crowd + 2);
  expect(away.people.map(({ name }) => name)).toEqual([
    ...[user.name, northSeller.name].sort(),
    ...Array.from({ length: 6 }, (_, at) => `Aa 00${at}`),
  ]);
  expect(days.map(({ count, people }) => [count, people.length])).toEqual([
    [crowd + 2, 3],
    [1, 1],
  ]);
  expect(days[1]?.people.map(({ name }) => name)).toEqual([user.name]);
  expect([elsewhere, soon]).toEqual([
    { count: 0, people: [] },
    { count: 0, people: [] },
  ]);
});

it("what begins on the next days is listed by its first day, requests too; a person counts once", async () => {
  const { user, approver } = workspace.people;
  await makeLeave(services, approver, { startDate: "2026-12-11", status: "OPEN" });
  await makeLeave(services, approver, { startDate: "2026-12-14" });
  await makeLeave(services, approver, { startDate: "2026-12-16" });
  const { soon } = await overviewFor(user);
  expect(soon.count).toBe(1);
  expect(soon.people).toMatchObject([{ name: approver.name }]);
});

it("who works elsewhere is in a list of their own, unless the type is private", async () => {
  const { user, admin } = workspace.people;
  const leaveTypeId = workspace.leaveTypes.sick;
  await makeLeave(services, admin, { startDate: today, leaveTypeId });
  const be = (isPrivate: boolean) =>
    services.db
      .update(leaveTypes)
      .set({ calendarStatus: "WORKING_ELSEWHERE", isPrivate })
      .where(eq(leaveTypes.id, leaveTypeId));
  await be(false);
  const open = await overviewFor(user);
  expect([open.today.count, open.elsewhere.people.map(({ name }) => name)]).toEqual([
    crowd + 2,
    [admin.name],
  ]);
  await be(true);
  const hidden = await overviewFor(user);
  expect([hidden.today.count, hidden.elsewhere.count]).toEqual([crowd + 3, 0]);
});
