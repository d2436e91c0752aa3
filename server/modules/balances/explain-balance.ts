import { type ExplanationKind, explanationKinds } from "@/drizzle/schema/values";
import type { DayNumber } from "@/server/kernel/calendar-date";
import { type DayFraction, ofThousandths, toThousandths } from "@/server/modules/work-calendar/day-fraction";
import type { Thousandths } from "@/server/modules/work-calendar/working-days";
import { type YearSettings, yearContaining, yearsUntil } from "./accounting-year";
import { accruedOn, periodStarts } from "./accrual";
import { type Charge, carriedInto, type Terms, unexpired } from "./policy";

/** One step from nothing to what remains. */
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

/** A line before it is rounded. */
type Step = Pick<ExplanationLine, "day" | "kind"> & Partial<ExplanationLine> & { amount: DayFraction };

/** What the year gives, share by share, as far as it has come. */
function givenSteps(settings: YearSettings, terms: Terms, asOf: DayNumber): Step[] {
  const year = yearContaining(settings, asOf);
  const kind = terms.accrual === "NONE" ? "GRANTED" : "ACCRUED";
  let before = 0;
  return periodStarts(year, terms.accrual)
    .filter((day) => day <= asOf)
    .map((day) => {
      const given = accruedOn(year, terms, settings.employment, day);
      const step: Step = { day, kind, amount: ofThousandths(given - before) };
      before = given;
      return step;
    });
}

/** What came from the year before, and what of it has lapsed. */
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

/** Each leave of the year once, however often it is cut; what lies on both sides of the day is two. */
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
 * How `balanceOn` comes to what remains, line by line (decision 12.4). The last line's `balanceAfter` is the balance's `remaining`;
 * each figure is rounded by itself.
 * @param charges of this leave type, cut by `cutsOf(yearsUntil(settings, asOf), [asOf])`; those of the year of `asOf` single
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
