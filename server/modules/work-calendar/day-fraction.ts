import { type DayCounts, wholeDay } from "@/drizzle/schema/day-counts";
import type { DayNumber } from "@/server/kernel/calendar-date";
import type { Thousandths } from "./working-days";

/** Parts of `wholeDay`: what is taken, which is summed exactly and rounded once, at the end. */
export type DayFraction = number;

const thousandth: DayFraction = wholeDay / 1000;

/** What a thousand hours of days of odd lengths may be short of, each by half a part; no sum that is not a half lies as near to one. */
const slack: DayFraction = 500;

const rounded = (amount: DayFraction): Thousandths =>
  Math.floor((2 * (amount + slack) + thousandth) / (2 * thousandth));

/** Half up; a debt is rounded as what is left would be. */
export const toThousandths = (amount: DayFraction): Thousandths =>
  amount < 0 ? 0 - rounded(-amount) : rounded(amount);

export const ofThousandths = (amount: Thousandths): DayFraction => amount * thousandth;

export const sumOf = ({ counts }: DayCounts): DayFraction => counts.reduce((sum, count) => sum + count, 0);

/** Days that counted; the first of a leave that counts nothing. */
export function countedDays({ start, counts }: DayCounts): DayNumber[] {
  const counted = counts.flatMap((count, place) => (count > 0 ? [start + place] : []));
  return counted.length > 0 ? counted : [start];
}

/** What each day of a leave counts from one of them to another, both included. */
export const daysWithin = ({ start, counts }: DayCounts, from: DayNumber, to: DayNumber): DayCounts => ({
  start: from,
  counts: counts.slice(from - start, to - start + 1),
});

/** The days of a leave up to a cut, or between two. */
export interface Part {
  /** The last of them. */
  end: DayNumber;
  amount: DayFraction;
}

/**
 * What a leave takes in parts that never cross a cut; each cut is the first day of a part.
 * @param cuts sorted, without doubles
 */
export function partsOf(days: DayCounts, cuts: readonly DayNumber[]): Part[] {
  const { start, counts } = days;
  const last = start + counts.length - 1;
  const starts = [start, ...cuts.filter((cut) => cut > start && cut <= last)];
  return starts.map((from, index) => {
    const end = (starts[index + 1] ?? last + 1) - 1;
    return { end, amount: sumOf(daysWithin(days, from, end)) };
  });
}
