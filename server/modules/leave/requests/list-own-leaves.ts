import { and, asc, desc, eq, gte, lt, ne, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { locations } from "@/drizzle/schema/directory";
import { leaveQuestions } from "@/drizzle/schema/leave-questions";
import { isInEffect, leaves, leaveTypes, waitsForDecision } from "@/drizzle/schema/leaves";
import { users } from "@/drizzle/schema/people";
import type { LeaveStatus } from "@/drizzle/schema/values";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { todayAt } from "@/server/access/stand-ins";
import {
  byDate,
  counted,
  inListOrder,
  type Listed,
  listed,
  type PageStart,
} from "@/server/kernel/database/list-order";
import { isAnyOf } from "@/server/kernel/database/sql-parts";
import { ApiError } from "@/server/kernel/errors";
import { compareNames } from "@/server/kernel/text/folding";
import { localDate } from "@/server/kernel/time/calendar-date";
import { touchesByPerson } from "@/server/modules/leave/calendars/away";
import { hourCountsOfType, withDayHours } from "@/server/modules/leave/calendars/read-hours";
import { nameFor } from "@/server/modules/leave/type-names/name-in";
import { findPerson } from "@/server/modules/people/people/find-people";
import type { OwnLeaveFilter } from "./schema";
import { type LeaveRow, leaveFields } from "./store";

/** One's own leave, with names. */
export type OwnLeave = LeaveRow & {
  /** Null where its type is shown in days. */
  hours: number | null;
  /** Where it is shown in days and is no number of halves. */
  dayHours: number | null;
  /** The last day on which approvers were reminded, `YYYY-MM-DD`. */
  remindedOn: string | null;
  leaveTypeName: string;
  leaveTypeColor: string;
  /** The person who decided or added the leave; null while undecided. */
  approverName: string | null;
  /** The approver they represented as a stand-in. */
  standsInForName: string | null;
  /** The first question that its person has not answered while it waits; null in a list of another person. */
  openQuestion: string | null;
};

const represented = alias(users, "represented");
const dates = byDate(leaves.startDate);
const { sortKey } = inListOrder({ dates }, "-dates", leaves.id, { after: null });

const isKept = ne(leaves.status, "DELETED");

function hasTime(ctx: Ctx, userId: string, when: OwnLeaveFilter["when"]): SQL | undefined {
  if (when === "all") return undefined;
  if (when === "waiting") return waitsForDecision(leaves);
  const today = sql`${scoped(workspaceOf(ctx.actor), users)
    .select(ctx.db, { today: todayAt(locations.timezone, ctx.now()) })
    .innerJoin(locations, eq(locations.id, users.locationId))
    .where(eq(users.id, userId))}`;
  return when === "past"
    ? lt(leaves.endDate, today)
    : and(gte(leaves.endDate, today), isInEffect(leaves.status));
}

const touchesYear = (year: string) =>
  touchesByPerson(sql`${`${year}-01-01`}::date`, sql`${`${year}-12-31`}::date`);

/**
 * A page of the signed-in person's leave that matches a filter, except deleted leave.
 * @throws ApiError FORBIDDEN without a signed-in user
 */
export async function searchOwnLeaves(
  ctx: Ctx,
  { when, year, type, state, sort }: OwnLeaveFilter,
  start: PageStart,
): Promise<Listed<OwnLeave>> {
  const userId = own(ctx);
  const { after, by } = inListOrder({ dates }, sort, leaves.id, start);
  const matching = and(
    isKept,
    hasTime(ctx, userId, when),
    year === "all" ? undefined : touchesYear(year),
    type === "all" ? undefined : eq(nameFor(ctx), type),
    state === "all" ? undefined : eq(leaves.status, state),
    after,
  );
  const rows = await select(ctx, userId, matching)
    .orderBy(...by)
    .limit(start.limit + 1);
  return listed(await withDayHours(ctx, rows), start, () =>
    scoped(workspaceOf(ctx.actor), leaves)
      .select(ctx.db, counted)
      .where(and(eq(leaves.userId, userId), isKept)),
  );
}

/** Every year from the first to the last one of each span, latest first. */
const yearsOf = (spans: readonly number[][]): string[] => {
  const years = spans.flatMap(([first = 0, last = first]) =>
    Array.from({ length: last - first + 1 }, (_, n) => String(first + n)),
  );
  return [...new Set(years)].sort().reverse();
};

/**
 * The years, latest first, and the names of the types of the signed-in person's leave, except deleted leave.
 * @throws ApiError FORBIDDEN without a signed-in user
 */
export async function listOwnLeaveChoices(ctx: Ctx): Promise<{ years: string[]; types: string[] }> {
  const [first, last] = [leaves.startDate, leaves.endDate].map(
    (date) => sql`extract(year from ${date})::int`,
  );
  const [found] = await scoped(workspaceOf(ctx.actor), leaves)
    .select(ctx.db, {
      spans: sql<number[][]>`coalesce(json_agg(distinct jsonb_build_array(${first}, ${last})), '[]')`,
      types: sql<string[]>`coalesce(array_agg(distinct ${nameFor(ctx)}), '{}')`,
    })
    .innerJoin(leaveTypes, eq(leaveTypes.id, leaves.leaveTypeId))
    .where(and(eq(leaves.userId, own(ctx)), isKept));
  return {
    years: yearsOf(found?.spans ?? []),
    types: (found?.types ?? []).toSorted(compareNames),
  };
}

/**
 * The signed-in person's upcoming leave, approved or open, including ongoing leave.
 * @param today `YYYY-MM-DD` at their location
 * @throws ApiError FORBIDDEN without a signed-in user
 */
export const listComingLeaves = async (
  ctx: Ctx,
  { today, limit }: { today: string; limit: number },
): Promise<OwnLeave[]> => withDayHours(ctx, await coming(ctx, own(ctx), today).limit(limit));

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
  if (!person || !(person.isManaged || userId === ctx.actor.userId)) throw new ApiError("RESOURCE_NOT_FOUND");
  const today = localDate(ctx.now(), person.location.timezone);
  return withDayHours(ctx, await coming(ctx, userId, today).limit(limit));
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
  const rows = await select(ctx, own(ctx), and(isKept, isAnyOf(leaves.status, status), touches))
    .orderBy(desc(leaves.startDate), desc(leaves.id))
    .limit(limit + 1);
  return { items: await withDayHours(ctx, rows.slice(0, limit)), hasMore: rows.length > limit };
}

function own({ actor: { userId } }: Ctx): string {
  if (userId === null) throw new ApiError("FORBIDDEN");
  return userId;
}

/** Of a leave that waits: afterwards there is nothing to answer. */
const openQuestion = ({ actor: { workspaceId } }: Ctx) => sql<
  string | null
>`case when ${waitsForDecision(leaves)} then (
  select asked.question from ${leaveQuestions} asked
  where asked.workspace_id = ${workspaceId}::uuid and asked.leave_id = ${leaves.id} and asked.answered_at is null
  order by asked.id limit 1) end`;

function select(ctx: Ctx, userId: string, which: SQL | undefined) {
  return scoped(workspaceOf(ctx.actor), leaves)
    .select(ctx.db, {
      ...leaveFields,
      hourCounts: hourCountsOfType,
      remindedOn: leaves.remindedOn,
      leaveTypeName: nameFor(ctx),
      leaveTypeColor: leaveTypes.color,
      approverName: users.name,
      standsInForName: represented.name,
      // Their text is for the person and those who decide; lists of others ask nothing.
      openQuestion: userId === ctx.actor.userId ? openQuestion(ctx) : sql<null>`null`,
      sortKey,
    })
    .innerJoin(leaveTypes, eq(leaveTypes.id, leaves.leaveTypeId))
    .leftJoin(users, eq(users.id, leaves.approverId))
    .leftJoin(represented, eq(represented.id, leaves.standsInForId))
    .where(and(eq(leaves.userId, userId), which));
}
