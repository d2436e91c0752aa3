import { and, eq, gte, sql } from "drizzle-orm";
import { isInEffect, leavePolicies, leaves } from "@/drizzle/schema/leaves";
import { users } from "@/drizzle/schema/people";
import type { Ctx } from "@/server/access/ctx";
import { givenWorkspace, workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { preparedBy } from "@/server/kernel/database/db";
import { isAnyOf } from "@/server/kernel/database/sql-parts";
import { inPieces } from "@/server/kernel/http/in-pieces";
import { compareNames } from "@/server/kernel/text/folding";
import { utcDay } from "@/server/kernel/time/clock";
import {
  findOverdrawn,
  mayOverdraw,
  type Overdrawn,
  type PolicyChange,
} from "@/server/modules/leave/balances/find-overdrawn";
import { type Employee, readEmployees } from "@/server/modules/leave/calendars/read-employee";
import { toDays } from "@/server/modules/leave/calendars/working-days";
import { findNames } from "@/server/modules/people/people/find-names";
import type { LeavePolicyRow } from "./get-leave-type";

/** An employee whose booked or requested leave would no longer be covered. */
export interface OverdrawnPerson {
  userId: string;
  name: string;
  locationId: string;
  /** The amount on the worst day. */
  missingDays: number;
}

export type Policies = ReadonlyMap<string, PolicyChange>;

/** The policies of one leave type before and after a change, by location. A change keeps the first day of each policy. */
export async function policyChanges(
  ctx: Ctx,
  leaveTypeId: string,
  before: readonly LeavePolicyRow[],
  after: readonly LeavePolicyRow[],
): Promise<Policies> {
  const { workspaceId } = ctx.actor;
  const { locationId, beginsOn, typeBeginsOn } = leavePolicies;
  const beginnings = await scoped(workspaceOf(ctx.actor), leavePolicies)
    .select(ctx.db, { locationId, beginsOn, typeBeginsOn })
    .where(eq(leavePolicies.leaveTypeId, leaveTypeId));
  const begun = new Map(beginnings.map((row) => [row.locationId, row]));
  const whole = (policy: LeavePolicyRow): typeof leavePolicies.$inferSelect => ({
    ...{ beginsOn: null, typeBeginsOn: null },
    ...begun.get(policy.locationId),
    ...policy,
    workspaceId,
    leaveTypeId,
  });
  const present = new Map(before.map((policy) => [policy.locationId, whole(policy)]));
  return new Map(
    after.map((policy) => [
      policy.locationId,
      { before: present.get(policy.locationId) ?? null, after: whole(policy) },
    ]),
  );
}

const active = eq(users.status, "ACTIVE");

const peopleAtOnce = 20;

const query = preparedBy((db, lock) => {
  const found = scoped(givenWorkspace, users)
    .select(db, { id: users.id })
    .where(and(active, isAnyOf(users.locationId, sql.placeholder("locationIds"))))
    // The same order as every other lock of several people, which prevents deadlocks.
    .orderBy(users.id);
  return (lock ? found.for("no key update") : found).prepare(`people_of_policies_${lock}`);
});

/**
 * The people at some locations.
 * @param lock locks them until the transaction ends, so that no one books meanwhile
 */
export async function findPeopleAt(
  ctx: Ctx,
  locationIds: readonly string[],
  lock: "lock" | "",
): Promise<string[]> {
  if (locationIds.length === 0) return [];
  const rows = await query(ctx.db, lock).execute({ workspaceId: ctx.actor.workspaceId, locationIds });
  return rows.map(({ id }) => id);
}

/** The people whose balance new policies may reduce. @param lock as for `findPeopleAt` */
export function findConcerned(ctx: Ctx, changes: Policies, lock: "lock" | "" = ""): Promise<string[]> {
  const locationIds = [...changes].flatMap(([id, change]) => (mayOverdraw(change) ? [id] : []));
  return findPeopleAt(ctx, locationIds, lock);
}

/** People whose leave new policies would leave uncovered, most missing days first. */
export const findOverdrawnByPolicies = (ctx: Ctx, changes: Policies, userIds: readonly string[]) =>
  findOverdrawnPeople(ctx, userIds, (employees) => findOverdrawn(ctx, employees, changes));

/** The overdrawn people among the given ones, with names, most missing days first. @param look finds them by their balances */
export async function findOverdrawnPeople(
  ctx: Ctx,
  userIds: readonly string[],
  look: (employees: Iterable<Employee>) => Promise<Overdrawn[]>,
): Promise<OverdrawnPerson[]> {
  const found: Overdrawn[] = [];
  await inPieces(userIds, peopleAtOnce, async (some) => {
    const employees = await readEmployees(ctx, some);
    found.push(...(await look(employees.values())));
  });
  const names = await findNames(
    ctx,
    found.map(({ employee }) => employee.id),
  );
  return found
    .map(({ employee, missing }) => ({
      userId: employee.id,
      name: names.get(employee.id) ?? "",
      locationId: employee.locationId,
      missingDays: toDays(missing),
    }))
    .sort((a, b) => b.missingDays - a.missingDays || compareNames(a.name, b.name));
}

/** Counts the people that a change of policies affects, and their leave that is not over yet. */
export async function findPolicyReach(ctx: Ctx, leaveTypeId: string, locationIds: readonly string[]) {
  const whole = workspaceOf(ctx.actor);
  const [[people], [coming]] = await Promise.all([
    scoped(whole, users)
      .select(ctx.db, { count: sql<number>`count(*)::int` })
      .where(and(active, isAnyOf(users.locationId, locationIds))),
    scoped(whole, leaves)
      .select(ctx.db, { count: sql<number>`count(*)::int` })
      .innerJoin(users, and(eq(users.id, leaves.userId), active))
      .where(
        and(
          eq(leaves.leaveTypeId, leaveTypeId),
          isInEffect(leaves.status),
          gte(leaves.endDate, utcDay(ctx.now())),
          isAnyOf(users.locationId, locationIds),
        ),
      ),
  ]);
  return { peopleCount: people?.count ?? 0, comingLeaveCount: coming?.count ?? 0 };
}
