import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { departments } from "@/drizzle/schema/directory";
import { balanceAdjustments, leaveTypes } from "@/drizzle/schema/leaves";
import { users } from "@/drizzle/schema/people";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { toHundredths } from "@/server/kernel/time/amount";
import { dayNumber, dayText } from "@/server/kernel/time/calendar-date";
import { hoursPerDayOf } from "@/server/modules/leave/calendars/hours";
import { noHolidays, readPersonCalendars } from "@/server/modules/leave/calendars/read-person-calendars";
import type { PayrollLine } from "./layout";
import type { Paid } from "./read-leave-lines";

const reversals = alias(balanceAdjustments, "reversals");

/**
 * The corrections of closed days that take effect in the period and were not taken back. `firstDay` and `lastDay` are the days that are
 * corrected; `days` is above zero for more leave than was paid, and below for less.
 */
export async function readCorrections(ctx: Ctx, { locationId, days }: Paid): Promise<PayrollLine[]> {
  const found = await scoped(workspaceOf(ctx.actor), balanceAdjustments)
    .select(ctx.db, {
      userId: users.id,
      employeeId: users.employeeId,
      name: users.name,
      email: users.email,
      department: departments.name,
      leaveTypeId: leaveTypes.id,
      leaveTypeName: leaveTypes.name,
      wageCode: leaveTypes.wageCode,
      given: balanceAdjustments.days,
      firstDay: balanceAdjustments.correctsFrom,
      lastDay: balanceAdjustments.correctsTo,
      note: balanceAdjustments.note,
    })
    .innerJoin(users, eq(users.id, balanceAdjustments.userId))
    .innerJoin(departments, eq(departments.id, users.departmentId))
    .innerJoin(leaveTypes, eq(leaveTypes.id, balanceAdjustments.leaveTypeId))
    .leftJoin(reversals, eq(reversals.reversesId, balanceAdjustments.id))
    .where(
      and(
        isNotNull(balanceAdjustments.correctsFrom),
        sql`${balanceAdjustments.effectiveDate} between ${dayText(days.start)}::date and ${dayText(days.end)}::date`,
        eq(users.locationId, locationId),
        isNull(users.erasedAt),
        isNull(reversals.id),
        eq(leaveTypes.isInPayroll, true),
      ),
    )
    .orderBy(balanceAdjustments.id);
  const calendarOf = await readPersonCalendars(
    ctx,
    found.map(({ userId }) => ({ userId, locationId })),
    noHolidays,
  );
  return found.flatMap(({ given, firstDay, lastDay, ...line }) => {
    const calendar = calendarOf({ userId: line.userId, locationId });
    if (!calendar || given === null || firstDay === null || lastDay === null) return [];
    const hoursPerDay = hoursPerDayOf("HOURS", calendar, dayNumber(firstDay)) ?? 0;
    return [
      {
        ...{ kind: "CORRECTION" as const, ...line, leaveId: null, firstDay, lastDay },
        ...{ days: -given, hours: toHundredths(-given * hoursPerDay) },
      },
    ];
  });
}
