import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { users } from "@/drizzle/schema/people";
import { visibilities } from "@/drizzle/schema/values";
import { workspaces } from "@/drizzle/schema/workspaces";
import { appRouter } from "@/server/api/trpc";
import { newId } from "@/server/kernel/ids";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { type CastMember, makeLeave, makeWorkspace, type TestWorkspace, testRoles } from "./factories";
import { standingClock, testServices } from "./services";
import { activeMembers, sightTable } from "./sight-table";
import { signedInCaller } from "./signed-in-caller";

/** A workspace in which everything that is to be kept from somebody has a word of its own. */
interface Marked {
  workspace: TestWorkspace;
  leaveIds: Map<CastMember, string>;
}

const today = "2026-11-20";
const days = { startDate: today, endDate: today };
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
  await services.db
    .update(workspaces)
    .set({ visibility: "WORKSPACE" })
    .where(eq(workspaces.id, there.workspace.id));
});
afterAll(() => services.close());

/** What is asked of each query that needs an input: always about somebody whom it may have to hide. */
const inputs: Record<string, (hidden: { userId: string; leaveId: string }) => unknown> = {
  "absences.list": () => days,
  "apiKeys.list": () => ({ owner: "mine" }),
  "approvals.toDecide": () => ({}),
  "approvals.context": ({ leaveId }) => ({ ids: [leaveId] }),
  "audit.list": () => ({}),
  "audit.searchPeople": () => ({ text: "pia" }),
  "balances.list": ({ userId }) => ({ userId }),
  "balances.explain": ({ userId }) => ({
    userId,
    leaveTypeId: encodeId("leaveType", here.workspace.leaveTypes.vacation),
  }),
  "delegations.list": () => ({}),
  "delegations.searchStandIns": () => ({ text: "pi" }),
  "entitlements.list": ({ userId }) => ({ userId }),
  "workPatterns.get": ({ userId }) => ({ userId }),
  "workPatterns.preview": ({ userId }) => ({ userId, pattern: { from: today, minutes: null } }),
  "workPatterns.previewDeletion": ({ userId }) => ({ userId, id: encodeId("workPattern", newId()) }),
  "directory.departments.uses": () => ({ id: encodeId("department", here.workspace.departments.sales) }),
  "directory.locations.uses": () => ({ id: encodeId("location", here.workspace.locations.north) }),
  "directory.holidays.list": () => ({}),
  "leaveTypes.previewPolicies": () => ({
    id: encodeId("leaveType", here.workspace.leaveTypes.vacation),
    policies: [{ locationId: encodeId("location", here.workspace.locations.north), yearlyQuota: 0 }],
  }),
  "retention.countExpired": () => ({ auditKeptYears: 1, erasedLeaveKeptYears: 1, endedAccessKeptYears: 1 }),
  "leaves.coming": () => ({ today }),
  "leaves.get": ({ leaveId }) => ({ id: leaveId }),
  "leaves.searchTakers": () => ({}),
  "leaves.preview": () => ({
    ...days,
    leaveTypeId: encodeId("leaveType", here.workspace.leaveTypes.vacation),
  }),
  "leaves.comingOf": ({ userId }) => ({ userId }),
  "appsOfPeople.list": ({ userId }) => ({ userId }),
  "people.list": () => ({}),
  "people.page": () => ({ states: ["ACTIVE", "INACTIVE"] }),
  "people.person": ({ userId }) => ({ id: userId }),
  "people.access": ({ userId }) => ({ id: userId }),
  "people.search": () => ({ text: "pi" }),
  "people.get": ({ userId }) => ({ id: userId }),
  "personalData.possessions": ({ userId }) => ({ userId }),
  "requestLog.list": () => ({}),
  "requestLog.errors": () => ({ span: "24h" }),
  "requestLog.searchCallers": () => ({ text: "pi" }),
  "wallchart.counts": () => days,
  "wallchart.page": () => days,
};

/** What else is asked of those that know of several things. */
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
  ["apiKeys.list", ({ userId }) => ({ owner: { userId } })],
  ["people.page", () => ({ text: "@example" })],
  ["people.previewChange", () => ({ select: { filter: {} }, change: { deactivate: true } })],
  ["workPatterns.previewMany", () => ({ select: { filter: {} }, pattern: { from: today, minutes: null } })],
  ["leaves.terms", ({ leaveId }) => ({ leaveId })],
  ["leaves.terms", ({ userId }) => ({ userId })],
];

/** Nothing of these is about people's leave: what they show belongs to one's own keys, webhooks and the like. */
const aboutOtherThings =
  /^(apiKeys\.(get|succession)|audit\.(choices|searchKeys)|directory\.\w+\.get|leaveTypes\.get|notifications\.(get|preview|occurrences)|oauthClients|operations|people\.changeStanding|publicHolidays|requestLog\.(histogram|get|caller|usage|recentUsage|usedEndpoints)|scheduledReports\.(get|nextSends|occurrences|lastDownload|download|file)|webhooks\.(get|deliver|ofDelivery|failedCount))/;

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
    // A refusal must not tell either.
    return error instanceof Error ? `${error.message} ${JSON.stringify(error.cause ?? "")}` : String(error);
  }
}

it("every query about people is walked, with an input that it takes", () => {
  const unnamed = procedures
    .filter(([path]) => queries.includes(path) && !(path in inputs))
    .filter(([, { _def }]) => _def.inputs.some((input) => !input.safeParse(undefined).success));
  expect(unnamed.map(([path]) => path)).toEqual([]);
});

/** Whom a role reads in full: their reach, and themselves. It is what they see when nobody is shown more. */
const fullyRead = (role: (typeof testRoles)[number]): readonly CastMember[] => sightTable.SELF[role];
/** They are named to whoever waits for them or has to ask them for something. */
const known: readonly CastMember[] = ["admin", "approver"];

describe.each(visibilities)("with the visibility %s", (visibility) => {
  it.each(testRoles)(
    "no query tells the %s of anybody out of sight, nor more than sight gives",
    async (role) => {
      await services.db.update(workspaces).set({ visibility }).where(eq(workspaces.id, here.workspace.id));
      const caller = await signedInCaller(services, here.workspace.people[role]);
      const seen: readonly CastMember[] = sightTable[visibility][role];
      const told: string[] = [];
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
            // Of the other workspace the same words stand here, too: only what is unique says something.
            const unique =
              marked === there ? secrets.filter((secret) => !/^(because|answer)/.test(secret)) : secrets;
            for (const secret of unique)
              if (answer.includes(secret)) told.push(`${path} tells ${secret} of ${member}`);
          }
      expect(told).toEqual([]);
    },
  );
});
