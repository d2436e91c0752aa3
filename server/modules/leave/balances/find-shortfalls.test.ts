import { afterAll, beforeAll, expect, it } from "vitest";
import { wholeDay } from "@/drizzle/schema/day-counts";
import { leavePolicies } from "@/drizzle/schema/leaves";
import type { Ctx } from "@/server/access/ctx";
import type { Services } from "@/server/kernel/services";
import { dayNumber } from "@/server/kernel/time/calendar-date";
import { readEmployees } from "@/server/modules/leave/calendars/read-employee";
import { fromDays } from "@/server/modules/leave/calendars/working-days";
import { makeLeave, type TestWorkspace } from "@/server/test/factories";
import { as, makeLeaveWorkspace, makePerson } from "@/server/test/leave-kit";
import { standingClock, testServices } from "@/server/test/services";
import { type BalanceChange, type Cover, type CoverCase, coverCaseOf, type Policy } from "./cover-case";
import { findShortfalls } from "./find-shortfalls";

let services: Services;
let workspace: TestWorkspace;
let ctx: Ctx;
let policy: Policy;
const statements: string[] = [];

beforeAll(async () => {
  services = await testServices({
    clock: standingClock(),
    onStatement: (_: string, text: string) => void statements.push(text),
  });
  workspace = await makeLeaveWorkspace(services, { yearlyQuota: 10, rollover: "ALL" });
  ctx = await as(services, workspace.people.admin);
  const policies = await services.db.select().from(leavePolicies);
  const { vacation: leaveTypeId } = workspace.leaveTypes;
  policy = policies.find((one) => one.leaveTypeId === leaveTypeId) as Policy;
});
afterAll(() => services.close());

/** A cover of whole days. */
function coverOf(from: string, length: number): Cover {
  const start = dayNumber(from);
  const counts = Array.from({ length }, () => wholeDay);
  return { period: { start, end: start + length - 1, minutes: null }, days: { start, counts } };
}

const from = dayNumber("2026-12-01");
const eight = coverOf("2026-12-01", 8);

/** A person with eight days in December 2026, six in March 2027. */
async function withLeave() {
  const person = await makePerson(services, workspace, { startDate: "2026-01-01" });
  const december = await makeLeave(services, person, { startDate: "2026-12-01", endDate: "2026-12-08" });
  await makeLeave(services, person, { startDate: "2027-03-01", endDate: "2027-03-06" });
  const employee = (await readEmployees(ctx, [person.id])).get(person.id);
  if (!employee) throw new Error("The person was just made");
  return { base: { employee, policy, from }, december };
}

type Made = Awaited<ReturnType<typeof withLeave>>;

/** Changes of a balance of ten days a year, with the missing days. */
const changes: Record<string, [missing: number, change: (made: Made) => BalanceChange]> = {
  "a new leave": [3, ({ base }) => ({ ...base, leave: { before: [], after: [coverOf("2026-12-14", 5)] } })],
  "a longer leave in place of the eight days": [
    1,
    ({ base, december: except }) => ({
      ...base,
      leave: { before: [eight], after: [coverOf("2026-12-01", 11)], except },
    }),
  ],
  "leave recounted from a day on": [
    2,
    ({ base }) => ({
      ...base,
      leave: { before: [eight], after: [coverOf("2026-12-01", 12)], endsBefore: from },
    }),
  ],
  "a smaller quota": [
    4,
    ({ base }) => ({ ...base, policyBefore: policy, policy: { ...policy, yearlyQuota: 4 } }),
  ],
  "accounting years with all fifteen days in one": [
    5,
    ({ base: { employee } }) => ({
      ...{ employee, from, policy: { ...policy, rollover: "NONE" }, policyBefore: null },
      leave: { before: [], after: [coverOf("2026-12-09", 1)] },
      location: { ...employee.location, yearStart: "07-01" },
    }),
  ],
  "no limit": [0, ({ base }) => ({ ...base, policy: { ...policy, unlimited: true } })],
  "no difference": [0, ({ base }) => ({ ...base, leave: { before: [eight], after: [eight] } })],
};

it("many cases take one statement, and each has the shortfall that it has alone", async () => {
  const cases: (CoverCase | null)[] = [];
  for (const [, change] of Object.values(changes)) cases.push(coverCaseOf(ctx, change(await withLeave())));
  statements.length = 0;
  const together = await findShortfalls(ctx, cases);
  expect(statements).toHaveLength(1);
  expect(Object.keys(changes).map((name, place) => [name, together[place]])).toEqual(
    Object.entries(changes).map(([name, [missing]]) => [name, fromDays(missing)]),
  );
  const alone: number[] = [];
  for (const one of cases) alone.push(...(await findShortfalls(ctx, [one])));
  expect(alone).toEqual(together);
  // Neither a balance without a limit nor a change without a difference is read.
  expect(statements).toHaveLength(1 + cases.length - 2);
});
