import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { labels, locations, userLabels } from "@/drizzle/schema/directory";
import { leaveRules } from "@/drizzle/schema/leave-rules";
import { newId } from "@/server/kernel/ids";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { requestLeave } from "@/server/modules/leave/requests/request";
import type { TestPerson, TestWorkspace } from "@/server/test/factories";
import { as, days, makeLeaveWorkspace, makePerson } from "@/server/test/leave-kit";
import { standingClock, testServices } from "@/server/test/services";
import { signedInCaller } from "@/server/test/signed-in-caller";

let services: Services;
let workspace: TestWorkspace;
let person: TestPerson;

beforeAll(async () => {
  services = await testServices({ clock: standingClock() });
  workspace = await makeLeaveWorkspace(services);
});
afterAll(() => services.close());
beforeEach(async () => {
  await services.db.delete(leaveRules);
  person = await makePerson(services, workspace);
});

type Given = Partial<typeof leaveRules.$inferInsert> & Pick<typeof leaveRules.$inferInsert, "name" | "kind">;
const addRule = (rule: Given) =>
  services.db.insert(leaveRules).values({
    ...{ workspaceId: workspace.id, id: newId(), effect: "BLOCK", parameters: {} },
    ...rule,
    ...{ createdAt: new Date(), updatedAt: new Date() },
  });

const blackout = (from: string, to: string) => ({ ranges: [{ from, to, isYearly: false }] });
const oneAway = { group: "DEPARTMENT", count: 1, countsOpen: true, ignoredLeaveTypeIds: [] };
const december = { startDate: "2026-12-01", endDate: "2026-12-31" };

const monthOf = async (owner: TestPerson, reader = owner) => {
  const { leaves } = await signedInCaller(services, reader);
  const { ruled } = await leaves.month({
    ...december,
    ...(reader !== owner && { userId: encodeId("user", owner.id) }),
  });
  return ruled.map(({ date, name, effect }) => `${date} ${name} ${effect}`);
};

it("working days without leave, and days on which the group is full without the person", async () => {
  const { vacation } = workspace.leaveTypes;
  await addRule({ name: "Freeze", kind: "BLACKOUT", parameters: blackout("2026-12-11", "2026-12-14") });
  await addRule({ name: "One away", kind: "MAX_AWAY", effect: "WARN", parameters: oneAway });
  await addRule({
    name: "Off",
    kind: "BLACKOUT",
    parameters: blackout("2026-12-01", "2026-12-31"),
    isEnabled: false,
  });
  await addRule({
    ...{ name: "Short", kind: "BLACKOUT", parameters: blackout("2026-12-21", "2026-12-24") },
    ...{ fromDate: "2026-12-23", leaveTypeIds: [vacation] },
  });
  const colleague = await makePerson(services, workspace);
  await requestLeave(await as(services, person), days(person, "2026-12-02"));
  await requestLeave(await as(services, colleague), days(colleague, "2026-12-03", "2026-12-04"));
  const freeze = ["2026-12-11 Freeze BLOCK", "2026-12-14 Freeze BLOCK"];
  const short = ["2026-12-23 Short BLOCK", "2026-12-24 Short BLOCK"];
  const full = ["2026-12-03 One away WARN", "2026-12-04 One away WARN"];
  expect(await monthOf(person)).toEqual([...freeze, ...full, ...short]);
  expect(await monthOf(person, { ...person, id: workspace.people.admin.id })).toEqual([
    ...freeze,
    ...full,
    ...short,
  ]);
  const { leaves } = await signedInCaller(services, person);
  const { ruled } = await leaves.month(december);
  expect(ruled.find(({ name }) => name === "Short")?.leaveTypeIds).toEqual([encodeId("leaveType", vacation)]);
  const year = await leaves.year({ userId: encodeId("user", person.id), year: 2026 });
  expect(year.ruled.map(({ date, name }) => `${date} ${name} BLOCK`)).toEqual([...freeze, ...short]);
});

it("none for those whom a rule exempts or does not concern", async () => {
  const labelId = newId();
  const row = { workspaceId: workspace.id, createdAt: new Date() };
  await services.db.insert(labels).values({ ...row, id: labelId, name: "On call", color: "#336699" });
  await services.db.insert(userLabels).values({ workspaceId: workspace.id, userId: person.id, labelId });
  const parameters = blackout("2026-12-14", "2026-12-14");
  await addRule({ name: "Not theirs", kind: "BLACKOUT", parameters, exemptLabelIds: [labelId] });
  await addRule({
    name: "Elsewhere",
    kind: "BLACKOUT",
    parameters,
    locationIds: [workspace.locations.south],
  });
  expect(await monthOf(person)).toEqual([]);
});

it("none at a place where no one works, which has no days to mark", async () => {
  const nowhere = newId();
  await services.db.insert(locations).values({
    ...{ workspaceId: workspace.id, id: nowhere, name: "Nowhere", timezone: "Europe/Berlin", workWeek: [] },
    createdAt: new Date(),
  });
  const idle = await makePerson(services, workspace, { locationId: nowhere });
  await addRule({ name: "Freeze", kind: "BLACKOUT", parameters: blackout("2026-12-01", "2026-12-31") });
  await addRule({ name: "One away", kind: "MAX_AWAY", parameters: oneAway });
  expect(await monthOf(idle)).toEqual([]);
});
