import type { CarryExpiry } from "@/drizzle/schema/values";
import { type DayNumber, monthDayIn, yearOf } from "@/server/kernel/time/calendar-date";
import type { DayFraction } from "@/server/modules/leave/calendars/day-fraction";
import { type AccountingYear, monthStart, type YearSettings } from "./accounting-year";
import type { Charge, Credit, Terms } from "./policy";
import { between, sum } from "./sums";

/** Days with an expiry of their own: carried-over days that expire together, or what is left of a credit. */
export interface Lot {
  amount: DayFraction;
  /** Null for carried-over days. Of a credit, the lot begins on its first day. */
  credit: Credit | null;
  /** The last day on which they may be used; null when they never expire. */
  expiresOn: DayNumber | null;
  /** Its last day is over, and no notice was sent: it is valid until the end of the year, and then carried over like days of the year. */
  isUnnoticed?: boolean;
}

/** A lot in an accounting year. */
export interface UsedLot extends Lot {
  /** The days of it that the year's leave uses while they are valid. */
  used: DayFraction;
}

export const carriedOf = <L extends Lot>(lots: readonly L[]): L[] =>
  lots.filter(({ credit }) => credit === null);
export const creditsOf = <L extends Lot>(lots: readonly L[]): L[] =>
  lots.filter(({ credit }) => credit !== null);

/**
 * The last day on which the days that the year before leaves over may be used: by the policy, or by the location where the policy says
 * nothing; the person's own expiry stands before both. Of policies only an expiry in months reaches beyond the year. DAYS_AFTER_RESET counts from the day of the reset.
 */
export function expiryIn(
  year: AccountingYear,
  { carryExpiry, carryExpiries }: Pick<Terms, "carryExpiry" | "carryExpiries">,
  { rolloverExpiry }: Pick<YearSettings, "rolloverExpiry">,
): DayNumber | null {
  const expiry: CarryExpiry | null = carryExpiry ?? rolloverExpiry;
  const { start, end, anchor } = year;
  const own = carryExpiries.findLast(({ day }) => day >= start && day <= end);
  if (own) return own.expiresOn;
  switch (expiry?.type) {
    case "DATE": {
      // Compare dates, not days: a year from 29 February sometimes begins on the 28th, and a 28th is its end all the same.
      const calendarYear = expiry.monthDay < anchor ? yearOf(start) + 1 : yearOf(start);
      return Math.min(monthDayIn(calendarYear, expiry.monthDay), end);
    }
    case "DAYS_AFTER_RESET":
      return Math.min(start + expiry.days, end);
    case "MONTHS":
      return monthStart(year, expiry.months) - 1;
    default:
      return null;
  }
}

/** Whether days whose last day this is lapse after it: not where a notice is needed and was not sent. */
export const doLapse = ({ lapses }: Pick<Terms, "lapses">, lastDay: DayNumber): boolean =>
  lapses === null || lastDay < lapses.since || lastDay >= lapses.today || lapses.noticed.includes(lastDay);

/** A lot of carried-over days, without its expiry where no notice was sent. */
export const noticedLot = (terms: Terms, lot: Lot): Lot =>
  lot.expiresOn === null || doLapse(terms, lot.expiresOn)
    ? lot
    : { ...lot, expiresOn: null, isUnnoticed: true };

const hasBegun = ({ credit }: Lot, day: DayNumber): boolean => credit === null || credit.day <= day;

export const isValid = (lot: Lot, day: DayNumber): boolean =>
  hasBegun(lot, day) && (lot.expiresOn === null || day <= lot.expiresOn);

/** The days of lots left on a day, with those that leave uses. Unused ones expire after their last day. */
export const keptOn = (lots: readonly UsedLot[], day: DayNumber): DayFraction =>
  lots
    .filter((lot) => hasBegun(lot, day))
    .reduce((total, lot) => total + (isValid(lot, day) ? lot.amount : lot.used), 0);

/** The days of lots that leave uses. */
export const usedOf = (lots: readonly UsedLot[]): DayFraction =>
  lots.reduce((total, { used }) => total + used, 0);

/**
 * Lots with what the leave of some days uses of them: on each day those that are valid then, the first to expire first.
 * @param lots in the order of their expiry
 */
export function usedBy(
  lots: readonly Lot[],
  charges: readonly Charge[],
  { start, end }: { start: DayNumber; end: DayNumber },
): UsedLot[] {
  if (lots.length === 0) return [];
  const used: UsedLot[] = lots.map((lot) => ({ ...lot, used: 0 }));
  // Between two of these days no lot begins or expires.
  const days = lots.flatMap(({ credit, expiresOn }) => [credit?.day ?? start, (expiresOn ?? end) + 1]);
  const starts = [...new Set([start, ...days])].filter((day) => day >= start && day <= end);
  for (const [place, day] of starts.sort((a, b) => a - b).entries()) {
    let leave = sum(between(charges, day, (starts[place + 1] ?? end + 1) - 1));
    for (const lot of used) {
      if (!isValid(lot, day)) continue;
      const taken = Math.max(0, Math.min(lot.amount - lot.used, leave));
      lot.used += taken;
      leave -= taken;
    }
  }
  return used;
}

/**
 * The last day to use carried-over days, by a day: the first on which some of those still valid would expire unused. When leave uses all of
 * them, it is the first expiry; when none is valid any more, the last one.
 */
export function nextExpiry(lots: readonly UsedLot[], day: DayNumber): DayNumber | null {
  const valid = lots.filter((lot) => isValid(lot, day));
  const next =
    valid.find(({ amount, used }) => used < amount) ?? valid[0] ?? lots.findLast(({ used }) => used > 0);
  return next?.expiresOn ?? null;
}

const never = Number.POSITIVE_INFINITY;

/** Lots in the order of their expiry. */
export const inOrder = (lots: readonly Lot[]): Lot[] =>
  [...lots].sort((a, b) => {
    const [one, other] = [a.expiresOn ?? never, b.expiresOn ?? never];
    return one === other ? (a.credit?.day ?? 0) - (b.credit?.day ?? 0) : one - other;
  });

/** Lots of carried-over days in the order of their expiry. Days that expire together are one lot. */
export function byExpiry(lots: readonly Lot[]): Lot[] {
  const amounts = new Map<DayNumber | null, DayFraction>();
  for (const { amount, expiresOn } of lots) amounts.set(expiresOn, (amounts.get(expiresOn) ?? 0) + amount);
  return inOrder(
    [...amounts]
      .filter(([, amount]) => amount > 0)
      .map(([expiresOn, amount]) => ({ amount, expiresOn, credit: null })),
  );
}

/** Lots without some of their days: of those that expire first. */
export function without(lots: readonly Lot[], amount: DayFraction): Lot[] {
  let rest = Math.max(0, amount);
  return lots.map((lot) => {
    const taken = Math.min(lot.amount, rest);
    rest -= taken;
    return { ...lot, amount: lot.amount - taken };
  });
}
