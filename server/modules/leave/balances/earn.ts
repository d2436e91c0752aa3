import type { DayNumber } from "@/server/kernel/time/calendar-date";
import { ofThousandths, toThousandths } from "@/server/modules/leave/calendars/day-fraction";
import type { Thousandths } from "@/server/modules/leave/calendars/working-days";
import type { AccountingYear, Employment } from "./accounting-year";
import { type Earned, earnedBy, earningDays } from "./accrual";
import { keptOn, type UsedLot } from "./lots";
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
 * What a year has given by a day. With a cap, a share is given only up to it: by what is left as its day begins, of carried-over days,
 * earlier shares and adjustments, after the leave of earlier days (decision 16.11). What is not given is not made up for later.
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
    const used = sum(between(charges, year.start, each - 1));
    const left =
      ofThousandths(totalOf(earned) + adjustedOn(year, terms, each - 1)) + keptOn(carried, each) - used;
    let room = Math.max(0, toThousandths(ofThousandths(accrualCap) - left));
    for (const part of ["quota", "tenure", "extra"] as const) {
      const share = Math.min(given[part] - before[part], room);
      earned[part] += share;
      room -= share;
    }
    before = given;
  }
  return earned;
}
