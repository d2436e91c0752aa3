import type { EffectiveStatus } from "@/drizzle/schema/values";
import { isEffective } from "@/drizzle/schema/values";
import type { Ctx } from "@/server/access/ctx";
import { type DayNumber, dayNumber, dayText } from "@/server/kernel/time/calendar-date";
import type { DayFraction } from "@/server/modules/leave/calendars/day-fraction";
import { readCalendars, worksBy } from "@/server/modules/leave/calendars/read-calendar";
import type { Employee } from "@/server/modules/leave/calendars/read-employee";
import { countedBy, furthestReturn } from "@/server/modules/leave/calendars/working-days";
import { findNear } from "./find-near";
import { findLeaveFrom } from "./find-recounts";
import { isInterrupting } from "./interruptions";
import { countWith } from "./settle-interruptions";

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
  const near = await findNear(ctx, { userId: employee.id, startDate: dayText(from), endDate: dayText(to) });
  if (!near.some(isInterrupting)) return [];
  const rows = (await findLeaveFrom(ctx, [employee.id], from)).filter(
    ({ leave }) => leave.leaveTypeId === leaveTypeId,
  );
  const met = near.filter(({ interruptible }) => interruptible);
  const calendars = await readCalendars(
    ctx,
    rows.map(({ leave }) => leave.locationId),
    {
      from: Math.min(from, ...met.map(({ startDate }) => dayNumber(startDate))),
      to: Math.max(to, ...met.map(({ endDate }) => dayNumber(endDate))) + furthestReturn,
    },
  );
  return rows.flatMap(({ leave, countMode }) => {
    const [one, place] = [met.find(({ id }) => id === leave.id), calendars.get(leave.locationId)];
    if (!one || !place || !isEffective(leave.status)) return [];
    const calendar = worksBy(countedBy(place, countMode), employee.patterns);
    const uninterrupted = near.filter((other) => !isInterrupting(other));
    const [whole, left] = [
      countWith(one, calendar, uninterrupted, null),
      countWith(one, calendar, near, null),
    ];
    const { id: leaveId, status } = leave;
    return whole.counts.flatMap((count, index) => {
      const day = whole.start + index;
      const amount = count - (left.counts[day - left.start] ?? 0);
      return amount > 0 && day >= from && day <= to ? [{ leaveId, status, day, amount }] : [];
    });
  });
}
