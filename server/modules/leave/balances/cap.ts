import type { DayNumber } from "@/server/kernel/time/calendar-date";
import {
  type DayFraction,
  ofThousandths,
  toThousandths,
} from "@/server/modules/leave/calendars/day-fraction";
import type { Thousandths } from "@/server/modules/leave/calendars/working-days";
import type { AccountingYear, Employment } from "./accounting-year";
import { type Earned, earnedBy, earningDays } from "./accrual";
import type { UsedLot } from "./lots";
import type { Charge, Terms } from "./policy";
import { adjustedOn, between, sum } from "./sums";

/** What a balance has beside the days that the year gives. */
interface Beside {
  /** The lots carried into the year. */
  carried: readonly UsedLot[];
  /** Cut at the days on which the year gives any, where the policy has a cap. */
  charges: readonly Charge[];
}

export const totalOf = ({ quota, tenure, extra }: Earned): Thousandths => quota + tenure + extra;

/**
 * What a year has given by a day. With a cap, a share is given only up to it: by what is left as its day begins, of earlier shares,
 * adjustments and carried-over days that do not expire, after the leave of earlier days (decision 16.11). What is not given is not made up
 * for later.
 */
export function earnedIn(
  year: AccountingYear,
  terms: Terms,
  employment: Employment,
  { carried, charges }: Beside,
  day: DayNumber,
): Earned {
  const { accrualCap } = terms;
  if (accrualCap === null) return earnedBy(year, terms, employment, day);
  const earned: Earned = { quota: 0, tenure: 0, extra: 0 };
  let before: Earned = { ...earned };
  for (const each of earningDays(year, terms, employment)) {
    if (each > day) break;
    const given = earnedBy(year, terms, employment, each);
    const own = ofThousandths(totalOf(earned) + adjustedOn(year, terms, each - 1));
    const leave = sum(between(charges, year.start, each - 1));
    const lasting = countedCarry(carried, each, terms.carryUse === "LAST" ? leave - Math.max(0, own) : leave);
    const room = Math.max(0, toThousandths(ofThousandths(accrualCap) - (own + lasting - leave)));
    let share = Math.min(totalOf(given) - totalOf(before), room);
    for (const part of ["quota", "tenure"] as const) {
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
 * The carried-over days that count under a cap: all, or where they expire only those that were taken before a day. Days that will be gone
 * must not keep others from accruing: then someone with more left could have less later.
 * @param leave before the day, that lots serve
 */
const countedCarry = (carried: readonly UsedLot[], day: DayNumber, leave: DayFraction): DayFraction =>
  carried.reduce((counted, { amount, expiresOn, used }) => {
    if (expiresOn === null) return counted + amount;
    return counted + (expiresOn < day ? used : Math.max(0, Math.min(amount, leave - counted)));
  }, 0);
