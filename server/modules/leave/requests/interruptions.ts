import type { Near } from "@/server/modules/leave/calendars/find-near";
import { periodOf } from "@/server/modules/leave/calendars/period";
import type { Period, WorkCalendar } from "@/server/modules/leave/calendars/working-days";

/** How leave of a type meets other leave of the person at the same time (decision 15.6). */
export interface Meeting {
  interrupts: boolean;
  interruptible: boolean;
}

/** Leave of no known type meets no other. */
export const meetsNone: Meeting = { interrupts: false, interruptible: false };

/** Whether two leaves of one person may be at the same time. */
export const mayMeet = (a: Meeting, b: Meeting): boolean =>
  (a.interrupts && b.interruptible) || (a.interruptible && b.interrupts);

/** Whether leave of a type interrupts others in this status: while it waits for a decision it does not yet. */
export const isInterrupting = ({ interrupts, status }: Pick<Near, "interrupts" | "status">): boolean =>
  interrupts && status === "APPROVED";

/** The calendar by which leave of a type is counted, next to other leave of the person. */
export function interruptedBy(
  calendar: WorkCalendar,
  { interruptible }: Meeting,
  near: readonly Near[],
): WorkCalendar {
  const interruptions: Period[] = interruptible ? near.filter(isInterrupting).map(periodOf) : [];
  return interruptions.length > 0 ? { ...calendar, interruptions } : calendar;
}
