import { type Period, type Thousandths, workingDays } from "@/server/modules/leave/calendars/working-days";
import type { Facts, OtherLeave } from "./kind";

/** Leave without a working day between. */
export interface Stretch extends Pick<Period, "start" | "end"> {
  /** Working days by the person's calendar, whatever a policy charges for them. */
  workingDays: Thousandths;
}

/** Leave of the same types as the rule's; of all when it names none. */
export const ofTypes =
  (leaveTypeIds: readonly string[]) =>
  ({ leaveTypeId }: OtherLeave): boolean =>
    leaveTypeIds.length === 0 || leaveTypeIds.includes(leaveTypeId);

/**
 * The stretch that a leave is part of: leave with no working day between, so that splitting does not get around a rule.
 * @param others the leave that the rule counts with it
 */
export function stretchOf(
  { period, calendar }: Pick<Facts, "period" | "calendar">,
  others: readonly OtherLeave[],
): Stretch {
  const left = others.map((other) => other.period);
  const stretch = { start: period.start, end: period.end, workingDays: workingDays(period, calendar) };
  const touches = ({ start, end }: Period): boolean => {
    const [from, to] = end < stretch.start ? [end + 1, stretch.start - 1] : [stretch.end + 1, start - 1];
    return to < from || workingDays({ start: from, end: to, minutes: null }, calendar) === 0;
  };
  for (let next = left.findIndex(touches); next >= 0; next = left.findIndex(touches)) {
    const [joined] = left.splice(next, 1);
    if (!joined) break;
    stretch.start = Math.min(stretch.start, joined.start);
    stretch.end = Math.max(stretch.end, joined.end);
    stretch.workingDays += workingDays(joined, calendar);
  }
  return stretch;
}
