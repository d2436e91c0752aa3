import { eq, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { delegations } from "@/drizzle/schema/delegations";
import { departments, locations } from "@/drizzle/schema/directory";
import { users } from "@/drizzle/schema/people";
import type { Ctx } from "@/server/access/ctx";
import { type Reach, workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { todayAt } from "@/server/access/stand-ins";
import { counted } from "@/server/kernel/database/list-order";
import { isAnyOf } from "@/server/kernel/database/sql-parts";
import type { DelegationStatus } from "./schema";

const approvers = alias(users, "approvers");
const standIns = alias(users, "stand_ins");

const statusAt = (now: Date) => {
  const today = todayAt(locations.timezone, now);
  return sql<DelegationStatus>`case when ${delegations.endedAt} is not null or ${delegations.endDate} < ${today} then 'ENDED'
    when ${delegations.startDate} > ${today} then 'UPCOMING' else 'ACTIVE' end`;
};

const fieldsAt = (now: Date) => ({
  id: delegations.id,
  userId: delegations.userId,
  userName: approvers.name,
  userLocationId: approvers.locationId,
  userDepartmentId: approvers.departmentId,
  userIsAdmin: approvers.isAdmin,
  standInId: delegations.standInId,
  standInName: standIns.name,
  departmentId: delegations.departmentId,
  departmentName: departments.name,
  startDate: delegations.startDate,
  endDate: delegations.endDate,
  endedAt: delegations.endedAt,
  createdById: delegations.createdById,
  createdAt: delegations.createdAt,
  status: statusAt(now),
});

/** Delegations with the names in them and their status today. */
export const selectDelegations = (ctx: Ctx, which: SQL | undefined) =>
  scoped(workspaceOf(ctx.actor), delegations)
    .select(ctx.db, fieldsAt(ctx.now()))
    .innerJoin(approvers, eq(approvers.id, delegations.userId))
    .innerJoin(standIns, eq(standIns.id, delegations.standInId))
    .innerJoin(locations, eq(locations.id, approvers.locationId))
    .leftJoin(departments, eq(departments.id, delegations.departmentId))
    .where(which);

export type DelegationRow = Awaited<ReturnType<typeof selectDelegations>>[number];

/** Condition for these statuses. */
export const isOneOf = (ctx: Ctx, statuses: readonly DelegationStatus[]): SQL =>
  isAnyOf(statusAt(ctx.now()), statuses);

/** Location admins manage the approvers of their locations, administrators all. */
const ofManaged = (reach: Reach): SQL => {
  if (reach.kind === "workspace") return sql`true`;
  return reach.kind === "locations" ? isAnyOf(approvers.locationId, reach.ids) : sql`false`;
};

/** Condition for the delegations visible to a user: as the approver, as the stand-in, or as a manager of the approver. */
export const isKnown = ({ actor, reach }: Pick<Ctx, "actor" | "reach">): SQL =>
  sql`(${ofManaged(reach)} or ${delegations.userId} = ${actor.userId}::uuid or ${delegations.standInId} = ${actor.userId}::uuid)`;

/** The number of delegations visible to a user. */
export const countKnown = (ctx: Ctx) =>
  scoped(workspaceOf(ctx.actor), delegations)
    .select(ctx.db, counted)
    .innerJoin(approvers, eq(approvers.id, delegations.userId))
    .where(isKnown(ctx));

/** One by its id, without a check of visibility. */
export async function findDelegation(ctx: Ctx, id: string): Promise<DelegationRow | undefined> {
  const [row] = await selectDelegations(ctx, eq(delegations.id, id));
  return row;
}
