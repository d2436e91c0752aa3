import { and, eq } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { companyLeaves } from "@/drizzle/schema/company-leaves";
import { departments, labels, userLabels } from "@/drizzle/schema/directory";
import { leaveRuleMarks, leaveRules } from "@/drizzle/schema/leave-rules";
import { leaves } from "@/drizzle/schema/leaves";
import { ruleEffects, ruleKinds } from "@/drizzle/schema/values";
import type { Ctx } from "@/server/access/ctx";
import { ApiError } from "@/server/kernel/errors";
import { newId } from "@/server/kernel/ids";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { dayNumber, dayText } from "@/server/kernel/time/calendar-date";
import { findKeptCounts } from "@/server/modules/leave/calendars/find-kept-counts";
import { readEmployee } from "@/server/modules/leave/calendars/read-employee";
import { judgeApproval } from "@/server/modules/leave/requests/judge-approval";
import { judgeWaiting } from "@/server/modules/leave/requests/judge-waiting";
import { previewLeave } from "@/server/modules/leave/requests/preview";
import { requestLeave } from "@/server/modules/leave/requests/request";
import { makeLeave, type TestPerson, type TestWorkspace } from "@/server/test/factories";
import { as, days, makeLeaveWorkspace, makePerson, setApprovers, setPolicy } from "@/server/test/leave-kit";
import { standingClock, testServices } from "@/server/test/services";
import { findMarks } from "./find-marks";
import { kinds, type Verdict } from "./policy";
import { verdictV2 } from "./present";

let services: Services;
let workspace: TestWorkspace;
let people: { person: TestPerson; ctx: Ctx }[];
let labelId: string;
let below: string;

beforeAll(async () => {
  services = await testServices({ clock: standingClock() });
  workspace = await makeLeaveWorkspace(services, { yearlyQuota: 8, allowNegativeBalance: true });
  const { north, south } = workspace.locations;
  // Rules count working days, whatever a policy charges.
  await setPolicy(services, workspace, {
    ...{ locationId: south, countMode: "MONDAY_TO_SATURDAY", shortestDuration: "HALF_DAY" },
    ...{ yearlyQuota: 8, allowNegativeBalance: true },
  });
  const { sales } = workspace.departments;
  await setApprovers(services, workspace, sales, []);
  [labelId, below] = [newId(), newId()];
  const row = { workspaceId: workspace.id, createdAt: new Date() };
  await services.db
    .insert(labels)
    .values({ ...row, id: labelId, name: "Counted together", color: "#336699" });
  await services.db
    .insert(departments)
    .values({ ...row, id: below, name: "Sales of all judged", parentId: sales });
  const places = [
    { locationId: north, departmentId: sales },
    { locationId: north, departmentId: below, startDate: "2026-11-02" },
    { locationId: south, departmentId: sales },
    { locationId: south, departmentId: below, startDate: "2026-02-28" },
  ];
  people = await Promise.all(
    places.map(async (place) => {
      const person = await makePerson(services, workspace, place);
      return { person, ctx: await as(services, person) };
    }),
  );
  await services.db.insert(companyLeaves).values({
    ...{ ...row, id: companyLeaveId, updatedAt: row.createdAt, name: "Shutdown", status: "BOOKED" },
    ...{ leaveTypeId: workspace.leaveTypes.vacation, startDate: "2026-11-10", endDate: "2026-12-20" },
    ...{ locationIds: [], departmentIds: [], labelIds: [], exemptLabelIds: [] },
  });
  for (const { person } of people.slice(1, 3))
    await services.db.insert(userLabels).values({ workspaceId: workspace.id, userId: person.id, labelId });
});
afterAll(() => services.close());
beforeEach(async () => {
  await services.db.delete(leaveRuleMarks);
  await services.db.delete(leaves);
  await services.db.delete(leaveRules);
});

const today = dayNumber("2026-11-20");
const dateText = (from: number, to: number) =>
  fc.integer({ min: from, max: to }).map((at) => dayText(today + at));
const small = (least: number, most: number) => fc.integer({ min: least, max: most });
const parameters: Record<(typeof ruleKinds)[number], fc.Arbitrary<Record<string, unknown>>> = {
  NOTICE: fc.record({
    unit: fc.constantFrom("CALENDAR_DAYS", "WORKING_DAYS"),
    days: small(0, 20),
    steps: fc.array(fc.record({ from: small(1, 6), days: small(0, 40) }), { maxLength: 2 }),
  }),
  BACKDATE: fc.record({ days: small(0, 5) }),
  AHEAD: fc.record({ days: small(1, 60) }),
  BLACKOUT: fc.tuple(dateText(-10, 40), small(0, 10), fc.boolean()).map(([from, length, isYearly]) => ({
    ranges: [{ from, to: dayText(dayNumber(from) + length), isYearly }],
  })),
  MAX_AWAY: fc
    .tuple(fc.constantFrom("DEPARTMENT", "LOCATION", "LABEL"), small(1, 3), fc.boolean(), fc.boolean())
    .map(([group, most, isPercent, countsOpen]) => ({
      group,
      countsOpen,
      ...(isPercent ? { percent: most * 30 } : { count: most }),
    })),
  LENGTH: fc.oneof(
    fc.record({ most: small(1, 8) }),
    fc.record({ least: small(1, 4) }),
    fc.tuple(small(1, 3), small(0, 5)).map(([least, more]) => ({ least, most: least + more })),
  ),
  WAITING: fc.oneof(fc.record({ days: small(1, 60) }), fc.record({ months: small(1, 12) })),
  BALANCE_FLOOR: fc.record({ days: small(0, 6) }),
  PROOF: fc.record({ longerThan: small(0, 6), withinDays: small(0, 5) }),
};

const rule = fc.constantFrom(...ruleKinds).chain((kind) =>
  fc.record({
    kind: fc.constant(kind),
    parameters: parameters[kind],
    effect: fc.constantFrom(...ruleEffects),
    place: fc.constantFrom("", "locationIds", "departmentIds", "labelIds"),
    isExempt: fc.integer({ min: 0, max: 5 }).map((at) => at === 0),
    range: fc.option(fc.tuple(dateText(-5, 20), small(0, 30)), { freq: 3 }),
  }),
);
const request = fc.record({
  ...{ who: small(0, 3), start: small(-8, 45), length: small(0, 8), part: small(0, 4) },
  /** Leave of a company leave; beyond its days where it has been changed since. */
  isCompanys: fc.integer({ min: 0, max: 4 }).map((at) => at === 0),
});
/** A company leave from ten days ago to in thirty days. */
const companyLeaveId = newId();

type GivenRule = typeof rule extends fc.Arbitrary<infer R> ? R : never;

async function store(given: readonly GivenRule[]): Promise<void> {
  for (const { place, isExempt, range, kind, ...one } of given) {
    const targets = {
      locationIds: place === "locationIds" ? [workspace.locations.north] : [],
      departmentIds: place === "departmentIds" ? [workspace.departments.sales] : [],
      labelIds: place === "labelIds" || one.parameters.group === "LABEL" ? [labelId] : [],
    };
    await services.db.insert(leaveRules).values({
      workspaceId: workspace.id,
      id: newId(),
      name: kind,
      kind,
      ...{ ...targets, effect: one.effect },
      parameters: kinds[kind].parameters.parse(one.parameters) as Record<string, unknown>,
      exemptLabelIds: isExempt ? [labelId] : [],
      ...(range && { fromDate: range[0], toDate: dayText(dayNumber(range[0]) + range[1]) }),
      createdAt: new Date(),
      updatedAt: new Date(),
    });
  }
}

const shown = (verdicts: readonly Verdict[]) => verdicts.map(verdictV2);
const refusedWith = (error: unknown) => {
  if (error instanceof ApiError && error.code === "LEAVE_RULE_BROKEN") return error.more.details?.rules;
  return error instanceof ApiError ? error.code : error;
};

/** Long runs: `FUZZ_ROUNDS=1000 npm run unit -- leave/rules/judge`. */
const rounds = Number(process.env.FUZZ_ROUNDS ?? 25);

it(
  "preview, booking, and the approver's list say the same of generated rules and requests",
  async () => {
    let asked = 0;
    let broken = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(rule, { minLength: 1, maxLength: 7 }),
        fc.array(request, { minLength: 10, maxLength: 14 }),
        async (rules, requests) => {
          await services.db.delete(leaveRuleMarks);
          await services.db.delete(leaves);
          await services.db.delete(leaveRules);
          await store(rules);
          for (const { who, start, length, part, isCompanys } of requests) {
            const one = people[who];
            if (!one) throw new Error("There is such a person");
            if (isCompanys) {
              const [startDate, endDate] = [dayText(today + start), dayText(today + start + length)];
              await makeLeave(services, one.person, { startDate, endDate, companyLeaveId });
              continue;
            }
            const ends = part === 1 ? { endPart: "MORNING" } : {};
            const hours = part === 0 ? { isFullDayLeave: false, startHour: 8, endHour: 12 } : ends;
            const first = dayText(today + start);
            const last = part === 0 ? first : dayText(today + start + length);
            const wanted = days(one.person, first, last, hours);
            const preview = await previewLeave(one.ctx, wanted);
            const others = preview.faults.filter(({ code }) => code !== "LEAVE_RULE_BROKEN");
            const said = shown(preview.judgement.verdicts);
            const isBlocked = said.some(({ effect }) => effect === "BLOCK");
            const outcome = await requestLeave(one.ctx, wanted).then((leave) => leave.id, refusedWith);
            asked += 1;
            broken += said.length > 0 ? 1 : 0;
            if (others.length > 0) expect(outcome).not.toEqual(said);
            else if (isBlocked) expect(outcome).toEqual(said);
            else {
              const marks = await findMarks(one.ctx, [String(outcome)]);
              expect(
                marks.map(({ ruleId, days, facts }) => ({
                  ruleId: encodeId("leaveRule", ruleId),
                  days,
                  facts,
                })),
              ).toEqual(said.map(({ ruleId, days, facts }) => ({ ruleId, days, facts })));
            }
          }
          const rows = await services.db
            .select()
            .from(leaves)
            .where(and(eq(leaves.workspaceId, workspace.id), eq(leaves.status, "OPEN")));
          const [{ ctx } = { ctx: null }] = people;
          if (!ctx) throw new Error("There are people");
          const counts = await findKeptCounts(
            ctx,
            rows.map(({ id }) => id),
          );
          const together = await judgeWaiting(
            ctx,
            rows.flatMap((leave) => {
              const found = counts.get(leave.id);
              return found ? [{ leave, counts: found }] : [];
            }),
          );
          for (const [place, leave] of rows.entries()) {
            const owner = await readEmployee(ctx, leave.userId);
            if (!owner) throw new Error("Leave has a person");
            const alone = await judgeApproval(ctx, owner, leave);
            expect(shown(together[place] ?? [])).toEqual(shown(alone.verdicts));
          }
        },
      ),
      { numRuns: rounds, seed: Number(process.env.FUZZ_SEED ?? 20_261_120) },
    );
    // Most of them meet a rule, so that what is compared isn't nothing.
    expect(broken).toBeGreaterThan(asked / 3);
  },
  rounds * 10_000,
);
