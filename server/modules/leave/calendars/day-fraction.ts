import { type DayCounts, wholeDay } from "@/drizzle/schema/day-counts";
import type { DayNumber } from "@/server/kernel/time/calendar-date";
import type { Thousandths } from "./working-days";

/** Fractions in units of `wholeDay`: the amount taken, summed exactly and rounded once, at the end. */
export type DayFraction = number;

const thousandth: DayFraction = wholeDay / 1000;

/** The maximum error of a thousand hours on days of odd lengths, each off by half a unit. No sum other than a half is this close to one. */
const slack: DayFraction = 500;

const rounded = (amount: DayFraction): Thousandths =>
  Math.floor((2 * (amount + slack) + thousandth) / (2 * thousandth));

/** Rounds half up; a negative amount is rounded by its absolute value. */
export const toThousandths = (amount: DayFraction): Thousandths =>
  amount < 0 ? 0 - rounded(-amount) : rounded(amount);

export const ofThousandths = (amount: Thousandths): DayFraction => amount * thousandth;

export const sumOf = ({ counts }: DayCounts): DayFraction => counts.reduce((sum, count) => sum + count, 0);

/** The days with a count; the first day of a leave without any. */
export function countedDays({ start, counts }: DayCounts): DayNumber[] {
  const counted = counts.flatMap((count, place) => (count > 0 ? [start + place] : []));
  return counted.length > 0 ? counted : [start];
}

/** The counts of a leave between two of its days, both inclusive. */
export const daysWithin = ({ start, counts }: DayCounts, from: DayNumber, to: DayNumber): DayCounts => ({
  start: from,
  counts: counts.slice(from - start, to - start + 1),
});

/** The days of a leave up to a cut, or between two. */
export interface Part {
  /** The last day of the part. */
  end: DayNumber;
  amount: DayFraction;
}

/**
 * Splits a leave into parts that never cross a cut; each cut is the first day of a part.
 * @param cuts sorted, without duplicates
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
