import { type ExplanationKind, explanationKinds } from "@/drizzle/schema/values";
import type { DayNumber } from "@/server/kernel/time/calendar-date";
import {
  type DayFraction,
  ofThousandths,
  toThousandths,
} from "@/server/modules/leave/calendars/day-fraction";
import type { Thousandths } from "@/server/modules/leave/calendars/working-days";
import { type YearSettings, yearContaining, yearsUntil } from "./accounting-year";
import { accruedOn, earningDays, isGivenAtOnce } from "./accrual";
import { type Charge, carriedInto, type Terms, unexpired } from "./policy";

/** One step from zero to the remaining balance. */
export interface ExplanationLine {
  day: DayNumber;
  kind: ExplanationKind;
  /** Signed. */
  amount: Thousandths;
  /** Null when unlimited. */
  balanceAfter: Thousandths | null;
  leaveId: string | null;
  note: string | null;
}

/** A line before rounding. */
type Step = Pick<ExplanationLine, "day" | "kind"> & Partial<ExplanationLine> & { amount: DayFraction };

/** The shares that have accrued in the year so far. */
function givenSteps(settings: YearSettings, terms: Terms, asOf: DayNumber): Step[] {
  const year = yearContaining(settings, asOf);
  const kind = isGivenAtOnce(terms) ? "GRANTED" : "ACCRUED";
  let before = 0;
  return earningDays(year, terms, settings.employment)
    .filter((day) => day <= asOf)
    .map((day) => {
      const given = accruedOn(year, terms, settings.employment, day);
      const step: Step = { day, kind, amount: ofThousandths(given - before) };
      before = given;
      return step;
    });
}

/** The days carried over from the previous year, and those of them that have expired. */
function carriedSteps(
  settings: YearSettings,
  terms: Terms,
  charges: readonly Charge[],
  asOf: DayNumber,
): Step[] {
  const year = yearContaining(settings, asOf);
  const carried = carriedInto(yearsUntil(settings, asOf), terms, settings, charges).at(-1) ?? 0;
  const lapsed = carried - unexpired(year, carried, charges, asOf);
  return [
    { day: year.start, kind: "CARRIED_OVER", amount: carried },
    { day: (year.carryEnd ?? year.end) + 1, kind: "EXPIRED", amount: -lapsed },
  ];
}

/** Each leave of the year once, however often it is cut. Leave on both sides of the day gives two lines. */
function leaveSteps(own: readonly Charge[], asOf: DayNumber): Step[] {
  const steps = new Map<string, Step>();
  for (const { day, amount, status, leaveId = null } of own) {
    const kind = status === "OPEN" ? "PENDING" : day <= asOf ? "TAKEN" : "SCHEDULED";
    const key = `${kind} ${leaveId}`;
    steps.set(key, { day, kind, leaveId, amount: (steps.get(key)?.amount ?? 0) - amount });
  }
  return [...steps.values()];
}

const inOrder = (a: Step, b: Step): number =>
  a.day - b.day || explanationKinds.indexOf(a.kind) - explanationKinds.indexOf(b.kind);

/**
 * Explains line by line how `balanceOn` computes the remaining balance (decision 12.4). The last line's `balanceAfter` is the balance's
 * `remaining`; each figure is rounded separately.
 * @param charges of this leave type, cut by `cutsAsOf`; unsummed in the year of `asOf`
 */
export function explainBalance(
  settings: YearSettings,
  terms: Terms,
  charges: readonly Charge[],
  asOf: DayNumber,
): ExplanationLine[] {
  const year = yearContaining(settings, asOf);
  const isOfYear = ({ day }: { day: DayNumber }): boolean => day >= year.start && day <= year.end;
  const adjusted = terms.adjustments.filter((given) => isOfYear(given) && given.day <= asOf);
  const given: Step[] = terms.unlimited
    ? []
    : [
        ...carriedSteps(settings, terms, charges, asOf),
        ...givenSteps(settings, terms, asOf),
        ...adjusted.map(
          ({ day, amount, note }): Step => ({
            ...{ day, kind: "ADJUSTED", note },
            amount: ofThousandths(amount),
          }),
        ),
      ];
  const steps = [...given, ...leaveSteps(charges.filter(isOfYear), asOf)].sort(inOrder);
  let balance = 0;
  return steps
    .map((step) => {
      balance += step.amount;
      const balanceAfter = terms.unlimited ? null : toThousandths(balance);
      return { leaveId: null, note: null, ...step, amount: toThousandths(step.amount), balanceAfter };
    })
    .filter(({ amount }) => amount !== 0);
}
