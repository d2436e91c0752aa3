import type { DayNumber } from "@/server/kernel/time/calendar-date";
import { type DayFraction, toThousandths } from "@/server/modules/leave/calendars/day-fraction";
import type { Thousandths } from "@/server/modules/leave/calendars/working-days";
import { type YearSettings, yearContaining, yearsUntil } from "./accounting-year";
import { yearsOfLots } from "./carry-over";
import type { Charge, Terms } from "./policy";

/** Days that are lost after a day, unless leave uses them. */
export interface Lapse {
  /** The last day to use them. */
  day: DayNumber;
  amount: Thousandths;
}

/**
 * The days that lapse in a range of days by the leave that is booked now: carried-over days and credits on their last day, and at the end of
 * an accounting year what is not carried over. Earliest first. Who leaves before then loses nothing.
 * @param charges of this leave type, cut by `cutsFor` these days
 */
export function lapsesIn(
  settings: YearSettings,
  terms: Terms,
  charges: readonly Charge[],
  { from, until }: { from: DayNumber; until: DayNumber },
): Lapse[] {
  if (terms.unlimited) return [];
  const { end } = settings.employment;
  const years = yearsUntil(settings, until);
  const after = yearContaining(settings, (years.at(-1)?.end ?? until) + 1);
  const found = yearsOfLots([...years, after], terms, settings, charges);
  const lapsing = new Map<DayNumber, DayFraction>();
  const add = (day: DayNumber, amount: DayFraction) => {
    if (day < from || day > until || (end !== null && end <= day)) return;
    lapsing.set(day, (lapsing.get(day) ?? 0) + amount);
  };
  for (const [place, year] of years.entries()) {
    for (const { expiresOn, amount, used } of found[place]?.lots ?? [])
      if (expiresOn !== null && expiresOn <= year.end) add(expiresOn, amount - used);
    add(year.end, found[place + 1]?.lost ?? 0);
  }
  return [...lapsing]
    .map(([day, amount]) => ({ day, amount: toThousandths(amount) }))
    .filter(({ amount }) => amount > 0)
    .sort((a, b) => a.day - b.day);
}
