import { afterAll, beforeAll, expect, it } from "vitest";
import { leaveRules } from "@/drizzle/schema/leave-rules";
import { newId } from "@/server/kernel/ids";
import type { Services } from "@/server/kernel/services";
import { requestLeave } from "@/server/modules/leave/requests/request";
import type { TestWorkspace } from "@/server/test/factories";
import { as, days, makeLeaveWorkspace, makePerson } from "@/server/test/leave-kit";
import { standingClock, testServices } from "@/server/test/services";
import { findRuledDays } from "./find-ruled-days";

let services: Services;
let workspace: TestWorkspace;

beforeAll(async () => {
  services = await testServices({ clock: standingClock() });
  workspace = await makeLeaveWorkspace(services);
});
afterAll(() => services.close());

const addRule = (
  rule: Pick<typeof leaveRules.$inferInsert, "name" | "kind" | "parameters" | "locationIds">,
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
  const stocktaking = { date: "2026-12-08", names: ["Stocktaking"] };
  expect(await findRuledDays(admin, range)).toEqual([stocktaking]);
  expect(await findRuledDays(admin, { ...range, locations: [south] })).toEqual([]);
  expect(await findRuledDays(admin, { ...range, departments: [sales] })).toEqual([
    stocktaking,
    { date: "2026-12-09", names: ["One at a time"] },
  ]);
});
