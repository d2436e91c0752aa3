import type { RuleKind } from "@/drizzle/schema/values";
import type { StartingType } from "./starting-set";

/** Leave rules that a company may start with, beside its leave types. They only warn: what is refused, a company decides later. */
export const startingRules = ["notice", "proof", "away"] as const;
export type StartingRule = (typeof startingRules)[number];

export interface StartingLeaveRule {
  kind: RuleKind;
  parameters: Record<string, unknown>;
  /** The leave type that it is about; null for all. */
  about: StartingType | null;
  /** The leave type that doesn't count as away. */
  ignores: StartingType | null;
  /** Whether it is ticked at first; the others are offered, too. */
  isUsual: boolean;
}

/**
 * From which calendar day of sickness on a certificate is usual, and by which: leave longer than so many days needs one so many days after
 * its first. Where employers may not ask, or ask in many ways, it is only offered.
 */
const certificates: Readonly<Record<string, { longerThan: number; withinDays: number }>> = {
  AT: { longerThan: 3, withinDays: 3 },
  CH: { longerThan: 3, withinDays: 3 },
  DE: { longerThan: 3, withinDays: 3 },
  FR: { longerThan: 0, withinDays: 2 },
  GB: { longerThan: 7, withinDays: 7 },
};
const elsewhere = { longerThan: 3, withinDays: 3 };

/** The days of vacation from which on it is asked for so many days ahead. */
const startingNotice = { from: 5, days: 14 };
/** The percentage of a department that may be away together. */
const startingShare = 50;

/** The proposal for a company in a country: a starting point to change, not legal advice. */
export function startingRulesOf(country: string): Record<StartingRule, StartingLeaveRule> {
  const certificate = certificates[country];
  return {
    notice: {
      kind: "NOTICE",
      parameters: { unit: "CALENDAR_DAYS", days: 0, steps: [startingNotice] },
      ...{ about: "vacation", ignores: null, isUsual: true },
    },
    proof: {
      kind: "PROOF",
      parameters: certificate ?? elsewhere,
      ...{ about: "sick", ignores: null, isUsual: certificate !== undefined },
    },
    away: {
      kind: "MAX_AWAY",
      parameters: { group: "DEPARTMENT", percent: startingShare, countsOpen: true },
      ...{ about: null, ignores: "remote", isUsual: false },
    },
  };
}
