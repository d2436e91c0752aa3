import { and, eq, or, type SQL, sql } from "drizzle-orm";
import { isInEffect, leaves } from "@/drizzle/schema/leaves";
import { users } from "@/drizzle/schema/people";
import type { Ctx } from "@/server/access/ctx";
import { givenWorkspace } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { arrayOf } from "@/server/kernel/database/array-of";
import { preparedBy, statement } from "@/server/kernel/database/db";
import { isAnyOf, literal } from "@/server/kernel/database/sql-parts";
import { inPieces } from "@/server/kernel/http/in-pieces";
import { dayNumber } from "@/server/kernel/time/calendar-date";
import { isOnDay, touchesByPeriod } from "@/server/modules/leave/calendars/away";
import { readEmployees } from "@/server/modules/leave/calendars/read-employee";
import { furthestReturn, type Holiday } from "@/server/modules/leave/calendars/working-days";
import { findRecounts, type Recounts } from "@/server/modules/leave/requests/find-recounts";

/** A public holiday as a location has it. */
export interface HolidayFact {
  locationId: string;
  date: string;
  name: string;
  isHalfDay?: boolean | undefined;
}

/** Public holidays that go, and those that come. */
export interface HolidayChange {
  removes: readonly HolidayFact[];
  adds: readonly HolidayFact[];
}

const { placeholder } = sql;
const takers = (which: SQL) => sql`
  select ${leaves.userId} as id from ${leaves} where ${leaves.workspaceId} = ${placeholder("workspaceId")}::uuid
    and ${leaves.locationId} = given."locationId" and ${isInEffect(leaves.status)} and ${which}`;
// Each day is looked up by the index of periods.
const away = statement<{ id: string }>(sql`
  select distinct taker.id
  from jsonb_to_recordset(${placeholder("given")}::text::jsonb) as given("locationId" uuid, date date)
  cross join lateral (${takers(isOnDay(sql`given.date`))} union all ${takers(sql`${leaves.countMode} = 'MONDAY_TO_SATURDAY'
    and ${touchesByPeriod(sql`given.date - ${literal(furthestReturn)}`, sql`given.date`)}`)}) taker
  order by 1`);

const factsOf = ({ removes, adds }: HolidayChange): HolidayFact[] => [...removes, ...adds];

/** People with open or approved leave on a changed day, by id: of the location at which the leave was booked. */
export async function findPeopleOnHolidays(ctx: Ctx, change: HolidayChange): Promise<string[]> {
  const given = factsOf(change).map(({ locationId, date }) => ({ locationId, date }));
  const { workspaceId } = ctx.actor;
  return (await away(ctx.db, { workspaceId, given: JSON.stringify(given) })).map(({ id }) => id);
}

const locking = preparedBy((db) =>
  scoped(givenWorkspace, users)
    .select(db, { id: users.id })
    .where(
      or(
        and(eq(users.status, "ACTIVE"), isAnyOf(users.locationId, placeholder("locationIds"))),
        isAnyOf(users.id, placeholder("userIds")),
      ),
    )
    // The same order as every other lock of several people, which prevents deadlocks.
    .orderBy(users.id)
    .for("no key update")
    .prepare("people_of_holidays"),
);

const lockingLeave = statement(sql`
  select from ${leaves} where ${leaves.workspaceId} = ${placeholder("workspaceId")}::uuid
    and ${leaves.id} = any(${placeholder("ids")}::uuid[]) order by ${leaves.id} for no key update`);

/** Locks everyone who may book at the locations of a change, and these people, until the end of the transaction. */
export async function lockPeople(ctx: Ctx, change: HolidayChange, userIds: readonly string[]): Promise<void> {
  const locationIds = [...new Set(factsOf(change).map(({ locationId }) => locationId))];
  await locking(ctx.db).execute({ workspaceId: ctx.actor.workspaceId, locationIds, userIds });
}

/** Locks the leave that an effect recounts: a decision on it may lock no person. */
export async function lockLeave(ctx: Ctx, { recounts, shifted }: Recounts): Promise<void> {
  const ids = [...recounts, ...shifted].map(({ leave }) => leave.id);
  if (ids.length > 0) await lockingLeave(ctx.db, { workspaceId: ctx.actor.workspaceId, ids: arrayOf(ids) });
}

const holidayOf = ({ date, name, isHalfDay = false }: HolidayFact): Holiday => ({
  ...{ day: dayNumber(date), name, isHalfDay },
});

/** The holidays of a location after a change. A name is there once on a day. */
function changedHolidays({ removes, adds }: HolidayChange, locationId: string) {
  const here = (facts: readonly HolidayFact[]) =>
    facts.filter((fact) => fact.locationId === locationId).map(holidayOf);
  const [gone, come] = [here(removes), here(adds)];
  return (before: readonly Holiday[]): Holiday[] =>
    [
      ...before.filter(({ day, name }) => !gone.some((one) => one.day === day && one.name === name)),
      ...come,
    ].sort((a, b) => a.day - b.day);
}

/** People handled at once: some milliseconds of work, and requests get their turn in between. */
const peopleAtOnce = 50;

/**
 * The leave that a change of public holidays recounts, also leave that is over, and the balances that would not cover it. Read before the
 * change is written.
 * @param userIds people with leave on a changed day
 * @param lock also locks the leave; the caller has locked the people
 * @param report is called after each piece, with the people done
 */
export async function findHolidayEffect(
  ctx: Ctx,
  change: HolidayChange,
  userIds: readonly string[],
  lock: "lock" | "" = "",
  report?: (done: number) => void,
): Promise<Recounts> {
  const facts = factsOf(change);
  const from = Math.min(...facts.map(({ date }) => dayNumber(date))) - furthestReturn;
  const places = new Map(
    facts.map(({ locationId }) => [locationId, changedHolidays(change, locationId)] as const),
  );
  const found: Recounts = { recounts: [], shifted: [], uncovered: [] };
  let done = 0;
  await inPieces(userIds, peopleAtOnce, async (some) => {
    const employees = await readEmployees(ctx, some);
    const workers = [...employees.values()].map((employee) => ({
      employee,
      patterns: employee.patterns,
      from,
    }));
    const { recounts, shifted, uncovered } = await findRecounts(ctx, workers, lock, places);
    found.recounts.push(...recounts);
    found.shifted.push(...shifted);
    found.uncovered.push(...uncovered);
    done += some.length;
    report?.(done);
  });
  return found;
}
