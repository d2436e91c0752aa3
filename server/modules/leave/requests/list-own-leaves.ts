import { and, asc, desc, eq, gte, ne, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { isInEffect, leaves, leaveTypes } from "@/drizzle/schema/leaves";
import { users } from "@/drizzle/schema/people";
import type { LeaveStatus } from "@/drizzle/schema/values";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { isAnyOf } from "@/server/kernel/database/sql-parts";
import { ApiError } from "@/server/kernel/errors";
import { localDate } from "@/server/kernel/time/calendar-date";
import { findPerson } from "@/server/modules/people/people/find-people";
import { touchesByPerson } from "./away";
import { type LeaveRow, leaveFields } from "./store";

/** One's own leave, with names. */
export type OwnLeave = LeaveRow & {
  /** The last day on which approvers were reminded, `YYYY-MM-DD`. */
  remindedOn: string | null;
  leaveTypeName: string;
  leaveTypeColor: string;
  /** The person who decided or added the leave; null while undecided. */
  approverName: string | null;
  /** The approver they represented as a stand-in. */
  standsInForName: string | null;
};

const represented = alias(users, "represented");

/** More than anyone takes in a working life. */
const most = 5000;

/**
 * The signed-in person's leave except deleted leave, latest first.
 * @throws ApiError FORBIDDEN without a signed-in user
 */
export const listOwnLeaves = async (ctx: Ctx): Promise<OwnLeave[]> =>
  select(ctx, own(ctx), ne(leaves.status, "DELETED"))
    .orderBy(desc(leaves.startDate), desc(leaves.id))
    .limit(most);

/**
 * The signed-in person's upcoming leave, approved or open, including ongoing leave.
 * @param today `YYYY-MM-DD` at their location
 * @throws ApiError FORBIDDEN without a signed-in user
 */
export const listComingLeaves = async (
  ctx: Ctx,
  { today, limit }: { today: string; limit: number },
): Promise<OwnLeave[]> => coming(ctx, own(ctx), today).limit(limit);

const coming = (ctx: Ctx, userId: string, today: string) =>
  select(ctx, userId, and(gte(leaves.endDate, today), isInEffect(leaves.status))).orderBy(
    asc(leaves.startDate),
    asc(leaves.id),
  );

/**
 * `listComingLeaves` for a person managed by the caller.
 * @throws ApiError RESOURCE_NOT_FOUND for any other person
 */
export async function listComingLeavesOf(
  ctx: Ctx,
  { userId, limit }: { userId: string; limit: number },
): Promise<OwnLeave[]> {
  const person = await findPerson(ctx, userId);
  if (!person?.isManaged) throw new ApiError("RESOURCE_NOT_FOUND");
  return coming(ctx, userId, localDate(ctx.now(), person.location.timezone)).limit(limit);
}

/** The filter: leave that touches a range of days. */
interface Wanted {
  startDate: string;
  endDate: string;
  status: readonly LeaveStatus[];
  limit: number;
}

/**
 * The signed-in person's leave within the filter except deleted leave, latest first.
 * @returns `hasMore` when there is more than the limit
 * @throws ApiError FORBIDDEN without a signed-in user
 */
export async function findOwnLeaves(
  ctx: Ctx,
  { startDate, endDate, status, limit }: Wanted,
): Promise<{ items: OwnLeave[]; hasMore: boolean }> {
  const touches = touchesByPerson(sql`${startDate}::date`, sql`${endDate}::date`);
  const rows = await select(
    ctx,
    own(ctx),
    and(ne(leaves.status, "DELETED"), isAnyOf(leaves.status, status), touches),
  )
    .orderBy(desc(leaves.startDate), desc(leaves.id))
    .limit(limit + 1);
  return { items: rows.slice(0, limit), hasMore: rows.length > limit };
}

function own({ actor: { userId } }: Ctx): string {
  if (userId === null) throw new ApiError("FORBIDDEN");
  return userId;
}

function select(ctx: Ctx, userId: string, which: SQL | undefined) {
  return scoped(workspaceOf(ctx.actor), leaves)
    .select(ctx.db, {
      ...leaveFields,
      remindedOn: leaves.remindedOn,
      leaveTypeName: leaveTypes.name,
      leaveTypeColor: leaveTypes.color,
      approverName: users.name,
      standsInForName: represented.name,
    })
    .innerJoin(leaveTypes, eq(leaveTypes.id, leaves.leaveTypeId))
    .leftJoin(users, eq(users.id, leaves.approverId))
    .leftJoin(represented, eq(represented.id, leaves.standsInForId))
    .where(and(eq(leaves.userId, userId), which));
}
