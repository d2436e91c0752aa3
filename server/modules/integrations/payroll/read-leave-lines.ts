import { and, eq, isNull, sql } from "drizzle-orm";
import type { DayCounts } from "@/drizzle/schema/day-counts";
import { departments } from "@/drizzle/schema/directory";
import { leaves, leaveTypes } from "@/drizzle/schema/leaves";
import { users } from "@/drizzle/schema/people";
import type { Ctx } from "@/server/access/ctx";
import { givenWorkspace } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { preparedBy } from "@/server/kernel/database/db";
import { toHundredths } from "@/server/kernel/time/amount";
import { dayText } from "@/server/kernel/time/calendar-date";
import { isApproved, touchesByPeriod } from "@/server/modules/leave/calendars/away";
import { daysWithin, sumOf, toThousandths } from "@/server/modules/leave/calendars/day-fraction";
import { keptCountsField } from "@/server/modules/leave/calendars/find-kept-counts";
import { hoursOf } from "@/server/modules/leave/calendars/hours";
import { noHolidays, readPersonCalendars } from "@/server/modules/leave/calendars/read-person-calendars";
import { toDays, type WorkCalendar } from "@/server/modules/leave/calendars/working-days";
import type { PayrollLine } from "./layout";
import type { PeriodDays } from "./policy";

/** The people of a location, and the days that are paid together. */
export interface Paid {
  locationId: string;
  days: PeriodDays;
}

const { placeholder } = sql;

const people = preparedBy((db) =>
  scoped(givenWorkspace, users)
    .select(db, {
      userId: users.id,
      employeeId: users.employeeId,
      name: users.name,
      email: users.email,
      department: departments.name,
    })
    .innerJoin(departments, eq(departments.id, users.departmentId))
    .where(and(eq(users.locationId, placeholder("locationId")), isNull(users.erasedAt)))
    .prepare("payroll_people"),
);

/** Of all locations: a join by the location of people would be planned anew with each size of it. */
const leave = preparedBy((db) =>
  scoped(givenWorkspace, leaves)
    .select(db, {
      userId: leaves.userId,
      leaveTypeId: leaves.leaveTypeId,
      leaveId: leaves.id,
      locationId: leaves.locationId,
      counts: keptCountsField,
    })
    .where(
      and(isApproved, touchesByPeriod(sql`${placeholder("from")}::date`, sql`${placeholder("to")}::date`)),
    )
    .prepare("payroll_leave"),
);

const types = preparedBy((db) =>
  scoped(givenWorkspace, leaveTypes)
    .select(db, { id: leaveTypes.id, leaveTypeName: leaveTypes.name, wageCode: leaveTypes.wageCode })
    .where(eq(leaveTypes.isInPayroll, true))
    .prepare("payroll_types"),
);

/** The leave in the period, with its person and type. */
async function findLeave(ctx: Ctx, { locationId, days }: Paid) {
  const { workspaceId } = ctx.actor;
  const [paid, taken, named] = await Promise.all([
    people(ctx.db).execute({ workspaceId, locationId }),
    leave(ctx.db).execute({ workspaceId, from: dayText(days.start), to: dayText(days.end) }),
    types(ctx.db).execute({ workspaceId }),
  ]);
  const byPerson = new Map(paid.map((person) => [person.userId, person]));
  const byType = new Map(named.map(({ id, ...type }) => [id, type]));
  return taken.flatMap((one) => {
    const [person, type] = [byPerson.get(one.userId), byType.get(one.leaveTypeId)];
    return person && type ? [{ ...person, ...type, ...one }] : [];
  });
}

/** The days and hours of leave up to a day. Differences of these add up to the whole leave, whatever is rounded. */
function amountUntil(counts: DayCounts, calendar: WorkCalendar, day: PeriodDays["end"]) {
  const until = daysWithin(counts, counts.start, day);
  return { thousandths: toThousandths(sumOf(until)), hours: hoursOf(until, calendar) };
}

/** The part of a leave in a period; null if none of its days there counts. */
function partOf(counts: DayCounts, calendar: WorkCalendar, { start, end }: PeriodDays) {
  const from = Math.max(counts.start, start);
  const to = Math.min(counts.start + counts.counts.length - 1, end);
  const [before, until] = [amountUntil(counts, calendar, from - 1), amountUntil(counts, calendar, to)];
  const thousandths = until.thousandths - before.thousandths;
  if (thousandths === 0) return null;
  return {
    days: toDays(thousandths),
    hours: toHundredths(until.hours - before.hours),
    firstDay: dayText(from),
    lastDay: dayText(to),
  };
}

/** A line for each approved leave that counts in the period, cut at it, by the counts that balances have, too. */
export async function readLeaveLines(ctx: Ctx, paid: Paid): Promise<PayrollLine[]> {
  const found = await findLeave(ctx, paid);
  const calendarOf = await readPersonCalendars(ctx, found, noHolidays);
  return found.flatMap(({ counts, locationId: place, ...line }) => {
    const calendar = calendarOf({ userId: line.userId, locationId: place });
    const part = calendar && partOf(counts, calendar, paid.days);
    return part ? [{ kind: "LEAVE" as const, note: null, ...line, ...part }] : [];
  });
}
