import type {
  Accrual,
  AccrualTiming,
  CarryExpiry,
  CarryUse,
  EffectiveStatus,
  FirstYear,
  QuotaRounding,
  Rollover,
  TenureFrom,
} from "@/drizzle/schema/values";
import type { DayNumber } from "@/server/kernel/time/calendar-date";
import {
  type DayFraction,
  ofThousandths,
  toThousandths,
} from "@/server/modules/leave/calendars/day-fraction";
import type { Thousandths } from "@/server/modules/leave/calendars/working-days";
import { type AccountingYear, type YearSettings, yearContaining, yearsUntil } from "./accounting-year";
import { accruedOn, earningDays } from "./accrual";
import { earnedIn, totalOf } from "./cap";
import { lotsIn, usedIn } from "./carry-over";
import { carriedOf, creditsOf, expiryIn, isValid, keptOn, nextExpiry, type UsedLot } from "./lots";
import { adjustedOn, between, sum } from "./sums";

/** The rules of one leave type at one location, in thousandths of a day. */
export interface Terms {
  unlimited: boolean;
  yearlyQuota: Thousandths;
  accrual: Accrual;
  /** Without effect when accrual is NONE. */
  accrualTiming: AccrualTiming;
  firstYear: FirstYear;
  /** Months of employment; null unless the first year is AFTER_MONTHS. */
  firstYearMonths: number | null;
  quotaRounding: QuotaRounding;
  /** Higher quotas in place of the yearly one, each after so many months of employment. */
  steps: readonly Step[];
  tenureFrom: TenureFrom;
  /** The extra days a year of the person's labels. */
  extra: Thousandths;
  /** What the hours that the person worked give, each on the last of their days; sorted by day. */
  worked: readonly Worked[];
  /** What is left at most by accrual; null without a cap, and always where nothing accrues. */
  accrualCap: Thousandths | null;
  rollover: Rollover;
  /** Null unless rollover is LIMITED. */
  rolloverMaximum: Thousandths | null;
  /** When carried-over days expire; null when it is as at the location. */
  carryExpiry: CarryExpiry | null;
  /** The person's own expiries, each of the days carried into the year of its day; the last of a year counts. */
  carryExpiries: readonly CarryExpiryOfPerson[];
  /** Whether carried-over days are used before the days of the year, or after them. */
  carryUse: CarryUse;
  /**
   * Where days lapse only after a notice, since a day: the last days of which the person was notified. From today on any other counts as one
   * of them, since the notice may come. Null where no notice is needed.
   */
  lapses: { since: DayNumber; today: DayNumber; noticed: readonly DayNumber[] } | null;
  /** The person's own yearly quotas in place of the policy's, each from the accounting year of its day on; sorted by day. */
  quotas: readonly Given[];
  /** Signed, each from its day on; sorted by day. A credit that never expires is one of them. */
  adjustments: readonly Given[];
  /** Days with an expiry of their own. */
  credits: readonly Credit[];
  /** The days of opening balances: the days a person brought along replace the carry-over into that year. */
  openings: readonly DayNumber[];
  /** The first day with a policy, at the person's location and anywhere; null when the policy is older than its record. */
  begins: { here: DayNumber; anywhere: DayNumber } | null;
}

/** A quota of people who have been employed for some months. */
interface Step {
  afterMonths: number;
  quota: Thousandths;
}

/** Hours that a person worked, and what the policy gives for them. */
export interface Worked {
  day: DayNumber;
  hours: number;
  /** The percent that is earned. */
  rate: number;
  /** In thousandths of a day, not rounded: only the sum of a year is. */
  exact: number;
}

/** An amount given to a person's balance, or taken from it. */
export interface Given {
  day: DayNumber;
  amount: Thousandths;
  note: string;
  /** Of a credit. */
  creditId?: string;
  /** Whether it corrects closed days. */
  isCorrection?: boolean;
}

/** Another expiry of the days that are carried into the accounting year of its day. */
interface CarryExpiryOfPerson {
  day: DayNumber;
  /** The last day to use them; null for never. */
  expiresOn: DayNumber | null;
  note: string;
}

/** Days that may be used from a day on until another, beside the days of the years. */
export interface Credit extends Given {
  creditId: string;
  /** The last day to use them. */
  expiresOn: DayNumber;
}

/**
 * Working days charged to the balance. `day` represents all days of the charge, so a charge never crosses a cut (`cutsFor`). A charge can be
 * a single leave or the sum of ten years.
 */
export interface Charge {
  day: DayNumber;
  amount: DayFraction;
  status: EffectiveStatus;
  /** Set when the charge is one leave, or a part of it. */
  leaveId?: string | null;
}

/** The balance of one leave type in one accounting year, with the field names of decision 6. Each figure is rounded separately, once. */
export interface Balance {
  year: AccountingYear;
  unlimited: boolean;
  quota: Thousandths;
  /** Accrued so far; equals the quota without accrual. */
  accrued: Thousandths;
  /** The sum of adjustments so far: signed. */
  adjusted: Thousandths;
  /** The days of credits so far, without expired ones. */
  credited: Thousandths;
  /** The credits that may be used on the day, first to expire first. */
  credits: readonly CreditLeft[];
  /** Without expired days. */
  carriedOver: Thousandths;
  carriedOverExpiresOn: DayNumber | null;
  taken: Thousandths;
  scheduled: Thousandths;
  pending: Thousandths;
  /** Null when unlimited. */
  remaining: Thousandths | null;
  /** The remaining balance if no days had been carried into the year. */
  remainingOfYear: Thousandths | null;
}

/** What leave does not use of a credit. */
export interface CreditLeft {
  credit: Credit;
  left: Thousandths;
}

/** The days that balances are computed for. */
interface Span {
  from: DayNumber;
  until: DayNumber;
  /** Days on which a balance is read, beside ends of years and expiry days. */
  asOf?: readonly DayNumber[];
}

/** The terms that decide where charges are cut. */
type CutTerms = Pick<
  Terms,
  "rollover" | "accrualCap" | "carryExpiry" | "carryExpiries" | "credits" | "lapses"
> &
  Parameters<typeof earningDays>[1];

/**
 * The accounting years that the balances of some days depend on. Without rollover, years before the first day and any credit do not matter,
 * unless days lapse only after a notice: without one they are carried over all the same.
 */
export function yearsFor(
  settings: YearSettings,
  terms: readonly Pick<Terms, "rollover" | "lapses" | "credits">[],
  { from, until }: Pick<Span, "from" | "until">,
): AccountingYear[] {
  const first = Math.min(from, ...terms.flatMap(({ credits }) => credits.map(({ day }) => day)));
  const carriesNone = terms.every(({ rollover, lapses }) => rollover === "NONE" && lapses === null);
  const since = carriesNone ? first : undefined;
  return yearsUntil(settings, until, since);
}

/**
 * The days at which charges must be cut, so that balances need only the sums of leave between two cuts, for any number of leaves: first days
 * of the accounting years that the balances of some days depend on, days after carried-over days expire, the first days of credits and the
 * days after they expire, and the day after each of `asOf`. Without rollover, years before the first day and any credit do not matter. With
 * a cap, what is earned depends on the leave before each day on which some
 * is.
 */
export function cutsFor(
  settings: readonly YearSettings[],
  terms: readonly CutTerms[],
  { from, until, asOf = [] }: Span,
): DayNumber[] {
  const credits = terms.flatMap((term) => term.credits);
  const cuts = new Set(asOf.map((day) => day + 1));
  for (const each of settings) {
    const years = yearsFor(each, terms, { from, until });
    const start = years[0]?.start ?? from;
    const end = years.at(-1)?.end ?? until;
    for (const day of credits.flatMap((credit) => [credit.day, credit.expiresOn + 1]))
      if (day > start && day <= end) cuts.add(day);
    for (const year of years) {
      cuts.add(year.start).add(year.end + 1);
      for (const term of terms) {
        const expiry = expiryIn(year, term, each);
        if (expiry !== null && expiry <= end) cuts.add(expiry + 1);
        if (term.accrualCap === null) continue;
        for (const day of earningDays(year, term, each.employment)) cuts.add(day);
      }
    }
  }
  return [...cuts].sort((a, b) => a - b);
}

/** `cutsFor` the balance on one day. */
export const cutsAsOf = (settings: YearSettings, terms: readonly CutTerms[], asOf: DayNumber): DayNumber[] =>
  cutsFor([settings], terms, { from: asOf, until: asOf, asOf: [asOf] });

/**
 * A balance as of a day, in the accounting year of that day: approved leave up to the day is taken, approved leave after it is scheduled.
 * Statuses are the current ones; only the calendar moves with `asOf`.
 * @param charges of this leave type, cut by `cutsAsOf`
 */
export const balanceOn = (
  settings: YearSettings,
  terms: Terms,
  charges: readonly Charge[],
  asOf: DayNumber,
): Balance => balancesIn(settings, terms, charges, yearContaining(settings, asOf))(asOf);

/**
 * `balanceOn` for any days of one accounting year: what does not depend on the day is computed once.
 * @param charges of this leave type, cut by `cutsFor` these days
 */
export function balancesIn(
  settings: YearSettings,
  terms: Terms,
  charges: readonly Charge[],
  year: AccountingYear,
): (asOf: DayNumber) => Balance {
  const own = between(charges, year.start, year.end);
  const approved = own.filter(({ status }) => status === "APPROVED");
  const usedOn = (asOf: DayNumber) => {
    const taken = sum(between(approved, year.start, asOf));
    return {
      taken: toThousandths(taken),
      scheduled: toThousandths(sum(approved) - taken),
      pending: toThousandths(sum(own) - sum(approved)),
    };
  };
  if (terms.unlimited) return (asOf) => ({ year, unlimited: true, ...nothing, ...usedOn(asOf) });
  const { employment } = settings;
  const lots = lotsIn(yearsUntil(settings, year.end), terms, settings, charges).at(-1) ?? [];
  const withoutCarried = usedIn(year, terms, employment, creditsOf(lots), charges);
  const quota = accruedOn(year, terms, employment, year.end);
  const lastingTerms = { adjustments: terms.adjustments.filter(isCredit) };
  return (asOf) => {
    const accruedWith = (some: readonly UsedLot[]) =>
      totalOf(earnedIn(year, terms, employment, { lots: some, charges }, asOf));
    const accrued = accruedWith(lots);
    const beside = adjustedOn(year, terms, asOf);
    const lasting = adjustedOn(year, lastingTerms, asOf);
    const carriedOver = toThousandths(keptOn(carriedOf(lots), asOf));
    return {
      year,
      unlimited: false,
      quota,
      accrued,
      adjusted: beside - lasting,
      credited: lasting + toThousandths(keptOn(creditsOf(lots), asOf)),
      credits: creditsLeft(lots, asOf),
      carriedOver,
      carriedOverExpiresOn: carriedOver > 0 ? nextExpiry(carriedOf(lots), asOf) : null,
      ...usedOn(asOf),
      remaining: toThousandths(ofThousandths(accrued + beside) + keptOn(lots, asOf) - sum(own)),
      remainingOfYear: toThousandths(
        ofThousandths(accruedWith(withoutCarried) + beside) + keptOn(withoutCarried, asOf) - sum(own),
      ),
    };
  };
}

const isCredit = ({ creditId }: Given): boolean => creditId !== undefined;

const creditsLeft = (lots: readonly UsedLot[], asOf: DayNumber): CreditLeft[] =>
  lots.flatMap((lot) =>
    lot.credit && isValid(lot, asOf)
      ? [{ credit: lot.credit, left: toThousandths(lot.amount - lot.used) }]
      : [],
  );

const nothing = {
  ...{ quota: 0, accrued: 0, adjusted: 0, credited: 0, credits: [], carriedOver: 0 },
  ...{ carriedOverExpiresOn: null, remaining: null, remainingOfYear: null },
};
