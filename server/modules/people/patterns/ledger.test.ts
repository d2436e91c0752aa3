import { and, eq, inArray, isNull, ne } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { holidays } from "@/drizzle/schema/directory";
import { balanceAdjustments, leavePolicies, leaves } from "@/drizzle/schema/leaves";
import { users } from "@/drizzle/schema/people";
import { workPatterns } from "@/drizzle/schema/work-patterns";
import type { Ctx } from "@/server/access/ctx";
import { ApiError } from "@/server/kernel/errors";
import type { Services } from "@/server/kernel/services";
import { readBalances } from "@/server/modules/leave/balances/read";
import { readCurve } from "@/server/modules/leave/balances/read-curve";
import { readExplanation } from "@/server/modules/leave/balances/read-explanation";
import { adjustBalance } from "@/server/modules/leave/entitlements/adjust-balance";
import { updateLeaveType } from "@/server/modules/leave/leave-types/update-leave-type";
import { approveLeave } from "@/server/modules/leave/requests/approve";
import { cancelLeave } from "@/server/modules/leave/requests/cancel";
import { editLeave } from "@/server/modules/leave/requests/edit";
import { requestLeave } from "@/server/modules/leave/requests/request";
import type { TestPerson, TestWorkspace } from "@/server/test/factories";
import {
  as,
  days,
  makeLeaveWorkspace,
  makePerson,
  outcomes,
  setApprovers,
  setPolicy,
} from "@/server/test/leave-kit";
import { standingClock, testServices } from "@/server/test/services";
import { deleteWorkPattern } from "./delete-work-pattern";
import { setWorkPattern } from "./set-work-pattern";

let services: Services;
let workspace: TestWorkspace;
let admin: Ctx;

beforeAll(async () => {
  services = await testServices({ clock: standingClock() });
  workspace = await makeLeaveWorkspace(services, { approvalRequired: false });
  admin = await as(services, workspace.people.admin);
});
afterAll(() => services.close());

const quota = 25;
const vacationInNorth = () =>
  and(
    eq(leavePolicies.leaveTypeId, workspace.leaveTypes.vacation),
    eq(leavePolicies.locationId, workspace.locations.north),
  );
const setQuota = (yearlyQuota: number) =>
  updateLeaveType(admin, workspace.leaveTypes.vacation, {
    policies: [{ locationId: workspace.locations.north, yearlyQuota }],
  });
const dayMs = 86_400_000;
const dateOf = (at: number) => new Date(at).toISOString().slice(0, 10);
/** Today is 20 November 2026: everything is booked after it, over two accounting years. */
const dateIn = (offset: number) => dateOf(Date.parse("2026-11-23") + offset * dayMs);

interface Stored {
  startsOn: string;
  cycleStart: string;
  minutes: number[][] | null;
}

/** Whether a person works on a day, by the rows alone. */
function isWorked(date: string, patterns: readonly Stored[]): boolean {
  const weekday = new Date(date).getUTCDay();
  const inForce = patterns.filter(({ startsOn }) => startsOn <= date).at(-1);
  const list = inForce?.minutes?.[weekday];
  if (!inForce || !list) return weekday >= 1 && weekday <= 5;
  const weeks = Math.floor((Date.parse(date) - Date.parse(inForce.cycleStart)) / (7 * dayMs));
  return (list[weeks % list.length] ?? 0) > 0;
}

const daysOf = (worked: readonly { amount: number }[]) => worked.reduce((sum, { amount }) => sum + amount, 0);

/** The remaining days of 2026 and 2027, counted day by day from the tables, and the days of each leave. */
async function countAnew({ id: userId }: TestPerson, carriesOver: boolean) {
  const { db } = services;
  const patterns = await db
    .select()
    .from(workPatterns)
    .where(eq(workPatterns.userId, userId))
    .orderBy(workPatterns.startsOn);
  const free = await db.select().from(holidays).where(eq(holidays.locationId, workspace.locations.north));
  const reversal = alias(balanceAdjustments, "reversal");
  const given = await db
    .select({ row: balanceAdjustments })
    .from(balanceAdjustments)
    .leftJoin(reversal, eq(reversal.reversesId, balanceAdjustments.id))
    .where(
      and(
        eq(balanceAdjustments.userId, userId),
        ne(balanceAdjustments.kind, "REVERSAL"),
        isNull(reversal.id),
      ),
    )
    .orderBy(balanceAdjustments.effectiveDate, balanceAdjustments.id);
  const booked = await db
    .select()
    .from(leaves)
    .where(and(eq(leaves.userId, userId), inArray(leaves.status, ["OPEN", "APPROVED"])));
  const counted = booked.map(({ id, startDate, endDate, durationWorkingDays }) => {
    const worked: { date: string; amount: number }[] = [];
    for (let at = Date.parse(startDate); at <= Date.parse(endDate); at += dayMs) {
      const date = dateOf(at);
      const kept = free.filter((holiday) => holiday.date === date);
      const amount = kept.length === 0 ? 1 : kept.every(({ isHalfDay }) => isHalfDay) ? 0.5 : 0;
      if (isWorked(date, patterns)) worked.push({ date, amount });
    }
    return { id, recorded: durationWorkingDays, worked };
  });
  const [policy] = await db.select().from(leavePolicies).where(vacationInNorth());
  let carried = 0;
  const remaining = ["2026", "2027"].map((year) => {
    const isOf = ({ row }: (typeof given)[number]) =>
      row.effectiveDate.startsWith(year) && row.kind !== "QUOTA";
    const own = given
      .filter(({ row }) => row.kind === "QUOTA" && row.effectiveDate <= `${year}-12-31`)
      .at(-1);
    const adjusted = given.filter(isOf).reduce((sum, { row }) => sum + (row.days ?? 0), 0);
    const taken = daysOf(counted.flatMap(({ worked }) => worked).filter(({ date }) => date.startsWith(year)));
    const left = (own?.row.days ?? policy?.yearlyQuota ?? 0) + adjusted + carried - taken;
    carried = carriesOver ? Math.max(0, left) : 0;
    return left;
  });
  return { remaining, counted };
}

/** Compares balance, ledger and each leave's days with an independent count. */
async function expectAgreement(person: TestPerson, carriesOver = false) {
  const { remaining, counted } = await countAnew(person, carriesOver);
  for (const { recorded, worked } of counted) expect(recorded).toBe(daysOf(worked));
  for (const [index, asOf] of ["2026-12-31", "2027-12-31"].entries()) {
    const question = { userId: person.id, asOf };
    const balances = await readBalances(admin, question);
    const balance = balances.find(({ leaveTypeId }) => leaveTypeId === person.leaveTypeId);
    const ledger = await readExplanation(admin, { ...question, leaveTypeId: person.leaveTypeId });
    expect(balance?.remaining).toBe((remaining[index] ?? 0) * 1000);
    const { points } = await readCurve(admin, { ...question, leaveTypeId: person.leaveTypeId });
    expect(points.at(-1)).toMatchObject({ taken: balance?.taken, remaining: balance?.remaining });
    expect(ledger.at(-1)?.balanceAfter ?? 0).toBe(balance?.remaining);
  }
  return remaining;
}

const newcomer = () => makePerson(services, workspace, { startDate: "2026-01-01" });
const byDay = (weeks: readonly number[][]) =>
  Array.from({ length: 7 }, (_, day) => weeks.map((week) => week[day] ?? 0));

const week = fc
  .array(fc.constantFrom(0, 240, 480, 480), { minLength: 7, maxLength: 7 })
  .filter((minutes) => minutes.some((minute) => minute > 0));
const offset = fc.nat(200);
const step = fc.oneof(
  fc.record({ kind: fc.constant("request" as const), at: offset, length: fc.nat(12) }),
  fc.record({ kind: fc.constant("edit" as const), which: fc.nat(), at: offset, length: fc.nat(12) }),
  fc.record({ kind: fc.constant("cancel" as const), which: fc.nat() }),
  fc.record({
    kind: fc.constant("adjust" as const),
    at: fc.integer({ min: -200, max: 300 }),
    days: fc.constantFrom(-10, -3, -0.5, 2, 8),
  }),
  fc.record({
    kind: fc.constant("quota" as const),
    at: fc.integer({ min: -200, max: 300 }),
    days: fc.constantFrom(3, 10, 30),
  }),
  fc.record({ kind: fc.constant("policy" as const), days: fc.constantFrom(12, 20, 25, 30) }),
  fc.record({
    kind: fc.constant("pattern" as const),
    at: fc.integer({ min: -60, max: 250 }),
    minutes: fc.option(fc.array(week, { minLength: 1, maxLength: 2 }).map(byDay)),
  }),
  fc.record({ kind: fc.constant("unpattern" as const), which: fc.nat() }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const pick = <T>(items: readonly T[], which: number): T | undefined =>
  items[which % Math.max(1, items.length)];

async function take(person: TestPerson, own: Ctx, made: Step): Promise<unknown> {
  const { leaveTypeId, id } = person;
  const booked = () =>
    services.db
      .select()
      .from(leaves)
      .where(and(eq(leaves.userId, id), eq(leaves.status, "APPROVED")))
      .orderBy(leaves.id);
  switch (made.kind) {
    case "request":
      return requestLeave(own, days(person, dateIn(made.at), dateIn(made.at + made.length)));
    case "edit": {
      const leave = pick(await booked(), made.which);
      const time = { startDate: dateIn(made.at), endDate: dateIn(made.at + made.length) };
      return leave && editLeave(own, leave.id, time);
    }
    case "cancel": {
      const leave = pick(await booked(), made.which);
      return leave && cancelLeave(own, leave.id);
    }
    case "adjust":
    case "quota": {
      const kind = made.kind === "quota" ? "QUOTA" : "ADJUSTMENT";
      const effectiveDate = dateIn(made.at);
      return adjustBalance(admin, id, { kind, leaveTypeId, days: made.days, effectiveDate, note: "Fuzz" });
    }
    case "policy":
      return setQuota(made.days);
    case "pattern":
      return setWorkPattern(admin, id, { from: dateIn(made.at), minutes: made.minutes });
    case "unpattern": {
      const rows = await services.db
        .select()
        .from(workPatterns)
        .where(eq(workPatterns.userId, id))
        .orderBy(workPatterns.id);
      const pattern = pick(rows, made.which);
      return pattern && deleteWorkPattern(admin, id, pattern.id);
    }
  }
}

/** More when there is time; CI runs for seconds. */
const histories = Number(process.env.HISTORIES ?? 300) / 2;

it.each([
  { rollover: "NONE", histories },
  { rollover: "ALL", histories },
] as const)(
  "for $histories random histories with rollover $rollover, balance, ledger and an independent count agree",
  async ({ rollover, histories }) => {
    await setPolicy(services, workspace, { approvalRequired: false, rollover });
    let done = 0;
    let refused = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 14 }), async (steps) => {
        const person = await newcomer();
        const own = await as(services, person);
        for (const made of steps)
          try {
            await take(person, own, made);
            done++;
          } catch (error) {
            if (!(error instanceof ApiError)) throw error;
            refused++;
          }
        const left = await expectAgreement(person, rollover === "ALL");
        for (const days of left) expect(days).toBeGreaterThanOrEqual(0);
        // Otherwise every change of the policy would check all earlier people.
        await services.db.update(users).set({ status: "INACTIVE" }).where(eq(users.id, person.id));
      }),
      { numRuns: histories },
    );
    // Otherwise the histories would prove nothing.
    expect(done).toBeGreaterThan(refused);
    expect(refused).toBeGreaterThan(histories / 10);
  },
  1_200_000,
);

it("after concurrent requests, adjustments and patterns no balance is below zero, and all counts agree", async () => {
  await setPolicy(services, workspace, { approvalRequired: false, yearlyQuota: quota });
  const four = byDay([[0, 480, 480, 480, 480, 0, 0]]);
  const six = byDay([[0, 480, 480, 480, 480, 480, 480]]);
  const seen = new Set<string>();
  for (let round = 0; round < 15; round++) {
    const person = await newcomer();
    const own = await as(services, person);
    await setWorkPattern(admin, person.id, { from: "2026-01-01", minutes: four });
    await requestLeave(own, days(person, "2026-12-14", "2026-12-20"));
    const adjust = (days: number) =>
      adjustBalance(admin, person.id, {
        kind: "ADJUSTMENT",
        leaveTypeId: person.leaveTypeId,
        days,
        effectiveDate: "2026-11-02",
        note: "At once",
      });
    const found = await outcomes([
      requestLeave(own, days(person, "2026-11-23", "2026-11-29")),
      requestLeave(own, days(person, "2026-11-30", "2026-12-06")),
      setWorkPattern(admin, person.id, { from: "2026-11-23", minutes: six }),
      adjust(-12),
      requestLeave(own, days(person, "2026-12-07", "2026-12-13")),
      setWorkPattern(admin, person.id, {
        from: "2026-12-07",
        minutes: byDay([[0, 480, 480, 480, 480, 480, 0]]),
      }),
      adjust(-3),
      requestLeave(own, days(person, "2026-12-21", "2026-12-27")),
    ]);
    for (const name of Object.keys(found)) seen.add(name);
    const [left = -1] = await expectAgreement(person);
    expect(left).toBeGreaterThanOrEqual(0);
  }
  expect([...seen].sort()).toEqual(["LEAVE_NEGATIVE_BALANCE", "ok"]);
});

it("after all kinds of concurrent changes for the same people no balance is below zero, and all counts agree", async () => {
  await setPolicy(services, workspace, { approvalRequired: true, yearlyQuota: quota });
  await setApprovers(services, workspace, workspace.departments.sales, [[workspace.people.admin, 1]]);
  const six = byDay([[0, 480, 480, 480, 480, 480, 480]]);
  const seen = new Set<string>();
  for (let round = 0; round < 8; round++) {
    await setQuota(quota);
    const people = await Promise.all(Array.from({ length: 3 }, newcomer));
    const work = await Promise.all(
      people.map(async (person, index) => {
        const own = await as(services, person);
        const waiting = await requestLeave(own, days(person, "2026-12-14", "2026-12-18"));
        const give = (kind: "QUOTA" | "ADJUSTMENT", given: number) =>
          adjustBalance(admin, person.id, {
            ...{ kind, leaveTypeId: person.leaveTypeId, days: given },
            ...{ effectiveDate: "2026-11-02", note: "At once" },
          });
        return [
          () => approveLeave(admin, waiting.id),
          () => requestLeave(own, days(person, "2026-11-23", "2026-11-29")),
          // The first person has no entitlements, so the policy's quota applies.
          () => index > 0 && give("QUOTA", 12),
          () => requestLeave(own, days(person, "2026-11-30", "2026-12-06")),
          () => setWorkPattern(admin, person.id, { from: "2026-11-23", minutes: six }),
          () => index > 0 && give("ADJUSTMENT", -6),
          () => requestLeave(own, days(person, "2026-12-07", "2026-12-13")),
          () => index > 0 && give("QUOTA", 20),
        ];
      }),
    );
    const policies = [() => setQuota(30), () => setQuota(9 + (round % 3) * 5)];
    const found = await outcomes([...policies, ...work.flat()].map(async (start) => start()));
    for (const name of Object.keys(found)) seen.add(name);
    for (const person of people) {
      const [left = -1] = await expectAgreement(person);
      expect(left).toBeGreaterThanOrEqual(0);
      await services.db.update(users).set({ status: "INACTIVE" }).where(eq(users.id, person.id));
    }
  }
  expect([...seen].sort()).toEqual(["LEAVE_NEGATIVE_BALANCE", "ok"]);
});
