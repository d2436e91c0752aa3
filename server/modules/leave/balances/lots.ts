import type { CarryExpiry } from "@/drizzle/schema/values";
import { type DayNumber, monthDayIn, yearOf } from "@/server/kernel/time/calendar-date";
import type { DayFraction } from "@/server/modules/leave/calendars/day-fraction";
import { type AccountingYear, monthStart, type YearSettings } from "./accounting-year";
import type { Terms } from "./policy";

/** Carried-over days that expire together. */
export interface Lot {
  amount: DayFraction;
  /** The last day on which they may be used; null when they never expire. */
  expiresOn: DayNumber | null;
}

/** A lot in an accounting year. */
export interface UsedLot extends Lot {
  /** The days of it that the year's leave uses while they are valid. */
  used: DayFraction;
}

/**
 * The last day on which the days that the year before leaves over may be used: by the policy, or by the location where the policy says
 * nothing. Only an expiry in months reaches beyond the year. DAYS_AFTER_RESET counts from the day of the reset.
 */
export function expiryIn(
  year: AccountingYear,
  { carryExpiry }: Pick<Terms, "carryExpiry">,
  { rolloverExpiry }: Pick<YearSettings, "rolloverExpiry">,
): DayNumber | null {
  const expiry: CarryExpiry | null = carryExpiry ?? rolloverExpiry;
  const { start, end, anchor } = year;
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

const isValid = ({ expiresOn }: Lot, day: DayNumber): boolean => expiresOn === null || day <= expiresOn;

/** The carried-over days left on a day, with those that leave uses. Unused ones expire after their last day. */
export const keptOn = (lots: readonly UsedLot[], day: DayNumber): DayFraction =>
  lots.reduce((sum, lot) => sum + (isValid(lot, day) ? lot.amount : lot.used), 0);

/** The carried-over days that leave uses. */
export const usedOf = (lots: readonly UsedLot[]): DayFraction =>
  lots.reduce((sum, { used }) => sum + used, 0);

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

/** Lots in the order of their expiry. Days that expire together are one lot. */
export function byExpiry(lots: readonly Lot[]): Lot[] {
  const amounts = new Map<DayNumber | null, DayFraction>();
  for (const { amount, expiresOn } of lots) amounts.set(expiresOn, (amounts.get(expiresOn) ?? 0) + amount);
  const never = Number.POSITIVE_INFINITY;
  return [...amounts]
    .filter(([, amount]) => amount > 0)
    .map(([expiresOn, amount]) => ({ amount, expiresOn }))
    .sort((a, b) => (a.expiresOn ?? never) - (b.expiresOn ?? never));
}

/** Lots without some of their days: of those that expire first. */
export function without(lots: readonly Lot[], amount: DayFraction): Lot[] {
  let rest = Math.max(0, amount);
  return lots.map((lot) => {
    const taken = Math.min(lot.amount, rest);
    rest -= taken;
    return { amount: lot.amount - taken, expiresOn: lot.expiresOn };
  });
}
