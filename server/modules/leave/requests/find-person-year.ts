import { and, eq, sql } from "drizzle-orm";
import { departments, locations } from "@/drizzle/schema/directory";
import { isInEffect, leaves, leaveTypes } from "@/drizzle/schema/leaves";
import { users } from "@/drizzle/schema/people";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { type DayNumber, dayNumber } from "@/server/kernel/time/calendar-date";
import { type BalanceRow, loadReadable, readBalances } from "@/server/modules/leave/balances/read";
import { touchesByPerson } from "@/server/modules/leave/calendars/away";
import { daysWithin, sumOf, toThousandths } from "@/server/modules/leave/calendars/day-fraction";
import { keptCountsField } from "@/server/modules/leave/calendars/find-kept-counts";
import { readCalendar } from "@/server/modules/leave/calendars/read-calendar";
import { readHours } from "@/server/modules/leave/calendars/read-hours";
import type { Thousandths, WorkCalendar } from "@/server/modules/leave/calendars/working-days";
import { nameFor } from "@/server/modules/leave/type-names/name-in";
import { findHitDays, type Hit } from "./find-hit-days";
import { type SeenLeave, seeLeaves } from "./see";
import { leaveFields } from "./store";

/** A leave in the year of one person. */
interface LeaveOfYear {
  leave: SeenLeave;
  /** What its days in this year count. */
  taken: Thousandths;
  /** The same in hours; null where its type is shown in days, or hidden. */
  hours: number | null;
  /** Null when the type is private and hidden from the caller. */
  type: { name: string; color: string } | null;
}

/** The calendar year of one person: what they have booked, when their place does not work, and their balances at both ends. */
export interface PersonYear {
  person: { id: string; name: string; department: string; location: string };
  /** Today at their location. */
  today: DayNumber;
  calendar: WorkCalendar;
  /** 0 is Sunday. */
  firstDayOfWeek: number;
  /** Open and approved leave, by first day. */
  leaves: LeaveOfYear[];
  /** As of the year's first day. */
  before: BalanceRow[];
  /** As of its last day. */
  after: BalanceRow[];
  /** Days without leave, by the rules that concern the person. */
  ruled: Hit[];
}

/**
 * One person's year: for themselves, and for those who reach them.
 * @throws ApiError RESOURCE_NOT_FOUND
 */
export async function findPersonYear(
  ctx: Ctx,
  { userId, year }: { userId: string; year: number },
): Promise<PersonYear> {
  const { employee } = await loadReadable(ctx, userId);
  const [startDate, endDate] = [`${year}-01-01`, `${year}-12-31`];
  const days = { from: dayNumber(startDate), to: dayNumber(endDate) };
  const scope = workspaceOf(ctx.actor);
  const calendar = await readCalendar(ctx, employee.locationId, days, employee);
  const [[person], booked, before, after, ruled] = await Promise.all([
    scoped(scope, users)
      .select(ctx.db, {
        name: users.name,
        department: departments.name,
        location: locations.name,
        firstDayOfWeek: locations.firstDayOfWeek,
      })
      .innerJoin(departments, eq(departments.id, users.departmentId))
      .innerJoin(locations, eq(locations.id, users.locationId))
      .where(eq(users.id, userId)),
    scoped(scope, leaves)
      .select(ctx.db, {
        leave: leaveFields,
        counts: keptCountsField,
        typeName: nameFor(ctx),
        typeColor: leaveTypes.color,
        unit: leaveTypes.unit,
      })
      .innerJoin(leaveTypes, eq(leaveTypes.id, leaves.leaveTypeId))
      .where(
        and(
          eq(leaves.userId, userId),
          isInEffect(leaves.status),
          touchesByPerson(sql`${startDate}::date`, sql`${endDate}::date`),
        ),
      )
      .orderBy(leaves.startDate, leaves.id),
    readBalances(ctx, { userId, asOf: startDate }),
    readBalances(ctx, { userId, asOf: endDate }),
    findHitDays(ctx, employee, calendar, days, "blackouts"),
  ]);
  const seen = await seeLeaves(
    ctx,
    booked.map(({ leave }) => leave),
  );
  const parts = booked.map(({ counts, unit }, place) => {
    const leave = seen[place] as SeenLeave;
    const last = counts.start + counts.counts.length - 1;
    const within = daysWithin(counts, Math.max(counts.start, days.from), Math.min(last, days.to));
    const isInHours = unit === "HOURS" && leave.leaveTypeId !== null;
    return { leave, within, hourCounts: isInHours ? within : null };
  });
  const hours = await readHours(
    ctx,
    parts.map(({ leave: { id, userId, locationId }, hourCounts }) => ({
      id,
      userId,
      locationId,
      hourCounts,
    })),
  );
  const { firstDayOfWeek = 1, ...names } = person ?? { name: "", department: "", location: "" };
  return {
    person: { id: userId, ...names },
    today: employee.today,
    calendar,
    firstDayOfWeek,
    leaves: parts.map(({ leave, within }, place) => {
      const { typeName = "", typeColor = "" } = booked[place] ?? {};
      const type = leave.leaveTypeId === null ? null : { name: typeName, color: typeColor };
      return { leave, taken: toThousandths(sumOf(within)), hours: hours.get(leave.id) ?? null, type };
    }),
    ...{ before, after, ruled },
  };
}
