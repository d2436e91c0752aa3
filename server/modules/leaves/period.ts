import { type SQL, sql } from "drizzle-orm";
import { leaves } from "@/drizzle/schema/leaves";
import { dayNumber } from "@/server/kernel/calendar-date";
import { literal } from "@/server/kernel/sql-parts";
import type { Period } from "@/server/modules/work-calendar/working-days";

/** The time of a leave as it is stored. */
export interface LeaveTime {
  startDate: string;
  endDate: string;
  isFullDayLeave: boolean;
  /** 0 on a full day, like the other three. */
  startHour: number;
  startMinute: number;
  endHour: number;
  endMinute: number;
}

/** The stored time in day numbers and minutes. */
export const periodOf = (time: LeaveTime): Period => ({
  start: dayNumber(time.startDate),
  end: dayNumber(time.endDate),
  minutes: time.isFullDayLeave
    ? null
    : { from: time.startHour * 60 + time.startMinute, to: time.endHour * 60 + time.endMinute },
});

/** Leave up to this length is found by its start; the few longer leaves have a separate index. */
const longDays = literal(31);

/**
 * Conditions for leave of known people that reaches into a range of days, for the two halves of a union: by start date along the index of
 * people, however long their history is, and long leave that began earlier along the index of long leave.
 */
export const reachingInto = (since: SQL, until: SQL): readonly [begins: SQL, lasts: SQL] => [
  sql`${leaves.startDate} between ${since} - ${longDays} and ${until} and ${leaves.endDate} >= ${since}`,
  sql`${leaves.startDate} < ${since} - ${longDays} and ${leaves.endDate} >= ${since}
    and ${leaves.endDate} - ${leaves.startDate} > ${longDays}`,
];
