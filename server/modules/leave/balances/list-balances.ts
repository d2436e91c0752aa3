import { and, asc, gt, sql } from "drizzle-orm";
import { users } from "@/drizzle/schema/people";
import type { Ctx } from "@/server/access/ctx";
import { givenReach, reachParams } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { arrayOf } from "@/server/kernel/database/array-of";
import { preparedBy } from "@/server/kernel/database/db";
import { firstId, type Page, type Position, pageOf } from "@/server/kernel/database/page-token";
import { groupBy } from "@/server/kernel/group-by";
import { type DayNumber, dayNumber } from "@/server/kernel/time/calendar-date";
import { filterParams, isLeftByFilters } from "@/server/modules/integrations/schedules/check-filters";
import { readEmployees } from "@/server/modules/leave/calendars/read-employee";
import { findChargesOfMany } from "./find-charges-of-many";
import { cutsAsOf } from "./policy";
import {
  type BalancePolicy,
  type BalanceRow,
  balanceRowOf,
  findBalancePolicies,
  isKnownType,
  knowsAllOf,
  type Readable,
} from "./read";
import type { BalancesQuery } from "./schema";
import { termsOf, yearSettingsOf } from "./terms";

/** A person's balances on a day. */
export interface BalancesOfUser {
  userId: string;
  asOf: DayNumber;
  balances: BalanceRow[];
}

type BalancesFilter = Omit<BalancesQuery, "nextToken"> & { after: Position | null };

const { placeholder } = sql;
const named = sql`${placeholder("userIds")}::uuid[]`;
const peopleQuery = preparedBy((db, kind) =>
  scoped(givenReach(kind), users)
    .select(db, { id: users.id })
    .where(
      and(
        isLeftByFilters,
        sql`(cardinality(${named}) = 0 or ${users.id} = any(${named}))`,
        sql`${users.status} = any(${placeholder("statuses")}::user_status[])`,
        gt(users.id, placeholder("afterId")),
      ),
    )
    .orderBy(asc(users.id))
    .limit(placeholder("rows"))
    .prepare(`balances_people_${kind}`),
);

/**
 * `readBalances` for the people within reach who match the filters, in the order in which they were added: at most seven statements for a
 * page.
 */
export async function listBalances(ctx: Ctx, filter: BalancesFilter): Promise<Page<BalancesOfUser>> {
  const rows = await peopleQuery(ctx.db, ctx.reach.kind).execute({
    ...reachParams(ctx.reach),
    ...filterParams({
      locationIds: filter.locations,
      departmentIds: filter.departments,
      labelIds: filter.labels,
    }),
    userIds: arrayOf(filter.userIds),
    statuses: filter.status,
    afterId: filter.after?.id ?? firstId,
    rows: filter.limit + 1,
  });
  const { items, next } = pageOf(rows, filter.limit, ({ id }) => ({ key: "", id }));
  const ids = items.map(({ id }) => id);
  return { items: await balancesOf(ctx, ids, filter), next };
}

/** `listBalances` for people by id, for any caller: the caller checks reach. */
export async function balancesOf(
  ctx: Ctx,
  userIds: readonly string[],
  { asOf, leaveTypeId }: Partial<Pick<BalancesFilter, "asOf" | "leaveTypeId">> = {},
): Promise<BalancesOfUser[]> {
  if (userIds.length === 0) return [];
  const employees = await readEmployees(ctx, userIds);
  const people = userIds.flatMap((id) => {
    const employee = employees.get(id);
    if (!employee) return [];
    const day = asOf === undefined ? employee.today : dayNumber(asOf);
    return [{ userId: id, employee, knowsAll: knowsAllOf(ctx, employee), asOf: day }];
  });
  return balancesOn(ctx, people, leaveTypeId);
}

/** What is left of every leave type when employments end, also of private ones, for any caller: the caller checks reach. */
export async function balancesAtEnd(ctx: Ctx, userIds: readonly string[]): Promise<BalancesOfUser[]> {
  if (userIds.length === 0) return [];
  const employees = await readEmployees(ctx, userIds);
  const people = userIds.flatMap((id) => {
    const employee = employees.get(id);
    const asOf = employee?.employment.end ?? null;
    return employee && asOf !== null ? [{ userId: id, employee, knowsAll: true, asOf }] : [];
  });
  return balancesOn(ctx, people);
}

async function balancesOn(
  ctx: Ctx,
  people: readonly (Readable & { userId: string; asOf: DayNumber })[],
  leaveTypeId?: string,
): Promise<BalancesOfUser[]> {
  const policies = await findBalancePolicies(ctx, [
    ...new Set(people.map(({ employee }) => employee.locationId)),
  ]);
  const byLocation = groupBy(policies, ({ locationId }) => locationId);
  const asked = people.flatMap((person) =>
    (byLocation.get(person.employee.locationId) ?? [])
      .filter((policy) => isAskedFor(person, policy, leaveTypeId))
      .map((policy) => ({ person, policy })),
  );
  const charges = await findChargesOfMany(
    ctx,
    asked.map((one) => filterOf(ctx, one)),
  );
  const rows = asked.map(({ person, policy }, place) => ({
    userId: person.userId,
    balance: balanceRowOf(ctx, person, policy, { charges: charges[place] ?? [], asOf: person.asOf }),
  }));
  const byUser = groupBy(rows, ({ userId }) => userId);
  return people.map(({ userId, asOf }) => ({
    userId,
    asOf,
    balances: (byUser.get(userId) ?? []).map(({ balance }) => balance),
  }));
}

/** A private type that is hidden from the caller cannot be filtered by id, because the result would reveal it. */
const isAskedFor = (person: Readable, policy: BalancePolicy, leaveTypeId: string | undefined) =>
  leaveTypeId === undefined || (policy.leaveTypeId === leaveTypeId && isKnownType(person, policy));

function filterOf(
  { actor }: Ctx,
  {
    person: { employee, asOf },
    policy,
  }: {
    person: Readable & { asOf: DayNumber };
    policy: BalancePolicy;
  },
) {
  const cuts = cutsAsOf(yearSettingsOf(employee), [termsOf(policy, actor.plan, employee)], asOf);
  return { employee, leaveTypeId: policy.leaveTypeId, cuts, singlesFrom: null };
}
