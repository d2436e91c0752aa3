import { and, eq, sql } from "drizzle-orm";
import { departments } from "@/drizzle/schema/directory";
import { leaves, leaveTypes } from "@/drizzle/schema/leaves";
import { users } from "@/drizzle/schema/people";
import type { Ctx } from "@/server/access/ctx";
import { givenReach, reachParams } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { preparedBy } from "@/server/kernel/database/db";
import { inNameOrder } from "@/server/kernel/database/name-search";
import { groupBy } from "@/server/kernel/group-by";
import { type DayNumber, dayNumber, dayText } from "@/server/kernel/time/calendar-date";
import { utcDay } from "@/server/kernel/time/clock";
import { isApproved, isWorkElsewhere, touchesByPeriod } from "@/server/modules/leave/calendars/away";
import { employedFrom, isTheirs, patterns, patternsHeld } from "./find-sick-rate";
import { coverageWeeks, isInGroup, minPeople, requireLeadsLocation, shownGroups } from "./policy";
import { placeOf, readWorkedDays } from "./read-worked-days";
import type { CoverageQuery } from "./schema";

const { placeholder } = sql;
const from = sql`${placeholder("from")}::date`;
const until = sql`${placeholder("until")}::date`;
/** The part of these days in which someone is employed, as days from the first of them. */
const firstIn = sql<number>`greatest(${employedFrom}::date - ${from}, 0)`;
const lastIn = sql<number>`least(coalesce(${users.endDate}, ${until}), ${until}) - ${from}`;

const headsQuery = preparedBy((db, kind) =>
  scoped(givenReach(kind), users)
    .select(db, {
      locationId: users.locationId,
      departmentId: users.departmentId,
      name: departments.name,
      patterns,
      first: firstIn,
      last: lastIn,
      people: sql<number>`count(*)::int`,
    })
    .innerJoin(departments, eq(departments.id, users.departmentId))
    .leftJoin(patternsHeld, isTheirs)
    .where(eq(users.status, "ACTIVE"))
    // By position: each mention of a placeholder is a parameter of its own.
    .groupBy(users.locationId, users.departmentId, departments.name, sql`held.patterns`, sql`5`, sql`6`)
    .orderBy(inNameOrder(departments.name), users.departmentId)
    .prepare(`insights_coverage_heads_${kind}`),
);

/** The people on approved leave on each day, each once. */
const awayQuery = preparedBy((db, kind) =>
  scoped(givenReach(kind), users)
    .select(db, {
      locationId: users.locationId,
      departmentId: users.departmentId,
      patterns,
      day: sql<number>`part.day`,
      people: sql<number>`count(distinct ${users.id})::int`,
    })
    .innerJoin(leaves, and(eq(leaves.userId, users.id), isApproved))
    .innerJoin(leaveTypes, eq(leaveTypes.id, leaves.leaveTypeId))
    .leftJoin(patternsHeld, isTheirs)
    .innerJoin(
      sql`lateral generate_series(greatest(${leaves.startDate} - ${from}, 0), least(${leaves.endDate}, ${until}) - ${from}) as part(day)`,
      sql`part.day between ${firstIn} and ${lastIn}`,
    )
    .where(and(eq(users.status, "ACTIVE"), sql`not ${isWorkElsewhere}`, touchesByPeriod(from, until)))
    .groupBy(users.locationId, users.departmentId, sql`held.patterns`, sql`part.day`)
    .prepare(`insights_coverage_away_${kind}`),
);

/** Of a week, the day on which the smallest part of a department is in. */
interface LeastCovered {
  day: DayNumber;
  in: number;
  /** The people who work on that day of the week. */
  of: number;
}

export interface Coverage {
  /** The first and last day of each week; the first week begins today. */
  weeks: { start: DayNumber; end: DayNumber }[];
  /** By name. A week on whose days fewer than `minPeople` work is null. */
  departments: { id: string; name: string; people: number; weeks: (LeastCovered | null)[] }[];
}

/**
 * How many of how many people of each department within reach are in, on the day of each of the coming weeks on which the smallest part of
 * them is (decision 18.18). A person on approved leave for a part of a day is not in, one who works elsewhere is. Two statements and the
 * calendars.
 * @throws ApiError FORBIDDEN
 */
export async function findCoverage(ctx: Ctx, { locationId, departmentId }: CoverageQuery): Promise<Coverage> {
  requireLeadsLocation(ctx);
  const weeks = weeksFrom(dayNumber(utcDay(ctx.now())));
  const [first, last] = [weeks[0]?.start ?? 0, weeks.at(-1)?.end ?? 0];
  const params = { ...reachParams(ctx.reach), from: dayText(first), until: dayText(last) };
  const [heads, away] = await Promise.all([
    headsQuery(ctx.db, ctx.reach.kind).execute(params),
    awayQuery(ctx.db, ctx.reach.kind).execute(params),
  ]);
  const isAsked = isInGroup({ locationId, departmentId });
  const worked = await readWorkedDays(ctx, heads, { first, last });
  const works = (place: { locationId: string; patterns: string }, day: number) =>
    (worked.get(placeOf(place))?.between(first + day, first + day) ?? 0) > 0;
  const awayIn = groupBy(away.filter(isAsked), (row) => row.departmentId);
  const days = Array.from({ length: last - first + 1 }, (_, day) => day);
  const departments = [...groupBy(heads, (row) => row.departmentId)].flatMap(([id, theirs]) => {
    const rows = theirs.filter(isAsked);
    // Each department for itself, since no sum of several is shown.
    if (rows.length === 0 || !shownGroups(theirs)({ locationId })) return [];
    const absent = groupBy(awayIn.get(id) ?? [], ({ day }) => day);
    const counts = days.map((day) => {
      const of = sumOf(rows.filter((row) => row.first <= day && day <= row.last && works(row, day)));
      return {
        day: first + day,
        of,
        in: of - sumOf((absent.get(day) ?? []).filter((row) => works(row, day))),
      };
    });
    const name = rows[0]?.name ?? "";
    return [{ id, name, people: sumOf(rows), weeks: weeks.map((week) => leastOf(counts, week)) }];
  });
  return { weeks, departments };
}

const sumOf = (rows: readonly { people: number }[]): number =>
  rows.reduce((sum, { people }) => sum + people, 0);

/** The first of equals. */
function leastOf(
  counts: readonly LeastCovered[],
  { start, end }: Coverage["weeks"][number],
): LeastCovered | null {
  const shown = counts.filter(({ day, of }) => day >= start && day <= end && of >= minPeople);
  return shown.reduce<LeastCovered | null>(
    (least, one) => (least === null || one.in * least.of < least.in * one.of ? one : least),
    null,
  );
}

const monday = 4;

/** From a day on, weeks that end on Sunday. */
function weeksFrom(today: DayNumber): Coverage["weeks"] {
  const start = today - ((((today - monday) % 7) + 7) % 7);
  return Array.from({ length: coverageWeeks }, (_, week) => ({
    start: Math.max(today, start + 7 * week),
    end: start + 7 * week + 6,
  }));
}
