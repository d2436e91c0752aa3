import { type ExplanationKind, explanationKinds } from "@/drizzle/schema/values";
import type { DayNumber } from "@/server/kernel/time/calendar-date";
import {
  type DayFraction,
  ofThousandths,
  toThousandths,
} from "@/server/modules/leave/calendars/day-fraction";
import type { Thousandths } from "@/server/modules/leave/calendars/working-days";
import {
  type AccountingYear,
  firstDayIn,
  type YearSettings,
  yearContaining,
  yearsUntil,
} from "./accounting-year";
import { type Earned, earningDays, isGranted } from "./accrual";
import { earnedIn } from "./cap";
import { lotsIn } from "./carry-over";
import { keptOn, type UsedLot } from "./lots";
import type { Charge, Terms } from "./policy";

/** One step from zero to the remaining balance. */
export interface ExplanationLine {
  day: DayNumber;
  kind: ExplanationKind;
  /** Signed. */
  amount: Thousandths;
  /** Null when unlimited. */
  balanceAfter: Thousandths | null;
  leaveId: string | null;
  creditId: string | null;
  note: string | null;
  /** Of days that are carried over or credited: the last day to use them. */
  expiresOn: DayNumber | null;
  /** Of days that hours worked give: the hours, and the percent of them. */
  hoursWorked: number | null;
  hoursWorkedRate: number | null;
}

/** A line before rounding. */
type Step = Pick<ExplanationLine, "day" | "kind"> & Partial<ExplanationLine> & { amount: DayFraction };

const kindOfGiven = (creditId: string | null, isCorrection = false): ExplanationKind =>
  creditId !== null ? "CREDITED" : isCorrection ? "CORRECTED" : "ADJUSTED";

/** The shares that have accrued in the year so far, with a line for each reason of theirs. */
function givenSteps(
  settings: YearSettings,
  terms: Terms,
  charges: readonly Charge[],
  lots: readonly UsedLot[],
  asOf: DayNumber,
): Step[] {
  const year = yearContaining(settings, asOf);
  const kinds = {
    quota: isGranted(terms) ? "GRANTED" : "ACCRUED",
    worked: "WORKED",
    tenure: "TENURE",
    extra: "EXTRA",
  } as const;
  const first = firstDayIn(year, settings.employment);
  let before: Earned = { quota: 0, worked: 0, tenure: 0, extra: 0 };
  return earningDays(year, terms, settings.employment)
    .filter((day) => day <= asOf)
    .flatMap((day) => {
      const given = earnedIn(year, terms, settings.employment, { lots, charges }, day);
      const { hours = null, rate = null } = terms.worked.find((one) => one.day === day) ?? {};
      const steps = (["quota", "worked", "tenure", "extra"] as const).map(
        (of): Step => ({
          // What is given for a year begins with the first day of work.
          ...{ day: Math.max(day, first), kind: kinds[of], amount: ofThousandths(given[of] - before[of]) },
          ...(of === "worked" && { hoursWorked: hours, hoursWorkedRate: rate }),
        }),
      );
      before = given;
      return steps;
    });
}

/** The lots carried over, those of credits so far, and the days of them that have expired. */
const lotSteps = (
  year: AccountingYear,
  { carryExpiries }: Pick<Terms, "carryExpiries">,
  lots: readonly UsedLot[],
  asOf: DayNumber,
): Step[] =>
  lots.flatMap((lot): Step[] => {
    const { expiresOn } = lot;
    const own = lot.credit ? undefined : carryExpiries.findLast((one) => one.expiresOn === expiresOn);
    const { day: begins = year.start, creditId = null, note = own?.note ?? null } = lot.credit ?? {};
    if (begins > asOf) return [];
    const kind = creditId === null ? "CARRIED_OVER" : "CREDITED";
    const expired = { day: (lot.expiresOn ?? year.end) + 1, amount: keptOn([lot], asOf) - lot.amount };
    return [
      { day: Math.max(begins, year.start), kind, amount: lot.amount, creditId, note, expiresOn },
      { kind: "EXPIRED", ...expired, creditId },
    ];
  });

/**
 * Each leave of the year once, however often it is cut. Leave on both sides of the day gives two lines. What interrupting leave gave back is
 * a line of its own, beside all days of the leave.
 */
function leaveSteps(own: readonly Charge[], returned: readonly Charge[], asOf: DayNumber): Step[] {
  const steps = new Map<string, Step>();
  const add = (name: string, step: Step) => {
    const { day, amount } = steps.get(name) ?? { day: step.day, amount: 0 };
    steps.set(name, { ...step, day: Math.max(day, step.day), amount: amount + step.amount });
  };
  for (const { day, amount, status, leaveId = null } of own) {
    const kind = kindOf(day, status, asOf);
    add(`${kind} ${leaveId}`, { day, kind, leaveId, amount: -amount });
  }
  for (const { day, amount, status, leaveId = null } of returned) {
    const kind = kindOf(day, status, asOf);
    add(`${kind} ${leaveId}`, { day, kind, leaveId, amount: -amount });
    add(`RETURNED ${kind} ${leaveId}`, { day, kind: "RETURNED", leaveId, amount });
  }
  // Right after the line of its leave.
  return [...steps].map(([name, step]) =>
    step.kind === "RETURNED"
      ? { ...step, day: steps.get(name.slice("RETURNED ".length))?.day ?? step.day }
      : step,
  );
}

const kindOf = (day: DayNumber, status: Charge["status"], asOf: DayNumber) =>
  status === "OPEN" ? "PENDING" : day <= asOf ? "TAKEN" : "SCHEDULED";

const inOrder = (a: Step, b: Step): number =>
  a.day - b.day || explanationKinds.indexOf(a.kind) - explanationKinds.indexOf(b.kind);

/**
 * Explains line by line how `balanceOn` computes the remaining balance (decision 12.4). The last line's `balanceAfter` is the balance's
 * `remaining`; each figure is rounded separately.
 * @param charges of this leave type, cut by `cutsAsOf`; unsummed in the year of `asOf`
 * @param returned what interrupting leave gave back of its days; they are no charges
 */
export function explainBalance(
  settings: YearSettings,
  terms: Terms,
  charges: readonly Charge[],
  asOf: DayNumber,
  returned: readonly Charge[] = [],
): ExplanationLine[] {
  const year = yearContaining(settings, asOf);
  const isOfYear = ({ day }: { day: DayNumber }): boolean => day >= year.start && day <= year.end;
  const adjusted = terms.adjustments.filter((given) => isOfYear(given) && given.day <= asOf);
  const lots = lotsIn(yearsUntil(settings, asOf), terms, settings, charges).at(-1) ?? [];
  const given: Step[] = terms.unlimited
    ? []
    : [
        ...lotSteps(year, terms, lots, asOf),
        ...givenSteps(settings, terms, charges, lots, asOf),
        ...adjusted.map(
          ({ day, amount, note, isCorrection, creditId = null }): Step => ({
            ...{ day, kind: kindOfGiven(creditId, isCorrection), note, creditId },
            amount: ofThousandths(amount),
          }),
        ),
      ];
  const steps = [...given, ...leaveSteps(charges.filter(isOfYear), returned.filter(isOfYear), asOf)].sort(
    inOrder,
  );
  let balance = 0;
  return steps
    .map((step) => {
      balance += step.amount;
      const balanceAfter = terms.unlimited ? null : toThousandths(balance);
      return {
        leaveId: null,
        creditId: null,
        note: null,
        expiresOn: null,
        hoursWorked: null,
        hoursWorkedRate: null,
        ...step,
        amount: toThousandths(step.amount),
        balanceAfter,
      };
    })
    .filter(({ amount }) => amount !== 0);
}
