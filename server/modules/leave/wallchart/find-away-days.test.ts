import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { visibilities } from "@/drizzle/schema/values";
import { workspaces } from "@/drizzle/schema/workspaces";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import {
  castMembers,
  makeLeave,
  makeWorkspace,
  type TestWorkspace,
  testRoles,
} from "@/server/test/factories";
import { makePerson } from "@/server/test/leave-kit";
import { standingClock, testServices } from "@/server/test/services";
import { sightTable } from "@/server/test/sight-table";
import { signedInCaller } from "@/server/test/signed-in-caller";

let services: Services;
let workspace: TestWorkspace;
/** A Tuesday, a working day at every location. */
const day = "2026-12-08";
const one = { startDate: day, endDate: day, step: 1, limit: 100 } as const;

const setVisibility = (visibility: (typeof visibilities)[number]) =>
  services.db.update(workspaces).set({ visibility }).where(eq(workspaces.id, workspace.id));
const idOf = (id: string) => encodeId("user", id);

beforeAll(async () => {
  services = await testServices({ clock: standingClock() });
  workspace = await makeWorkspace(services);
  for (const member of castMembers) await makeLeave(services, workspace.people[member], { startDate: day });
});
afterAll(() => services.close());

describe.each(visibilities)("with the visibility %s", (visibility) => {
  it.each(testRoles)(
    "lists exactly the people named in the table for the %s, oneself first",
    async (role) => {
      await setVisibility(visibility);
      const caller = await signedInCaller(services, workspace.people[role]);
      const { days, people } = await caller.wallchart.away(one);
      const seen = sightTable[visibility][role].map((member) => idOf(workspace.people[member].id));
      expect(days).toEqual([
        {
          date: day,
          awayCount: seen.length,
          pendingCount: 0,
          elsewhereCount: 0,
          people: expect.any(Array),
          hasMore: false,
        },
      ]);
      expect([...(days[0]?.people ?? [])].sort()).toEqual([...seen].sort());
      expect(days[0]?.people[0]).toBe(idOf(workspace.people[role].id));
      expect(people.map(({ id }) => id).sort()).toEqual([...seen].sort());
      expect(await caller.wallchart.counts({ startDate: day, endDate: day })).toMatchObject([
        { awayCount: days[0]?.awayCount, pendingCount: days[0]?.pendingCount },
      ]);
    },
  );
});

it("of many people, the first by name and the total; the others follow, each once", async () => {
  await setVisibility("WORKSPACE");
  const startDate = "2027-02-02";
  for (const name of ["Özil", "Zander", "Ärmel", "anders"])
    await makeLeave(services, await makePerson(services, workspace, { name }), { startDate });
  await makeLeave(services, workspace.people.admin, { startDate, status: "OPEN" });
  const caller = await signedInCaller(services, workspace.people.admin);
  const asked = { startDate, endDate: startDate, step: 1, limit: 3 } as const;
  const namesOf = ({ days, people }: Awaited<ReturnType<typeof caller.wallchart.away>>) =>
    days[0]?.people.map((id) => people.find((row) => row.id === id)?.name);
  const first = await caller.wallchart.away(asked);
  expect(first.days).toMatchObject([{ awayCount: 4, pendingCount: 1, hasMore: true }]);
  expect(namesOf(first)).toEqual([workspace.people.admin.name, "anders", "Ärmel"]);
  const rest = await caller.wallchart.away({ ...asked, skip: 3 });
  expect(rest.days).toMatchObject([{ hasMore: false }]);
  expect(namesOf(rest)).toEqual(["Özil", "Zander"]);
});

it("with one's own team first, the people of one's departments come before the others, each by name", async () => {
  await setVisibility("WORKSPACE");
  const startDate = "2027-03-02";
  const { sales, platform } = workspace.departments;
  for (const [name, departmentId] of [
    ["Aster", sales],
    ["Birk", platform],
    ["Clea", platform],
    ["Dune", sales],
  ] as const)
    await makeLeave(services, await makePerson(services, workspace, { name, departmentId }), { startDate });
  const { platformer } = workspace.people;
  await makeLeave(services, platformer, { startDate });
  const caller = await signedInCaller(services, platformer);
  const namesOf = async (more: object) => {
    const { days, people } = await caller.wallchart.away({
      ...{ startDate, endDate: startDate, step: 1, limit: 10, ...more },
    });
    return days[0]?.people.map((id) => people.find((row) => row.id === id)?.name);
  };
  expect(await namesOf({})).toEqual([platformer.name, "Aster", "Birk", "Clea", "Dune"]);
  const team = { teamFirst: true };
  expect(await namesOf(team)).toEqual([platformer.name, "Birk", "Clea", "Aster", "Dune"]);
  expect(await namesOf({ ...team, limit: 2 })).toEqual([platformer.name, "Birk"]);
  expect(await namesOf({ ...team, skip: 2, limit: 2 })).toEqual(["Clea", "Aster"]);
});

it("a week lists each person once, on their working days; a week without absences is left out", async () => {
  const { user, platformer } = workspace.people;
  // From a Friday to a Monday: south works Sunday to Thursday, north Monday to Friday.
  for (const person of [user, platformer])
    await makeLeave(services, person, { startDate: "2027-05-07", endDate: "2027-05-10" });
  const caller = await signedInCaller(services, workspace.people.admin);
  const { days } = await caller.wallchart.away({
    ...{ startDate: "2027-05-03", endDate: "2027-05-23", step: 7, limit: 10 },
  });
  expect(days.map(({ date, awayCount }) => [date, awayCount])).toEqual([
    ["2027-05-03", 2],
    ["2027-05-10", 2],
  ]);
  const single = await caller.wallchart.away({
    startDate: "2027-05-07",
    endDate: "2027-05-10",
    step: 1,
    limit: 10,
  });
  expect(single.days.map(({ date, people }) => [date, people])).toEqual([
    ["2027-05-07", [idOf(platformer.id)]],
    ["2027-05-09", [idOf(user.id)]],
    ["2027-05-10", expect.arrayContaining([idOf(platformer.id), idOf(user.id)])],
  ]);
});

it("400 for a step or a limit that no page sends", async () => {
  const caller = await signedInCaller(services, workspace.people.admin);
  for (const wrong of [{ step: 2 }, { limit: 101 }, { limit: 0 }, { skip: -1 }])
    await expect(caller.wallchart.away({ ...one, ...(wrong as object) })).rejects.toMatchObject({
      code: "BAD_REQUEST",
    });
});
