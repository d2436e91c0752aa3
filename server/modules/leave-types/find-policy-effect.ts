import { and, eq, gte, sql } from "drizzle-orm";
import { type leavePolicies, leaves } from "@/drizzle/schema/leaves";
import { users } from "@/drizzle/schema/people";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { utcDay } from "@/server/kernel/clock";
import { isAnyOf } from "@/server/kernel/sql-parts";
import { findOverdrawn, mayOverdraw, type PolicyChange } from "@/server/modules/balances/find-overdrawn";
import { findNames } from "@/server/modules/people/find-names";
import { readWorkers } from "@/server/modules/work-calendar/read-worker";
import { toDays } from "@/server/modules/work-calendar/working-days";
import type { LeavePolicyRow } from "./get-leave-type";

/** Somebody whose booked or requested leave would not be covered any more. */
export interface OverdrawnPerson {
  userId: string;
  name: string;
  locationId: string;
  /** On the worst day. */
  missingDays: number;
}

export type Policies = ReadonlyMap<string, PolicyChange>;

/** The policies of one leave type before and after a change, by location. */
export function policyChanges(
  ctx: Ctx,
  leaveTypeId: string,
  before: readonly LeavePolicyRow[],
  after: readonly LeavePolicyRow[],
): Policies {
  const { workspaceId } = ctx.actor;
  const whole = (policy: LeavePolicyRow): typeof leavePolicies.$inferSelect => ({
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

/**
 * Whose leave other policies would leave uncovered, by name.
 * @param lock holds the people until the transaction ends, so that nobody books in between
 */
export async function findOverdrawnPeople(
  ctx: Ctx,
  changes: Policies,
  lock: "lock" | "",
): Promise<OverdrawnPerson[]> {
  const places = [...changes].filter(([, change]) => mayOverdraw(change)).map(([locationId]) => locationId);
  if (places.length === 0) return [];
  const people = await scoped(workspaceOf(ctx.actor), users)
    .select(ctx.db, { id: users.id })
    .where(and(active, isAnyOf(users.locationId, places)));
  const workers = await readWorkers(
    ctx,
    people.map(({ id }) => id),
    lock,
  );
  const found = await findOverdrawn(ctx, workers.values(), changes);
  const names = await findNames(
    ctx,
    found.map(({ worker }) => worker.id),
  );
  return found
    .map(({ worker, missing }) => ({
      userId: worker.id,
      name: names.get(worker.id) ?? "",
      locationId: worker.locationId,
      missingDays: toDays(missing),
    }))
    .sort((a, b) => b.missingDays - a.missingDays || a.name.localeCompare(b.name));
}

/** How many people a change of policies is about, and how much of their leave is still to come. */
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
          sql`${leaves.status} in ('OPEN', 'APPROVED')`,
          gte(leaves.endDate, utcDay(ctx.now())),
          isAnyOf(users.locationId, locationIds),
        ),
      ),
  ]);
  return { peopleCount: people?.count ?? 0, comingLeaveCount: coming?.count ?? 0 };
}
