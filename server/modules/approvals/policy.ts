import { type DayNumber, dayText } from "@/server/kernel/calendar-date";
import type { Remaining } from "@/server/modules/balances/find-effects";
import type { CountedDay, Thousandths } from "@/server/modules/work-calendar/working-days";

/** What somebody should look at before they approve. None forbids it. */
export type Warning =
  | { code: "TEAM_AWAY"; date: string; awayCount: number; teamSize: number }
  | { code: "NEGATIVE_BALANCE"; missing: Thousandths };

/** From when until when somebody is away for whole days. */
interface WholeDays {
  userId: string;
  from: DayNumber;
  to: DayNumber;
}

/** Colleagues who are away on a day, whatever number of leaves says so. */
const awayOn = (day: DayNumber, away: readonly WholeDays[]): number =>
  new Set(away.flatMap(({ userId, from, to }) => (from <= day && day <= to ? [userId] : []))).size;

/**
 * The first of those working days of a leave on which most of the team is away, the person included: more than half of it, and
 * somebody besides them.
 * @param away approved leave of colleagues
 */
export function teamWarning(
  days: readonly CountedDay[],
  teamSize: number,
  away: readonly WholeDays[],
): Warning[] {
  const worked = days.filter(({ amount }) => amount > 0);
  const counted = worked.map(({ day }) => ({ day, others: awayOn(day, away) }));
  const most = Math.max(0, ...counted.map(({ others }) => others));
  const worst = counted.find(({ others }) => others === most);
  if (!worst || most === 0 || (most + 1) * 2 <= teamSize) return [];
  return [{ code: "TEAM_AWAY", date: dayText(worst.day), awayCount: most + 1, teamSize }];
}

/** A balance that is below zero once the leave is approved; the worst of the years that it touches. */
export function balanceWarning(years: readonly Pick<Remaining, "after">[]): Warning[] {
  const missing = Math.max(0, ...years.map(({ after }) => -after));
  return missing > 0 ? [{ code: "NEGATIVE_BALANCE", missing }] : [];
}

/** Monday of the week in which a day lies. Day 0 was a Thursday. */
const mondayOf = (day: DayNumber): DayNumber => day - ((((day + 3) % 7) + 7) % 7);

const week = 7;
/** Longer leave is not shown to its end. */
const maxWeeks = 8;

/** The weeks that are shown around a leave: three, or as many more as it lasts. */
export function windowAround({ start, end }: { start: DayNumber; end: DayNumber }): {
  from: DayNumber;
  to: DayNumber;
} {
  const from = mondayOf(start) - week;
  const to = Math.min(mondayOf(end) + 2 * week - 1, from + maxWeeks * week - 1);
  return { from, to };
}
