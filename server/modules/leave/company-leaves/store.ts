import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import { companyLeavePeople, companyLeaves } from "@/drizzle/schema/company-leaves";
import { operations } from "@/drizzle/schema/operations";
import type { CompanyLeaveOutcome, CompanyLeaveUndo } from "@/drizzle/schema/values";
import { workspaces } from "@/drizzle/schema/workspaces";
import { reachesOf } from "@/server/access/covers";
import { type Ctx, ctxFor, type InWorkspace } from "@/server/access/ctx";
import { jobActor } from "@/server/access/job-actor";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { arrayOf } from "@/server/kernel/database/array-of";
import { isAnyOf } from "@/server/kernel/database/sql-parts";
import { ApiError } from "@/server/kernel/errors";
import { newRequestId } from "@/server/kernel/ids";

export type CompanyLeaveRow = typeof companyLeaves.$inferSelect;

/** Numbers of people. */
export interface Counts {
  outcomes: Record<CompanyLeaveOutcome, number>;
  pending: number;
  undone: Record<CompanyLeaveUndo, number>;
}

/** A company leave with its progress. */
export type CompanyLeaveState = CompanyLeaveRow & { counts: Counts; isStopped: boolean };

export const noCounts = (): Counts => ({
  outcomes: {
    BOOKED: 0,
    PARTLY_BOOKED: 0,
    LACKS_BALANCE: 0,
    AWAY: 0,
    NOT_WORKING: 0,
    NOT_POSSIBLE: 0,
  },
  pending: 0,
  undone: { CANCELLED: 0, KEPT: 0 },
});

/** Whether a caller may see and change company leave with these target locations (decision 16.1). */
export const isTheirs = (ctx: Ctx, locationIds: readonly string[]): boolean =>
  reachesOf(ctx).every(
    (reach) =>
      reach.kind === "workspace" ||
      (reach.kind === "locations" &&
        locationIds.length > 0 &&
        locationIds.every((id) => reach.ids.includes(id))),
  );

/** The same as a condition. */
const areTheirs = (ctx: Ctx): SQL | undefined =>
  and(
    ...reachesOf(ctx).map((reach) => {
      if (reach.kind === "workspace") return undefined;
      if (reach.kind !== "locations") return sql`false`;
      return sql`(cardinality(${companyLeaves.locationIds}) > 0
        and ${companyLeaves.locationIds} <@ ${arrayOf(reach.ids)}::uuid[])`;
    }),
  );

/** Company leave that the caller may see, the latest first. */
export async function selectCompanyLeaves(ctx: Ctx, which: SQL | undefined, limit: number) {
  const rows = await scoped(workspaceOf(ctx.actor), companyLeaves)
    .select(ctx.db, { leave: companyLeaves, operation: operations.status })
    .leftJoin(operations, eq(operations.id, companyLeaves.operationId))
    .where(and(areTheirs(ctx), which))
    .orderBy(desc(companyLeaves.startDate), desc(companyLeaves.id))
    .limit(limit);
  const counts = await countPeople(
    { db: ctx.db, workspaceId: ctx.actor.workspaceId },
    rows.map(({ leave }) => leave.id),
  );
  return rows.map(
    ({ leave, operation }): CompanyLeaveState => ({
      ...leave,
      counts: counts.get(leave.id) ?? noCounts(),
      isStopped: (leave.status === "BOOKING" || leave.status === "UNDOING") && operation !== "PENDING",
    }),
  );
}

/** @throws ApiError RESOURCE_NOT_FOUND when it does not exist, or is not the caller's to see */
export async function loadCompanyLeave(ctx: Ctx, id: string): Promise<CompanyLeaveState> {
  const [found] = await selectCompanyLeaves(ctx, eq(companyLeaves.id, id), 1);
  if (!found) throw new ApiError("RESOURCE_NOT_FOUND");
  return found;
}

/** The numbers of people of company leaves, by id. */
export async function countPeople(
  { db, workspaceId }: Pick<InWorkspace, "db" | "workspaceId">,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Counts>> {
  const found = new Map<string, Counts>();
  if (ids.length === 0) return found;
  const { companyLeaveId, outcome, undo } = companyLeavePeople;
  const rows = await scoped(workspaceOf({ workspaceId }), companyLeavePeople)
    .select(db, { companyLeaveId, outcome, undo, count: sql<number>`count(*)::int` })
    .where(isAnyOf(companyLeaveId, ids))
    .groupBy(companyLeaveId, outcome, undo);
  for (const row of rows) {
    const counts = found.get(row.companyLeaveId) ?? noCounts();
    found.set(row.companyLeaveId, counts);
    if (row.outcome === null) counts.pending += row.count;
    else counts.outcomes[row.outcome] += row.count;
    if (row.undo) counts.undone[row.undo] += row.count;
  }
  return found;
}

/** The condition for one person of a company leave, or for all of them. */
export const ofCompanyLeave = (id: string, userId?: string): SQL | undefined =>
  and(
    eq(companyLeavePeople.companyLeaveId, id),
    userId === undefined ? undefined : eq(companyLeavePeople.userId, userId),
  );

/** Locks a company leave until the transaction ends, so that an undo begins between two steps of a booking. */
export async function lockCompanyLeave(
  { db, workspaceId }: Pick<InWorkspace, "db" | "workspaceId">,
  id: string,
): Promise<CompanyLeaveRow | undefined> {
  const [row] = await scoped(workspaceOf({ workspaceId }), companyLeaves)
    .selectAll(db)
    .where(eq(companyLeaves.id, id))
    .for("no key update");
  return row;
}

/** Changes the locked row. */
export const updateRow = (
  { db, workspaceId }: Pick<InWorkspace, "db" | "workspaceId">,
  id: string,
  change: Partial<CompanyLeaveRow>,
) =>
  scoped(workspaceOf({ workspaceId }), companyLeaves).update(db).set(change).where(eq(companyLeaves.id, id));

/** The context of a step: what it changes counts as done by the user who started the run, whatever they may do by now. */
export async function contextOf(
  tx: InWorkspace,
  { runById, requestId }: Pick<CompanyLeaveRow, "runById" | "requestId">,
): Promise<Ctx> {
  const { workspaceId, services, db, afterCommit } = tx;
  const [workspace] = await db
    .select({ plan: workspaces.plan })
    .from(workspaces)
    .where(eq(workspaces.id, workspaceId));
  if (!workspace) throw new Error("A company leave has a workspace");
  const actor = { ...jobActor(workspaceId, workspace.plan), userId: runById };
  return { ...ctxFor(services, actor, requestId ?? newRequestId()), db, afterCommit };
}

/** The state of a company leave after the last step. */
export async function readState(tx: InWorkspace, row: CompanyLeaveRow): Promise<CompanyLeaveState> {
  const counts = await countPeople(tx, [row.id]);
  return { ...row, counts: counts.get(row.id) ?? noCounts(), isStopped: false };
}
