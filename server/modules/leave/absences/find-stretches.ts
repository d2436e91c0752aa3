import type { LeaveStatus } from "@/drizzle/schema/values";
import { type DayNumber, dayNumber, dayText } from "@/server/kernel/time/calendar-date";
import { type LeaveTime, wholeDatesOf } from "@/server/modules/leave/calendars/period";

/** Leave of one person, as far as it matters for who is shown on a day. */
interface Shown {
  status: LeaveStatus;
  time: LeaveTime;
  interrupts: boolean;
  interruptible: boolean;
}

/**
 * The days on which leave shows, each day once: whole days of approved leave that interrupts show as that leave alone.
 * @param leave of one person
 * @returns the stretches of days of each leave, in their order; none for leave that is interrupted on each day
 */
export function findStretches<T extends Shown>(
  leave: readonly T[],
): { leave: T; startDate: string; endDate: string }[] {
  const over = leave.filter(
    ({ interrupts, status, time }) => interrupts && status === "APPROVED" && time.isFullDayLeave,
  );
  return leave.flatMap((one) => {
    const whole = { leave: one, startDate: one.time.startDate, endDate: one.time.endDate };
    if (!one.interruptible || over.length === 0) return [whole];
    const gone = new Set<DayNumber>();
    for (const { time } of over) {
      const { startDate, endDate } = wholeDatesOf(time);
      for (let day = dayNumber(startDate); day <= dayNumber(endDate); day++) gone.add(day);
    }
    return stretchesOf(whole, gone).map((stretch) => ({ leave: one, ...stretch }));
  });
}

function stretchesOf({ startDate, endDate }: { startDate: string; endDate: string }, gone: Set<DayNumber>) {
  const found: { startDate: string; endDate: string }[] = [];
  const last = dayNumber(endDate);
  for (let day = dayNumber(startDate); day <= last; day++) {
    if (gone.has(day)) continue;
    const start = day;
    while (day < last && !gone.has(day + 1)) day++;
    found.push({ startDate: dayText(start), endDate: dayText(day) });
  }
  return found;
}
