import { type EffectiveStatus, isEffective } from "@/drizzle/schema/values";
import type { Ctx } from "@/server/access/ctx";
import { type DayNumber, dayNumber, dayText } from "@/server/kernel/time/calendar-date";
import { countBeside } from "@/server/modules/leave/calendars/count-beside";
import type { DayFraction } from "@/server/modules/leave/calendars/day-fraction";
import { findNear } from "@/server/modules/leave/calendars/find-near";
import { periodOf } from "@/server/modules/leave/calendars/period";
import { readCalendars, worksBy } from "@/server/modules/leave/calendars/read-calendar";
import type { Employee } from "@/server/modules/leave/calendars/read-employee";
import {
  countedBy,
  furthestReturn,
  type Period,
  type WorkCalendar,
} from "@/server/modules/leave/calendars/working-days";

/** What comes back of a day of leave, because other leave is then. */
export interface ReturnedDay {
  leaveId: string;
  status: EffectiveStatus;
  day: DayNumber;
  amount: DayFraction;
}

/**
 * The days of leave of a type that interrupting leave has given back, by the calendar of today (decision 15.12). They count nothing already:
 * this only says what they would count.
 */
export async function findReturnedDays(
  ctx: Ctx,
  employee: Employee,
  leaveTypeId: string,
  { from, to }: { from: DayNumber; to: DayNumber },
): Promise<ReturnedDay[]> {
  const days = { startDate: dayText(from), endDate: dayText(to) };
  const found = await findNear(ctx, { userId: employee.id, ...days });
  const rows = found.sort((a, b) => a.startDate.localeCompare(b.startDate) || a.id.localeCompare(b.id));
  const interruptions = rows.filter((row) => row.interrupts && row.status === "APPROVED").map(periodOf);
  const own = rows.filter((row) => row.leaveTypeId === leaveTypeId);
  if (interruptions.length === 0 || own.length === 0) return [];
  const calendars = await readCalendars(
    ctx,
    own.map(({ locationId }) => locationId),
    {
      from: Math.min(...own.map(({ startDate }) => dayNumber(startDate))),
      to: Math.max(...own.map(({ endDate }) => dayNumber(endDate))) + furthestReturn,
    },
  );
  return own.flatMap((row) => {
    const { id: leaveId, status } = row;
    const place = calendars.get(row.locationId);
    if (!place || !isEffective(status)) return [];
    const calendar = worksBy(countedBy(place, row.countMode), employee.patterns);
    const others = rows
      .filter((other) => other !== row && !other.interrupts)
      .map((other) => ({ period: periodOf(other), counts: other.counts }));
    return returnedOf(periodOf(row), calendar, interruptions, others)
      .filter(({ day }) => day >= from && day <= to)
      .map((returned) => ({ leaveId, status, ...returned }));
  });
}

/** What each day would count without the interruptions beyond what it counts with them. */
function returnedOf(
  period: Period,
  calendar: WorkCalendar,
  interruptions: readonly Period[],
  others: Parameters<typeof countBeside>[2],
) {
  const whole = countBeside(period, calendar, others);
  const left = countBeside(period, { ...calendar, interruptions }, others);
  return whole.counts.flatMap((count, index) => {
    const day = whole.start + index;
    const amount = count - (left.counts[day - left.start] ?? 0);
    return amount > 0 ? [{ day, amount }] : [];
  });
}
