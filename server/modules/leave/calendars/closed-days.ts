import type { DayCounts } from "@/drizzle/schema/day-counts";
import { isEffective, type LeaveStatus } from "@/drizzle/schema/values";
import { type DayNumber, dayNumber } from "@/server/kernel/time/calendar-date";
import type { LeaveTime } from "./period";

/** A leave with the count of each of its days. */
export interface CountedLeave extends LeaveTime {
  status: LeaveStatus;
  leaveTypeId: string;
  counts: DayCounts;
}

/** The counts of a leave up to a day. */
const countsUntil = ({ start, counts }: DayCounts, last: DayNumber): number[] =>
  counts.slice(0, Math.max(0, last - start + 1));

/** Everything of a leave that lies in closed days; null when nothing does. */
function closedPartOf(leave: CountedLeave | null, closedThrough: DayNumber) {
  if (!leave || dayNumber(leave.startDate) > closedThrough) return null;
  const { status, leaveTypeId, startDate, startPart, isFullDayLeave, counts } = leave;
  const { startHour, startMinute, endHour, endMinute } = leave;
  const endsClosed = dayNumber(leave.endDate) <= closedThrough;
  return {
    ...{ status, leaveTypeId, startDate, startPart, isFullDayLeave },
    ...(!isFullDayLeave && { startHour, startMinute, endHour, endMinute }),
    endPart: endsClosed ? leave.endPart : "FULL_DAY",
    last: endsClosed ? dayNumber(leave.endDate) : closedThrough,
    counts: countsUntil(counts, closedThrough),
  };
}

/**
 * Whether a change of a leave, or a new one, changes closed days. A request that waits there, as of a person who moved to the location, may
 * still be denied, withdrawn or expire: it has taken nothing. It may not be approved.
 * @param before null for new leave
 * @param after null for leave that is no longer there
 */
export function changesClosedDays(
  closedThrough: DayNumber,
  before: CountedLeave | null,
  after: CountedLeave | null,
): boolean {
  const takes = (leave: CountedLeave | null) => (leave && isEffective(leave.status) ? leave : null);
  const [is, becomes] = [takes(before), takes(after)].map((leave) => closedPartOf(leave, closedThrough));
  if (is?.status === "OPEN" && !becomes) return false;
  return JSON.stringify(is ?? null) !== JSON.stringify(becomes ?? null);
}

/** The new counts of a leave whose days are recounted: those of closed days stay. */
export function keepClosed(closedThrough: DayNumber | null, kept: DayCounts, days: DayCounts): DayCounts {
  if (closedThrough === null || closedThrough < days.start) return days;
  const counts = days.counts.map((count, place) => {
    const day = days.start + place;
    return day <= closedThrough ? (kept.counts[day - kept.start] ?? 0) : count;
  });
  return { start: days.start, counts };
}
