import type { DayNumber } from "@/server/kernel/time/calendar-date";
import {
  type Period,
  type Thousandths,
  type WorkCalendar,
  workingDays,
} from "@/server/modules/leave/calendars/working-days";
import type { Facts, OtherLeave } from "./kind";

/** Leave without a working day between. */
export interface Stretch extends Pick<Period, "start" | "end"> {
  /** Working days by the person's calendar, whatever a policy charges for them. */
  workingDays: Thousandths;
}

/** Leave of the rule's types; of all when it names none. */
export const ofTypes =
  (leaveTypeIds: readonly string[]) =>
  ({ leaveTypeId }: OtherLeave): boolean =>
    leaveTypeIds.length === 0 || leaveTypeIds.includes(leaveTypeId);

/** How many days around a leave a stretch is searched. */
export const around = 400;

/** The nearest working day before or after a day. */
function nearestWork(day: DayNumber, step: 1 | -1, calendar: WorkCalendar): DayNumber {
  let found = day + step;
  while (
    Math.abs(found - day) < around &&
    workingDays({ start: found, end: found, minutes: null }, calendar) === 0
  )
    found += step;
  return found;
}

/**
 * The stretch that a leave is part of: leave with no working day between, so that splitting does not get around a rule.
 * @param counts whether the rule counts other leave with it
 */
export function stretchOf(
  { period, calendar, others }: Pick<Facts, "period" | "calendar" | "others">,
  counts: (other: OtherLeave) => boolean,
): Stretch {
  const stretch = { start: period.start, end: period.end, workingDays: workingDays(period, calendar) };
  let left = others;
  for (;;) {
    const before = nearestWork(stretch.start, -1, calendar);
    const after = nearestWork(stretch.end, 1, calendar);
    const isBeside = (other: OtherLeave) =>
      other.period.end >= before && other.period.start <= after && counts(other);
    const joined = left.filter(isBeside);
    if (joined.length === 0) return stretch;
    left = left.filter((other) => !joined.includes(other));
    for (const other of joined) {
      stretch.start = Math.min(stretch.start, other.period.start);
      stretch.end = Math.max(stretch.end, other.period.end);
      stretch.workingDays += workingDays(other.period, calendar);
    }
  }
}
