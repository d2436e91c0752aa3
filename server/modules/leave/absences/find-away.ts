import { and, eq, or, type SQL, sql } from "drizzle-orm";
import { isInEffect, leaves, leaveTypes } from "@/drizzle/schema/leaves";
import { users } from "@/drizzle/schema/people";
import type { Ctx } from "@/server/access/ctx";
import { loadSight } from "@/server/access/load-sight";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { givenSight, type Sight, sightParams } from "@/server/access/sight";
import { preparedBy } from "@/server/kernel/database/db";
import { inNameOrder } from "@/server/kernel/database/name-search";
import { isAnyOf } from "@/server/kernel/database/sql-parts";
import { touchesDays } from "@/server/kernel/time/date-range";
import { isApproved, isOnDay, isWorkElsewhere, touchesByPeriod } from "@/server/modules/leave/calendars/away";
import { isTypeOpen } from "@/server/modules/leave/requests/see";
import { languageParam } from "@/server/modules/leave/type-names/name-in";
import { type ShownAbsence, stretchesOf } from "./find-absences";
import type { AwayDays } from "./schema";
import { absenceFields, seeAbsence } from "./see-absence";

/** People of a list, at most. */
const maxPeople = 8;
/** People of a day, at most. */
const maxFaces = 3;

const dayGroups = ["day0", "day1", "day2", "day3", "day4", "day5"] as const;
const groups = ["today", "elsewhere", "soon", ...dayGroups] as const;
type Group = (typeof groups)[number];

const { placeholder } = sql;
const given = (name: string): SQL => sql`${placeholder(name)}::date`;

// As in counts of private types: they must not say more of one than a row does, so it counts as away.
const isElsewhere = sql`(${isWorkElsewhere} and ${isTypeOpen})`;

/** Whether leave belongs to a group; null for a day that is not asked for. */
const belongsTo: Record<Group, SQL> = {
  today: sql`(${isApproved} and ${isOnDay(given("today"))} and not ${isElsewhere})`,
  elsewhere: sql`(${isApproved} and ${isOnDay(given("today"))} and ${isElsewhere})`,
  soon: sql`(${leaves.startDate} > ${given("today")} and ${leaves.startDate} <= ${given("until")} and not ${isElsewhere})`,
  ...byGroup(dayGroups, (day) => sql`(${isApproved} and ${isOnDay(given(day))} and not ${isElsewhere})`),
};

const ofTeam = sql`(${users.departmentId} = ${placeholder("departmentId")}::uuid) desc`;
const byName = sql`${inNameOrder(users.name)}, ${leaves.id}`;

/** The place of leave in its group: one's own team first, then by name; what comes soon by its first day. */
const placeIn = (group: Group): SQL<number> => {
  const order = group === "soon" ? sql`${ofTeam}, ${leaves.startDate}, ${byName}` : sql`${ofTeam}, ${byName}`;
  return sql<number>`row_number() over (partition by ${belongsTo[group]} order by ${order})`;
};

/** A record of something for each group: the language has no type for the entries of one. */
function byGroup<G extends Group, T>(of: readonly G[], make: (group: G) => T): Record<G, T> {
  return Object.fromEntries(of.map((group) => [group, make(group)])) as Record<G, T>;
}

const touches = and(
  eq(users.status, "ACTIVE"),
  isInEffect(leaves.status),
  touchesByPeriod(given("today"), given("last")),
);

const counts = preparedBy((db, kind) =>
  scoped(givenSight(kind), users)
    .select(
      db,
      byGroup(
        groups,
        (group) => sql<number>`(count(distinct ${users.id}) filter (where ${belongsTo[group]}))::int`,
      ),
    )
    .innerJoin(leaves, eq(leaves.userId, users.id))
    .innerJoin(leaveTypes, eq(leaveTypes.id, leaves.leaveTypeId))
    .where(touches)
    .prepare(`count_away_${kind}`),
);

const places = preparedBy((db, kind) => {
  const ranked = scoped(givenSight(kind), users)
    .select(db, {
      leaveId: leaves.id,
      ...byGroup(groups, (group) =>
        sql<number | null>`(case when ${belongsTo[group]} then ${placeIn(group)} end)::int`.as(group),
      ),
    })
    .innerJoin(leaves, eq(leaves.userId, users.id))
    .innerJoin(leaveTypes, eq(leaveTypes.id, leaves.leaveTypeId))
    .where(touches)
    .as("ranked");
  return db
    .select()
    .from(ranked)
    .where(
      or(
        ...groups.map(
          (group) => sql`${ranked[group]} <= ${placeholder(isDay(group) ? "faces" : "people")}::int`,
        ),
      ),
    )
    .prepare(`place_away_${kind}`);
});

const isDay = (group: Group): boolean => dayGroups.some((day) => day === group);

const details = preparedBy((db, kind) =>
  scoped(givenSight(kind), users)
    .select(db, {
      ...absenceFields(),
      interrupts: leaveTypes.interrupts,
      interruptible: leaveTypes.interruptible,
    })
    .innerJoin(leaves, eq(leaves.userId, users.id))
    .innerJoin(leaveTypes, eq(leaveTypes.id, leaves.leaveTypeId))
    .where(isAnyOf(leaves.id, placeholder("ids")))
    .prepare(`details_away_${kind}`),
);

/** People of a group: the first of them, each once, and how many there are. */
export interface AwayGroup {
  count: number;
  people: ShownAbsence[];
}

/** Who is away today and on the next days, for one's own overview. */
interface AwayOverview {
  today: AwayGroup;
  elsewhere: AwayGroup;
  soon: AwayGroup;
  /** In the order of the days asked for. */
  days: AwayGroup[];
}

/**
 * Who is away within sight: the first people of each list and day, one's own team before the others, and the number of all. However many
 * are away, it reads the leave that it shows. Approved leave counts; in what comes soon requested leave, too.
 */
export async function findAway(ctx: Ctx, { today, until, days }: AwayDays): Promise<AwayOverview> {
  const sight = await loadSight(ctx);
  const params = {
    ...sightParams(sight),
    ...{ today, until, last: [until, ...days].reduce((last, day) => (day > last ? day : last)) },
    ...byGroup(dayGroups, (_) => null as string | null),
    ...Object.fromEntries(days.map((day, at) => [`day${at}`, day])),
  };
  const departmentId = await findOwnDepartment(ctx);
  const [[count], ranked] = await Promise.all([
    counts(ctx.db, sight.kind).execute(params),
    places(ctx.db, sight.kind).execute({ ...params, departmentId, people: maxPeople, faces: maxFaces }),
  ]);
  const shown = await findShown(ctx, sight, [...new Set(ranked.map(({ leaveId }) => leaveId))]);
  const groupOf = (group: Group, from: string, to: string): AwayGroup => {
    const first = ranked
      .filter((row) => row[group] !== null && row[group] <= (isDay(group) ? maxFaces : maxPeople))
      .sort((a, b) => (a[group] ?? 0) - (b[group] ?? 0))
      .flatMap(({ leaveId }) => shown.get(leaveId) ?? [])
      .filter(({ awayOn }) => awayOn.some((stretch) => touchesDays(stretch, from, to)));
    return { count: count?.[group] ?? 0, people: onceEach(first) };
  };
  return {
    today: groupOf("today", today, today),
    elsewhere: groupOf("elsewhere", today, today),
    soon: groupOf("soon", today, until),
    days: days.map((day, at) => groupOf(dayGroups[at] ?? "day0", day, day)),
  };
}

const onceEach = (absences: readonly ShownAbsence[]): ShownAbsence[] => [
  ...new Map(absences.map((absence) => [absence.user.id, absence])).values(),
];

async function findOwnDepartment(ctx: Ctx): Promise<string | null> {
  if (ctx.actor.userId === null) return null;
  const [own] = await scoped(workspaceOf(ctx.actor), users)
    .select(ctx.db, { departmentId: users.departmentId })
    .where(eq(users.id, ctx.actor.userId));
  return own?.departmentId ?? null;
}

async function findShown(
  ctx: Ctx,
  sight: Sight,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ShownAbsence>> {
  if (ids.length === 0) return new Map();
  const rows = await details(ctx.db, sight.kind).execute({
    ...sightParams(sight),
    ...languageParam(ctx),
    ids,
  });
  const stretches = await stretchesOf(ctx, rows);
  return new Map(
    rows.map((row) => {
      const { startDate, endDate } = row.time;
      const awayOn = stretches.get(row.leaveId) ?? [{ startDate, endDate }];
      return [row.leaveId, { ...seeAbsence(ctx, row), awayOn }];
    }),
  );
}
