import type { DayNumber } from "@/server/kernel/time/calendar-date";
import {
  type DayFraction,
  ofThousandths,
  toThousandths,
} from "@/server/modules/leave/calendars/day-fraction";
import type { Thousandths } from "@/server/modules/leave/calendars/working-days";
import type { AccountingYear, Employment } from "./accounting-year";
import { type Earned, earnedBy, earningDays } from "./accrual";
import { carriedOf, creditsOf, type UsedLot, usedBy, usedOf } from "./lots";
import type { Charge, Terms } from "./policy";
import { adjustedOn, between, sum } from "./sums";

/** What a balance has beside the days that the year gives. */
interface Beside {
  /** The lots of the year. */
  lots: readonly UsedLot[];
  /** Cut at the days on which the year gives any, where the policy has a cap. */
  charges: readonly Charge[];
}

export const totalOf = ({ quota, worked, tenure, extra }: Earned): Thousandths =>
  quota + worked + tenure + extra;

/**
 * What a year has given by a day. With a cap, a share is given only up to it: by what is left as its day begins, of earlier shares,
 * adjustments and carried-over days that do not expire, after the leave of earlier days (decisions 16.11 and 16.18). What is not given is
 * not made up for later.
 */
export function earnedIn(
  year: AccountingYear,
  terms: Terms,
  employment: Employment,
  { lots, charges }: Beside,
  day: DayNumber,
): Earned {
  const { accrualCap } = terms;
  if (accrualCap === null) return earnedBy(year, terms, employment, day);
  const earned: Earned = { quota: 0, worked: 0, tenure: 0, extra: 0 };
  let before: Earned = { ...earned };
  for (const each of earningDays(year, terms, employment)) {
    if (each > day) break;
    const given = earnedBy(year, terms, employment, each);
    const own = ofThousandths(totalOf(earned) + adjustedOn(year, terms, each - 1));
    const leave = sum(between(charges, year.start, each - 1));
    const lasting = countedLots({ lots, charges }, terms, { start: year.start, end: each - 1 }, own);
    const room = Math.max(0, toThousandths(ofThousandths(accrualCap) - (own + lasting - leave)));
    let share = Math.min(totalOf(given) - totalOf(before), room);
    for (const part of ["quota", "worked", "tenure"] as const) {
      const taken = Math.min(given[part] - before[part], share);
      earned[part] += taken;
      share -= taken;
    }
    // The rest: what the rounding of the whole makes of it.
    earned.extra += share;
    before = given;
  }
  return earned;
}

/**
 * The days of lots that count under a cap: all, or where they expire only those that leave before a day used. Days that will be gone must
 * not keep others from accruing: then someone with more left could have less later.
 * @param own what the year has given by the end of the days before
 */
function countedLots(
  { lots, charges }: Beside,
  { carryUse }: Terms,
  before: { start: DayNumber; end: DayNumber },
  own: DayFraction,
): DayFraction {
  if (carryUse === "FIRST")
    return usedBy(lots, charges, before).reduce(
      (counted, { amount, expiresOn, used }) => counted + (expiresOn === null ? amount : used),
      0,
    );
  const credited = usedOf(usedBy(creditsOf(lots), charges, before));
  const leave = sum(between(charges, before.start, before.end)) - credited - Math.max(0, own);
  const carried = carriedOf(lots).reduce((counted, lot) => {
    if (lot.expiresOn === null) return counted + lot.amount;
    const used = lot.expiresOn <= before.end ? lot.used : Math.min(lot.amount, leave - counted);
    return counted + Math.max(0, used);
  }, 0);
  return credited + carried;
}
