import { and, eq, isNull, sql } from "drizzle-orm";
import { departments } from "@/drizzle/schema/directory";
import { leaveTypes } from "@/drizzle/schema/leaves";
import { users } from "@/drizzle/schema/people";
import type { Ctx } from "@/server/access/ctx";
import { workspaceOf } from "@/server/access/reach";
import { scoped } from "@/server/access/scoped";
import { toHundredths } from "@/server/kernel/time/amount";
import { dayText } from "@/server/kernel/time/calendar-date";
import { balancesAtEnd } from "@/server/modules/leave/balances/list-balances";
import { hoursPerDayOf } from "@/server/modules/leave/calendars/hours";
import { noHolidays, readPersonCalendars } from "@/server/modules/leave/calendars/read-person-calendars";
import { toDays } from "@/server/modules/leave/calendars/working-days";
import type { PayrollLine } from "./layout";
import type { Paid } from "./read-leave-lines";

/** Leavers whose balances are looked up together. */
const together = 200;

const selectLeavers = (ctx: Ctx, { locationId, days }: Paid) =>
  scoped(workspaceOf(ctx.actor), users)
    .select(ctx.db, {
      userId: users.id,
      employeeId: users.employeeId,
      name: users.name,
      email: users.email,
      department: departments.name,
    })
    .innerJoin(departments, eq(departments.id, users.departmentId))
    .where(
      and(
        eq(users.locationId, locationId),
        isNull(users.erasedAt),
        sql`${users.endDate} between ${dayText(days.start)}::date and ${dayText(days.end)}::date`,
      ),
    );

type Leaver = Awaited<ReturnType<typeof selectLeavers>>[number];

async function linesOf(
  ctx: Ctx,
  { locationId }: Paid,
  leavers: readonly Leaver[],
  codes: ReadonlyMap<string, string | null>,
): Promise<PayrollLine[]> {
  const calendarOf = await readPersonCalendars(
    ctx,
    leavers.map(({ userId }) => ({ userId, locationId })),
    noHolidays,
  );
  const known = new Map(leavers.map((leaver) => [leaver.userId, leaver]));
  const found = await balancesAtEnd(ctx, [...known.keys()]);
  return found.flatMap(({ userId, asOf, balances }) => {
    const [leaver, calendar] = [known.get(userId), calendarOf({ userId, locationId })];
    if (!leaver || !calendar) return [];
    const hoursPerDay = hoursPerDayOf("HOURS", calendar, asOf) ?? 0;
    const day = dayText(asOf);
    return balances.flatMap(({ leaveTypeId, leaveTypeName, remaining }) => {
      if (leaveTypeId === null || remaining === null || !codes.has(leaveTypeId)) return [];
      const left = toDays(remaining);
      return [
        {
          ...{ kind: "BALANCE" as const, ...leaver, leaveTypeId, leaveTypeName, leaveId: null, note: null },
          ...{
            wageCode: codes.get(leaveTypeId) ?? null,
            days: left,
            hours: toHundredths(left * hoursPerDay),
          },
          ...{ firstDay: day, lastDay: day },
        },
      ];
    });
  });
}

/** What is left of each limited leave type on the last day of those whose employment ends in the period. */
export async function readBalanceLines(ctx: Ctx, paid: Paid): Promise<PayrollLine[]> {
  const leavers = await selectLeavers(ctx, paid);
  if (leavers.length === 0) return [];
  const types = await scoped(workspaceOf(ctx.actor), leaveTypes)
    .select(ctx.db, { id: leaveTypes.id, wageCode: leaveTypes.wageCode })
    .where(eq(leaveTypes.isInPayroll, true));
  const codes = new Map(types.map(({ id, wageCode }) => [id, wageCode]));
  const lines: PayrollLine[] = [];
  for (let at = 0; at < leavers.length; at += together)
    lines.push(...(await linesOf(ctx, paid, leavers.slice(at, at + together), codes)));
  return lines;
}
