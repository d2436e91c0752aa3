import { and, eq } from "drizzle-orm";
import { departments } from "@/drizzle/schema/directory";
import { users } from "@/drizzle/schema/people";
import type { Ctx } from "@/server/access/ctx";
import { givenReach, reachParams } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { preparedBy } from "@/server/kernel/database/db";
import { inNameOrder } from "@/server/kernel/database/name-search";
import { type DayNumber, dayNumber } from "@/server/kernel/time/calendar-date";
import { filterParams, isLeftByFilters } from "@/server/modules/integrations/schedules/check-filters";
import { yearContaining } from "@/server/modules/leave/balances/accounting-year";
import { findChargesOfMany } from "@/server/modules/leave/balances/find-charges-of-many";
import { lapsesIn } from "@/server/modules/leave/balances/lapses";
import { balanceOn, cutsFor } from "@/server/modules/leave/balances/policy";
import { findBalancePolicies, isKnownType, knowsAllOf } from "@/server/modules/leave/balances/read";
import { termsOf, yearSettingsOf } from "@/server/modules/leave/balances/terms";
import { readEmployees } from "@/server/modules/leave/calendars/read-employee";
import type { Thousandths } from "@/server/modules/leave/calendars/working-days";
import { maxListed, requireLeadsLocation } from "./policy";
import type { YearEndQuery } from "./schema";

const peopleQuery = preparedBy((db, kind) =>
  scoped(givenReach(kind), users)
    .select(db, {
      id: users.id,
      name: users.name,
      departmentId: departments.id,
      department: departments.name,
    })
    .innerJoin(departments, eq(departments.id, users.departmentId))
    .where(and(isLeftByFilters, eq(users.status, "ACTIVE")))
    .orderBy(inNameOrder(departments.name), departments.id, inNameOrder(users.name), users.id)
    .prepare(`insights_people_${kind}`),
);

type Person = Awaited<ReturnType<ReturnType<typeof peopleQuery>["execute"]>>[number];

/** What is left of a person's year at its end. */
interface Left extends Person {
  remaining: Thousandths;
  /** What they lose unless they take it until then. */
  lapsing: Thousandths;
  /** The last day to use some of it; null when they lose nothing. */
  firstLapseOn: DayNumber | null;
}

export interface YearEnd {
  /** By name; people without a balance are in none. */
  departments: { id: string; name: string; people: number; remaining: Thousandths; lapsing: Thousandths }[];
  /** Those who lose days, those who lose most first: at most `maxListed`. */
  people: Left[];
  /** How many people lose days. */
  lapsingCount: number;
}

/** Maximum people whose balances are looked up together. */
const peopleAtOnce = 1000;

/**
 * What active people within reach have left of a leave type at the end of the accounting year that begins in the given calendar year, by
 * the leave that is booked now, and what they lose by then. A few statements for each thousand people.
 * @throws ApiError FORBIDDEN
 */
export async function findYearEnd(ctx: Ctx, query: YearEndQuery): Promise<YearEnd> {
  requireLeadsLocation(ctx);
  const { locationId, departmentId } = query;
  const people = await peopleQuery(ctx.db, ctx.reach.kind).execute({
    ...reachParams(ctx.reach),
    ...filterParams({
      locationIds: locationId ? [locationId] : [],
      departmentIds: departmentId ? [departmentId] : [],
      labelIds: [],
    }),
  });
  const all: Left[] = [];
  for (let at = 0; at < people.length; at += peopleAtOnce)
    all.push(...(await leftOf(ctx, people.slice(at, at + peopleAtOnce), query)));
  const losing = all.filter(({ lapsing }) => lapsing > 0).sort((a, b) => b.lapsing - a.lapsing);
  return { departments: byDepartment(all), people: losing.slice(0, maxListed), lapsingCount: losing.length };
}

async function leftOf(
  ctx: Ctx,
  people: readonly Person[],
  { year, leaveTypeId }: YearEndQuery,
): Promise<Left[]> {
  const employees = await readEmployees(
    ctx,
    people.map(({ id }) => id),
  );
  const locationIds = new Set([...employees.values()].map(({ locationId }) => locationId));
  const policies = (await findBalancePolicies(ctx, [...locationIds])).filter(
    (policy) => policy.leaveTypeId === leaveTypeId && !policy.unlimited,
  );
  const asked = people.flatMap((person) => {
    const employee = employees.get(person.id);
    const policy = policies.find((one) => one.locationId === employee?.locationId);
    if (!employee || !policy || !isKnownType({ knowsAll: knowsAllOf(ctx, employee) }, policy)) return [];
    const settings = yearSettingsOf(employee);
    const { start, end } = yearContaining(settings, dayNumber(`${year}-12-31`));
    const { employment, today } = employee;
    if ((employment.start ?? start) > end || (employment.end ?? end) < start) return [];
    const terms = termsOf(policy, ctx.actor.plan, employee);
    const cuts = cutsFor([settings], [terms], { from: start, until: end, asOf: [end] });
    return [{ person, employee, settings, terms, cuts, end, from: Math.max(start, today) }];
  });
  const charges = await findChargesOfMany(
    ctx,
    asked.map(({ employee, cuts }) => ({ employee, leaveTypeId, cuts, singlesFrom: null })),
  );
  return asked.map(({ person, settings, terms, end, from }, place) => {
    const own = charges[place] ?? [];
    const lapses = from > end ? [] : lapsesIn(settings, terms, own, { from, until: end });
    return {
      ...person,
      remaining: balanceOn(settings, terms, own, end).remaining ?? 0,
      lapsing: lapses.reduce((sum, { amount }) => sum + amount, 0),
      firstLapseOn: lapses[0]?.day ?? null,
    };
  });
}

/** Sums in the order of the people. */
function byDepartment(people: readonly Left[]): YearEnd["departments"] {
  const sums = new Map<string, YearEnd["departments"][number]>();
  for (const { departmentId: id, department: name, remaining, lapsing } of people) {
    const sum = sums.get(id) ?? { id, name, people: 0, remaining: 0, lapsing: 0 };
    sums.set(id, {
      ...sum,
      people: sum.people + 1,
      remaining: sum.remaining + remaining,
      lapsing: sum.lapsing + lapsing,
    });
  }
  return [...sums.values()];
}
