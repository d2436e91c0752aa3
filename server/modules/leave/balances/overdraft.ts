import type { DayNumber } from "@/server/kernel/time/calendar-date";
import {
  type DayFraction,
  ofThousandths,
  toThousandths,
} from "@/server/modules/leave/calendars/day-fraction";
import type { Thousandths } from "@/server/modules/leave/calendars/working-days";
import { type YearSettings, yearContaining, yearsUntil } from "./accounting-year";
import { isGivenAtOnce } from "./accrual";
import { earnedIn, totalOf } from "./cap";
import { lotsIn } from "./carry-over";
import { keptOn, type UsedLot } from "./lots";
import type { Charge, Terms } from "./policy";
import { adjustedOn, between, sum } from "./sums";

/** The balance left on a day, counting all leave up to that day and everything given by then. */
function leftOn(
  settings: YearSettings,
  terms: Terms,
  charges: readonly Charge[],
  lotsByStart: ReadonlyMap<DayNumber, readonly UsedLot[]>,
  day: DayNumber,
): DayFraction {
  const year = yearContaining(settings, day);
  const lots = lotsByStart.get(year.start) ?? [];
  const earned = earnedIn(year, terms, settings.employment, { lots, charges }, day);
  const given = totalOf(earned) + adjustedOn(year, terms, day);
  return ofThousandths(given) + keptOn(lots, day) - sum(between(charges, year.start, day));
}

function lotsByStart(
  settings: YearSettings,
  terms: Terms,
  charges: readonly Charge[],
  last: DayNumber,
): Map<DayNumber, UsedLot[]> {
  const years = yearsUntil(settings, last);
  const lots = lotsIn(years, terms, settings, charges);
  return new Map(years.map((year, index) => [year.start, lots[index] ?? []]));
}

/**
 * The days on which the balance can be lowest. Where the quota is given at once, that is the end of a year, whatever expired before. When
 * days are given step by step, by accrual, adjustment or credit, it is also the end of each leave, and each day on which some are taken
 * away.
 */
function daysToCheck(settings: YearSettings, terms: Terms, charges: readonly Charge[], from: DayNumber) {
  const { adjustments, credits } = terms;
  const atOnce = isGivenAtOnce(terms);
  const days = [...charges, ...adjustments].map(({ day }) => day).filter((day) => day >= from);
  const ends = atOnce ? days.map((day) => yearContaining(settings, day).end) : [];
  const checked = atOnce && adjustments.length + credits.length === 0 ? ends : [...days, ...ends];
  return [...new Set(checked)];
}

/**
 * The amount by which a change of leave draws the balance below zero, or further below. Leave must be covered by what is given and carried
 * over by its own days. It must not take days that later leave was booked against, in this accounting year or in one that it carries days
 * into. Improving an overdrawn balance is never refused. The terms may change as well.
 * @param change charges before and after the change, cut at years and expiry days. Single leaves from `from`'s accounting year on stand on
 * the last of their days, and a replaced leave is cut where the new one ends
 * @param termsBefore the terms before the change, when they change
 * @returns the shortfall on the worst day; 0 when all is covered
 */
export function shortfall(
  settings: YearSettings,
  terms: Terms,
  change: { before: readonly Charge[]; after: readonly Charge[]; from: DayNumber },
  termsBefore: Terms = terms,
): Thousandths {
  if (terms.unlimited) return 0;
  const { before, after, from } = change;
  const rules = terms === termsBefore ? [terms] : [terms, termsBefore];
  const checked = [...new Set(rules.flatMap((each) => daysToCheck(settings, each, after, from)))];
  const last = Math.max(from, ...checked);
  const lotsBefore = lotsByStart(settings, termsBefore, before, last);
  const lotsAfter = lotsByStart(settings, terms, after, last);
  const missing = checked.map((day) => {
    const left = leftOn(settings, terms, after, lotsAfter, day);
    if (left >= 0) return 0;
    return Math.min(-left, leftOn(settings, termsBefore, before, lotsBefore, day) - left);
  });
  return toThousandths(Math.max(0, ...missing));
}

/** Whether a change of leave draws the balance below zero, or further below. */
export const overdraws = (...change: Parameters<typeof shortfall>): boolean => shortfall(...change) > 0;
