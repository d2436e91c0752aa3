import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { departments, labels, locations, userLabels } from "@/drizzle/schema/directory";
import { leaveRuleMarks, leaveRules } from "@/drizzle/schema/leave-rules";
import { leavePolicies, leaves } from "@/drizzle/schema/leaves";
import type { RuleKind } from "@/drizzle/schema/values";
import type { Ctx } from "@/server/access/ctx";
import { newId } from "@/server/kernel/ids";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { previewLeave } from "@/server/modules/leave/requests/preview";
import { requestLeave } from "@/server/modules/leave/requests/request";
import { findRuledDays } from "@/server/modules/leave/wallchart/find-ruled-days";
import { apiClient, type Refused } from "@/server/test/api-client";
import { makeKeys, type TestKey, type TestRole, type TestWorkspace } from "@/server/test/factories";
import { as, days, makeLeaveWorkspace, makePerson } from "@/server/test/leave-kit";
import { standingClock, testServices } from "@/server/test/services";
import { deleteRule } from "./write-rule";

let services: Services;
let workspace: TestWorkspace;
let keys: Record<TestRole, TestKey>;
let api: ReturnType<typeof apiClient>;
let admin: Ctx;

beforeAll(async () => {
  services = await testServices({ clock: standingClock() });
  api = apiClient(services);
  workspace = await makeLeaveWorkspace(services, { yearlyQuota: 15, allowNegativeBalance: true });
  keys = await makeKeys(services, workspace);
  admin = await as(services, { ...(await makePerson(services, workspace)), id: workspace.people.admin.id });
});
afterAll(() => services.close());
beforeEach(async () => {
  await services.db.delete(leaveRuleMarks);
  await services.db.delete(leaves);
  await services.db.delete(leaveRules);
});

type Given = Partial<typeof leaveRules.$inferInsert>;

async function addRule(
  kind: RuleKind,
  parameters: Record<string, unknown>,
  more: Given = {},
): Promise<string> {
  const id = newId();
  await services.db.insert(leaveRules).values({
    ...{ workspaceId: workspace.id, id, name: kind, kind, parameters, effect: "BLOCK", ...more },
    ...{ createdAt: new Date(), updatedAt: new Date() },
  });
  return id;
}

async function makeLabel(name: string): Promise<string> {
  const id = newId();
  await services.db
    .insert(labels)
    .values({ workspaceId: workspace.id, id, name, color: "#336699", createdAt: new Date() });
  return id;
}

const crowd = { countsOpen: true, ignoredLeaveTypeIds: [] };

describe("a rule that is deleted while someone goes ahead in spite of it", () => {
  it("both are done, whichever comes first, and what was noted stays", async () => {
    for (let turn = 0; turn < 8; turn++) {
      const id = await addRule("AHEAD", { days: 1 });
      const person = await makePerson(services, workspace);
      const wanted = days(person, "2026-12-07", "2026-12-07", {
        userId: person.id,
        overrideReason: "The team agreed",
      });
      const [leave] = await Promise.all([requestLeave(admin, wanted), deleteRule(admin, id)]);
      const marks = await services.db
        .select()
        .from(leaveRuleMarks)
        .where(eq(leaveRuleMarks.leaveId, leave.id));
      expect(marks.map(({ ruleId, overrideReason }) => [ruleId, overrideReason])).toEqual(
        marks.length === 0 ? [] : [[id, "The team agreed"]],
      );
    }
  });

  it("a reason without a broken rule is noted nowhere", async () => {
    await deleteRule(admin, await addRule("AHEAD", { days: 1 }));
    const person = await makePerson(services, workspace);
    const wanted = days(person, "2026-12-07", "2026-12-07", { userId: person.id, overrideReason: "Agreed" });
    await requestLeave(admin, wanted);
    expect(await services.db.select().from(leaveRuleMarks)).toEqual([]);
  });
});

describe("a group without members", () => {
  it("a label that its last person lost limits no one", async () => {
    const labelId = await makeLabel("Once together");
    const person = await makePerson(services, workspace);
    await services.db.insert(userLabels).values({ workspaceId: workspace.id, userId: person.id, labelId });
    const parameters = { ...crowd, group: "LABEL", percent: 1 };
    await addRule("MAX_AWAY", parameters, { labelIds: [labelId] });
    const ctx = await as(services, person);
    expect((await previewLeave(ctx, days(person, "2026-12-07"))).faults).toEqual([]);
    await services.db
      .delete(userLabels)
      .where(and(eq(userLabels.workspaceId, workspace.id), eq(userLabels.labelId, labelId)));
    await requestLeave(ctx, days(person, "2026-12-07"));
    const labelled = { labels: [{ id: labelId, name: "Once together" }] };
    expect(
      await findRuledDays(admin, { startDate: "2026-12-07", endDate: "2026-12-08", ...labelled }),
    ).toEqual([]);
  });

  it("a department without people is full on no day, and its first person is counted", async () => {
    const empty = newId();
    await services.db
      .insert(departments)
      .values({ workspaceId: workspace.id, id: empty, name: "No one works here", createdAt: new Date() });
    await addRule("MAX_AWAY", { ...crowd, group: "DEPARTMENT", percent: 10 }, { departmentIds: [empty] });
    const range = { startDate: "2026-12-07", endDate: "2026-12-08", departments: [empty] };
    expect(await findRuledDays(admin, range)).toEqual([]);
    const first = await makePerson(services, workspace, { departmentId: empty });
    await requestLeave(await as(services, first), days(first, "2026-12-07"));
    expect((await findRuledDays(admin, range)).map(({ date }) => date)).toEqual(["2026-12-07"]);
  });
});

it("a place where no one works: every kind judges leave of no days", async () => {
  const nowhere = newId();
  await services.db.insert(locations).values({
    ...{ workspaceId: workspace.id, id: nowhere, name: "Nowhere", timezone: "Europe/Berlin", workWeek: [] },
    createdAt: new Date(),
  });
  const [policy] = await services.db
    .select()
    .from(leavePolicies)
    .where(
      and(
        eq(leavePolicies.leaveTypeId, workspace.leaveTypes.vacation),
        eq(leavePolicies.locationId, workspace.locations.north),
      ),
    );
  if (!policy) throw new Error("There is a policy");
  await services.db.insert(leavePolicies).values({ ...policy, locationId: nowhere });
  await addRule("NOTICE", { unit: "WORKING_DAYS", days: 300, steps: [] });
  await addRule("BACKDATE", { days: 0 });
  await addRule("AHEAD", { days: 365 });
  await addRule("BLACKOUT", { ranges: [{ from: "2026-12-01", to: "2026-12-31", isYearly: true }] });
  await addRule("MAX_AWAY", { ...crowd, group: "LOCATION", percent: 1 });
  await addRule("LENGTH", { least: 1, most: 2 });
  await addRule("WAITING", { days: 5 });
  await addRule("BALANCE_FLOOR", { days: 0 });
  await addRule("PROOF", { longerThan: 1, withinDays: 1 });
  const person = await makePerson(services, workspace, { locationId: nowhere });
  const { faults, judgement } = await previewLeave(
    await as(services, person),
    days(person, "2026-12-07", "2026-12-09"),
  );
  expect(faults[0]?.code).toBe("VALIDATION_ERROR");
  const broken = judgement.verdicts.map(({ rule }) => rule.kind);
  expect(broken.filter((kind) => kind === "BLACKOUT" || kind === "MAX_AWAY")).toEqual([]);
});

it("400 for a rule that ends before it begins, also when only one of its dates is sent", async () => {
  const json = { name: "x", kind: "AHEAD", effect: "BLOCK", parameters: { days: 30 } };
  const send = (method: "POST" | "PATCH", path: string, body: object) =>
    api.v2<Refused>(method, path, { key: keys.admin, json: body });
  const wrong = { fromDate: "2026-12-02", toDate: "2026-12-01" };
  const created = await send("POST", "/v2/leave-rules", { ...json, ...wrong });
  expect([created.status, JSON.stringify(created.body)]).toEqual([400, expect.stringContaining("toDate")]);
  const path = `/v2/leave-rules/${encodeId("leaveRule", await addRule("AHEAD", { days: 30 }, { fromDate: "2026-12-02" }))}`;
  const patched = await send("PATCH", path, { toDate: "2026-12-01" });
  expect([patched.status, JSON.stringify(patched.body)]).toEqual([400, expect.stringContaining("toDate")]);
  expect((await send("PATCH", path, { toDate: "2026-12-02" })).status).toBe(200);
});

it("leave that isn't away takes no one's place, and no place is taken from it", async () => {
  const { vacation } = workspace.leaveTypes;
  await addRule("MAX_AWAY", {
    group: "DEPARTMENT",
    count: 1,
    countsOpen: true,
    ignoredLeaveTypeIds: [vacation],
  });
  for (const person of [await makePerson(services, workspace), await makePerson(services, workspace)])
    await requestLeave(await as(services, person), days(person, "2026-12-07"));
  expect(await services.db.select().from(leaves)).toHaveLength(2);
  const rows = await services.db.select().from(leaveRules);
  await services.db
    .update(leaveRules)
    .set({ parameters: { ...rows[0]?.parameters, ignoredLeaveTypeIds: [] } })
    .where(eq(leaveRules.workspaceId, workspace.id));
  const third = await makePerson(services, workspace);
  const { judgement } = await previewLeave(await as(services, third), days(third, "2026-12-07"));
  expect(judgement.verdicts.map(({ rule }) => rule.kind)).toEqual(["MAX_AWAY"]);
});
