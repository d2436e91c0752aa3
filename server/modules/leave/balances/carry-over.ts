import type { DayNumber } from "@/server/kernel/time/calendar-date";
import { type DayFraction, ofThousandths } from "@/server/modules/leave/calendars/day-fraction";
import type { AccountingYear, Employment, YearSettings } from "./accounting-year";
import { earnedIn, totalOf } from "./cap";
import { byExpiry, expiryIn, keptOn, type Lot, type UsedLot, usedOf, without } from "./lots";
import type { Charge, Terms } from "./policy";
import { adjustedOn, between, sum } from "./sums";

/**
 * The day from which a person's leave of a type is known. It is the first policy at their location. For a policy elsewhere it is the later
 * of that policy and their record, because a person who moves from there brings their days along.
 */
const knownFrom = ({ begins }: Terms, { knownSince }: YearSettings): DayNumber =>
  begins ? Math.min(begins.here, Math.max(begins.anywhere, knownSince)) : Number.NEGATIVE_INFINITY;

/** The lots carried into a year. What expires first is over the limit first. */
function carriedOn(terms: Terms, lots: readonly Lot[]): Lot[] {
  if (terms.rollover === "NONE") return [];
  const all = byExpiry(lots);
  if (terms.rollover === "ALL") return all;
  return byExpiry(without(all, sum(all) - ofThousandths(terms.rolloverMaximum ?? 0)));
}

/**
 * What leave uses of the lots of a year, the first to expire first: of all leave up to their last day, or only of the leave beyond what the
 * year has given by then, where carried-over days are used last.
 */
function usedIn(
  year: AccountingYear,
  terms: Terms,
  employment: Employment,
  lots: readonly Lot[],
  charges: readonly Charge[],
): UsedLot[] {
  // On a day up to which a lot is valid, only earlier lots have expired.
  const carried: UsedLot[] = lots.map((lot) => ({ ...lot, used: 0 }));
  for (const lot of carried) {
    const last = Math.min(lot.expiresOn ?? year.end, year.end);
    const own = terms.carryUse === "LAST" ? givenBy(year, terms, employment, { carried, charges }, last) : 0;
    const leave = sum(between(charges, year.start, last)) - Math.max(0, own) - usedOf(carried);
    lot.used = Math.max(0, Math.min(lot.amount, leave));
  }
  return carried;
}

/** What a year has given by a day, with adjustments. */
const givenBy = (...[year, terms, employment, beside, day]: Parameters<typeof earnedIn>): DayFraction =>
  ofThousandths(totalOf(earnedIn(year, terms, employment, beside, day)) + adjustedOn(year, terms, day));

/**
 * The lots carried into each of the years (same order). Nothing is carried into the first year, into one with an opening balance, or from a
 * year of which nothing is known. Unused days are those taken by neither approved nor open leave. Lots that outlast the year keep their
 * expiry; a year that ends below zero takes from them, and leaves no debt.
 */
export function carriedInto(
  years: readonly AccountingYear[],
  terms: Terms,
  settings: YearSettings,
  charges: readonly Charge[],
): UsedLot[][] {
  const { employment } = settings;
  const known = knownFrom(terms, settings);
  let outlasting: Lot[] = [];
  let unused = 0;
  return years.map((year) => {
    const isOpened = terms.openings.some((day) => day >= year.start && day <= year.end);
    const left = { amount: unused, expiresOn: expiryIn(year, terms, settings) };
    const lots = isOpened || year.start <= known ? [] : carriedOn(terms, [...outlasting, left]);
    const carried = usedIn(year, terms, employment, lots, charges);
    const given = givenBy(year, terms, employment, { carried, charges }, year.end);
    outlasting = carried
      .filter(({ expiresOn }) => expiresOn === null || expiresOn > year.end)
      .map(({ amount, used, expiresOn }) => ({ amount: amount - used, expiresOn }));
    const all = given + keptOn(carried, year.end + 1) - sum(between(charges, year.start, year.end));
    unused = Math.max(0, all - sum(outlasting));
    outlasting = without(outlasting, sum(outlasting) - Math.max(0, all));
    return carried;
  });
}
