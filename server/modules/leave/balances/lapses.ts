import type { DayNumber } from "@/server/kernel/time/calendar-date";
import { type DayFraction, toThousandths } from "@/server/modules/leave/calendars/day-fraction";
import type { Thousandths } from "@/server/modules/leave/calendars/working-days";
import { type YearSettings, yearContaining } from "./accounting-year";
import { yearsOfLots } from "./carry-over";
import { expiryIn } from "./lots";
import { type Charge, type Terms, yearsFor } from "./policy";

/** Days that are lost after a day, unless leave uses them. */
export interface Lapse {
  /** The last day to use them. */
  day: DayNumber;
  amount: Thousandths;
}

/**
 * Whether days can lapse in a range of days, whatever leave is booked: of most balances they cannot, and their leave need not be read. Says
 * so too often where days have an expiry of their own, or lapse only after a notice.
 */
export function mayLapse(
  settings: YearSettings,
  terms: Terms,
  { from, until }: { from: DayNumber; until: DayNumber },
): boolean {
  const { unlimited, rollover, carryExpiry, carryExpiries, credits, lapses } = terms;
  if (unlimited) return false;
  if (lapses !== null || credits.length + carryExpiries.length > 0 || carryExpiry?.type === "MONTHS")
    return true;
  // Any other expiry is within the accounting year.
  for (let year = yearContaining(settings, from); year.start <= until; ) {
    if (rollover !== "ALL" && year.end <= until) return true;
    const expiresOn = rollover === "NONE" ? null : expiryIn(year, terms, settings);
    if (expiresOn !== null && expiresOn >= from && expiresOn <= until) return true;
    year = yearContaining(settings, year.end + 1);
  }
  return false;
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
  const years = yearsFor(settings, [terms], { from, until });
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
