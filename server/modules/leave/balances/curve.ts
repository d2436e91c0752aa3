import type { DayNumber } from "@/server/kernel/time/calendar-date";
import {
  type DayFraction,
  ofThousandths,
  toThousandths,
} from "@/server/modules/leave/calendars/day-fraction";
import type { Thousandths } from "@/server/modules/leave/calendars/working-days";
import { type AccountingYear, firstDayIn, type YearSettings, yearsUntil } from "./accounting-year";
import { earningDays } from "./accrual";
import { lotsIn } from "./carry-over";
import type { UsedLot } from "./lots";
import { balancesIn, type Charge, cutsFor, type Terms } from "./policy";
import { between, sum } from "./sums";

/** Why a balance changes on a day, in the order in which it is listed. */
const curveChanges = [
  "CARRIED_OVER",
  "EARNED",
  "CREDITED",
  "ADJUSTED",
  "LAPSED",
  "TAKEN",
  "BOOKED",
  "WAITING",
] as const;
type CurveChange = (typeof curveChanges)[number];

/** A balance from a day on, until the next point. */
export interface CurvePoint {
  day: DayNumber;
  /** What was given by the day, without what has lapsed: accrued, adjusted, credited and carried over. */
  given: Thousandths;
  /** Approved leave up to the day. */
  taken: Thousandths;
  /** Open leave up to the day. */
  waiting: Thousandths;
  /** Given less taken. */
  left: Thousandths;
  /** The balance's `remaining` as of the day: all leave of the year is deducted, also that of later days. */
  remaining: Thousandths;
  /** Signed, without those of nothing. */
  changes: { kind: CurveChange; amount: Thousandths }[];
}

const daysOf = ({ start, end }: AccountingYear): DayNumber[] =>
  Array.from({ length: end - start + 1 }, (_, place) => start + place);

/** Where charges are cut for the curve of a year: at each of its days. */
export const cutsOfCurve = (settings: YearSettings, terms: Terms, year: AccountingYear): DayNumber[] =>
  cutsFor([settings], [terms], { from: year.start, until: year.end, asOf: daysOf(year) });

/**
 * A balance over an accounting year: a point on its first day, or the first day of work in it, and on each day on which it changes.
 * @param charges of this leave type, cut by `cutsOfCurve`
 * @param today approved leave after it is booked, not taken
 * @returns nothing for unlimited leave
 */
export function curveOf(
  settings: YearSettings,
  terms: Terms,
  charges: readonly Charge[],
  { year, today }: { year: AccountingYear; today: DayNumber },
): CurvePoint[] {
  if (terms.unlimited) return [];
  const lots = lotsIn(yearsUntil(settings, year.end), terms, settings, charges).at(-1) ?? [];
  const own = between(charges, year.start, year.end).filter(({ amount }) => amount !== 0);
  const open = own.filter(({ status }) => status === "OPEN");
  const approved = own.filter(({ status }) => status === "APPROVED");
  // Nothing is there before the first day of work.
  const first = firstDayIn(year, settings.employment);
  const days = [
    year.start,
    ...earningDays(year, terms, settings.employment),
    ...terms.adjustments.map(({ day }) => day),
    ...lots.flatMap(({ credit, expiresOn }) => [credit?.day ?? year.start, (expiresOn ?? year.end) + 1]),
    ...own.map(({ day }) => day),
  ]
    .filter((day) => day >= year.start && day <= year.end)
    .map((day) => Math.max(day, first));
  const balanceAsOf = balancesIn(settings, terms, charges, year);
  let accruedBefore = 0;
  return [...new Set(days)]
    .sort((a, b) => a - b)
    .flatMap((day): CurvePoint[] => {
      const { accrued, adjusted, credited, carriedOver, taken, remaining } = balanceAsOf(day);
      const given = accrued + adjusted + credited + carriedOver;
      const since = day === first ? year.start : day;
      const leave = -sum(between(approved, since, day));
      const amounts: Record<CurveChange, DayFraction> = {
        ...besideOn({ since, until: day }, year, terms, lots),
        EARNED: ofThousandths(accrued - accruedBefore),
        TAKEN: day <= today ? leave : 0,
        BOOKED: day <= today ? 0 : leave,
        WAITING: -sum(between(open, since, day)),
      };
      accruedBefore = accrued;
      const changes = curveChanges
        .map((kind) => ({ kind, amount: toThousandths(amounts[kind]) }))
        .filter(({ amount }) => amount !== 0);
      if (changes.length === 0 && day > first) return [];
      const waiting = toThousandths(sum(between(open, year.start, day)));
      return [{ day, given, taken, waiting, left: given - taken, remaining: remaining ?? 0, changes }];
    });
}

/** What begins and lapses on some days, beside the days of the year. On the year's first day, all that is carried into it begins. */
function besideOn(
  { since, until }: { since: DayNumber; until: DayNumber },
  year: AccountingYear,
  terms: Terms,
  lots: readonly UsedLot[],
) {
  const isWithin = (day: DayNumber): boolean => day >= since && day <= until;
  const given = between(terms.adjustments, since, until);
  const beginning = lots.filter(({ credit }) => isWithin(Math.max(credit?.day ?? year.start, year.start)));
  const isOfCredit = ({ credit }: UsedLot) => credit !== null;
  return {
    CARRIED_OVER: sum(beginning.filter((lot) => !isOfCredit(lot))),
    CREDITED:
      sum(beginning.filter(isOfCredit)) +
      ofThousandths(sum(given.filter(({ creditId }) => creditId !== undefined))),
    ADJUSTED: ofThousandths(sum(given.filter(({ creditId }) => creditId === undefined))),
    LAPSED: lots
      .filter(({ expiresOn }) => expiresOn !== null && isWithin(expiresOn + 1))
      .reduce((lapsed, { amount, used }) => lapsed + used - amount, 0),
  };
}
