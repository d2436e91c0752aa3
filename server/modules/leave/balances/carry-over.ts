import type { DayNumber } from "@/server/kernel/time/calendar-date";
import { type DayFraction, ofThousandths } from "@/server/modules/leave/calendars/day-fraction";
import type { AccountingYear, Employment, YearSettings } from "./accounting-year";
import { earnedIn, totalOf } from "./cap";
import {
  byExpiry,
  carriedOf,
  creditsOf,
  doLapse,
  expiryIn,
  inOrder,
  keptOn,
  type Lot,
  noticedLot,
  type UsedLot,
  usedBy,
  usedOf,
  without,
} from "./lots";
import type { Charge, Terms } from "./policy";
import { adjustedOn, between, sum } from "./sums";

/**
 * The day from which a person's leave of a type is known. It is the first policy at their location. For a policy elsewhere it is the later
 * of that policy and their record, because a person who moves from there brings their days along.
 */
const knownFrom = ({ begins }: Terms, { knownSince }: YearSettings): DayNumber =>
  begins ? Math.min(begins.here, Math.max(begins.anywhere, knownSince)) : Number.NEGATIVE_INFINITY;

/** The lots carried into a year. What expires first is over the limit first. Without a notice that is needed, all are carried. */
function carriedOn(terms: Terms, year: AccountingYear, lots: readonly Lot[]): Lot[] {
  const all = byExpiry(lots);
  if (terms.rollover === "ALL" || !doLapse(terms, year.start - 1)) return all;
  if (terms.rollover === "NONE") return [];
  return byExpiry(without(all, sum(all) - ofThousandths(terms.rolloverMaximum ?? 0)));
}

/**
 * What leave uses of the lots of a year, the first to expire first: of all leave while they are valid. Where carried-over days are used
 * last, they serve only the leave beyond credits and what the year has given by their last day.
 * @param lots in the order of their expiry
 */
export function usedIn(
  year: AccountingYear,
  terms: Terms,
  employment: Employment,
  lots: readonly Lot[],
  charges: readonly Charge[],
): UsedLot[] {
  if (terms.carryUse === "FIRST") return usedBy(lots, charges, year);
  const credits = usedBy(creditsOf(lots), charges, year);
  // On a day up to which a lot is valid, only earlier lots have expired.
  const carried: UsedLot[] = carriedOf(lots).map((lot) => ({ ...lot, used: 0 }));
  for (const lot of carried) {
    const last = Math.min(lot.expiresOn ?? year.end, year.end);
    const own = givenBy(year, terms, employment, { lots: [...carried, ...credits], charges }, last);
    const credited = usedOf(usedBy(credits, charges, { start: year.start, end: last }));
    const leave = sum(between(charges, year.start, last)) - credited - Math.max(0, own) - usedOf(carried);
    lot.used = Math.max(0, Math.min(lot.amount, leave));
  }
  return [...carried, ...credits];
}

/** What a year has given by a day, with adjustments. */
const givenBy = (...[year, terms, employment, beside, day]: Parameters<typeof earnedIn>): DayFraction =>
  ofThousandths(totalOf(earnedIn(year, terms, employment, beside, day)) + adjustedOn(year, terms, day));

/** The credits that begin in a year; of the first year also those that are valid as it begins. */
const beginningIn = (year: AccountingYear, { credits }: Terms, isFirst: boolean): Lot[] =>
  credits
    .filter(
      ({ day, expiresOn }) => day <= year.end && (isFirst ? expiresOn >= year.start : day >= year.start),
    )
    .map((credit) => ({ amount: ofThousandths(credit.amount), expiresOn: credit.expiresOn, credit }));

/**
 * The lots of each of the years (same order): credits, and the days carried into it. Nothing is carried into the first year, into one with
 * an opening balance, or from a year of which nothing is known. Unused days are those taken by neither approved nor open leave. Lots that
 * outlast the year keep their expiry; a year that ends below zero takes from them, and leaves no debt.
 */
export const lotsIn = (...given: Parameters<typeof yearsOfLots>): UsedLot[][] =>
  yearsOfLots(...given).map(({ lots }) => lots);

/** `lotsIn`, each with the days that the year before left over and that are not carried into it. */
export function yearsOfLots(
  years: readonly AccountingYear[],
  terms: Terms,
  settings: YearSettings,
  charges: readonly Charge[],
): { lots: UsedLot[]; lost: DayFraction }[] {
  const { employment } = settings;
  const known = knownFrom(terms, settings);
  let outlasting: Lot[] = [];
  let unused = 0;
  return years.map((year, place) => {
    const isOpened = terms.openings.some((day) => day >= year.start && day <= year.end);
    const left = { amount: unused, expiresOn: expiryIn(year, terms, settings), credit: null };
    const isAnew = isOpened || year.start <= known;
    const before = [...carriedOf(outlasting), left];
    const carried = isAnew ? [] : carriedOn(terms, year, before).map((lot) => noticedLot(terms, lot));
    const lost = isAnew ? 0 : sum(before) - sum(carried);
    const credits = [...creditsOf(outlasting), ...beginningIn(year, terms, place === 0)];
    const lots = usedIn(year, terms, employment, inOrder([...carried, ...credits]), charges);
    const given = givenBy(year, terms, employment, { lots, charges }, year.end);
    outlasting = inOrder(
      lots
        .filter(({ expiresOn, isUnnoticed }) => !isUnnoticed && (expiresOn === null || expiresOn > year.end))
        .map(({ amount, used, expiresOn, credit }) => ({ amount: amount - used, expiresOn, credit })),
    );
    const all = given + keptOn(lots, year.end + 1) - sum(between(charges, year.start, year.end));
    unused = Math.max(0, all - sum(outlasting));
    outlasting = without(outlasting, sum(outlasting) - Math.max(0, all));
    return { lots, lost };
  });
}
