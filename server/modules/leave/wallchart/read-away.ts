import { and, eq, sql } from "drizzle-orm";
import { isInEffect, leaves, leaveTypes } from "@/drizzle/schema/leaves";
import { users } from "@/drizzle/schema/people";
import type { Ctx } from "@/server/access/ctx";
import { scoped } from "@/server/access/scoped";
import { givenSight, type Sight } from "@/server/access/sight";
import { preparedBy } from "@/server/kernel/database/db";
import { inNameOrder } from "@/server/kernel/database/name-search";
import { isAnyOf } from "@/server/kernel/database/sql-parts";
import {
  isWorkElsewhere,
  takesPartOfDays,
  touchesByPeriod,
  touchesByPerson,
} from "@/server/modules/leave/calendars/away";
import { canSeeType, isTypeOpen, ownerField } from "@/server/modules/leave/requests/see";
import type { AbsencePeriod, Group } from "./policy";
import {
  filterParams,
  heldPatterns,
  isAskedFor,
  isTheirs,
  type PeopleFilter,
  patternsHeld,
  readShape,
  shapeOf,
} from "./store";

export interface Span {
  /** `YYYY-MM-DD`, both inclusive. */
  startDate: string;
  endDate: string;
}

export interface AwayFilter extends Span, PeopleFilter {
  leaveTypes?: readonly string[] | undefined;
}

const { placeholder } = sql;
/** A private type counts as away (decision 18.10). */
const isElsewhere = sql<boolean>`(${isWorkElsewhere} and ${isTypeOpen})`;
const touches = touchesByPeriod(sql`${placeholder("from")}::date`, sql`${placeholder("until")}::date`);

/** @param shape the shape of the people filter, plus `:t` for a filter by leave types and `:n` for order by name */
const query = preparedBy((db, shape) => {
  const byType = shape.includes(":t");
  const fields = {
    userId: users.id,
    departmentId: users.departmentId,
    locationId: users.locationId,
    patterns: heldPatterns,
    startDate: leaves.startDate,
    endDate: leaves.endDate,
    status: leaves.status,
    isElsewhere,
  };
  return scoped(givenSight(readShape(shape).sightKind), users)
    .select(db, byType ? { ...fields, owner: ownerField() } : { ...fields, owner: sql<null>`null` })
    .innerJoin(leaves, eq(leaves.userId, users.id))
    .innerJoin(leaveTypes, eq(leaveTypes.id, leaves.leaveTypeId))
    .leftJoin(patternsHeld, isTheirs)
    .where(
      and(
        isAskedFor(shape),
        isInEffect(leaves.status),
        touches,
        byType ? isAnyOf(leaves.leaveTypeId, placeholder("leaveTypes")) : undefined,
      ),
    )
    .orderBy(...(shape.endsWith(":n") ? [inNameOrder(users.name), users.id] : []))
    .prepare(`wallchart_away_${shape}`);
});

/**
 * The absences of people within sight, approved or open. A filter by type finds only leave whose type the caller may see, so that it
 * reveals no more than a row does.
 */
export const readAway = (ctx: Ctx, sight: Sight, filter: AwayFilter): Promise<AbsencePeriod[]> =>
  read(ctx, sight, filter, "");

/** `readAway` ordered by name, for a list. */
export const readAwayByName = (ctx: Ctx, sight: Sight, filter: AwayFilter): Promise<AbsencePeriod[]> =>
  read(ctx, sight, filter, ":n");

async function read(ctx: Ctx, sight: Sight, filter: AwayFilter, order: "" | ":n"): Promise<AbsencePeriod[]> {
  const { startDate, endDate, leaveTypes, ...people } = filter;
  const shape = shapeOf(ctx, sight, people) + (leaveTypes ? ":t" : "") + order;
  const found = await query(ctx.db, shape).execute({
    ...filterParams(ctx, sight, people),
    from: startDate,
    until: endDate,
    leaveTypes,
  });
  return found.filter((row) => canSeeType(ctx, row, row.owner));
}

const other = (column: string) => sql`other.${sql.identifier(column)}`;
/** Whether other leave of the person may be on the same day. Only few leaves are of interest: those that interrupt, and those around them. */
const isMet = sql`(${takesPartOfDays} or ${leaveTypes.interrupts} or (${leaveTypes.interruptible} and exists (
  select from ${leaves} other join ${leaveTypes} kind on kind.workspace_id = ${placeholder("workspaceId")}::uuid and kind.id = ${other("leave_type_id")}
  where ${other("workspace_id")} = ${placeholder("workspaceId")}::uuid and ${other("user_id")} = ${users.id} and kind.interrupts
    and ${isInEffect(other("status"))}
    and ${touchesByPerson(other("start_date"), other("end_date"))})))`;
const onlyMet = sql<string | null>`case when ${isMet} then ${users.id} end`;

const groupQuery = preparedBy((db, shape) =>
  scoped(givenSight(readShape(shape).sightKind), users)
    .select(db, {
      userId: onlyMet,
      departmentId: sql<string>`''`,
      locationId: users.locationId,
      patterns: heldPatterns,
      startDate: leaves.startDate,
      endDate: leaves.endDate,
      status: leaves.status,
      isElsewhere,
      people: sql<number>`count(*)::int`,
    })
    .innerJoin(leaves, eq(leaves.userId, users.id))
    .innerJoin(leaveTypes, eq(leaveTypes.id, leaves.leaveTypeId))
    .leftJoin(patternsHeld, isTheirs)
    .where(and(isAskedFor(shape), isInEffect(leaves.status), touches))
    .groupBy(
      sql`1`,
      users.locationId,
      sql`held.patterns`,
      leaves.startDate,
      leaves.endDate,
      leaves.status,
      isElsewhere,
    )
    .prepare(`wallchart_groups_${shape}`),
);

/** `readAway` without names: full-day leave is grouped, because reading a month of thousands of rows is slower than finding them. */
export async function readAwayGroups(
  ctx: Ctx,
  sight: Sight,
  { startDate, endDate, ...people }: Span & PeopleFilter,
): Promise<{ periods: AbsencePeriod[]; groups: Group[] }> {
  const found = await groupQuery(ctx.db, shapeOf(ctx, sight, people)).execute({
    ...filterParams(ctx, sight, people),
    from: startDate,
    until: endDate,
  });
  return {
    periods: found.flatMap(({ userId, ...row }) => (userId === null ? [] : [{ ...row, userId }])),
    groups: found.filter(({ userId }) => userId === null),
  };
}
