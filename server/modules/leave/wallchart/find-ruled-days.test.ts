import { afterAll, beforeAll, expect, it } from "vitest";
import { departments, labels, userLabels } from "@/drizzle/schema/directory";
import { leaveRules } from "@/drizzle/schema/leave-rules";
import { newId } from "@/server/kernel/ids";
import type { Services } from "@/server/kernel/services";
import { requestLeave } from "@/server/modules/leave/requests/request";
import type { TestPerson, TestWorkspace } from "@/server/test/factories";
import { as, days, makeLeaveWorkspace, makePerson } from "@/server/test/leave-kit";
import { standingClock, testServices } from "@/server/test/services";
import { findExemptPeople } from "./find-exempt-people";
import { findRuledDays } from "./find-ruled-days";

let services: Services;
let workspace: TestWorkspace;

beforeAll(async () => {
  services = await testServices({ clock: standingClock() });
  workspace = await makeLeaveWorkspace(services);
});
afterAll(() => services.close());

const addRule = (
  rule: Pick<
    typeof leaveRules.$inferInsert,
    "name" | "kind" | "parameters" | "locationIds" | "departmentIds" | "exemptLabelIds"
  >,
) =>
  services.db.insert(leaveRules).values({
    ...{ workspaceId: workspace.id, id: newId(), effect: "BLOCK", ...rule },
    ...{ createdAt: new Date(), updatedAt: new Date() },
  });

it("names the rules of days without leave, and of days on which the group shown is full", async () => {
  const { north, south } = workspace.locations;
  const { sales } = workspace.departments;
  await addRule({
    ...{ name: "Stocktaking", kind: "BLACKOUT", locationIds: [north] },
    parameters: { ranges: [{ from: "2026-12-08", to: "2026-12-08", isYearly: false }] },
  });
  await addRule({
    ...{ name: "One at a time", kind: "MAX_AWAY" },
    parameters: { group: "DEPARTMENT", count: 1, countsOpen: true, ignoredLeaveTypeIds: [] },
  });
  const person = await makePerson(services, workspace);
  await requestLeave(await as(services, person), days(person, "2026-12-09"));
  const admin = await as(services, { ...person, id: workspace.people.admin.id });
  const range = { startDate: "2026-12-07", endDate: "2026-12-11" };
  const names = ["Stocktaking"];
  const stocktaking = { date: "2026-12-08", names, namesForAll: [] };
  expect(await findRuledDays(admin, range)).toEqual([stocktaking]);
  expect(await findRuledDays(admin, { ...range, locations: [south] })).toEqual([]);
  const inNorth = await findRuledDays(admin, { ...range, locations: [north] });
  expect(inNorth).toEqual([{ ...stocktaking, namesForAll: names }]);
  const full = { date: "2026-12-09", names: ["One at a time"], namesForAll: ["One at a time"] };
  expect(await findRuledDays(admin, { ...range, departments: [sales] })).toEqual([stocktaking, full]);
});

it("a rule of a department is about those below it, which are full when it is", async () => {
  const { sales } = workspace.departments;
  const below = newId();
  const row = { workspaceId: workspace.id, createdAt: new Date() };
  await services.db.insert(departments).values({ ...row, id: below, name: "Below sales", parentId: sales });
  await services.db.delete(leaveRules);
  await addRule({
    ...{ name: "Two of sales", kind: "MAX_AWAY", departmentIds: [sales] },
    parameters: { group: "DEPARTMENT", count: 2, countsOpen: true, ignoredLeaveTypeIds: [] },
  });
  const some = [
    await makePerson(services, workspace),
    await makePerson(services, workspace, { departmentId: below }),
  ];
  for (const one of some) await requestLeave(await as(services, one), days(one, "2026-12-17"));
  const admin = await as(services, { ...(some[0] as TestPerson), id: workspace.people.admin.id });
  const range = { startDate: "2026-12-14", endDate: "2026-12-18", departments: [below] };
  const names = ["Two of sales"];
  expect(await findRuledDays(admin, range)).toEqual([{ date: "2026-12-17", names, namesForAll: names }]);
});

it("names whom a rule about days exempts to those who write rules, and to no one else", async () => {
  await services.db.delete(leaveRules);
  const labelId = newId();
  const row = { workspaceId: workspace.id, createdAt: new Date() };
  await services.db.insert(labels).values({ ...row, id: labelId, name: "On call", color: "336699" });
  const exempt = await makePerson(services, workspace);
  await services.db.insert(userLabels).values({ workspaceId: workspace.id, userId: exempt.id, labelId });
  const parameters = { ranges: [{ from: "2026-12-08", to: "2026-12-08", isYearly: false }] };
  await addRule({ name: "Stocktaking", kind: "BLACKOUT", parameters, exemptLabelIds: [labelId] });
  await addRule({ name: "Twice", kind: "BLACKOUT", parameters, exemptLabelIds: [labelId] });
  await addRule({ name: "Twice", kind: "BLACKOUT", parameters });
  const admin = await as(services, { ...exempt, id: workspace.people.admin.id });
  expect(await findExemptPeople(admin)).toEqual([
    { name: "Stocktaking", userIds: [exempt.id] },
    { name: "Twice", userIds: [] },
  ]);
  expect(await findExemptPeople(await as(services, workspace.people.approver))).toEqual([]);
});
