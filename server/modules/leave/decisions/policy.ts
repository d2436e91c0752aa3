import { type DayNumber, dayText } from "@/server/kernel/time/calendar-date";
import type { Remaining } from "@/server/modules/leave/balances/find-effects";
import type { CountedDay, Thousandths } from "@/server/modules/leave/calendars/working-days";

/** A warning before an approval. None of them blocks it. */
export type Warning =
  | { code: "TEAM_AWAY"; date: string; awayCount: number; teamSize: number }
  | { code: "NEGATIVE_BALANCE"; missing: Thousandths };

/** An absence of full days, from the first to the last day. */
interface WholeDays {
  userId: string;
  from: DayNumber;
  to: DayNumber;
}

/** The number of colleagues absent on a day, each counted once. */
const awayOn = (day: DayNumber, away: readonly WholeDays[]): number =>
  new Set(away.flatMap(({ userId, from, to }) => (from <= day && day <= to ? [userId] : []))).size;

/**
 * Warns about the first working day of a leave on which most of the team is absent, the person included: more than half of the team, and at
 * least one colleague.
 * @param away approved leave of colleagues
 */
export function teamWarning(
  days: readonly CountedDay[],
  teamSize: number,
  away: readonly WholeDays[],
): Warning[] {
  const worked = days.filter(({ amount, kind }) => amount > 0 && kind !== "CALENDAR_DAY");
  const counted = worked.map(({ day }) => ({ day, others: awayOn(day, away) }));
  const most = Math.max(0, ...counted.map(({ others }) => others));
  const worst = counted.find(({ others }) => others === most);
  if (!worst || most === 0 || (most + 1) * 2 <= teamSize) return [];
  return [{ code: "TEAM_AWAY", date: dayText(worst.day), awayCount: most + 1, teamSize }];
}

/** Warns about a balance below zero after the approval, with the worst of the affected years. */
export function balanceWarning(years: readonly Pick<Remaining, "after">[]): Warning[] {
  const missing = Math.max(0, ...years.map(({ after }) => -after));
  return missing > 0 ? [{ code: "NEGATIVE_BALANCE", missing }] : [];
}

/** The Monday of the week that contains a day. Day 0 was a Thursday. */
const mondayOf = (day: DayNumber): DayNumber => day - ((((day + 3) % 7) + 7) % 7);

const week = 7;
/** Longer leave is cut off. */
const maxWeeks = 8;

/** The weeks displayed around a leave: three, or more for a longer leave. */
export function windowAround({ start, end }: { start: DayNumber; end: DayNumber }): {
  from: DayNumber;
  to: DayNumber;
} {
  const from = mondayOf(start) - week;
  const to = Math.min(mondayOf(end) + 2 * week - 1, from + maxWeeks * week - 1);
  return { from, to };
}
