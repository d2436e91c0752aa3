import { and, eq, inArray } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { companyLeavePeople, companyLeaves } from "@/drizzle/schema/company-leaves";
import { leaves, leaveTypes } from "@/drizzle/schema/leaves";
import { payrollLines, payrollRuns, payrollTemplates } from "@/drizzle/schema/payroll";
import { users } from "@/drizzle/schema/people";
import { visibilities } from "@/drizzle/schema/values";
import { workspaces } from "@/drizzle/schema/workspaces";
import { ctxFor } from "@/server/access/ctx";
import { loadActor } from "@/server/access/load-actor";
import { dispatchWith } from "@/server/api/dispatch";
import { tools } from "@/server/api/mcp/tools";
import { appRouter } from "@/server/api/trpc";
import { newId } from "@/server/kernel/ids";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { standardLayout } from "@/server/modules/integrations/payroll/layout";
import {
  type CastMember,
  makeKey,
  makeLeave,
  makeWorkspace,
  type TestRole,
  type TestWorkspace,
  testRoles,
} from "./factories";
import { standingClock, testServices } from "./services";
import { activeMembers, privateTypeTable, sightTable } from "./sight-table";
import { signedInCaller } from "./signed-in-caller";

/** A workspace in which every private fact has a unique marker. */
interface Marked {
  workspace: TestWorkspace;
  leaveIds: Map<CastMember, string>;
}

const today = "2026-11-20";
const nowhere = newId();
const days = { startDate: today, endDate: today };
/** Covers all leave of this test. */
const span = { startDate: today, endDate: "2026-12-01" };
let services: Services;
let here: Marked;
let there: Marked;

const reasonOf = (member: CastMember) => `because-${member}`;

async function makeMarked(): Promise<Marked> {
  const workspace = await makeWorkspace(services);
  const leaveIds = new Map<CastMember, string>();
  for (const member of activeMembers) {
    const person = workspace.people[member];
    await services.db.update(users).set({ birthday: "1987-06-05" }).where(eq(users.id, person.id));
    const more = { reason: reasonOf(member), statusReason: `answer-${member}` };
    leaveIds.set(member, encodeId("leave", await makeLeave(services, person, { startDate: today, ...more })));
    for (const status of ["OPEN", "DENIED"] as const)
      await makeLeave(services, person, { startDate: "2026-12-01", status, ...more });
  }
  return { workspace, leaveIds };
}

beforeAll(async () => {
  services = await testServices({ clock: standingClock() });
  here = await makeMarked();
  there = await makeMarked();
  await makeCompanyLeave(here);
  await makePayrollRun(here);
  await services.db
    .update(workspaces)
    .set({ visibility: "WORKSPACE" })
    .where(eq(workspaces.id, there.workspace.id));
});
afterAll(() => services.close());

const companyLeaveId = newId();

/** A company leave of the whole workspace, for everyone in it. */
async function makeCompanyLeave({ workspace: { id: workspaceId, leaveTypes, people } }: typeof here) {
  const at = services.clock();
  await services.db.insert(companyLeaves).values({
    ...{ workspaceId, id: companyLeaveId, name: "Shutdown", leaveTypeId: leaveTypes.vacation },
    ...{ startDate: today, endDate: today, status: "BOOKED", createdAt: at, updatedAt: at },
    ...{ locationIds: [], departmentIds: [], labelIds: [], exemptLabelIds: [] },
  });
  const userIds = new Set(Object.values(people).map(({ id }) => id));
  await services.db
    .insert(companyLeavePeople)
    .values(
      [...userIds].map((userId) => ({ workspaceId, companyLeaveId, userId, outcome: "AWAY" as const })),
    );
}

const payrollRunId = newId();
const payrollTemplateId = newId();

/** A run of a location that no one in the walk manages but the administrators, with everyone in it. */
async function makePayrollRun({
  workspace: { id: workspaceId, locations, leaveTypes, people },
}: typeof here) {
  const at = services.clock();
  await services.db.insert(payrollTemplates).values({
    ...{ ...standardLayout, workspaceId, id: payrollTemplateId, createdAt: at, updatedAt: at },
  });
  await services.db.insert(payrollRuns).values({
    ...{ workspaceId, id: payrollRunId, locationId: locations.south, locationName: "South", number: 1 },
    ...{ startDate: today, endDate: today, layout: standardLayout, createdAt: at },
  });
  await services.db.insert(payrollLines).values(
    Object.values(people).map(({ id: userId, name }, position) => ({
      ...{ workspaceId, runId: payrollRunId, position, kind: "LEAVE" as const, userId, name },
      ...{
        department: "Sales",
        leaveTypeId: leaveTypes.vacation,
        leaveTypeName: "Vacation",
        days: 1,
        hours: 8,
      },
      ...{ firstDay: today, lastDay: today },
    })),
  );
}

const awayList = { step: 1, limit: 100 };

const newHoliday = () => ({
  locationId: encodeId("location", here.workspace.locations.north),
  name: "Day off",
});
const importOf = (date: string) => {
  const { locationId, name } = newHoliday();
  return { locationId, holidays: [{ date, name }] };
};
const northHoliday = () => encodeId("holiday", here.workspace.holidays.northNewYear);

/** The input of each query that needs one: always about a person that it may have to hide. */
const inputs: Record<string, (hidden: { userId: string; leaveId: string }) => unknown> = {
  "absences.overview": () => ({ today: days.startDate, until: days.endDate, days: [days.startDate] }),
  "apiKeys.page": () => ({ owner: "workspace" }),
  "approvals.toDecide": () => ({}),
  "approvals.context": ({ leaveId }) => ({ ids: [leaveId] }),
  "approvals.decided": () => ({}),
  "audit.list": () => ({}),
  "signInPolicy.previewFactors": () => ({ audience: "EVERYONE", graceDays: 0 }),
  "signInPolicy.listWithoutFactor": () => ({}),
  "audit.searchPeople": () => ({ text: "pia" }),
  "balances.list": ({ userId }) => ({ userId }),
  "balances.explain": ({ userId }) => ({
    userId,
    leaveTypeId: encodeId("leaveType", here.workspace.leaveTypes.vacation),
  }),
  "balances.curve": ({ userId }) => ({
    userId,
    leaveTypeId: encodeId("leaveType", here.workspace.leaveTypes.vacation),
  }),
  "closings.preview": () => ({
    id: encodeId("location", here.workspace.locations.north),
    closing: { through: "2026-11-19" },
  }),
  "closings.corrections": () => ({
    id: encodeId("location", here.workspace.locations.north),
    through: null,
  }),
  "companyLeaves.page": () => ({}),
  "companyLeaves.get": () => ({ id: encodeId("companyLeave", companyLeaveId) }),
  "companyLeaves.people": () => ({ id: encodeId("companyLeave", companyLeaveId) }),
  "insights.coverage": () => ({}),
  "insights.yearEnd": () => ({
    year: 2026,
    leaveTypeId: encodeId("leaveType", here.workspace.leaveTypes.vacation),
  }),
  "insights.daysAway": () => ({ year: 2026 }),
  "insights.sickRate": () => ({ year: 2026 }),
  "payroll.page": () => ({}),
  "payroll.get": () => ({ id: encodeId("payrollRun", payrollRunId) }),
  "payroll.lines": () => ({ id: encodeId("payrollRun", payrollRunId) }),
  "payroll.changes": () => ({ id: encodeId("payrollRun", payrollRunId) }),
  "payroll.checks": () => ({ id: encodeId("payrollRun", payrollRunId) }),
  "payroll.closed": () => ({ locationId: encodeId("location", here.workspace.locations.south) }),
  "payroll.correction": ({ userId }) => ({ userId }),
  "payroll.preview": () => ({
    locationId: encodeId("location", here.workspace.locations.north),
    date: today,
  }),
  "payroll.templates.get": () => ({ id: encodeId("payrollTemplate", payrollTemplateId) }),
  "delegations.page": () => ({}),
  "leaveFiles.list": ({ leaveId }) => ({ leaveId }),
  "certificates.get": ({ leaveId }) => ({ leaveId }),
  "certificates.page": () => ({}),
  "credits.toDecide": () => undefined,
  "lapses.page": () => ({}),
  "lapses.list": ({ userId }) => ({ userId }),
  "credits.list": ({ userId }) => ({ userId }),
  "hoursWorked.list": ({ userId }) => ({ userId }),
  "entitlements.list": ({ userId }) => ({ userId }),
  "entitlements.preview": ({ userId }) => ({
    userId,
    adjustment: {
      ...{ kind: "ADJUSTMENT", leaveTypeId: encodeId("leaveType", here.workspace.leaveTypes.vacation) },
      ...{ days: 1, effectiveDate: today, note: "Fair" },
    },
  }),
  "entitlements.daysLeft": () => ({}),
  "workPatterns.get": ({ userId }) => ({ userId }),
  "workPatterns.preview": ({ userId }) => ({ userId, pattern: { from: today, minutes: null } }),
  "workPatterns.previewDeletion": ({ userId }) => ({ userId, id: encodeId("workPattern", nowhere) }),
  "directory.departments.uses": () => ({ id: encodeId("department", here.workspace.departments.sales) }),
  "directory.locations.uses": () => ({ id: encodeId("location", here.workspace.locations.north) }),
  "startingSets.lacks": () => ({ locationId: encodeId("location", here.workspace.locations.north) }),
  "directory.departments.page": () => ({}),
  "directory.departments.searchParents": () => ({}),
  "directory.departments.details": () => ({ id: encodeId("department", here.workspace.departments.sales) }),
  "directory.locations.page": () => ({}),
  "directory.labels.page": () => ({}),
  "directory.holidays.list": () => ({}),
  "directory.holidays.preview": () => ({ ...newHoliday(), date: today }),
  "directory.holidays.previewUpdate": () => ({ id: northHoliday(), patch: { date: today } }),
  "directory.holidays.previewDeletion": () => ({ id: northHoliday() }),
  "leaveTypes.previewPolicies": () => ({
    id: encodeId("leaveType", here.workspace.leaveTypes.vacation),
    policies: [{ locationId: encodeId("location", here.workspace.locations.north), yearlyQuota: 0 }],
  }),
  "retention.countExpired": () => ({ auditKeptYears: 1, erasedLeaveKeptYears: 1, endedAccessKeptYears: 1 }),
  "leaves.coming": () => ({ today }),
  "leaves.page": () => ({}),
  "leaves.get": ({ leaveId }) => ({ id: leaveId }),
  "leaves.month": () => span,
  "leaves.year": ({ userId }) => ({ userId, year: 2026 }),
  "leaves.searchTakers": () => ({}),
  "leaves.preview": () => ({
    ...days,
    leaveTypeId: encodeId("leaveType", here.workspace.leaveTypes.vacation),
  }),
  "leaves.comingOf": ({ userId }) => ({ userId }),
  "leaves.deciders": ({ userId }) => ({ userId }),
  "leaves.previewEmployment": ({ userId }) => ({ userId, endDate: today }),
  "appsOfPeople.list": ({ userId }) => ({ userId }),
  "people.list": () => ({}),
  "people.page": () => ({ states: ["ACTIVE", "INACTIVE"] }),
  "people.person": ({ userId }) => ({ id: userId }),
  "people.access": ({ userId }) => ({ id: userId }),
  "people.search": () => ({ text: "pi" }),
  "people.colleagues": () => ({ text: "pi" }),
  "people.get": ({ userId }) => ({ id: userId }),
  "sessions.lastOf": ({ userId }) => ({ userId }),
  "personalData.possessions": ({ userId }) => ({ userId }),
  "requestLog.list": () => ({}),
  "requestLog.errors": () => ({ span: "24h" }),
  "requestLog.quotas": () => ({}),
  "requestLog.searchCallers": () => ({ text: "pi" }),
  "legacyKeys.page": () => ({}),
  "notifications.page": () => ({}),
  "oauthClients.page": () => ({}),
  "scheduledReports.page": () => ({}),
  "webhooks.page": () => ({}),
  "workspaceApps.page": () => ({}),
  "wallchart.counts": () => days,
  "wallchart.page": () => days,
  "wallchart.ruled": () => days,
  "leaveRules.get": () => ({ id: encodeId("leaveRule", nowhere) }),
  "leaveRules.preview": () => ({
    ...{ name: "A rule", kind: "AHEAD", effect: "WARN", parameters: { days: 1 } },
    locationIds: [encodeId("location", here.workspace.locations.north)],
  }),
  "wallchart.away": () => ({ ...days, ...awayList }),
};

/** Further inputs of queries with several variants. */
const moreInputs: [path: string, input: (typeof inputs)[string]][] = [
  ["leaves.preview", ({ leaveId }) => ({ leaveId })],
  [
    "leaves.preview",
    ({ userId }) => ({
      userId,
      ...days,
      leaveTypeId: encodeId("leaveType", here.workspace.leaveTypes.vacation),
    }),
  ],
  ["leaves.month", ({ userId }) => ({ userId, ...span })],
  ["apiKeys.page", ({ userId }) => ({ owner: { userId } })],
  ["people.page", () => ({ text: "@example" })],
  ["people.previewChange", () => ({ select: { filter: {} }, change: { deactivate: true } })],
  ["directory.holidays.previewImport", () => importOf(today)],
  ["workPatterns.previewMany", () => ({ select: { filter: {} }, pattern: { from: today, minutes: null } })],
  ["leaves.terms", ({ leaveId }) => ({ leaveId })],
  ["leaves.terms", ({ userId }) => ({ userId })],
];

/** Queries that do not show other people's leave: their subjects are the caller's own keys, webhooks and the like. */
const aboutOtherThings =
  /^(apiKeys\.(get|succession)|audit\.(choices|searchKeys)|connections\.get|directory\.\w+\.get|legacyKeys\.get|leaveTypes\.get|notifications\.(get|preview|occurrences)|oauthClients|operations|people\.changeStanding|provisioning\.(get|groups|attributes|preview\w*Mapping)|publicHolidays|requestLog\.(histogram|get|caller|usage|recentUsage|usedEndpoints)|scheduledReports\.(get|nextSends|occurrences|lastDownload|download|file)|webhooks\.(get|deliver|ofDelivery|failedCount))/;

interface Procedure {
  _def: { type: string; inputs: { safeParse(value: unknown): { success: boolean } }[] };
}
const procedures = Object.entries(appRouter._def.procedures as unknown as Record<string, Procedure>);
const queries = procedures
  .filter(([path, { _def }]) => _def.type === "query" && !aboutOtherThings.test(path))
  .map(([path]) => path);

const walk = [...queries.map((path) => [path, inputs[path]] as const), ...moreInputs];

type Caller = Awaited<ReturnType<typeof signedInCaller>>;

async function answerOf(caller: Caller, path: string, input: unknown): Promise<string> {
  type Call = (input: unknown) => Promise<unknown>;
  const call = path
    .split(".")
    .reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], caller) as Call;
  try {
    return JSON.stringify(await call(input)) ?? "";
  } catch (error) {
    // A refusal must not leak anything either.
    return error instanceof Error ? `${error.message} ${JSON.stringify(error.cause ?? "")}` : String(error);
  }
}

it("every query about people is walked, with a valid input", () => {
  const unnamed = procedures
    .filter(([path]) => queries.includes(path) && !(path in inputs))
    .filter(([, { _def }]) => _def.inputs.some((input) => !input.safeParse(undefined).success));
  expect(unnamed.map(([path]) => path)).toEqual([]);
});

/** The people that a role reads in full: their reach, and themselves. That is what they see when the setting shows no one else. */
const fullyRead = (role: (typeof testRoles)[number]): readonly CastMember[] => sightTable.SELF[role];
/** Visible by name to anyone who waits for their decision or must contact them. */
const known: readonly CastMember[] = ["admin", "approver"];

describe.each(visibilities)("with the visibility %s", (visibility) => {
  it.each(testRoles)(
    "no query shows the %s anything about people out of sight, nor more than sight allows",
    async (role) => {
      await services.db.update(workspaces).set({ visibility }).where(eq(workspaces.id, here.workspace.id));
      const caller = await signedInCaller(services, here.workspace.people[role]);
      const seen: readonly CastMember[] = sightTable[visibility][role];
      const leaks: string[] = [];
      for (const [path, input] of walk)
        for (const marked of [here, there])
          for (const member of activeMembers.filter(
            (one) => marked === there || !fullyRead(role).includes(one),
          )) {
            const person = marked.workspace.people[member];
            const leaveId = marked.leaveIds.get(member) ?? "";
            const answer = await answerOf(
              caller,
              path,
              input?.({ userId: encodeId("user", person.id), leaveId }),
            );
            const secrets = [leaveId, reasonOf(member), `answer-${member}`, `${person.id}@example.com`];
            if (marked === there) secrets.push(person.id);
            else if (!seen.includes(member) && !known.includes(member)) secrets.push(person.id, person.name);
            // The other workspace has the same markers: only unique values identify it.
            const unique =
              marked === there ? secrets.filter((secret) => !/^(because|answer)/.test(secret)) : secrets;
            for (const secret of unique)
              if (answer.includes(secret)) leaks.push(`${path} tells ${secret} of ${member}`);
          }
      expect(leaks).toEqual([]);
    },
  );
});

describe("a private leave type", () => {
  const [first, second] = [newId(), newId()];
  const statuses = ["OPEN", "APPROVED"] as const;
  type Place = { member: CastMember; status: (typeof statuses)[number] };
  const places: Place[] = activeMembers.flatMap((member) => statuses.map((status) => ({ member, status })));
  const knows = (role: TestRole, { member, status }: Place) =>
    (privateTypeTable[status][role] as readonly CastMember[]).includes(member);
  const idOf = (leaveTypeId: string) => encodeId("leaveType", leaveTypeId);

  const feeds = new Map<TestRole, string>();
  const openIds: string[] = [];
  beforeAll(async () => {
    const { id: workspaceId, people } = here.workspace;
    const common = {
      workspaceId,
      isPrivate: true,
      createdAt: services.clock(),
      color: "aa0000",
      position: 9,
    };
    await services.db.insert(leaveTypes).values([
      { ...common, id: first, name: "First" },
      { ...common, id: second, name: "Second" },
    ]);
    for (const role of testRoles) {
      const caller = await signedInCaller(services, people[role]);
      feeds.set(role, (await caller.calendarFeeds.create({ kind: "TEAM", locationId: null } as never)).url);
    }
    const open = and(eq(leaves.workspaceId, workspaceId), eq(leaves.status, "OPEN"));
    for (const { id } of await services.db.select({ id: leaves.id }).from(leaves).where(open))
      openIds.push(encodeId("leave", id));
  });

  /** Makes it the type of these people's leave, by default of everyone's. */
  const makeType = (leaveTypeId: string, of: readonly Place[] = places) =>
    Promise.all(
      statuses.map((status) => {
        const ids = of
          .filter((one) => one.status === status)
          .map(({ member }) => here.workspace.people[member].id);
        const which = and(inArray(leaves.userId, ids), eq(leaves.status, status));
        return services.db.update(leaves).set({ leaveTypeId }).where(which);
      }),
    );

  const reads: Record<string, unknown> = {
    "absences.overview": { today: span.startDate, until: span.endDate, days: [span.startDate] },
    "approvals.context": () => ({ ids: openIds }),
    "wallchart.page": span,
    "wallchart.counts": span,
    "wallchart.ruled": span,
    "wallchart.away": { ...span, ...awayList },
  };
  const readsLeave =
    /^(absences|approvals|balances|credits|entitlements|hoursWorked|leaves|personalData|wallchart)\./;
  const typed = { ...span, leaveTypes: [idOf(first)] };
  const days = `startDate=${span.startDate}&endDate=${span.endDate}`;
  const paths = ["leaves?status=OPEN,APPROVED&", "away?", "wallchart?", "wallchart/counts?"].flatMap((path) =>
    ["", `&leaveTypes=${idOf(first)}&leaveTypeId=${idOf(first)}`].map((type) => `/v2/${path}${days}${type}`),
  );

  /** The body without the values that differ per request. */
  async function bodyOf(request: Request): Promise<string> {
    const source = { ip: "203.0.113.9", host: new URL(request.url).host };
    const answer = await dispatchWith(services, request, source);
    const text = ((await answer?.text()) ?? "").replaceAll(answer?.headers.get("x-request-id") ?? "-", "-");
    return text.replaceAll(/"updatedAt":"[^"]*"/g, "");
  }

  /** The answers of every reader of leave to this role, by reader. */
  async function tellings(role: TestRole): Promise<Map<string, string>> {
    const answers = new Map<string, string>();
    const { people, id: workspaceId } = here.workspace;
    const caller = await signedInCaller(services, people[role]);
    const hidden = activeMembers.filter(
      (member) => !statuses.every((status) => knows(role, { member, status })),
    );
    for (const [path, input] of walk.filter(([path]) => readsLeave.test(path)))
      for (const member of hidden) {
        const asked = {
          userId: encodeId("user", people[member].id),
          leaveId: here.leaveIds.get(member) ?? "",
        };
        const given = typeof reads[path] === "function" ? reads[path]() : (reads[path] ?? input?.(asked));
        const reader = `${path} ${JSON.stringify(given)}`;
        if (!answers.has(reader)) answers.set(reader, await answerOf(caller, path, given));
      }
    for (const path of ["wallchart.page", "wallchart.counts", "wallchart.away"])
      for (const onlyConflicts of [false, true]) {
        const given = { ...typed, onlyConflicts, ...(path === "wallchart.away" && awayList) };
        answers.set(`${path} of the type ${onlyConflicts}`, await answerOf(caller, path, given));
      }
    const key = await makeKey(services, { workspaceId, ownerId: people[role].id });
    const url = feeds.get(role) ?? "";
    answers.set("the feed", await bodyOf(new Request(url)));
    for (const path of [...paths, ...openIds.map((id) => `/v2/leaves/${id}`)]) {
      const headers = { authorization: `Bearer ${key.plain}` };
      const asked = new Request(`${services.settings.appUrl}${path}`, { headers });
      answers.set(path, await bodyOf(asked));
    }
    const via = { type: "grant", grantId: newId(), clientId: newId(), scopes: [] } as const;
    const actor = await loadActor(services.db, workspaceId, people[role].id, via);
    if (!actor) throw new Error("There is no such person");
    const ctx = ctxFor(services, actor, "test");
    const asking = { ...span, limit: 50, of: "everyone", status: ["OPEN", "APPROVED"] };
    for (const tool of tools.filter(({ write }) => !write)) {
      const answer = await tool.call(ctx, asking).catch(String);
      // Each plan is encrypted with a fresh nonce.
      answers.set(tool.name, JSON.stringify(answer).replaceAll(/"plan":"[^"]*"/g, ""));
    }
    return answers;
  }

  type Chart = Awaited<ReturnType<Caller["wallchart"]["page"]>>;
  const knownOf = ({ own, people }: Chart) =>
    places.filter(({ member, status }) => {
      const id = encodeId("user", here.workspace.people[member].id);
      const absences = [...people, ...(own ? [own] : [])].find((row) => row.id === id)?.absences ?? [];
      return absences.some((one) => one.status === status && one.type?.name === "First");
    });

  describe.each(visibilities)("with the visibility %s", (visibility) => {
    it.each(testRoles)("the %s cannot learn it of anyone else, from any reader", async (role) => {
      await services.db.update(workspaces).set({ visibility }).where(eq(workspaces.id, here.workspace.id));
      const seen: readonly CastMember[] = sightTable[visibility][role];
      const known = places.filter((place) => seen.includes(place.member) && knows(role, place));
      await makeType(first);
      const caller = await signedInCaller(services, here.workspace.people[role]);
      expect(knownOf(await caller.wallchart.page(span))).toEqual(known);
      expect(knownOf(await caller.wallchart.page(typed))).toEqual(known);
      // An unknown type could be either: no reader shows a difference.
      const before = await tellings(role);
      await makeType(
        second,
        places.filter((place) => !knows(role, place)),
      );
      const differing = [...(await tellings(role))].filter(
        ([reader, answer]) => before.get(reader) !== answer,
      );
      expect(differing).toEqual([]);
    });
  });
});
