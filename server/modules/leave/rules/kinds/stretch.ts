import type { DayNumber } from "@/server/kernel/time/calendar-date";
import { type Thousandths, workingDays } from "@/server/modules/leave/calendars/working-days";
import type { Facts, OtherLeave } from "./kind";

/** Leave without a working day between. */
export interface Stretch {
  start: DayNumber;
  end: DayNumber;
  amount: Thousandths;
}

/**
 * The stretch that a leave is part of: leave of the rule's types with no working day between, so that splitting does not get around it.
 * @param leaveTypeIds the rule's types; empty for all
 */
export function stretchOf(
  { period, amount, others, calendar }: Facts,
  leaveTypeIds: readonly string[],
): Stretch {
  const isJudged = ({ leaveTypeId }: OtherLeave) =>
    leaveTypeIds.length === 0 || leaveTypeIds.includes(leaveTypeId);
  const left = others.filter(isJudged);
  const stretch = { start: period.start, end: period.end, amount };
  const touches = ({ start, end }: OtherLeave): boolean => {
    const [from, to] = end < stretch.start ? [end + 1, stretch.start - 1] : [stretch.end + 1, start - 1];
    return to < from || workingDays({ start: from, end: to, minutes: null }, calendar) === 0;
  };
  for (let next = left.findIndex(touches); next >= 0; next = left.findIndex(touches)) {
    const [joined] = left.splice(next, 1);
    if (!joined) break;
    stretch.start = Math.min(stretch.start, joined.start);
    stretch.end = Math.max(stretch.end, joined.end);
    stretch.amount += joined.amount;
  }
  return stretch;
}
