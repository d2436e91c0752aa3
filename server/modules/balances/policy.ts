import type { Accrual, Rollover } from "@/drizzle/schema/values";
import type { DayNumber } from "@/server/kernel/calendar-date";
import { type DayFraction, ofThousandths, toThousandths } from "@/server/modules/work-calendar/day-fraction";
import type { Thousandths } from "@/server/modules/work-calendar/working-days";
import { type AccountingYear, type YearSettings, yearContaining, yearsUntil } from "./accounting-year";
import { accruedOn } from "./accrual";

/** The rules of one leave type in one location, in thousandths of a day. */
export interface Terms {
  unlimited: boolean;
  yearlyQuota: Thousandths;
  accrual: Accrual;
  rollover: Rollover;
  /** Null unless rollover is LIMITED. */
  rolloverMaximum: Thousandths | null;
  /** The person's own yearly quotas in place of the policy's, each from the accounting year of its day on; by day. */
  quotas: readonly Given[];
  /** Signed, each from its day on; by day. */
  adjustments: readonly Given[];
  /** The days of opening balances: what a person brought along stands in place of what would be carried into that year. */
  openings: readonly DayNumber[];
  /** Since when there is a policy where the person works, and anywhere; null where that is older than its record. */
  begins: { here: DayNumber; anywhere: DayNumber } | null;
}

/** What somebody gave to a person's balance, or took from it. */
export interface Given {
  day: DayNumber;
  amount: Thousandths;
  note: string;
}

/**
 * Working days taken from the balance. `day` stands for all days of the charge, so a charge never crosses a cut (`cutsOf`): one
 * can be a single leave or the sum of ten years.
 */
export interface Charge {
  day: DayNumber;
  amount: DayFraction;
  status: "OPEN" | "APPROVED";
  /** Of a charge that is one leave, or a part of it. */
  leaveId?: string | null;
}

/** One leave type's balance in one accounting year, as decision 6 names its fields: each is rounded by itself, once. */
export interface Balance {
  year: AccountingYear;
  unlimited: boolean;
  quota: Thousandths;
  /** Given so far; equals the quota where nothing accrues step by step. */
  accrued: Thousandths;
  /** What was given beside the policy so far, or taken: signed. */
  adjusted: Thousandths;
  /** Without what has lapsed. */
  carriedOver: Thousandths;
  carriedOverExpiresOn: DayNumber | null;
  taken: Thousandths;
  scheduled: Thousandths;
  pending: Thousandths;
  /** Null when unlimited. */
  remaining: Thousandths | null;
  /** The same without the days that were carried over. */
  remainingOfYear: Thousandths | null;
}

const sum = (charges: readonly { amount: number }[]): number =>
  charges.reduce((total, { amount }) => total + amount, 0);

const between = <C extends { day: DayNumber }>(
  charges: readonly C[],
  start: DayNumber,
  end: DayNumber,
): C[] => charges.filter(({ day }) => day >= start && day <= end);

/**
 * The days at which charges must be cut, so that sums of leave between two of them are all that a balance needs, whatever the
 * number of leaves: first days of accounting years, days after carried-over days lapse, and the day after each of `asOf`.
 */
export function cutsOf(years: readonly AccountingYear[], asOf: readonly DayNumber[]): DayNumber[] {
  const cuts = new Set(asOf.map((day) => day + 1));
  for (const { start, end, carryEnd } of years) {
    cuts.add(start).add(end + 1);
    if (carryEnd !== null) cuts.add(carryEnd + 1);
  }
  return [...cuts].sort((a, b) => a - b);
}

/** What adjustments of a year come to on a day of it. */
export const adjustedOn = (year: AccountingYear, { adjustments }: Terms, day: DayNumber): Thousandths =>
  sum(between(adjustments, year.start, day));

/** Carried-over days are used first; what is left of them after their last day has lapsed. */
export function unexpired(
  year: AccountingYear,
  carried: DayFraction,
  charges: readonly Charge[],
  day: DayNumber,
): DayFraction {
  if (year.carryEnd === null || day <= year.carryEnd) return carried;
  return Math.min(carried, sum(between(charges, year.start, year.carryEnd)));
}

/** What the next year gets of a year's unused days. A year that ended below zero leaves no debt. */
function carriedOn(terms: Terms, unused: DayFraction): DayFraction {
  if (terms.rollover === "NONE") return 0;
  const all = Math.max(0, unused);
  return terms.rollover === "LIMITED" ? Math.min(all, ofThousandths(terms.rolloverMaximum ?? 0)) : all;
}

/**
 * From when on it is known what somebody takes of a leave type: since there is a policy where they work, or elsewhere since both that and
 * their record are there, for who comes from there brings it along.
 */
const knownFrom = ({ begins }: Terms, { knownSince }: YearSettings): DayNumber =>
  begins ? Math.min(begins.here, Math.max(begins.anywhere, knownSince)) : Number.NEGATIVE_INFINITY;

/**
 * Days carried into each of the years (same order); nothing into the first, nor into one with an opening balance, nor from a year of
 * which nothing is known. Unused is what neither approved nor open leave takes.
 */
export function carriedInto(
  years: readonly AccountingYear[],
  terms: Terms,
  settings: YearSettings,
  charges: readonly Charge[],
): DayFraction[] {
  let carried = 0;
  const known = knownFrom(terms, settings);
  return years.map((year) => {
    const isOpened = terms.openings.some((day) => day >= year.start && day <= year.end);
    const before = isOpened || year.start <= known ? 0 : carried;
    const given = accruedOn(year, terms, settings.employment, year.end) + adjustedOn(year, terms, year.end);
    const used = sum(between(charges, year.start, year.end));
    carried = carriedOn(terms, ofThousandths(given) + unexpired(year, before, charges, year.end + 1) - used);
    return before;
  });
}

/**
 * A balance as of a day, in the accounting year of that day: what is approved up to the day is taken, what is approved after it
 * is scheduled. Statuses are those of now; only the calendar moves with `asOf`.
 * @param charges of this leave type, cut by `cutsOf(yearsUntil(settings, asOf), [asOf])`
 */
export function balanceOn(
  settings: YearSettings,
  terms: Terms,
  charges: readonly Charge[],
  asOf: DayNumber,
): Balance {
  const year = yearContaining(settings, asOf);
  const own = between(charges, year.start, year.end);
  const approved = own.filter(({ status }) => status === "APPROVED");
  const taken = sum(between(approved, year.start, asOf));
  const used = {
    taken: toThousandths(taken),
    scheduled: toThousandths(sum(approved) - taken),
    pending: toThousandths(sum(own) - sum(approved)),
  };
  if (terms.unlimited) return { year, unlimited: true, ...nothing, ...used };
  const carried = carriedInto(yearsUntil(settings, asOf), terms, settings, charges).at(-1) ?? 0;
  const quota = accruedOn(year, terms, settings.employment, year.end);
  const accrued = accruedOn(year, terms, settings.employment, asOf);
  const adjusted = adjustedOn(year, terms, asOf);
  const kept = unexpired(year, carried, charges, asOf);
  const carriedOver = toThousandths(kept);
  const ofYear = ofThousandths(accrued + adjusted) - sum(own);
  return {
    year,
    unlimited: false,
    quota,
    accrued,
    adjusted,
    carriedOver,
    carriedOverExpiresOn: carriedOver > 0 ? year.carryEnd : null,
    ...used,
    remaining: toThousandths(ofYear + kept),
    remainingOfYear: toThousandths(ofYear),
  };
}

const nothing = {
  ...{ quota: 0, accrued: 0, adjusted: 0, carriedOver: 0 },
  ...{ carriedOverExpiresOn: null, remaining: null, remainingOfYear: null },
};
